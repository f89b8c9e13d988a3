//===- AtomicToLLVM.cpp - Read-modify-write in memory -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element that several threads hold is updated once, by one of them, its
// owner; but all of them have to get what was there before. The other lanes of
// the owner's warp get it by a shuffle. Where other warps hold the element, or
// it is a scalar, everybody reads it from a slot in shared memory:
//
//   slot = register * threads of the CTA + owner        (of a tile)
//
// where the owner's number is the thread's own with all bits cleared that do
// not tell elements apart.
//
//===----------------------------------------------------------------------===//

#include "MemoryAccess.h"
#include "Patterns.h"
#include "Registers.h"
#include "SharedBuffer.h"
#include "SharedScratch.h"
#include "Shuffle.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using nv_tileaa::RmwMode;

namespace tileiras::to_llvm {

namespace {

//===----------------------------------------------------------------------===//
// One update: what the two operations differ in
//===----------------------------------------------------------------------===//

/// Operation and type of the instruction, without the width (PTX ISA, "atom").
StringRef getInstructionStem(RmwMode mode, Type element) {
  switch (mode) {
  case RmwMode::AND:
    return "and.b";
  case RmwMode::OR:
    return "or.b";
  case RmwMode::XOR:
    return "xor.b";
  case RmwMode::ADD:
    return "add.u";
  case RmwMode::ADDF:
    // 16-bit sums have to say that subnormals are kept.
    return element.isBF16()  ? "add.noftz.bf"
           : element.isF16() ? "add.noftz.f"
                             : "add.f";
  case RmwMode::MAX:
    return "max.s";
  case RmwMode::MIN:
    return "min.s";
  case RmwMode::UMAX:
    return "max.u";
  case RmwMode::UMIN:
    return "min.u";
  case RmwMode::XCHG:
    return "exch.b";
  }
  llvm_unreachable("all modes are above");
}

std::string withWidth(StringRef stem, Type element) {
  return (stem + Twine(getMemoryBits(element))).str();
}

std::string getInstruction(AtomicRmwOp op, Type element) {
  return withWidth(getInstructionStem(op.getMode(), element), element);
}
std::string getInstruction(AtomicCasOp, Type element) {
  return withWidth("cas.b", element);
}

SmallVector<Value> getInputs(AtomicRmwOp::Adaptor adaptor) {
  return {adaptor.getValue()};
}
SmallVector<Value> getInputs(AtomicCasOp::Adaptor adaptor) {
  return {adaptor.getCmp(), adaptor.getValue()};
}

/// The result where the mask is false.
Value getMaskedResult(OpBuilder &builder, AtomicRmwOp op, ValueRange inputs) {
  return LLVM::ZeroOp::create(builder, op.getLoc(), inputs[0].getType());
}
Value getMaskedResult(OpBuilder &, AtomicCasOp, ValueRange inputs) {
  return inputs[0];
}

//===----------------------------------------------------------------------===//
// Results, from the threads that act to those that hold the same
//===----------------------------------------------------------------------===//

class ResultSharing {
public:
  ResultSharing(OpBuilder &builder, Operation *op, Value owner)
      : builder(builder), op(op), loc(op->getLoc()), owner(owner),
        thread(getThreadIndex(builder, loc)) {
    Type type = op->getResult(0).getType();
    if (isa<RankedTensorType>(type))
      layout = &getLayout(type);
  }

  void run(MutableArrayRef<Value> registers) {
    OldValues plan = planOldValues(op);
    if (plan.registersPerRound != 0) {
      for (size_t first = 0; first < registers.size();
           first += plan.registersPerRound)
        shareInMemory(registers.slice(first, plan.registersPerRound));
    } else if (layout && !op->getResult(0).use_empty()) {
      shareInWarp(registers);
    }
  }

private:
  Value clearBits(Value index, uint64_t mask) {
    return LLVM::AndOp::create(builder, loc, index,
                               i32Constant(builder, loc, ~int32_t(mask)));
  }

  void shareInWarp(MutableArrayRef<Value> registers) {
    uint64_t freeLanes = layout->getFreeMask(InDim::Lane);
    if (freeLanes == 0)
      return;
    Value lane = clearBits(thread.lane, freeLanes);
    for (Value &value : registers)
      value = shuffleFrom(builder, loc, value, lane);
  }

