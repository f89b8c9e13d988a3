//===- CastPatterns.cpp - Conversions between element types ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Float to float is always nv_tileaa.fp_to_fp: arith has two operations for it,
// and only some of the rounding modes. Conversions from and to fnv8E5M3FNU are
// arithmetic (E5M3Numbers.h).
//
// Conversions between integers and floats of 8 bits or less go through f32,
// since no GPU has them. Nothing is rounded twice: integers that f32 cannot
// hold exactly (above 2^24) are out of the range of every such type (at most
// 114688).
//
//===----------------------------------------------------------------------===//

#include "E5M3Numbers.h"
#include "ElementwisePatterns.h"
#include "EnumConversion.h"
#include "Patterns.h"
#include "TypeConverter.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace mlir;
using namespace tileiras;
using namespace tileiras::to_tileaa;

namespace {

/// Returns the scalar or tensor `type` with another element type.
Type withElementType(Type type, Type element) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.clone(element);
  return element;
}

/// Returns `scalar`, or a splat of it, if the type is a tensor.
Value constantLike(OpBuilder &builder, Location loc, Type like,
                   TypedAttr scalar) {
  if (auto tensor = dyn_cast<RankedTensorType>(like))
    scalar = SplatElementsAttr::get(tensor, scalar);
  return arith::ConstantOp::create(builder, loc, scalar);
}

bool isNarrowFloat(Type type) {
  return getElementTypeOrSelf(type).getIntOrFloatBitWidth() <= 8;
}

class ConvertFToF : public OpConversionPattern<cuda_tile::FToFOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::FToFOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value source = adaptor.getFrom();
    nv_tileaa::RoundingMode rounding = convertRounding(op.getRoundingMode());
    Type type = getTypeConverter()->convertType(op.getType());
    if (isE5M3(op.getFrom().getType())) {
      source = e5m3ToF32(rewriter, op.getLoc(), source);
      // Types of 16 bits and more represent all its numbers, except that f16
      // lacks the largest.
      Type to = getElementTypeOrSelf(type);
      if (to.isBF16() || to.isTF32())
        rounding = nv_tileaa::RoundingMode::NEAREST_EVEN;
    }
    if (isE5M3(op.getType()))
      rewriter.replaceOp(op, floatToE5M3(rewriter, op.getLoc(), source));
    else if (source.getType() == type)
      rewriter.replaceOp(op, source);
    else
      rewriter.replaceOpWithNewOp<nv_tileaa::FpToFpOp>(op, type, source,
                                                       rounding);
    return success();
  }
};

/// Conversions to integers that return the nearest integer if a number is too
/// large or too small, and 0 for NaN. Comparisons select the converted value
/// only where the number is in range.
class Saturation {
public:
  Saturation(OpBuilder &builder, Location loc, Value source, Type type,
             bool isSigned)
      : builder(builder), loc(loc), source(source), type(type),
        isSigned(isSigned) {}

  Value build() const {
    unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
    APInt least = isSigned ? APInt::getSignedMinValue(width) : APInt(width, 0);
    APInt most =
        isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
    Value inRange =
        isSigned
            ? arith::FPToSIOp::create(builder, loc, type, source).getResult()
            : arith::FPToUIOp::create(builder, loc, type, source).getResult();
    // Both are powers of two, which floats represent; most + 1 is out of range.
    Value isLarge =
        compare(arith::CmpFPredicate::OGE, std::ldexp(1.0, width - isSigned));
    Value isSmall = compare(arith::CmpFPredicate::OLE,
                            isSigned ? -std::ldexp(1.0, width - 1) : 0.0);
    Value isNaN = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                                        source, source);
    Value result = choose(isLarge, most, inRange);
    result = choose(isSmall, least, result);
    return choose(isNaN, APInt(width, 0), result);
  }

