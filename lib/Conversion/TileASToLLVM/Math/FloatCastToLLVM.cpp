//===- FloatCastToLLVM.cpp - Conversions to float types -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM converts f16, bf16, f32 and f64 to the nearest. tf32 is an f32 whose low
// 13 bits are zero. The fp8 formats have conversions from f32 and to f16 only
// (PTX ISA, "cvt"; too large a number becomes the largest), so other
// conversions pass through these types. So do integers to tf32, and to bf16
// where no instruction converts them. No number is rounded twice
// (RoundingToOdd.h).
//
//===----------------------------------------------------------------------===//

#include "DirectedRounding.h"
#include "Patterns.h"
#include "Registers.h"
#include "RoundingToOdd.h"
#include "ScaleFormats.h"
#include "Tf32Rounding.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using nv_tileaa::RoundingMode;

namespace tileiras::to_llvm {

namespace {

bool isOrdinary(Type type) {
  return type.isF16() || type.isBF16() || type.isF32() || type.isF64() ||
         type.isTF32();
}

/// These formats are converted in integers, on every target.
bool isScaleFormat(Type type) {
  return isa<Float4E2M1FNType, Float8E8M0FNUType>(type);
}

bool isFp8(Type type) { return isa<Float8E4M3FNType, Float8E5M2Type>(type); }

/// Converts between floats that LLVM has, to the nearest.
Value resize(OpBuilder &builder, Location loc, Value value, Type type) {
  unsigned from = value.getType().getIntOrFloatBitWidth();
  unsigned to = type.getIntOrFloatBitWidth();
  if (value.getType() == type)
    return value;
  if (from < to)
    return LLVM::FPExtOp::create(builder, loc, type, value);
  if (from > to)
    return LLVM::FPTruncOp::create(builder, loc, type, value);
  // f16 and bf16: neither contains the other.
  Value wide = LLVM::FPExtOp::create(builder, loc, builder.getF32Type(), value);
  return LLVM::FPTruncOp::create(builder, loc, type, wide);
}

/// Converts an fp8 number exactly; the format is in the low half of a pair.
Value fp8ToF16(OpBuilder &builder, Location loc, Value bits, Type format) {
  auto pairType = VectorType::get(2, builder.getI8Type());
  Value pair = LLVM::ZeroOp::create(builder, loc, pairType);
  pair = LLVM::InsertElementOp::create(builder, loc, pair, bits,
                                       i32Constant(builder, loc, 0));
  Value halves = NVVM::ConvertF8x2ToF16x2Op::create(
      builder, loc, VectorType::get(2, builder.getF16Type()), pair,
      builder.getBoolAttr(false), TypeAttr::get(format));
  return LLVM::ExtractElementOp::create(builder, loc, halves,
                                        i32Constant(builder, loc, 0));
}

Value f32ToFp8(OpBuilder &builder, Location loc, Value value, Type format) {
  MLIRContext *context = builder.getContext();
  Value zero = LLVM::ZeroOp::create(builder, loc, value.getType());
  // The second operand is the low half.
  Value pair = NVVM::ConvertF32x2ToF8x2Op::create(
      builder, loc, builder.getI16Type(), zero, value,
      NVVM::FPRoundingModeAttr::get(context, NVVM::FPRoundingMode::RN),
      NVVM::SaturationModeAttr::get(context, NVVM::SaturationMode::SATFINITE),
      builder.getBoolAttr(false), TypeAttr::get(format));
  return LLVM::TruncOp::create(builder, loc, builder.getI8Type(), pair);
}

/// Lowers bitcasts between types that are the same in LLVM, as floats of 8 bits
/// and i8 are.
struct SameBitsLowering : ConvertOpToLLVMPattern<arith::BitcastOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(arith::BitcastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (getTypeConverter()->convertType(op.getType()) !=
        adaptor.getIn().getType())
      return failure();
    rewriter.replaceOp(op, adaptor.getIn());
    return success();
  }
};

struct FpToFpLowering : ConvertOpToLLVMPattern<nv_tileaa::FpToFpOp> {
  FpToFpLowering(const TileTypeConverter &converter, const TargetInfo &target)
      : ConvertOpToLLVMPattern(converter), target(target) {}

  LogicalResult
  matchAndRewrite(nv_tileaa::FpToFpOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type from = getElementTypeOrSelf(op.getSource().getType());
    Type to = getElementTypeOrSelf(op.getType());
    if (failed(check(op, from, to)))
      return failure();
    return forEachRegister(
        op, adaptor.getOperands(),
        getTypeConverter()->convertType(op.getType()), rewriter,
        [&](ValueRange scalars, Type element) -> FailureOr<Value> {
          return convert(rewriter, op, scalars[0], from, to, element);
        });
  }

  /// Returns whether some numbers have to be rounded: bf16 has fewer
  /// significant bits than f16, but a larger range.
  static bool isNarrowing(Type from, Type to) {
    const llvm::fltSemantics &source =
                                 cast<FloatType>(from).getFloatSemantics(),
                             &target = cast<FloatType>(to).getFloatSemantics();
    return APFloat::semanticsPrecision(target) <
               APFloat::semanticsPrecision(source) ||
           APFloat::semanticsMaxExponent(target) <
               APFloat::semanticsMaxExponent(source);
  }

