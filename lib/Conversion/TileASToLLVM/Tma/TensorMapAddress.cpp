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

/// Offsets in a place, in bytes.
static constexpr int64_t kTag = 128, kKey = 136, kZeros = 240;

Value PlaceCode::i32(int32_t value) { return i32Constant(builder, loc, value); }

Value PlaceCode::isEqual(Value lhs, Value rhs) {
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, lhs, rhs);
}

Value PlaceCode::both(Value lhs, Value rhs) {
  return LLVM::AndOp::create(builder, loc, lhs, rhs);
}

Value PlaceCode::negate(Value value) {
  return LLVM::XOrOp::create(builder, loc, value, constant(true));
}

Value PlaceCode::select(Value condition, Value yes, Value no) {
  return LLVM::SelectOp::create(builder, loc, condition, yes, no);
}

Value PlaceCode::constant(bool value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI1Type(),
                                  builder.getBoolAttr(value));
}

Value PlaceCode::getPlace(Value first, Value index) {
  Value offset = LLVM::MulOp::create(builder, loc, index, i32(kPlaceBytes));
  return LLVM::GEPOp::create(builder, loc, first.getType(), builder.getI8Type(),
                             first, ArrayRef<LLVM::GEPArg>{offset});
}

Value PlaceCode::at(Value place, int64_t offset) {
  return LLVM::GEPOp::create(builder, loc, place.getType(), builder.getI8Type(),
                             place, ArrayRef<LLVM::GEPArg>{int32_t(offset)});
}

Value PlaceCode::getZeros(Value place) {
  return LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(),
                                  at(place, kZeros));
}

Value PlaceCode::load(Value place, int64_t offset, Type type,
                      MemoryOrder order) {
  return cute_nvgpu::LoadOp::create(
      builder, loc, type, getAtom(type.getIntOrFloatBitWidth()), order,
      getGpuScope(), /*read_only=*/false, at(place, offset),
      /*predicate=*/Value(), /*otherwise=*/ValueRange());
}

Value PlaceCode::readTag(Value place) {
  return load(place, kTag, builder.getI32Type(), MemoryOrder::RELAXED);
}

Value PlaceCode::acquireTag(Value place) {
  return load(place, kTag, builder.getI32Type(), MemoryOrder::ACQUIRE);
}

Value PlaceCode::takePlace(Value place, Value tag) {
  return cute_nvgpu::AtomicCasOp::create(
      builder, loc, builder.getI32Type(), MemoryOrder::ACQUIRE,
      MemoryScope::GPU, at(place, kTag), i32(Free), tag,
      /*predicate=*/Value(), /*otherwise=*/ValueRange());
}

void PlaceCode::releaseTag(Value place, Value tag) {
  cute_nvgpu::StoreOp::create(builder, loc, getAtom(32), MemoryOrder::RELEASE,
                              getGpuScope(), at(place, kTag), tag,
                              /*predicate=*/Value());
}

SmallVector<Value> PlaceCode::readKey(Value place, ArrayRef<Value> key) {
  SmallVector<Value> words;
  for (auto [number, word] : llvm::enumerate(key))
    words.push_back(
        load(place, kKey + 8 * number, word.getType(), MemoryOrder::RELAXED));
  return words;
}

Value PlaceCode::areEqual(ArrayRef<Value> lhs, ArrayRef<Value> rhs) {
  Value all;
  for (auto [x, y] : llvm::zip_equal(lhs, rhs)) {
    Value equal = isEqual(x, y);
    all = all ? both(all, equal) : equal;
  }
  return all;
}

void PlaceCode::writeKey(Value place, ArrayRef<Value> key) {
  for (auto [number, word] : llvm::enumerate(key))
    cute_nvgpu::StoreOp::create(builder, loc, getAtom(64), MemoryOrder::RELAXED,
                                getGpuScope(), at(place, kKey + 8 * number),
                                word, /*predicate=*/Value());
}

Value PlaceCode::hash(ArrayRef<Value> key) {
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

AtomAttr PlaceCode::getAtom(unsigned bits) {
  return AtomAttr::get(builder.getContext(), lookupAtom("universal_copy"),
                       bits);
}

cute_nvgpu::MemoryScopeAttr PlaceCode::getGpuScope() {
  return cute_nvgpu::MemoryScopeAttr::get(builder.getContext(),
                                          MemoryScope::GPU);
}

} // namespace tileiras::to_llvm
