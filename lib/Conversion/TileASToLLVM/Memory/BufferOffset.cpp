//===- BufferOffset.cpp - Offsets of registers in a buffer ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferOffset.h"

#include "IntTupleBuilder.h"

#include "tileiras/Layout/F2Span.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tileiras::to_llvm {

/// Returns layouts whose XOR has these bases. Each of them gets the bases that
/// are independent of one another and in none of the layouts before.
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

BufferOffset::BufferOffset(OpBuilder &builder, Location loc,
                           const LinearLayout &slots, ThreadIndex thread,
                           uint64_t origin, uint64_t mask)
    : builder(builder), loc(loc), thread(thread),
      registerBases(slots.getFlatBases(InDim::Register)) {
  if (origin != 0) {
    originBit = 1u << registerBases.size();
    registerBases.push_back(origin);
  }
  ModeBases bases = {
      llvm::SmallVector<uint64_t>(slots.getFlatBases(InDim::Lane)),
      llvm::SmallVector<uint64_t>(slots.getFlatBases(InDim::Warp)),
      registerBases};
  for (auto &list : bases)
    for (uint64_t &basis : list)
      basis &= mask;
  registerBases = bases.back();
  layouts = createLayouts(std::move(bases));
}

Value BufferOffset::get(unsigned reg) const {
  IntTupleBuilder coord;
  coord.add(thread.lane);
  coord.add(thread.warp);
  coord.add(int64_t(reg | originBit));
  Value coordinate = coord.create<cute::MakeCoordOp>(builder, loc);
  Value slot;
  for (const StridedLayout &layout : layouts) {
    Value value = cute::StaticOp::create(
        builder, loc, cute::LayoutType::get(builder.getContext(), layout));
    Value part = cute::Crd2IdxOp::create(builder, loc, builder.getI32Type(),
                                         coordinate, value);
    slot =
        slot ? LLVM::XOrOp::create(builder, loc, slot, part).getResult() : part;
  }
  return slot;
}

uint64_t BufferOffset::getConstant(unsigned reg) const {
  uint64_t slot = 0;
  for (auto [bit, basis] : llvm::enumerate(registerBases))
    slot ^= (reg | originBit) >> bit & 1 ? basis : 0;
  return slot;
}

Value BufferOffset::getPointer(Value base, Type elementType,
                               unsigned reg) const {
  return cute::AddOffsetOp::create(builder, loc, base, get(reg), elementType);
}

} // namespace tileiras::to_llvm
