//===- CollectivePatterns.cpp - reduce, scan and matrix products ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The region of a reduce or scan works on rank-0 tiles, so the same patterns
// make scalar arithmetic of it.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "TypeConverter.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"
#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tileiras;
using namespace tileiras::to_tileaa;

namespace {

/// Moves the region of `source` into `target` with scalars as arguments.
LogicalResult moveBody(Region &source, Region &target,
                       const TypeConverter &converter,
                       ConversionPatternRewriter &rewriter) {
  rewriter.inlineRegionBefore(source, target, target.end());
  return rewriter.convertRegionTypes(&target, converter);
}

class ConvertReduce : public OpConversionPattern<cuda_tile::ReduceOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::ReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op->getResultTypes(), types)))
      return failure();
    auto reduce = nv_tileaa::ReduceOp::create(rewriter, op.getLoc(), types,
                                              adaptor.getOperands(),
                                              op.getDim(), op.getIdentities());
    if (failed(moveBody(op.getBody(), reduce.getBody(), *getTypeConverter(),
                        rewriter)))
      return failure();
    rewriter.replaceOp(op, reduce.getResults());
    return success();
  }
};

class ConvertScan : public OpConversionPattern<cuda_tile::ScanOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::ScanOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op->getResultTypes(), types)))
      return failure();
    auto scan = nv_tileaa::ScanOp::create(rewriter, op.getLoc(), types,
                                          adaptor.getOperands(), op.getDim(),
                                          op.getReverse(), op.getIdentities());
    if (failed(moveBody(op.getBody(), scan.getBody(), *getTypeConverter(),
                        rewriter)))
      return failure();
    rewriter.replaceOp(op, scan.getResults());
    return success();
  }
};

/// Structured control flow leaves no other yield than those of reduce and scan.
class ConvertYield : public OpConversionPattern<cuda_tile::YieldOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::YieldOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<nv_tileaa::YieldOp>(op, adaptor.getOperands());
    return success();
  }
};

class ConvertMmaF : public OpConversionPattern<cuda_tile::MmaFOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::MmaFOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<nv_tileaa::DotOp>(
        op, adaptor.getAcc().getType(), adaptor.getLhs(), adaptor.getRhs(),
        adaptor.getAcc(), /*signedness_a=*/nv_tileaa::SignednessAttr(),
        /*signedness_b=*/nv_tileaa::SignednessAttr(), op.getFastAcc());
    return success();
  }
};

class ConvertMmaI : public OpConversionPattern<cuda_tile::MmaIOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::MmaIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<nv_tileaa::DotOp>(
        op, adaptor.getAcc().getType(), adaptor.getLhs(), adaptor.getRhs(),
        adaptor.getAcc(), convertSignedness(op.getSignednessLhs()),
        convertSignedness(op.getSignednessRhs()), /*fast_acc=*/false);
    return success();
  }

private:
  nv_tileaa::SignednessAttr
  convertSignedness(cuda_tile::Signedness value) const {
    return nv_tileaa::SignednessAttr::get(
        getContext(), value == cuda_tile::Signedness::Signed
                          ? nv_tileaa::Signedness::SIGNED
                          : nv_tileaa::Signedness::UNSIGNED);
  }
};

/// Elements times their scales, a scale for a row of neighbours along the
/// summed dimension, as bf16: it has all products of 4-bit and 8-bit floats by
/// their scales but the largest and smallest powers of two. Then a product like
/// others, which all targets have.
class ConvertMmaFScaled : public OpConversionPattern<cuda_tile::MmaFScaledOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::MmaFScaledOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    int64_t rank = cast<RankedTensorType>(adaptor.getLhs().getType()).getRank();
    Value lhs = scale(rewriter, op.getLoc(), adaptor.getLhs(),
                      adaptor.getLhsScale(), rank - 1);
    Value rhs = scale(rewriter, op.getLoc(), adaptor.getRhs(),
                      adaptor.getRhsScale(), rank - 2);
    rewriter.replaceOpWithNewOp<nv_tileaa::DotOp>(
        op, adaptor.getAcc().getType(), lhs, rhs, adaptor.getAcc(),
        /*signedness_a=*/nv_tileaa::SignednessAttr(),
        /*signedness_b=*/nv_tileaa::SignednessAttr(), /*fast_acc=*/false);
    return success();
  }

private:
  static Value widen(OpBuilder &builder, Location loc, Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    return nv_tileaa::FpToFpOp::create(builder, loc,
                                       type.clone(builder.getBF16Type()), value,
                                       nv_tileaa::RoundingMode::NEAREST_EVEN);
  }

  /// Each scale is repeated along `dim`, as often as it takes.
  static Value scale(OpBuilder &builder, Location loc, Value elements,
                     Value scales, int64_t dim) {
    Value wide = widen(builder, loc, elements);
    auto type = cast<RankedTensorType>(wide.getType());
    Value factors = widen(builder, loc, scales);
    auto few = cast<RankedTensorType>(factors.getType());
    if (few.getShape() != type.getShape()) {
      SmallVector<int64_t> shape(few.getShape());
      shape.insert(shape.begin() + dim + 1, 1);
      factors =
          nv_tileaa::ViewOp::create(builder, loc, few.clone(shape), factors);
      shape[dim + 1] = type.getDimSize(dim) / few.getDimSize(dim);
      factors = nv_tileaa::BroadcastOp::create(builder, loc, few.clone(shape),
                                               factors);
      factors = nv_tileaa::ViewOp::create(builder, loc, type, factors);
    }
    return arith::MulFOp::create(builder, loc, wide, factors);
  }
};

} // namespace

void to_tileaa::populateCollectivePatterns(const TileTypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<ConvertReduce, ConvertScan, ConvertYield, ConvertMmaF,
               ConvertMmaI, ConvertMmaFScaled>(converter,
                                               patterns.getContext());
}
