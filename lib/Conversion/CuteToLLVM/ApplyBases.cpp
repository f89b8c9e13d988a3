//===- ApplyBases.cpp - Linear maps at run time ---------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Conversion/CuteToLLVM/ApplyBases.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tileiras::to_llvm {

Value i32Constant(OpBuilder &builder, Location loc, int32_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                  builder.getI32IntegerAttr(value));
}

Value addBits(OpBuilder &builder, Location loc, Value lhs, uint64_t lhsMask,
              Value rhs, uint64_t rhsMask) {
  if (lhsMask & rhsMask)
    return LLVM::XOrOp::create(builder, loc, lhs, rhs);
  return LLVM::OrOp::create(builder, loc, lhs, rhs, /*isDisjoint=*/true);
}

/// Returns (index & mask) shifted left by `shift` bits (right if negative).
static Value moveBits(OpBuilder &builder, Location loc, Value index,
                      uint32_t mask, int shift) {
  Value bits =
      LLVM::AndOp::create(builder, loc, index, i32Constant(builder, loc, mask));
  if (shift == 0)
    return bits;
  Value amount = i32Constant(builder, loc, std::abs(shift));
  if (shift > 0)
    return LLVM::ShlOp::create(builder, loc, bits, amount);
  return LLVM::LShrOp::create(builder, loc, bits, amount);
}

/// Returns `basis` where bit `bit` of `index` is set, else zero.
static Value spreadBit(OpBuilder &builder, Location loc, Value index,
                       unsigned bit, uint64_t basis) {
  Value top = LLVM::ShlOp::create(builder, loc, index,
                                  i32Constant(builder, loc, 31 - bit));
  Value ones =
      LLVM::AShrOp::create(builder, loc, top, i32Constant(builder, loc, 31));
  return LLVM::AndOp::create(builder, loc, ones,
                             i32Constant(builder, loc, basis));
}

Value applyBases(OpBuilder &builder, Location loc, ArrayRef<uint64_t> bases,
                 Value index) {
  Value result;
  uint64_t used = 0;
  auto combine = [&](Value part, uint64_t mask) {
    result = result ? addBits(builder, loc, result, used, part, mask) : part;
    used |= mask;
  };
  for (unsigned bit = 0; bit < bases.size();) {
    uint64_t basis = bases[bit];
    if (!llvm::isPowerOf2_64(basis)) {
      if (basis)
        combine(spreadBit(builder, loc, index, bit, basis), basis);
      ++bit;
      continue;
    }
    // A run ends where the bases no longer follow the bits.
    unsigned end = bit + 1;
    while (end < bases.size() && bases[end] == basis << (end - bit))
      ++end;
    uint32_t mask = ((uint64_t(1) << (end - bit)) - 1) << bit;
    int shift = int(llvm::Log2_64(basis)) - int(bit);
    combine(moveBits(builder, loc, index, mask, shift),
            ((uint64_t(1) << (end - bit)) - 1) * basis);
    bit = end;
  }
  return result ? result : i32Constant(builder, loc, 0);
}

} // namespace tileiras::to_llvm