  void shareInMemory(MutableArrayRef<Value> registers) {
    AccessKind shared;
    shared.space = 3;
    SmallVector<Value> slots;
    for (auto [i, value] : llvm::enumerate(registers))
      slots.push_back(createSlot(i, value.getType()));
    createBarrier(builder, loc);
    for (auto [slot, value] : llvm::zip_equal(slots, registers))
      emitStore(builder, loc, slot, value, owner, shared);
    createBarrier(builder, loc);
    for (auto [slot, value] : llvm::zip_equal(slots, registers))
      value = emitLoad(builder, loc, slot, value, Value(), shared)[0];
  }

  /// Where the owner of this thread's element puts register `index`.
  Value createSlot(size_t index, Type type) {
    Value base = getScratchBase(builder, loc);
    if (!layout)
      return base;
    Value lane = clearBits(thread.lane, layout->getFreeMask(InDim::Lane));
    Value warp = clearBits(thread.warp, layout->getFreeMask(InDim::Warp));
    int64_t lanes = layout->getNumLanes();
    Value number = LLVM::AddOp::create(
        builder, loc, lane,
        LLVM::MulOp::create(builder, loc, warp,
                            i32Constant(builder, loc, lanes)));
    number = LLVM::AddOp::create(
        builder, loc, number,
        i32Constant(builder, loc, index * lanes * layout->getNumWarps()));
    return offsetPointer(builder, loc, base, number, getMemoryBits(type));
  }

  OpBuilder &builder;
  Operation *op;
  Location loc;
  Value owner;
  ThreadIndex thread;
  const LinearLayout *layout = nullptr; // of a tile
};

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

template <typename OpTy> struct AtomicLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;
  using OpAdaptor = typename OpTy::Adaptor;

  LogicalResult
  matchAndRewrite(OpTy op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type tile = op.getResult().getType();
    Value owner = isa<RankedTensorType>(tile)
                      ? createOwnerPredicate(rewriter, loc, getLayout(tile))
                      : createFirstThreadPredicate(rewriter, loc);
    SmallVector<Value> registers = emitUpdates(rewriter, op, adaptor, owner);
    ResultSharing(rewriter, op, owner).run(registers);
    Type type = this->getTypeConverter()->convertType(tile);
    rewriter.replaceOp(op, {packRegisters(rewriter, loc, registers, type),
                            i32Constant(rewriter, loc, 0)});
    return success();
  }

private:
  /// The results in the threads that act.
  static SmallVector<Value> emitUpdates(OpBuilder &builder, OpTy op,
                                        OpAdaptor adaptor, Value owner) {
    Location loc = op.getLoc();
    SmallVector<Value> masks, results;
    if (op.getMask())
      masks = unpackRegisters(builder, loc, adaptor.getMask());
    SmallVector<SmallVector<Value>> inputs;
    for (Value input : getInputs(adaptor))
      inputs.push_back(unpackRegisters(builder, loc, input));
    AccessKind kind{op.getMemSemantic(), op.getMemScope()};
    std::string instruction = getInstruction(op, inputs[0][0].getType());
    for (auto [i, pointer] : llvm::enumerate(
             unpackRegisters(builder, loc, adaptor.getPointers()))) {
      Value predicate = owner;
      if (!masks.empty())
        predicate =
            owner
                ? LLVM::AndOp::create(builder, loc, owner, masks[i]).getResult()
                : masks[i];
      SmallVector<Value> scalars;
      for (const SmallVector<Value> &input : inputs)
        scalars.push_back(input[i]);
      results.push_back(emitAtomic(builder, loc, instruction, pointer, scalars,
                                   getMaskedResult(builder, op, scalars),
                                   predicate, kind));
    }
    return results;
  }
};

} // namespace

void populateAtomicPatterns(const TileTypeConverter &converter,
                            RewritePatternSet &patterns) {
  patterns.add<AtomicLowering<AtomicRmwOp>, AtomicLowering<AtomicCasOp>>(
      converter);
}

} // namespace tileiras::to_llvm
