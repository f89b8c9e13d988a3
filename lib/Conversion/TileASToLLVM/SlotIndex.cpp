//===- SlotIndex.cpp - Where registers lie in a buffer -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlotIndex.h"

#include "TreeParts.h"

#include "tileiras/Layout/F2Span.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tileiras::to_llvm {

/// Layouts whose XOR has these bases: in each, those that are independent of
/// one another and in none before.
static SmallVector<StridedLayout, 1> createLayouts(ModeBases bases) {
  SmallVector<StridedLayout, 1> layouts;
  bool isRest = true;
  while (isRest) {
    isRest = false;
    ModeBases own = bases;
    F2Span span;
    for (auto [list, ownList] : llvm::zip_equal(bases, own))
      for (auto [basis, ownBasis] : llvm::zip_equal(list, ownList)) {
        if (basis == 0)
          continue;
        if (span.insert(basis)) {
          basis = 0;
        } else {
          ownBasis = 0;
          isRest = true;
        }
      }
    layouts.push_back(*StridedLayout::fromBases(own));
  }
  return layouts;
}

/// The bits of a register whose bases have bits in common with `used`, or with
/// the base of another one of them.
static unsigned findMixedBits(ArrayRef<uint64_t> bases, uint64_t used) {
  unsigned mixed = 0;
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (auto [bit, basis] : llvm::enumerate(bases)) {
      if ((mixed >> bit & 1) || !(basis & used))
        continue;
      mixed |= 1u << bit;
      used |= basis;
      isChanged = true;
    }
  }
  return mixed;
}

SlotIndex::SlotIndex(OpBuilder &builder, Location loc,
                     const LinearLayout &slots, ThreadIndex thread,
                     uint64_t origin)
    : builder(builder), loc(loc), thread(thread),
      registerBases(slots.getFlatBases(InDim::Register)) {
  if (origin != 0) {
    originBit = 1u << registerBases.size();
    registerBases.push_back(origin);
  }
  uint64_t threadMask = 0;
  ModeBases bases;
  for (InDim in : {InDim::Lane, InDim::Warp}) {
    threadMask |= slots.getOutMask(in);
    bases.emplace_back(slots.getFlatBases(in));
  }
  bases.push_back(registerBases);
  mixedBits = findMixedBits(registerBases, threadMask);
  layouts = createLayouts(std::move(bases));
}

/// Where no lane or warp is given, it is 0.
Value SlotIndex::evaluate(Value lane, Value warp, unsigned bits) const {
  Value slot;
  for (const StridedLayout &layout : layouts) {
    TreeParts coord;
    lane ? coord.add(lane) : coord.add(0);
    warp ? coord.add(warp) : coord.add(0);
    coord.add(int64_t(bits));
    Value place = coord.create<cute::MakeCoordOp>(builder, loc);
    Value value = cute::StaticOp::create(
        builder, loc, cute::LayoutType::get(builder.getContext(), layout));
    Value part = cute::Crd2IdxOp::create(builder, loc, builder.getI32Type(),
                                         place, value);
    slot =
        slot ? LLVM::XOrOp::create(builder, loc, slot, part).getResult() : part;
  }
  return slot;
}

Value SlotIndex::get(unsigned reg) const {
  return evaluate(thread.lane, thread.warp, reg | originBit);
}

uint64_t SlotIndex::getConstant(unsigned reg) const {
  uint64_t slot = 0;
  for (auto [bit, basis] : llvm::enumerate(registerBases))
    slot ^= (reg | originBit) >> bit & 1 ? basis : 0;
  return slot;
}

Value SlotIndex::getPointer(Value base, Type elementType, unsigned reg) const {
  auto addOffset = [&](Value pointer, Value offset) {
    return cute::AddOffsetOp::create(builder, loc, pointer, offset, elementType)
        .getResult();
  };
  unsigned bits = reg | originBit;
  Value pointer =
      addOffset(base, evaluate(thread.lane, thread.warp, bits & mixedBits));
  if ((bits & ~mixedBits) == 0)
    return pointer;
  return addOffset(pointer, evaluate(Value(), Value(), bits & ~mixedBits));
}

} // namespace tileiras::to_llvm
