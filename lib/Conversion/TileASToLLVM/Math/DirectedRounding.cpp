//===- DirectedRounding.cpp - To 16 bits in a direction -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DirectedRounding.h"

#include "Registers.h"
#include "ThreadIndex.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using nv_tileaa::RoundingMode;

namespace tileiras::to_llvm {

namespace {

Value constant16(OpBuilder &builder, Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc,
                                  builder.getI16IntegerAttr(value));
}

Value compare(OpBuilder &builder, Location loc, LLVM::FCmpPredicate predicate,
              Value lhs, Value rhs) {
  return LLVM::FCmpOp::create(builder, loc, predicate, lhs, rhs);
}

/// Returns the bits of the number rounded towards zero.
Value narrowTowardsZero(OpBuilder &builder, Location loc, Value value,
                        Type type) {
  Type i16 = builder.getI16Type(), i32 = builder.getI32Type();
  if (type.isF16()) {
    Value half = callIntrinsic(builder, loc, "llvm.nvvm.f2f16.rz", value, type);
    return LLVM::BitcastOp::create(builder, loc, i16, half);
  }
  // The upper half of an f32 is the bf16; the upper half of a NaN may be an
  // infinity. cvt.rz.bf16.f32 needs sm_80.
  Value bits = LLVM::BitcastOp::create(builder, loc, i32, value);
  Value upper = LLVM::TruncOp::create(
      builder, loc, i16,
      LLVM::LShrOp::create(builder, loc, bits, i32Constant(builder, loc, 16)));
  Value isNaN = compare(builder, loc, LLVM::FCmpPredicate::uno, value, value);
  return LLVM::SelectOp::create(builder, loc, isNaN,
                                constant16(builder, loc, 0x7fff), upper);
}

} // namespace

bool isDirected(RoundingMode mode) {
  return mode == RoundingMode::ZERO || mode == RoundingMode::NEGATIVE_INF ||
         mode == RoundingMode::POSITIVE_INF;
}

StringRef ptxRounding(RoundingMode mode) {
  switch (mode) {
  case RoundingMode::ZERO:
    return "rz";
  case RoundingMode::NEGATIVE_INF:
    return "rm";
  case RoundingMode::POSITIVE_INF:
    return "rp";
  default:
    return "rn";
  }
}

/// The next number away from zero has the next bits: after zero the smallest
/// subnormal, after the largest number infinity.
Value narrowDirected(OpBuilder &builder, Location loc, Value value, Type type,
                     RoundingMode mode) {
  Value bits = narrowTowardsZero(builder, loc, value, type);
  if (mode != RoundingMode::ZERO) {
    bool isUp = mode == RoundingMode::POSITIVE_INF;
    Value wide = LLVM::FPExtOp::create(
        builder, loc, value.getType(),
        LLVM::BitcastOp::create(builder, loc, type, bits));
    // NaNs, exact results, and results rounded in the right direction are kept.
    Value wentWrong =
        compare(builder, loc,
                isUp ? LLVM::FCmpPredicate::ogt : LLVM::FCmpPredicate::olt,
                value, wide);
    Value next =
        LLVM::AddOp::create(builder, loc, bits, constant16(builder, loc, 1));
    bits = LLVM::SelectOp::create(builder, loc, wentWrong, next, bits);
  }
  return LLVM::BitcastOp::create(builder, loc, type, bits);
}

} // namespace tileiras::to_llvm
