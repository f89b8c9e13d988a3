//===- IntegerPatterns.cpp - Integer arithmetic to arith ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tile IR and arith agree on wrapping, on division by zero (undefined) and on
// i1 (its signed value is -1). A shift by the width or more is poison in arith
// and not documented in Tile IR; the result is left to the hardware.
//
//===----------------------------------------------------------------------===//

#include "ElementwisePatterns.h"
#include "Patterns.h"
#include "TypeConverter.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tileiras;
using namespace tileiras::to_tileaa;

namespace {

using OverflowFlags = arith::IntegerOverflowFlags;

OverflowFlags convertOverflow(cuda_tile::IntegerOverflow overflow) {
  switch (overflow) {
  case cuda_tile::IntegerOverflow::NONE:
    return OverflowFlags::none;
  case cuda_tile::IntegerOverflow::NSW:
    return OverflowFlags::nsw;
  case cuda_tile::IntegerOverflow::NUW:
    return OverflowFlags::nuw;
  case cuda_tile::IntegerOverflow::NW:
    return OverflowFlags::nsw | OverflowFlags::nuw;
  }
  llvm_unreachable("not an overflow promise");
}

template <typename Source, typename Target>
class WithOverflow : public ElementwisePattern<Source> {
public:
  using ElementwisePattern<Source>::ElementwisePattern;
  LogicalResult
  matchAndRewrite(Source op, typename Source::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    OverflowFlags flags = convertOverflow(op.getOverflow());
    auto target = this->template replaceBy<Target>(op, adaptor, rewriter);
    target.setOverflowFlags(flags);
    return success();
  }
};

class ConvertDivI : public ElementwisePattern<cuda_tile::DivIOp> {
public:
  using ElementwisePattern::ElementwisePattern;
  LogicalResult
  matchAndRewrite(cuda_tile::DivIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool isSigned = op.getSignedness() == cuda_tile::Signedness::Signed;
    switch (op.getRounding()) {
    case cuda_tile::RoundingMode::ZERO:
      if (isSigned)
        replaceBy<arith::DivSIOp>(op, adaptor, rewriter);
      else
        replaceBy<arith::DivUIOp>(op, adaptor, rewriter);
      return success();
    case cuda_tile::RoundingMode::POSITIVE_INF:
      if (isSigned)
        replaceBy<arith::CeilDivSIOp>(op, adaptor, rewriter);
      else
        replaceBy<arith::CeilDivUIOp>(op, adaptor, rewriter);
      return success();
    case cuda_tile::RoundingMode::NEGATIVE_INF:
      // The verifier rejects unsigned operands.
      replaceBy<arith::FloorDivSIOp>(op, adaptor, rewriter);
      return success();
    default:
      return rewriter.notifyMatchFailure(op, "not a rounding of a division");
    }
  }
};

arith::CmpIPredicate convertPredicate(cuda_tile::ComparisonPredicate predicate,
                                      bool isSigned) {
  using From = cuda_tile::ComparisonPredicate;
  using To = arith::CmpIPredicate;
  switch (predicate) {
  case From::EQUAL:
    return To::eq;
  case From::NOT_EQUAL:
    return To::ne;
  case From::LESS_THAN:
    return isSigned ? To::slt : To::ult;
  case From::LESS_THAN_OR_EQUAL:
    return isSigned ? To::sle : To::ule;
  case From::GREATER_THAN:
    return isSigned ? To::sgt : To::ugt;
  case From::GREATER_THAN_OR_EQUAL:
    return isSigned ? To::sge : To::uge;
  }
  llvm_unreachable("not a comparison predicate");
}

class ConvertCmpI : public OpConversionPattern<cuda_tile::CmpIOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::CmpIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool isSigned = op.getSignedness() == cuda_tile::Signedness::Signed;
    rewriter.replaceOpWithNewOp<arith::CmpIOp>(
        op, convertPredicate(op.getComparisonPredicate(), isSigned),
        adaptor.getLhs(), adaptor.getRhs());
    return success();
  }
};

class ConvertNegI : public OpConversionPattern<cuda_tile::NegIOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::NegIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value source = adaptor.getSource();
    Value zero = arith::ConstantOp::create(
        rewriter, op.getLoc(), rewriter.getZeroAttr(source.getType()));
    // Without unsigned wrap only zero could be subtracted from zero, so the
    // promise is about the signed value.
    OverflowFlags promise =
        convertOverflow(op.getOverflow()) & OverflowFlags::nsw;
    rewriter.replaceOpWithNewOp<arith::SubIOp>(op, zero, source, promise);
    return success();
  }
};

} // namespace

void to_tileaa::populateIntegerPatterns(const TileTypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<
      // Bits
      OneToOne<cuda_tile::AndIOp, arith::AndIOp>,
      OneToOne<cuda_tile::OrIOp, arith::OrIOp>,
      OneToOne<cuda_tile::XOrIOp, arith::XOrIOp>,
      WithOverflow<cuda_tile::ShLIOp, arith::ShLIOp>,
      BySignedness<cuda_tile::ShRIOp, arith::ShRSIOp, arith::ShRUIOp>,
      // Arithmetic
      WithOverflow<cuda_tile::AddIOp, arith::AddIOp>,
      WithOverflow<cuda_tile::SubIOp, arith::SubIOp>,
      WithOverflow<cuda_tile::MulIOp, arith::MulIOp>,
      OneToOne<cuda_tile::MulhiIOp, nv_tileaa::MulhiUIOp>, ConvertDivI,
      BySignedness<cuda_tile::RemIOp, arith::RemSIOp, arith::RemUIOp>,
      OneToOne<cuda_tile::AbsIOp, math::AbsIOp>, ConvertNegI,
      // Comparison
      ConvertCmpI,
      BySignedness<cuda_tile::MaxIOp, arith::MaxSIOp, arith::MaxUIOp>,
      BySignedness<cuda_tile::MinIOp, arith::MinSIOp, arith::MinUIOp>,
      // Width
      BySignedness<cuda_tile::ExtIOp, arith::ExtSIOp, arith::ExtUIOp>,
      WithOverflow<cuda_tile::TruncIOp, arith::TruncIOp>>(
      converter, patterns.getContext());
}
