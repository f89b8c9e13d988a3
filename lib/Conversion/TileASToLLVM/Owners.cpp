//===- Owners.cpp - Who acts for an element that several hold -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Owners.h"

#include "MemoryAccess.h"
#include "SharedScratch.h"
#include "Shuffle.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

//===----------------------------------------------------------------------===//
// Predicates
//===----------------------------------------------------------------------===//

Value andPredicates(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return LLVM::AndOp::create(builder, loc, lhs, rhs);
}

Value createOwnerPredicate(OpBuilder &builder, Location loc, uint64_t freeLanes,
                           uint64_t freeWarps) {
  ThreadIndex thread = getThreadIndex(builder, loc);
  Value all;
  auto require = [&](Value index, uint64_t freeMask) {
    if (freeMask == 0)
      return;
    Value bits = LLVM::AndOp::create(builder, loc, index,
                                     i32Constant(builder, loc, freeMask));
    Value owns = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                      bits, i32Constant(builder, loc, 0));
    all = andPredicates(builder, loc, all, owns);
  };
  require(thread.lane, freeLanes);
  require(thread.warp, freeWarps);
  return all;
}

/// This is the first thread of the CTA: the owner of a scalar.
static Value createFirstThreadPredicate(OpBuilder &builder, Location loc) {
  ThreadIndex thread = getThreadIndex(builder, loc);
  Value any = LLVM::OrOp::create(builder, loc, thread.lane, thread.warp);
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, any,
                              i32Constant(builder, loc, 0));
}

Value createOwnerPredicate(OpBuilder &builder, Location loc, Type type) {
  if (!isa<RankedTensorType>(type))
    return createFirstThreadPredicate(builder, loc);
  const LinearLayout &layout = getLayout(type);
  return createOwnerPredicate(builder, loc, layout.getFreeMask(InDim::Lane),
                              layout.getFreeMask(InDim::Warp));
}

//===----------------------------------------------------------------------===//
// Results, from the owners to those that hold the same
//===----------------------------------------------------------------------===//

namespace {

class ResultSharing {
public:
  ResultSharing(OpBuilder &builder, Operation *op, Value owner,
                const ScratchSpace &scratch)
      : builder(builder), op(op), loc(op->getLoc()), owner(owner),
        scratch(scratch), thread(getThreadIndex(builder, loc)) {
    Type type = op->getResult(0).getType();
    if (isa<RankedTensorType>(type))
      layout = &getLayout(type);
  }

  LogicalResult run(MutableArrayRef<Value> registers) {
    if (failed(checkLayout()))
      return failure();
    SharedResult plan = planSharedResult(op);
    if (plan.registersPerRound == 0) {
      shareInWarp(registers);
      return success();
    }
    Type type = registers[0].getType();
    FailureOr<Value> base = scratch.getBase(
        builder, op,
        plan.registersPerRound * getSlots() * getMemoryBits(type) / 8);
    if (failed(base))
      return failure();
    for (size_t first = 0; first < registers.size();
         first += plan.registersPerRound)
      shareInMemory(registers.slice(first, plan.registersPerRound), *base);
    return success();
  }

private:
  /// A thread finds its elements in the owner's registers of the same numbers.
  LogicalResult checkLayout() const {
    if (!layout)
      return success();
    for (InDim in : {InDim::Lane, InDim::Warp})
      if (layout->getFreeMask(in) != layout->getZeroMask(in))
        return op->emitOpError("expected a layout in which threads that hold "
                               "an element hold it in the same register, got ")
               << layout->str();
    return success();
  }

  /// Of one register: a scalar has a single one.
  int64_t getSlots() const {
    return layout ? layout->getNumLanes() * layout->getNumWarps() : 1;
  }

  Value clearBits(Value index, uint64_t mask) {
    return LLVM::AndOp::create(builder, loc, index,
                               i32Constant(builder, loc, ~int32_t(mask)));
  }

  void shareInWarp(MutableArrayRef<Value> registers) {
    uint64_t freeLanes = layout ? layout->getFreeMask(InDim::Lane) : 0;
    if (freeLanes == 0)
      return;
    Value lane = clearBits(thread.lane, freeLanes);
    for (Value &value : registers)
      value = shuffleFrom(builder, loc, value, lane);
  }

  void shareInMemory(MutableArrayRef<Value> registers, Value base) {
    AccessKind shared;
    shared.space = 3;
    SmallVector<Value> slots;
    for (auto [i, value] : llvm::enumerate(registers))
      slots.push_back(createSlot(base, i, value.getType()));
    createBarrier(builder, loc);
    for (auto [slot, value] : llvm::zip_equal(slots, registers))
      emitStore(builder, loc, slot, value, owner, shared);
    createBarrier(builder, loc);
    for (auto [slot, value] : llvm::zip_equal(slots, registers))
      value = emitLoad(builder, loc, slot, value, Value(), shared)[0];
  }

  /// Where the owner of this thread's element puts register `index`.
  Value createSlot(Value base, size_t index, Type type) {
    if (!layout)
      return base;
    Value lane = clearBits(thread.lane, layout->getFreeMask(InDim::Lane));
    Value warp = clearBits(thread.warp, layout->getFreeMask(InDim::Warp));
    Value number = LLVM::AddOp::create(
        builder, loc, lane,
        LLVM::MulOp::create(builder, loc, warp,
                            i32Constant(builder, loc, layout->getNumLanes())));
    number = LLVM::AddOp::create(builder, loc, number,
                                 i32Constant(builder, loc, index * getSlots()));
    return offsetPointer(builder, loc, base, number, getMemoryBits(type));
  }

  OpBuilder &builder;
  Operation *op;
  Location loc;
  Value owner;
  const ScratchSpace &scratch;
  ThreadIndex thread;
  const LinearLayout *layout = nullptr; // of a tile
};

} // namespace

LogicalResult shareOwnersResult(OpBuilder &builder, Operation *op, Value owner,
                                const ScratchSpace &scratch,
                                MutableArrayRef<Value> registers) {
  if (op->getResult(0).use_empty())
    return success();
  return ResultSharing(builder, op, owner, scratch).run(registers);
}

} // namespace tileiras::to_llvm
