//===- ShapePatterns.cpp - Constants and movement of elements -------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In nv_tileaa a rank-0 tile is a scalar, so the broadcast of one by front ends
// (reshape to 1x1, then broadcast) becomes a single splat.
//
//===----------------------------------------------------------------------===//

#include "ElementwisePatterns.h"
#include "Patterns.h"
#include "TypeConverter.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tileiras;
using namespace tileiras::to_tileaa;

namespace {

class ConvertConstant : public OpConversionPattern<cuda_tile::ConstantOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::ConstantOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    DenseElementsAttr value = op.getValue();
    TypedAttr converted;
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      converted = value.reshape(tensor);
    else
      converted = value.getSplatValue<TypedAttr>();
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, converted);
    return success();
  }
};

/// Returns the scalar that `value` is a splat of, or null.
Value splatSource(Value value) {
  if (auto splat = value.getDefiningOp<nv_tileaa::SplatOp>())
    return splat.getSource();
  return {};
}

class ConvertReshape : public OpConversionPattern<cuda_tile::ReshapeOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::ReshapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value source = adaptor.getSource();
    Type type = getTypeConverter()->convertType(op.getType());
    bool fromScalar = !isa<RankedTensorType>(source.getType());
    bool toScalar = !isa<RankedTensorType>(type);
    Value scalar = fromScalar ? source : splatSource(source);
    if (source.getType() == type)
      rewriter.replaceOp(op, source);
    else if (scalar && toScalar)
      rewriter.replaceOp(op, scalar);
    else if (scalar)
      rewriter.replaceOpWithNewOp<nv_tileaa::SplatOp>(op, type, scalar);
    else if (toScalar)
      rewriter.replaceOpWithNewOp<nv_tileaa::UnsplatOp>(op, type, source);
    else
      rewriter.replaceOpWithNewOp<nv_tileaa::ViewOp>(op, type, source);
    return success();
  }
};

class ConvertBroadcast : public OpConversionPattern<cuda_tile::BroadcastOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::BroadcastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value source = adaptor.getSource();
    Type type = getTypeConverter()->convertType(op.getType());
    if (source.getType() == type)
      rewriter.replaceOp(op, source);
    else if (Value scalar = splatSource(source))
      rewriter.replaceOpWithNewOp<nv_tileaa::SplatOp>(op, type, scalar);
    else
      rewriter.replaceOpWithNewOp<nv_tileaa::BroadcastOp>(op, type, source);
    return success();
  }
};

class ConvertPermute : public OpConversionPattern<cuda_tile::PermuteOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::PermuteOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<nv_tileaa::PermuteOp>(
        op, getTypeConverter()->convertType(op.getType()), adaptor.getSource(),
        op.getPermutation());
    return success();
  }
};

class ConvertCat : public OpConversionPattern<cuda_tile::CatOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::CatOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<nv_tileaa::CatOp>(
        op, getTypeConverter()->convertType(op.getType()), adaptor.getLhs(),
        adaptor.getRhs(), op.getDim());
    return success();
  }
};

class ConvertExtract : public OpConversionPattern<cuda_tile::ExtractOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::ExtractOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // A scalar has one sub-tile, itself.
    if (adaptor.getIndices().empty())
      rewriter.replaceOp(op, adaptor.getSource());
    else
      rewriter.replaceOpWithNewOp<nv_tileaa::ExtractOp>(
          op, getTypeConverter()->convertType(op.getType()),
          adaptor.getSource(), adaptor.getIndices());
    return success();
  }
};

class ConvertInsert : public OpConversionPattern<cuda_tile::InsertOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::InsertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (adaptor.getIndices().empty())
      rewriter.replaceOp(op, adaptor.getSource());
    else
      rewriter.replaceOpWithNewOp<nv_tileaa::InsertOp>(
          op, getTypeConverter()->convertType(op.getType()),
          adaptor.getSource(), adaptor.getDestination(), adaptor.getIndices());
    return success();
  }
};

} // namespace

void to_tileaa::populateShapePatterns(const TileTypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<ConvertConstant, ConvertReshape, ConvertBroadcast,
               ConvertPermute, ConvertCat, ConvertExtract, ConvertInsert,
               OneToOne<cuda_tile::IotaOp, nv_tileaa::MakeRangeOp>,
               OneToOne<cuda_tile::SelectOp, arith::SelectOp>>(
      converter, patterns.getContext());
}
