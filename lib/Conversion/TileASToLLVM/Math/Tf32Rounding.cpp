//===- Tf32Rounding.cpp - From f32 to tf32 --------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tf32Rounding.h"

#include "ThreadIndex.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using nv_tileaa::RoundingMode;

namespace tileiras::to_llvm {

/// Rounds in integers: sm_80 only has an instruction for ties away from zero,
/// and implements it in integers.
static Value roundInIntegers(OpBuilder &builder, Location loc, Value value,
                             RoundingMode mode) {
  auto constant = [&](int32_t bits) { return i32Constant(builder, loc, bits); };
  Value bits =
      LLVM::BitcastOp::create(builder, loc, builder.getI32Type(), value);
  if (mode == RoundingMode::NEAREST_AWAY) {
    bits = LLVM::AddOp::create(builder, loc, bits, constant(0x1000));
  } else if (mode == RoundingMode::NEAREST_EVEN) {
    Value odd = LLVM::AndOp::create(
        builder, loc, LLVM::LShrOp::create(builder, loc, bits, constant(13)),
        constant(1));
    bits = LLVM::AddOp::create(builder, loc, bits, odd);
    bits = LLVM::AddOp::create(builder, loc, bits, constant(0xfff));
  }
  bits = LLVM::AndOp::create(builder, loc, bits, constant(~0x1fff));
  Value rounded = LLVM::BitcastOp::create(builder, loc, value.getType(), bits);
  // The addition must not change a NaN.
  Value isNaN = LLVM::FCmpOp::create(builder, loc, LLVM::FCmpPredicate::uno,
                                     value, value);
  return LLVM::SelectOp::create(builder, loc, isNaN, value, rounded);
}

Value roundToTf32(OpBuilder &builder, Location loc, Value value,
                  RoundingMode mode, const TargetInfo &target) {
  if (!target.Tf32Rounding || mode == RoundingMode::NEAREST_AWAY)
    return roundInIntegers(builder, loc, value, mode);
  Value bits = NVVM::ConvertFloatToTF32Op::create(
      builder, loc, builder.getI32Type(), value,
      mode == RoundingMode::ZERO ? NVVM::FPRoundingMode::RZ
                                 : NVVM::FPRoundingMode::RN);
  return LLVM::BitcastOp::create(builder, loc, value.getType(), bits);
}

} // namespace tileiras::to_llvm