  LogicalResult check(nv_tileaa::FpToFpOp op, Type from, Type to) const {
    auto isKnown = [&](Type type) {
      return isOrdinary(type) || isScaleFormat(type) ||
             (isFp8(type) && target.Fp8);
    };
    if (!isKnown(from) || !isKnown(to))
      return op.emitOpError("conversion from ")
             << from << " to " << to << " is not supported yet";
    RoundingMode mode = op.getRoundingMode();
    if (isa<Float8E8M0FNUType>(to)
            ? mode == RoundingMode::ZERO || mode == RoundingMode::POSITIVE_INF
            : isScaleFormat(to) && mode == RoundingMode::NEAREST_EVEN)
      return success();
    bool isRounded =
        (!isScaleFormat(to) && !isNarrowing(from, to)) ||
        (!isScaleFormat(to) && mode == RoundingMode::NEAREST_EVEN) ||
        (mode == RoundingMode::ZERO && isOrdinary(to)) ||
        (isDirected(mode) && (to.isF16() || to.isBF16())) ||
        (mode == RoundingMode::NEAREST_AWAY && to.isTF32()) ||
        (to.isF32() && mode != RoundingMode::NEAREST_AWAY);
    if (isRounded)
      return success();
    return op.emitOpError("conversion from ")
           << from << " to " << to << " with rounding "
           << nv_tileaa::stringifyRoundingMode(mode) << " is not supported yet";
  }

  Value convert(OpBuilder &builder, nv_tileaa::FpToFpOp op, Value value,
                Type from, Type to, Type element) const {
    Location loc = op.getLoc();
    RoundingMode mode = op.getRoundingMode();
    if (from.isF64() && (isFp8(to) || to.isTF32()))
      value = f64ToOddF32(builder, loc, value);
    if (isFp8(from))
      value = fp8ToF16(builder, loc, value, from);
    if (isa<Float4E2M1FNType>(from))
      value = fp4ToF32(builder, loc, value);
    if (isa<Float8E8M0FNUType>(from))
      value = e8m0ToF32(builder, loc, value);
    if (isa<Float4E2M1FNType>(to))
      return floatToFp4(builder, loc, value);
    if (isa<Float8E8M0FNUType>(to))
      return f32ToE8m0(
          builder, loc,
          roundDirected(builder, loc, value, builder.getF32Type(), mode),
          mode == RoundingMode::POSITIVE_INF);
    if (isFp8(to))
      return f32ToFp8(builder, loc,
                      resize(builder, loc, value, builder.getF32Type()), to);
    if (!isNarrowing(from, to))
      return resize(builder, loc, value, element);
    if (mode != RoundingMode::NEAREST_EVEN)
      return roundDirected(builder, loc, value, to, mode);
    value = resize(builder, loc, value, element);
    return to.isTF32() ? roundToTf32(builder, loc, value, mode, target) : value;
  }

  /// Converts in two operations where no single one does (DirectedRounding.h).
  Value roundDirected(OpBuilder &builder, Location loc, Value value, Type to,
                      RoundingMode mode) const {
    Type f32 = builder.getF32Type();
    if (value.getType().isF64())
      value = callIntrinsic(builder, loc, "llvm.nvvm.d2f." + ptxRounding(mode),
                            value, f32);
    value = resize(builder, loc, value, f32);
    if (to.isTF32())
      return roundToTf32(builder, loc, value, mode, target);
    return to.isF32() ? value : narrowDirected(builder, loc, value, to, mode);
  }

  const TargetInfo &target;
};

/// Converts integers to tf32 and bf16 through f32. Without an instruction,
/// LLVM's conversion to bf16 rounds to the nearest twice.
template <typename OpTy>
struct IntegerToFloatLowering : ConvertOpToLLVMPattern<OpTy> {
  IntegerToFloatLowering(const TileTypeConverter &converter,
                         const TargetInfo &target)
      : ConvertOpToLLVMPattern<OpTy>(converter, /*benefit=*/2), target(target) {
  }

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type to = getElementTypeOrSelf(op.getType());
    if (!to.isTF32() && (!to.isBF16() || target.Bf16Arith))
      return rewriter.notifyMatchFailure(op, "one instruction does it");
    constexpr bool isSigned = std::is_same_v<OpTy, arith::SIToFPOp>;
    Location loc = op.getLoc();
    return forEachRegister(
        op, adaptor.getOperands(),
        this->getTypeConverter()->convertType(op.getType()), rewriter,
        [&](ValueRange scalars, Type element) -> FailureOr<Value> {
          Value wide = integerToOddF32(rewriter, loc, scalars[0], isSigned);
          return to.isTF32() ? roundToTf32(rewriter, loc, wide,
                                           RoundingMode::NEAREST_EVEN, target)
                             : resize(rewriter, loc, wide, element);
        });
  }

  const TargetInfo &target;
};

} // namespace

void populateFloatCastPatterns(const TileTypeConverter &converter,
                               const TargetInfo &target,
                               RewritePatternSet &patterns) {
  patterns.add<SameBitsLowering>(converter, /*benefit=*/2);
  patterns.add<FpToFpLowering, IntegerToFloatLowering<arith::SIToFPOp>,
               IntegerToFloatLowering<arith::UIToFPOp>>(converter, target);
}

} // namespace tileiras::to_llvm
