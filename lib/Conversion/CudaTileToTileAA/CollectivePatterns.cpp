//===- CollectivePatterns.cpp - reduce, scan and mma ----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The region of a reduce or scan works on rank-0 tiles, so the same patterns
// convert it to scalar arithmetic.
//
//===----------------------------------------------------------------------===//

#include "E5M3Numbers.h"
#include "Patterns.h"
#include "TypeConverter.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"
#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUAttributes.h"
#include "tileiras/Dialect/TileAA/IR/TileAA.h"
#include "tileiras/Dialect/TileAA/Utils/Dequantize.h"

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

/// After control flow was structured, only reduce and scan have yields.
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
        adaptor.getAcc(), /*scales=*/ValueRange(),
        /*signedness_a=*/nv_tileaa::SignednessAttr(),
        /*signedness_b=*/nv_tileaa::SignednessAttr(), op.getFastAcc(),
        /*packed=*/TypeAttr());
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
        adaptor.getAcc(), /*scales=*/ValueRange(),
        convertSignedness(op.getSignednessLhs()),
        convertSignedness(op.getSignednessRhs()), /*fast_acc=*/false,
        /*packed=*/TypeAttr());
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

/// Keeps scales if the target has an instruction with scales; else multiplies
/// the operands by them (Dequantize.h).
class ConvertMmaFScaled : public OpConversionPattern<cuda_tile::MmaFScaledOp> {
public:
  ConvertMmaFScaled(const TypeConverter &converter, MLIRContext *context,
                    const TargetInfo &target)
      : OpConversionPattern(converter, context), target(target) {}

  LogicalResult
  matchAndRewrite(cuda_tile::MmaFScaledOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value lhs = adaptor.getLhs(), rhs = adaptor.getRhs();
    SmallVector<Value> scales = {adaptor.getLhsScale(), adaptor.getRhsScale()};
    // No instruction supports them.
    if (isE5M3(op.getLhsScale().getType()))
      for (Value &scale : scales)
        scale = e5m3ToF32(rewriter, op.getLoc(), scale);
    auto typeOf = [](Value tile) {
      return cast<RankedTensorType>(tile.getType());
    };
    if (!cute_nvgpu::findScaledAtom(target, typeOf(lhs), typeOf(rhs),
                                    typeOf(adaptor.getAcc()),
                                    typeOf(scales.front()))) {
      int64_t rank = typeOf(lhs).getRank();
      lhs = dequantize(rewriter, op.getLoc(), lhs, scales[0], rank - 1);
      rhs = dequantize(rewriter, op.getLoc(), rhs, scales[1], rank - 2);
      scales.clear();
    }
    rewriter.replaceOpWithNewOp<nv_tileaa::DotOp>(
        op, adaptor.getAcc().getType(), lhs, rhs, adaptor.getAcc(), scales,
        /*signedness_a=*/nv_tileaa::SignednessAttr(),
        /*signedness_b=*/nv_tileaa::SignednessAttr(), /*fast_acc=*/false,
        /*packed=*/TypeAttr());
    return success();
  }

private:
  const TargetInfo &target;
};

} // namespace

void to_tileaa::populateCollectivePatterns(const TileTypeConverter &converter,
                                           RewritePatternSet &patterns,
                                           const TargetInfo &target) {
  patterns
      .add<ConvertReduce, ConvertScan, ConvertYield, ConvertMmaF, ConvertMmaI>(
          converter, patterns.getContext());
  patterns.add<ConvertMmaFScaled>(converter, patterns.getContext(), target);
}
