//===- TensorMapAddress.cpp - An entry of the tensor map cache ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorMapAddress.h"

#include "tileiras/Conversion/CuteToLLVM/ApplyBases.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using cute_nvgpu::AtomAttr;
using cute_nvgpu::MemoryOrder;
using cute_nvgpu::MemoryScope;

namespace tileiras::to_llvm {

/// Offsets in an entry, in bytes.
static constexpr int64_t kTag = 128, kKey = 136, kZeros = 240;

Value EntryBuilder::i32(int32_t value) {
  return i32Constant(builder, loc, value);
}

Value EntryBuilder::isEqual(Value lhs, Value rhs) {
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, lhs, rhs);
}

Value EntryBuilder::both(Value lhs, Value rhs) {
  return LLVM::AndOp::create(builder, loc, lhs, rhs);
}

Value EntryBuilder::negate(Value value) {
  return LLVM::XOrOp::create(builder, loc, value, constant(true));
}

Value EntryBuilder::select(Value condition, Value yes, Value no) {
  return LLVM::SelectOp::create(builder, loc, condition, yes, no);
}

Value EntryBuilder::constant(bool value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI1Type(),
                                  builder.getBoolAttr(value));
}

Value EntryBuilder::getEntry(Value first, Value index) {
  Value offset = LLVM::MulOp::create(builder, loc, index, i32(kEntryBytes));
  return LLVM::GEPOp::create(builder, loc, first.getType(), builder.getI8Type(),
                             first, ArrayRef<LLVM::GEPArg>{offset});
}

Value EntryBuilder::at(Value entry, int64_t offset) {
  return LLVM::GEPOp::create(builder, loc, entry.getType(), builder.getI8Type(),
                             entry, ArrayRef<LLVM::GEPArg>{int32_t(offset)});
}

Value EntryBuilder::getZeros(Value entry) {
  return LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(),
                                  at(entry, kZeros));
}

Value EntryBuilder::load(Value entry, int64_t offset, Type type,
                         MemoryOrder order) {
  return cute_nvgpu::LoadOp::create(
      builder, loc, type, getAtom(type.getIntOrFloatBitWidth()), order,
      getGpuScope(), /*read_only=*/false, at(entry, offset),
      /*predicate=*/Value(), /*otherwise=*/ValueRange());
}

Value EntryBuilder::readTag(Value entry) {
  return load(entry, kTag, builder.getI32Type(), MemoryOrder::RELAXED);
}

Value EntryBuilder::acquireTag(Value entry) {
  return load(entry, kTag, builder.getI32Type(), MemoryOrder::ACQUIRE);
}

Value EntryBuilder::claimEntry(Value entry, Value tag) {
  return cute_nvgpu::AtomicCasOp::create(
      builder, loc, builder.getI32Type(), MemoryOrder::ACQUIRE,
      MemoryScope::GPU, at(entry, kTag), i32(Free), tag,
      /*predicate=*/Value(), /*otherwise=*/ValueRange());
}

void EntryBuilder::releaseTag(Value entry, Value tag) {
  cute_nvgpu::StoreOp::create(builder, loc, getAtom(32), MemoryOrder::RELEASE,
                              getGpuScope(), at(entry, kTag), tag,
                              /*predicate=*/Value());
}

SmallVector<Value> EntryBuilder::readKey(Value entry, ArrayRef<Value> key) {
  SmallVector<Value> words;
  for (auto [index, word] : llvm::enumerate(key))
    words.push_back(
        load(entry, kKey + 8 * index, word.getType(), MemoryOrder::RELAXED));
  return words;
}

Value EntryBuilder::areEqual(ArrayRef<Value> lhs, ArrayRef<Value> rhs) {
  Value all;
  for (auto [x, y] : llvm::zip_equal(lhs, rhs)) {
    Value equal = isEqual(x, y);
    all = all ? both(all, equal) : equal;
  }
  return all;
}

void EntryBuilder::writeKey(Value entry, ArrayRef<Value> key) {
  for (auto [index, word] : llvm::enumerate(key))
    cute_nvgpu::StoreOp::create(builder, loc, getAtom(64), MemoryOrder::RELAXED,
                                getGpuScope(), at(entry, kKey + 8 * index),
                                word, /*predicate=*/Value());
}

Value EntryBuilder::hash(ArrayRef<Value> key) {
  // Knuth, "The Art of Computer Programming", volume 3, "Hashing": a
  // multiplier near the golden ratio of the word.
  Value multiplier = i32(int32_t(0x9e3779b1));
  Value sum = i32(0);
  auto mix = [&](Value word) {
    Value low = LLVM::TruncOp::create(builder, loc, builder.getI32Type(), word);
    Value mixed = LLVM::XOrOp::create(builder, loc, sum, low);
    sum = LLVM::MulOp::create(builder, loc, mixed, multiplier);
  };
  Value base = key.front();
  Value half =
      LLVM::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(32));
  mix(LLVM::LShrOp::create(builder, loc, base, half));
  for (Value word : key)
    mix(word);
  Value high = LLVM::LShrOp::create(builder, loc, sum, i32(15));
  return LLVM::XOrOp::create(builder, loc, sum, high);
}

AtomAttr EntryBuilder::getAtom(unsigned bits) {
  return AtomAttr::get(builder.getContext(), lookupAtom("universal_copy"),
                       bits);
}

cute_nvgpu::MemoryScopeAttr EntryBuilder::getGpuScope() {
  return cute_nvgpu::MemoryScopeAttr::get(builder.getContext(),
                                          MemoryScope::GPU);
}

} // namespace tileiras::to_llvm
