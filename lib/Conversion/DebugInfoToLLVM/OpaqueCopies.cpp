//===- OpaqueCopies.cpp - Copies opaque to optimisers ---------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpaqueCopies.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tileiras {

static StringRef getSuffix(Type type) {
  if (isa<LLVM::LLVMPointerType>(type))
    return "ptr";
  if (isa<Float32Type>(type))
    return "float";
  if (isa<Float64Type>(type))
    return "double";
  if (type.isInteger(64))
    return "i64";
  return type.isInteger(32) ? "i32" : "i16";
}

SmallVector<Value> splitForCopy(OpBuilder &builder, Location loc, Value value) {
  if (!value.getType().isInteger(128))
    return {value};
  auto words = VectorType::get(2, builder.getI64Type());
  Value both = LLVM::BitcastOp::create(builder, loc, words, value);
  SmallVector<Value> result;
  for (int64_t index : {0, 1}) {
    Value lane =
        LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), index);
    result.push_back(LLVM::ExtractElementOp::create(builder, loc, both, lane));
  }
  return result;
}

Value copyOpaquely(OpBuilder &builder, Location loc, Value word) {
  Type i16 = builder.getI16Type();
  if (isa<Float16Type, BFloat16Type>(word.getType()))
    word = LLVM::BitcastOp::create(builder, loc, i16, word);
  else if (word.getType().isInteger() &&
           word.getType().getIntOrFloatBitWidth() < 16)
    word = LLVM::ZExtOp::create(builder, loc, i16, word);
  Type type = word.getType();
  return LLVM::CallIntrinsicOp::create(
             builder, loc, type,
             builder.getStringAttr("llvm.nvvm.move." + getSuffix(type)),
             ValueRange(word))
      .getResult(0);
}

void keepCopyAlive(OpBuilder &builder, Location loc, Value copy) {
  LLVM::CallIntrinsicOp::create(
      builder, loc, builder.getStringAttr("llvm.fake.use"), ValueRange(copy));
}

} // namespace tileiras