private:
  Value compare(arith::CmpFPredicate predicate, double threshold) const {
    Type element = getElementTypeOrSelf(source.getType());
    return arith::CmpFOp::create(
        builder, loc, predicate, source,
        constantLike(builder, loc, source.getType(),
                     builder.getFloatAttr(element, threshold)));
  }

  Value choose(Value condition, const APInt &number, Value otherwise) const {
    Type element = getElementTypeOrSelf(type);
    return arith::SelectOp::create(
        builder, loc, condition,
        constantLike(builder, loc, type,
                     builder.getIntegerAttr(element, number)),
        otherwise);
  }

  OpBuilder &builder;
  Location loc;
  Value source;
  Type type;
  bool isSigned;
};

class ConvertFToI : public OpConversionPattern<cuda_tile::FToIOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::FToIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value source = adaptor.getFrom();
    if (isE5M3(op.getFrom().getType()))
      source = e5m3ToF32(rewriter, op.getLoc(), source);
    Type from = getElementTypeOrSelf(source);
    // f32 represents the thresholds of saturation; tf32 has no comparison.
    bool isHalf = from.getIntOrFloatBitWidth() < 32;
    if (isNarrowFloat(source.getType()) || from.isTF32() ||
        (op.getSaturating() && isHalf))
      source = nv_tileaa::FpToFpOp::create(
          rewriter, op.getLoc(),
          withElementType(source.getType(), rewriter.getF32Type()), source,
          nv_tileaa::RoundingMode::NEAREST_EVEN);
    Type type = getTypeConverter()->convertType(op.getType());
    // A truth value is "not zero". For 0 and 1 that is the conversion, and for
    // numbers that the specification leaves undefined it is Python's meaning.
    if (getElementTypeOrSelf(type).isInteger(1)) {
      Value zero = arith::ConstantOp::create(
          rewriter, op.getLoc(), rewriter.getZeroAttr(source.getType()));
      rewriter.replaceOpWithNewOp<arith::CmpFOp>(op, arith::CmpFPredicate::UNE,
                                                 source, zero);
      return success();
    }
    bool isSigned = op.getSignedness() == cuda_tile::Signedness::Signed;
    if (op.getSaturating())
      rewriter.replaceOp(
          op,
          Saturation(rewriter, op.getLoc(), source, type, isSigned).build());
    else if (isSigned)
      rewriter.replaceOpWithNewOp<arith::FPToSIOp>(op, type, source);
    else
      rewriter.replaceOpWithNewOp<arith::FPToUIOp>(op, type, source);
    return success();
  }
};

class ConvertIToF : public OpConversionPattern<cuda_tile::IToFOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::IToFOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type result = getTypeConverter()->convertType(op.getType());
    if (!isNarrowFloat(result)) {
      rewriter.replaceOp(op, convert(op, adaptor.getFrom(), result, rewriter));
      return success();
    }
    Value wide =
        convert(op, adaptor.getFrom(),
                withElementType(result, rewriter.getF32Type()), rewriter);
    if (isE5M3(op.getType()))
      rewriter.replaceOp(op, floatToE5M3(rewriter, op.getLoc(), wide));
    else
      rewriter.replaceOpWithNewOp<nv_tileaa::FpToFpOp>(
          op, result, wide, nv_tileaa::RoundingMode::NEAREST_EVEN);
    return success();
  }

private:
  static Value convert(cuda_tile::IToFOp op, Value source, Type type,
                       OpBuilder &builder) {
    if (op.getSignedness() == cuda_tile::Signedness::Signed)
      return arith::SIToFPOp::create(builder, op.getLoc(), type, source);
    return arith::UIToFPOp::create(builder, op.getLoc(), type, source);
  }
};

} // namespace

void to_tileaa::populateCastPatterns(const TileTypeConverter &converter,
                                     RewritePatternSet &patterns) {
  patterns.add<ConvertFToF, ConvertFToI, ConvertIToF,
               OneToOne<cuda_tile::BitcastOp, arith::BitcastOp>,
               OneToOne<cuda_tile::IntToPtrOp, nv_tileaa::IntToPtrOp>,
               OneToOne<cuda_tile::PtrToIntOp, nv_tileaa::PtrToIntOp>,
               OneToOne<cuda_tile::PtrToPtrOp, nv_tileaa::BitcastOp>>(
      converter, patterns.getContext());
}
