//===- MultimemAccess.cpp - Accesses to multicast memory ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MultimemAccess.h"

#include "ThreadIndex.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

namespace tileiras::to_llvm {

static constexpr unsigned kWordBits = 32;

/// Returns the number of elements of a type that share a register.
static unsigned getElementsOfWord(Type type) {
  return std::max(1u, kWordBits / getMemoryBits(type));
}

static SmallVector<Value> toRegisters(OpBuilder &builder, Location loc,
                                      ValueRange elements) {
  SmallVector<Value> registers;
  Type type = elements[0].getType();
  if (getMemoryBits(type) > kWordBits) {
    for (Value element : elements)
      registers.push_back(
          LLVM::BitcastOp::create(builder, loc, builder.getI64Type(), element));
    return registers;
  }
  unsigned each = getElementsOfWord(type);
  for (size_t first = 0; first < elements.size(); first += each)
    registers.push_back(packWord(builder, loc, elements.slice(first, each)));
  return registers;
}

static void appendElements(OpBuilder &builder, Location loc, Value word,
                           Type type, SmallVectorImpl<Value> &elements) {
  unsigned each = getElementsOfWord(type);
  if (each == 1) {
    elements.push_back(fromMemoryBits(builder, loc, word, type));
    return;
  }
  auto vector =
      VectorType::get(each, builder.getIntegerType(getMemoryBits(type)));
  Value parts = LLVM::BitcastOp::create(builder, loc, vector, word);
  for (unsigned i = 0; i < each; ++i) {
    Value bits = LLVM::ExtractElementOp::create(builder, loc, parts,
                                                i32Constant(builder, loc, i));
    elements.push_back(fromMemoryBits(builder, loc, bits, type));
  }
}

SmallVector<Value> emitMultimemLoad(OpBuilder &builder, Location loc,
                                    RmwMode mode, Value pointer,
                                    ValueRange padding, Value predicate,
                                    AccessKind kind) {
  Type element = padding[0].getType();
  SmallVector<Value> otherwise = toRegisters(builder, loc, padding);
  size_t count = otherwise.size();
  Type result = otherwise.front().getType();
  if (count != 1)
    result = LLVM::LLVMStructType::getLiteral(builder.getContext(),
                                              SmallVector<Type>(count, result));
  if (!predicate)
    otherwise.clear();
  Value loaded = cute_nvgpu::MultimemLdReduceOp::create(
      builder, loc, result, getUpdate(mode), getRmwElement(mode, element),
      getOrder(kind), getScope(*kind.scope), pointer, predicate, otherwise);
  SmallVector<Value> elements;
  for (size_t i = 0; i < count; ++i) {
    Value word = loaded;
    if (count != 1)
      word = LLVM::ExtractValueOp::create(builder, loc, loaded,
                                          ArrayRef<int64_t>(int64_t(i)));
    appendElements(builder, loc, word, element, elements);
  }
  return elements;
}

void emitMultimemStore(OpBuilder &builder, Location loc, Value pointer,
                       ValueRange values, Value predicate, AccessKind kind) {
  SmallVector<Value> registers = toRegisters(builder, loc, values);
  // Several words can only be moved as floats.
  Type element = registers.size() == 1 ? registers.front().getType()
                                       : Type(builder.getF32Type());
  cute_nvgpu::MultimemStOp::create(builder, loc, element, getOrder(kind),
                                   getScope(*kind.scope), pointer, registers,
                                   predicate);
}

void emitMultimemRed(OpBuilder &builder, Location loc, RmwMode mode,
                     Value pointer, ValueRange values, Value predicate,
                     AccessKind kind) {
  cute_nvgpu::MultimemRedOp::create(
      builder, loc, getUpdate(mode), getRmwElement(mode, values[0].getType()),
      getOrder(kind), getScope(*kind.scope), pointer,
      toRegisters(builder, loc, values), predicate);
}

} // namespace tileiras::to_llvm
