//===- Shuffle.cpp - Values from other lanes -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shuffle.h"

#include "ThreadIndex.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace tileiras::to_llvm {

static Value shuffleWord(OpBuilder &builder, Location loc, Value word,
                         Value lane, NVVM::ShflKind kind) {
  return NVVM::ShflOp::create(builder, loc, builder.getI32Type(),
                              i32Constant(builder, loc, -1), word, lane,
                              i32Constant(builder, loc, 31), kind, UnitAttr());
}

static Value shuffle(OpBuilder &builder, Location loc, Value value, Value lane,
                     NVVM::ShflKind kind) {
  Type type = value.getType();
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  if (type == i32)
    return shuffleWord(builder, loc, value, lane, kind);
  if (isa<LLVM::LLVMPointerType>(type)) {
    Value bits = LLVM::PtrToIntOp::create(builder, loc, i64, value);
    bits = shuffle(builder, loc, bits, lane, kind);
    return LLVM::IntToPtrOp::create(builder, loc, type, bits);
  }
  if (isa<FloatType>(type)) {
    Type bitsType = builder.getIntegerType(type.getIntOrFloatBitWidth());
    Value bits = LLVM::BitcastOp::create(builder, loc, bitsType, value);
    bits = shuffle(builder, loc, bits, lane, kind);
    return LLVM::BitcastOp::create(builder, loc, type, bits);
  }
  if (type.getIntOrFloatBitWidth() < 32) {
    Value wide = LLVM::ZExtOp::create(builder, loc, i32, value);
    wide = shuffleWord(builder, loc, wide, lane, kind);
    return LLVM::TruncOp::create(builder, loc, type, wide);
  }
  // A 64-bit value is moved as two words.
  Value amount = LLVM::ConstantOp::create(builder, loc, i64,
                                          builder.getI64IntegerAttr(32));
  Value low = LLVM::TruncOp::create(builder, loc, i32, value);
  Value high = LLVM::TruncOp::create(
      builder, loc, i32, LLVM::LShrOp::create(builder, loc, value, amount));
  low = shuffleWord(builder, loc, low, lane, kind);
  high = shuffleWord(builder, loc, high, lane, kind);
  high = LLVM::ShlOp::create(
      builder, loc, LLVM::ZExtOp::create(builder, loc, i64, high), amount);
  return LLVM::OrOp::create(builder, loc,
                            LLVM::ZExtOp::create(builder, loc, i64, low), high);
}

Value shuffleXor(OpBuilder &builder, Location loc, Value value, uint32_t mask) {
  return shuffle(builder, loc, value, i32Constant(builder, loc, mask),
                 NVVM::ShflKind::bfly);
}

Value shuffleFrom(OpBuilder &builder, Location loc, Value value, Value lane) {
  return shuffle(builder, loc, value, lane, NVVM::ShflKind::idx);
}

} // namespace tileiras::to_llvm
