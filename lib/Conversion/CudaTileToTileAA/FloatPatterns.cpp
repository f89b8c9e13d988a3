//===- FloatPatterns.cpp - Float arithmetic to arith and math -------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// arith and math round to nearest even (and keep subnormals). An operation with
// another rounding mode, or with flushing to zero, becomes an nv_tileaa
// operation that has these attributes.
//
//===----------------------------------------------------------------------===//

#include "ElementwisePatterns.h"
#include "EnumConversion.h"
#include "Patterns.h"
#include "TypeConverter.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tileiras;
using namespace tileiras::to_tileaa;

namespace {

/// Converts to Plain if the rounding mode is `plainMode` and subnormals are
/// kept, otherwise to Moded. An operation without a rounding mode is plain.
template <typename Source, typename Plain, typename Moded,
          cuda_tile::RoundingMode plainMode =
              cuda_tile::RoundingMode::NEAREST_EVEN>
class ByMode : public ElementwisePattern<Source> {
public:
  using ElementwisePattern<Source>::ElementwisePattern;
  LogicalResult
  matchAndRewrite(Source op, typename Source::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool ftz = flushesToZero(op);
    cuda_tile::RoundingMode mode = roundingMode(op);
    if (!ftz && mode == plainMode) {
      this->template replaceBy<Plain>(op, adaptor, rewriter);
      return success();
    }
    auto target = this->template replaceBy<Moded>(op, adaptor, rewriter);
    target.setRoundingMode(convertRounding(mode));
    target.setFtz(ftz);
    return success();
  }

private:
  static bool flushesToZero(Source op) {
    if constexpr (requires { op.getFlushToZero(); })
      return op.getFlushToZero();
    return false;
  }
  static cuda_tile::RoundingMode roundingMode(Source op) {
    if constexpr (requires { op.getRoundingMode(); })
      return op.getRoundingMode();
    return plainMode;
  }
};

/// Converts maxf and minf. Without `propagate_nan` a number wins over a NaN.
template <typename Source, typename Propagating, typename Number,
          typename Flushing>
class Extremum : public ElementwisePattern<Source> {
public:
  using ElementwisePattern<Source>::ElementwisePattern;
  LogicalResult
  matchAndRewrite(Source op, typename Source::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool propagate = op.getPropagateNan();
    if (op.getFlushToZero()) {
      auto target = this->template replaceBy<Flushing>(op, adaptor, rewriter);
      target.setPropagateNan(propagate);
      target.setFtz(true);
    } else if (propagate) {
      this->template replaceBy<Propagating>(op, adaptor, rewriter);
    } else {
      this->template replaceBy<Number>(op, adaptor, rewriter);
    }
    return success();
  }
};

arith::CmpFPredicate convertPredicate(cuda_tile::ComparisonPredicate predicate,
                                      bool ordered) {
  using From = cuda_tile::ComparisonPredicate;
  using To = arith::CmpFPredicate;
  switch (predicate) {
  case From::EQUAL:
    return ordered ? To::OEQ : To::UEQ;
  case From::NOT_EQUAL:
    return ordered ? To::ONE : To::UNE;
  case From::LESS_THAN:
    return ordered ? To::OLT : To::ULT;
  case From::LESS_THAN_OR_EQUAL:
    return ordered ? To::OLE : To::ULE;
  case From::GREATER_THAN:
    return ordered ? To::OGT : To::UGT;
  case From::GREATER_THAN_OR_EQUAL:
    return ordered ? To::OGE : To::UGE;
  }
  llvm_unreachable("not a comparison predicate");
}

class ConvertCmpF : public OpConversionPattern<cuda_tile::CmpFOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::CmpFOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool ordered =
        op.getComparisonOrdering() == cuda_tile::ComparisonOrdering::ORDERED;
    rewriter.replaceOpWithNewOp<arith::CmpFOp>(
        op, convertPredicate(op.getComparisonPredicate(), ordered),
        adaptor.getLhs(), adaptor.getRhs());
    return success();
  }
};

/// Converts the exponent to i32, so that later stages have a single form.
class ConvertFPowI : public OpConversionPattern<cuda_tile::FPowIOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::FPowIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value exponent = adaptor.getExponent();
    Type i32 = rewriter.getI32Type();
    if (getElementTypeOrSelf(exponent.getType()) != i32) {
      Type wide = i32;
      if (auto tensor = dyn_cast<RankedTensorType>(exponent.getType()))
        wide = tensor.clone(i32);
      exponent = arith::ExtSIOp::create(rewriter, op.getLoc(), wide, exponent);
    }
    rewriter.replaceOpWithNewOp<math::FPowIOp>(op, adaptor.getSource(),
                                               exponent);
    return success();
  }
};

constexpr auto kFull = cuda_tile::RoundingMode::FULL;

} // namespace

void to_tileaa::populateFloatPatterns(const TileTypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<
      // Arithmetic
      ByMode<cuda_tile::AddFOp, arith::AddFOp, nv_tileaa::AddFOp>,
      ByMode<cuda_tile::SubFOp, arith::SubFOp, nv_tileaa::SubFOp>,
      ByMode<cuda_tile::MulFOp, arith::MulFOp, nv_tileaa::MulFOp>,
      ByMode<cuda_tile::DivFOp, arith::DivFOp, nv_tileaa::DivFOp>,
      ByMode<cuda_tile::FmaOp, math::FmaOp, nv_tileaa::FmaOp>,
      OneToOne<cuda_tile::RemFOp, arith::RemFOp>,
      OneToOne<cuda_tile::NegFOp, arith::NegFOp>,
      OneToOne<cuda_tile::AbsFOp, math::AbsFOp>,
      OneToOne<cuda_tile::CeilOp, math::CeilOp>,
      OneToOne<cuda_tile::FloorOp, math::FloorOp>,
      // Roots, exponentials and logarithms
      ByMode<cuda_tile::SqrtOp, math::SqrtOp, nv_tileaa::SqrtOp>,
      ByMode<cuda_tile::RsqrtOp, math::RsqrtOp, nv_tileaa::RsqrtOp>,
      ByMode<cuda_tile::Exp2Op, math::Exp2Op, nv_tileaa::Exp2Op>,
      ByMode<cuda_tile::ExpOp, math::ExpOp, nv_tileaa::ExpOp, kFull>,
      OneToOne<cuda_tile::LogOp, math::LogOp>,
      OneToOne<cuda_tile::Log2Op, math::Log2Op>,
      OneToOne<cuda_tile::PowOp, math::PowFOp>, ConvertFPowI,
      // Trigonometry
      OneToOne<cuda_tile::SinOp, math::SinOp>,
      OneToOne<cuda_tile::CosOp, math::CosOp>,
      OneToOne<cuda_tile::TanOp, math::TanOp>,
      OneToOne<cuda_tile::SinHOp, math::SinhOp>,
      OneToOne<cuda_tile::CosHOp, math::CoshOp>,
      ByMode<cuda_tile::TanHOp, math::TanhOp, nv_tileaa::TanhOp, kFull>,
      OneToOne<cuda_tile::Atan2Op, nv_tileaa::Atan2Op>,
      // Comparison
      ConvertCmpF,
      Extremum<cuda_tile::MaxFOp, arith::MaximumFOp, arith::MaxNumFOp,
               nv_tileaa::MaxFOp>,
      Extremum<cuda_tile::MinFOp, arith::MinimumFOp, arith::MinNumFOp,
               nv_tileaa::MinFOp>>(converter, patterns.getContext());
}
