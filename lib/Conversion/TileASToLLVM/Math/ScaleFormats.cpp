//===- ScaleFormats.cpp - Floats of block scales --------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaleFormats.h"

#include "ThreadIndex.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tileiras::to_llvm {

static Value toI32(OpBuilder &builder, Location loc, Value bits) {
  return LLVM::ZExtOp::create(builder, loc, builder.getI32Type(), bits);
}

static Value fromBits(OpBuilder &builder, Location loc, Value bits) {
  return LLVM::BitcastOp::create(builder, loc, builder.getF32Type(), bits);
}

static Value shiftLeft(OpBuilder &builder, Location loc, Value bits,
                       int32_t by) {
  return LLVM::ShlOp::create(builder, loc, bits, i32Constant(builder, loc, by));
}

static Value floatConstant(OpBuilder &builder, Location loc, Type type,
                           double value) {
  return LLVM::ConstantOp::create(builder, loc, type,
                                  builder.getFloatAttr(type, value));
}

Value fp4ToF32(OpBuilder &builder, Location loc, Value bits) {
  Value wide = toI32(builder, loc, bits);
  Value magnitude =
      LLVM::AndOp::create(builder, loc, wide, i32Constant(builder, loc, 7));
  Value sign =
      LLVM::AndOp::create(builder, loc, wide, i32Constant(builder, loc, 8));
  // Exponent and mantissa are shifted to their positions in an f32, whose bias
  // is larger by 126. A multiplication corrects that, for 0.5 as well, which
  // has no implicit bit.
  Value small = fromBits(builder, loc, shiftLeft(builder, loc, magnitude, 22));
  Value number = LLVM::FMulOp::create(
      builder, loc, small,
      floatConstant(builder, loc, builder.getF32Type(), 0x1p126));
  Value signless =
      LLVM::BitcastOp::create(builder, loc, builder.getI32Type(), number);
  return fromBits(builder, loc,
                  LLVM::OrOp::create(builder, loc, signless,
                                     shiftLeft(builder, loc, sign, 28)));
}

Value e8m0ToF32(OpBuilder &builder, Location loc, Value bits) {
  Value exponent = toI32(builder, loc, bits);
  auto is = [&](int32_t code) {
    return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, exponent,
                                i32Constant(builder, loc, code));
  };
  Value result = shiftLeft(builder, loc, exponent, 23);
  // 2^-127 is a subnormal f32; the code of infinity represents NaN.
  result = LLVM::SelectOp::create(
      builder, loc, is(0), i32Constant(builder, loc, 0x00400000), result);
  result = LLVM::SelectOp::create(
      builder, loc, is(255), i32Constant(builder, loc, 0x7fc00000), result);
  return fromBits(builder, loc, result);
}

Value floatToFp4(OpBuilder &builder, Location loc, Value value) {
  Type type = value.getType();
  Value magnitude = LLVM::FAbsOp::create(builder, loc, value);
  // The thresholds are half way between adjacent numbers; a tie becomes the
  // even one.
  struct Threshold {
    double value;
    bool isAbove;
  };
  constexpr Threshold kThresholds[] = {
      {0.25, false}, {0.75, true}, {1.25, false}, {1.75, true},
      {2.5, false},  {3.5, true},  {5.0, false}};
  Value code = i32Constant(builder, loc, 0);
  for (Threshold threshold : kThresholds) {
    // NaN exceeds all thresholds.
    auto predicate =
        threshold.isAbove ? LLVM::FCmpPredicate::uge : LLVM::FCmpPredicate::ugt;
    Value isBeyond = LLVM::FCmpOp::create(
        builder, loc, predicate, magnitude,
        floatConstant(builder, loc, type, threshold.value));
    code =
        LLVM::AddOp::create(builder, loc, code, toI32(builder, loc, isBeyond));
  }
  // Only numbers keep their sign, NaN doesn't.
  Type bits = builder.getIntegerType(type.getIntOrFloatBitWidth());
  Value isNegative =
      LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::slt,
                           LLVM::BitcastOp::create(builder, loc, bits, value),
                           LLVM::ZeroOp::create(builder, loc, bits));
  Value isNumber = LLVM::FCmpOp::create(builder, loc, LLVM::FCmpPredicate::ord,
                                        value, value);
  Value hasSign = LLVM::AndOp::create(builder, loc, isNegative, isNumber);
  Value sign = shiftLeft(builder, loc, toI32(builder, loc, hasSign), 3);
  code = LLVM::OrOp::create(builder, loc, code, sign);
  return LLVM::TruncOp::create(builder, loc, builder.getIntegerType(4), code);
}

Value f32ToE8m0(OpBuilder &builder, Location loc, Value value, bool up) {
  Type i32 = builder.getI32Type();
  auto constant = [&](int32_t number) {
    return i32Constant(builder, loc, number);
  };
  auto select = [&](Value condition, int32_t code, Value otherwise) {
    return LLVM::SelectOp::create(builder, loc, condition, constant(code),
                                  otherwise)
        .getResult();
  };
  Value bits = LLVM::BitcastOp::create(builder, loc, i32, value);
  Value carried =
      up ? LLVM::AddOp::create(builder, loc, bits, constant(0x7fffff))
               .getResult()
         : bits;
  Value code = LLVM::LShrOp::create(builder, loc, carried, constant(23));
  code = LLVM::UMinOp::create(builder, loc, code, constant(0xfe));
  // The code is 0 up to 2^-127, whose exponent field is 0 as well.
  code = select(LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::sle,
                                     bits, constant(0x00400000)),
                0, code);
  code = select(LLVM::FCmpOp::create(builder, loc, LLVM::FCmpPredicate::uno,
                                     value, value),
                0xff, code);
  return LLVM::TruncOp::create(builder, loc, builder.getI8Type(), code);
}

} // namespace tileiras::to_llvm
