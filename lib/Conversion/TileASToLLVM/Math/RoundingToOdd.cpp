//===- RoundingToOdd.cpp - To f32, and once more --------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoundingToOdd.h"

#include "ThreadIndex.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tileiras::to_llvm {

/// Sets the last bit of `value`, which was rounded towards zero, where it is
/// inexact.
static Value setLastBit(OpBuilder &builder, Location loc, Value value,
                        Value isInexact) {
  Type i32 = builder.getI32Type();
  Value bits = LLVM::BitcastOp::create(builder, loc, i32, value);
  Value last = LLVM::ZExtOp::create(builder, loc, i32, isInexact);
  bits = LLVM::OrOp::create(builder, loc, bits, last);
  return LLVM::BitcastOp::create(builder, loc, value.getType(), bits);
}

Value f64ToOddF32(OpBuilder &builder, Location loc, Value value) {
  Value rounded = callIntrinsic(builder, loc, "llvm.nvvm.d2f.rz", value,
                                builder.getF32Type());
  Value back = LLVM::FPExtOp::create(builder, loc, value.getType(), rounded);
  // The comparison is ordered: a NaN counts as exact.
  Value isInexact =
      LLVM::FCmpOp::create(builder, loc, LLVM::FCmpPredicate::one, value, back);
  return setLastBit(builder, loc, rounded, isInexact);
}

Value integerToOddF32(OpBuilder &builder, Location loc, Value value,
                      bool isSigned) {
  Type f32 = builder.getF32Type(), type = value.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  constexpr unsigned kExactBits = 24;
  if (width <= kExactBits)
    return isSigned
               ? LLVM::SIToFPOp::create(builder, loc, f32, value).getResult()
               : LLVM::UIToFPOp::create(builder, loc, f32, value).getResult();
  StringRef name = isSigned ? (width == 64 ? "ll2f" : "i2f")
                            : (width == 64 ? "ull2f" : "ui2f");
  Value rounded =
      callIntrinsic(builder, loc, "llvm.nvvm." + name + ".rz", value, f32);
  // Rounded towards zero, an integer stays in the range of its type.
  Value back =
      isSigned
          ? LLVM::FPToSIOp::create(builder, loc, type, rounded).getResult()
          : LLVM::FPToUIOp::create(builder, loc, type, rounded).getResult();
  Value isInexact =
      LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, value, back);
  return setLastBit(builder, loc, rounded, isInexact);
}

} // namespace tileiras::to_llvm
