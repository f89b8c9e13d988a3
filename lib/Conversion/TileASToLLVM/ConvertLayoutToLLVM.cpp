//===- ConvertLayoutToLLVM.cpp - Tiles change hands -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Carries out a ConversionPlan (include/tileiras/Layout/ConversionPlan.h):
// registers get other names, lanes exchange values, or the tile goes through
// shared memory in rounds.
//
//===----------------------------------------------------------------------===//

#include "MemoryAccess.h"
#include "Owners.h"
#include "Patterns.h"
#include "Registers.h"
#include "SharedBuffer.h"
#include "SharedScratch.h"
#include "Shuffle.h"
#include "ThreadIndex.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

/// Registers that a thread names at run time: constant(round) ^ thread part,
/// where the thread part is in the span of few bases.
class ThreadRegister {
public:
  ThreadRegister(OpBuilder &builder, Location loc, const LinearLayout &index,
                 ThreadIndex thread)
      : builder(builder), loc(loc),
        index(RegisterIndex::flat(builder, loc, index, thread)) {
    for (InDim in : {InDim::Lane, InDim::Warp})
      for (uint64_t basis : index.getFlatBases(in))
        addBasis(basis);
  }

  /// values[register of this round].
  Value read(ArrayRef<Value> values, unsigned round) {
    return readBelow(values, index.getConstant(round), span.size());
  }

  /// values[register of this round] = value.
  void write(MutableArrayRef<Value> values, unsigned round, Value value) {
    for (unsigned combination = 0; combination < 1u << span.size();
         ++combination) {
      uint64_t reg = index.getConstant(round);
      Value isThis;
      for (auto [i, basis] : llvm::enumerate(span)) {
        bool used = combination >> i & 1;
        if (used)
          reg ^= basis;
        Value bit = bitOf(basis, used);
        isThis =
            isThis ? LLVM::AndOp::create(builder, loc, isThis, bit).getResult()
                   : bit;
      }
      values[reg] =
          isThis && values[reg]
              ? LLVM::SelectOp::create(builder, loc, isThis, value, values[reg])
                    .getResult()
              : value;
    }
  }

private:
  /// Reduced row echelon form: the lowest bit of each basis is in no other.
  void addBasis(uint64_t basis) {
    for (uint64_t other : span)
      if (basis & other & -other)
        basis ^= other;
    if (basis == 0)
      return;
    uint64_t pivot = basis & -basis;
    for (uint64_t &other : span)
      if (other & pivot)
        other ^= basis;
    span.push_back(basis);
  }

  /// Whether `basis` is part of this thread's part: its pivot bit (i1).
  Value bitOf(uint64_t basis, bool expected) {
    Value &bit = bits[{basis, expected}];
    if (!bit) {
      Value pivot =
          LLVM::AndOp::create(builder, loc, index.getThreadPart(),
                              i32Constant(builder, loc, basis & -basis));
      bit = LLVM::ICmpOp::create(builder, loc,
                                 expected ? LLVM::ICmpPredicate::ne
                                          : LLVM::ICmpPredicate::eq,
                                 pivot, i32Constant(builder, loc, 0));
    }
    return bit;
  }

  Value readBelow(ArrayRef<Value> values, uint64_t reg, size_t depth) {
    if (depth == 0)
      return values[reg];
    uint64_t basis = span[depth - 1];
    Value without = readBelow(values, reg, depth - 1);
    Value with = readBelow(values, reg ^ basis, depth - 1);
    return LLVM::SelectOp::create(builder, loc, bitOf(basis, true), with,
                                  without);
  }

  OpBuilder &builder;
  Location loc;
  RegisterIndex index;
  SmallVector<uint64_t> span;
  llvm::DenseMap<std::pair<uint64_t, unsigned>, Value> bits;
};

/// Registers that only repeat others: r ^ mask is r.
void copyReplicas(MutableArrayRef<Value> values, ArrayRef<uint32_t> masks) {
  for (uint32_t mask : masks)
    for (size_t reg = 0; reg < values.size(); ++reg)
      if (!values[reg] && (reg ^ mask) < values.size())
        values[reg] = values[reg ^ mask];
}

SmallVector<Value> convertByShuffle(OpBuilder &builder, Location loc,
                                    const ShufflePlan &plan,
                                    ArrayRef<Value> source, size_t count) {
  ThreadIndex thread = getThreadIndex(builder, loc);
  ThreadRegister send(builder, loc, plan.sendRegister, thread);
  ThreadRegister receive(builder, loc, plan.writeRegister, thread);
  RegisterIndex lane =
      RegisterIndex::flat(builder, loc, plan.sourceLane, thread);
  SmallVector<Value> result(count);
  for (unsigned round = 0; round < plan.numRounds; ++round) {
    Value value = send.read(source, round);
    if (plan.movesLanes)
      value = shuffleFrom(builder, loc, value, lane.get(builder, loc, round));
    receive.write(result, round, value);
  }
  copyReplicas(result, plan.copyMasks);
  return result;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// Both sides of one trip through shared memory.
class SharedTrip {
public:
  /// `type` is that of a register, `base` the start of the buffer.
  SharedTrip(OpBuilder &builder, Location loc, const SharedMemoryPlan &plan,
             Type type, Value base)
      : builder(builder), loc(loc), plan(plan), type(type),
        thread(getThreadIndex(builder, loc)), base(base) {}

  /// What the buffer takes, from what is moved.
  static int64_t getBytes(const SharedMemoryPlan &plan, Type type) {
    return (int64_t(1) << plan.bufferBits) * getMemoryBits(type) / 8;
  }

  SmallVector<Value> run(ArrayRef<Value> source, size_t count) {
    SmallVector<Value> result(count);
    zero = LLVM::ZeroOp::create(builder, loc, type);
    for (unsigned round = 0; round < plan.getNumRounds(); ++round) {
      createBarrier(builder, loc);
      store(source, round);
      createBarrier(builder, loc);
      if (plan.load.matrix)
        loadMatrices(result, round);
      else
        load(result, round);
    }
    copyReplicas(result, plan.load.copyMasks);
    return result;
  }

private:
  /// Whether a vector takes part in a round: known now, or a predicate.
  struct Participation {
    bool never = false;
    Value predicate;
  };

  Participation takesPart(const SharedAccess &side, const RegisterIndex &slot,
                          unsigned reg, unsigned round) {
    if (plan.roundBits == 0)
      return {};
    if (!side.roundDependsOnLane && !side.roundDependsOnWarp)
      return {plan.getRound(slot.getConstant(reg)) != round, Value()};
    Value own =
        LLVM::LShrOp::create(builder, loc, slot.get(builder, loc, reg),
                             i32Constant(builder, loc, plan.bufferBits));
    return {false, LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                        own, i32Constant(builder, loc, round))};
  }

  Value pointer(const RegisterIndex &slot, unsigned reg) {
    Value offset = slot.get(builder, loc, reg);
    if (plan.roundBits != 0)
      offset = LLVM::AndOp::create(
          builder, loc, offset,
          i32Constant(builder, loc, (int64_t(1) << plan.bufferBits) - 1));
    return offsetPointer(builder, loc, base, offset, getMemoryBits(type));
  }

  /// What a thread has so far in these registers: one that is not concerned by
  /// a round keeps it.
  SmallVector<Value> getBefore(ArrayRef<Value> result,
                               ArrayRef<unsigned> registers) {
    return llvm::map_to_vector(registers, [&](unsigned reg) {
      return result[reg] ? result[reg] : zero;
    });
  }

  static AccessKind sharedAccess() {
    AccessKind kind;
    kind.space = 3;
    return kind;
  }

  void store(ArrayRef<Value> source, unsigned round) {
    const SharedAccess &side = plan.store;
    RegisterIndex slot = RegisterIndex::flat(builder, loc, side.offset, thread);
    for (unsigned group = 0; group < side.getNumVectors(); ++group) {
      SmallVector<unsigned> registers = side.getVectorRegisters(group);
      Participation part = takesPart(side, slot, registers[0], round);
      if (part.never)
        continue;
      Value predicate =
          andPredicates(builder, loc, part.predicate, getStoreOwner());
      SmallVector<Value> values = llvm::map_to_vector(
          registers, [&](unsigned reg) { return source[reg]; });
      emitStore(builder, loc, pointer(slot, registers[0]), values, predicate,
                sharedAccess());
    }
  }

  /// Threads that only repeat others do not store: two writers of one word
  /// are a race, if a harmless one.
  Value getStoreOwner() {
    const SharedAccess &side = plan.store;
    if (!storeOwner)
      storeOwner =
          createOwnerPredicate(builder, loc, side.freeLanes, side.freeWarps);
    return storeOwner;
  }

  void load(MutableArrayRef<Value> result, unsigned round) {
    const SharedAccess &side = plan.load;
    RegisterIndex slot = RegisterIndex::flat(builder, loc, side.offset, thread);
    for (unsigned group = 0; group < side.getNumVectors(); ++group) {
      SmallVector<unsigned> registers = side.getVectorRegisters(group);
      Participation part = takesPart(side, slot, registers[0], round);
      if (part.never)
        continue;
      SmallVector<Value> values = emitLoad(
          builder, loc, pointer(slot, registers[0]),
          getBefore(result, registers), part.predicate, sharedAccess());
      for (auto [reg, value] : llvm::zip_equal(registers, values))
        result[reg] = value;
    }
  }

  void loadMatrices(MutableArrayRef<Value> result, unsigned round) {
    const MatrixAccess &access = *plan.load.matrix;
    RegisterIndex row =
        RegisterIndex::flat(builder, loc, access.rowAddress, thread);
    for (unsigned i = 0; i < access.getNumInstructions(); ++i) {
      Participation part = takesPart(plan.load, row, i, round);
      if (part.never)
        continue;
      SmallVector<Value> words = loadMatrixWords(pointer(row, i));
      for (auto [matrix, word] : llvm::enumerate(words))
        keepPair(result, access.getRegisters(i, matrix), word, part.predicate);
    }
  }

  /// The 32-bit words that a lane gets from one ldmatrix. All lanes of the warp
  /// make it, also where its round is another one: what they read then is
  /// inside of the buffer, and dropped.
  SmallVector<Value> loadMatrixWords(Value address) {
    const MatrixAccess &access = *plan.load.matrix;
    unsigned count = access.numMatrices;
    MLIRContext *context = builder.getContext();
    Type i32 = builder.getI32Type();
    Type type = count == 1 ? i32
                           : Type(LLVM::LLVMStructType::getLiteral(
                                 context, SmallVector<Type>(count, i32)));
    Value loaded = NVVM::LdMatrixOp::create(
        builder, loc, type, address, count,
        access.transpose ? NVVM::MMALayout::col : NVVM::MMALayout::row,
        NVVM::LdStMatrixShapeAttr::get(context, 8, 8),
        NVVM::LdStMatrixEltType::B16);
    if (count == 1)
      return {loaded};
    SmallVector<Value> words;
    for (int64_t matrix = 0; matrix < count; ++matrix)
      words.push_back(
          LLVM::ExtractValueOp::create(builder, loc, loaded, matrix));
    return words;
  }

  /// PTX ISA, "ldmatrix": a word holds two neighbouring 16-bit elements. They
  /// become these registers, where `predicate` (null: always) holds.
  void keepPair(MutableArrayRef<Value> result, ArrayRef<unsigned> registers,
                Value word, Value predicate) {
    auto pair = VectorType::get(2, builder.getI16Type());
    Value elements = LLVM::BitcastOp::create(builder, loc, pair, word);
    SmallVector<Value> before =
        predicate ? getBefore(result, registers) : SmallVector<Value>();
    for (auto [h, reg] : llvm::enumerate(registers)) {
      Value value = LLVM::ExtractElementOp::create(
          builder, loc, elements, i32Constant(builder, loc, h));
      if (!type.isInteger(16))
        value = LLVM::BitcastOp::create(builder, loc, type, value);
      if (predicate)
        value =
            LLVM::SelectOp::create(builder, loc, predicate, value, before[h]);
      result[reg] = value;
    }
  }

  OpBuilder &builder;
  Location loc;
  const SharedMemoryPlan &plan;
  Type type;
  ThreadIndex thread;
  Value base, storeOwner, zero;
};

struct ConvertLayoutLowering : ConvertOpToLLVMPattern<ConvertLayoutOp> {
  ConvertLayoutLowering(const TileTypeConverter &converter,
                        const TargetInfo &target, const ScratchSpace &scratch)
      : ConvertOpToLLVMPattern(converter), target(target), scratch(scratch) {}

  LogicalResult
  matchAndRewrite(ConvertLayoutOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<LLVM::LLVMStructType>(
        getTypeConverter()->convertType(op.getType()));
    size_t count = type.getBody().size();
    SmallVector<Value> source =
        unpackRegisters(rewriter, loc, adaptor.getSource());
    ConversionPlan plan = planConversion(op, target);
    SmallVector<Value> result;
    switch (plan.kind) {
    case ConversionKind::Nop:
    case ConversionKind::Registers:
      for (unsigned reg : plan.sourceRegisters)
        result.push_back(source[reg]);
      break;
    case ConversionKind::Shuffle:
      result = convertByShuffle(rewriter, loc, *plan.shuffle, source, count);
      break;
    case ConversionKind::SharedMemory:
      if (failed(convertInMemory(op, *plan.shared, source, count, rewriter,
                                 result)))
        return failure();
      break;
    case ConversionKind::CrossBlock:
      llvm_unreachable("a layout has no bits of CTAs (LayoutRules.h)");
    }
    rewriter.replaceOp(op, packRegisters(rewriter, loc, result, type));
    return success();
  }

private:
  LogicalResult convertInMemory(ConvertLayoutOp op,
                                const SharedMemoryPlan &plan,
                                ArrayRef<Value> source, size_t count,
                                ConversionPatternRewriter &rewriter,
                                SmallVectorImpl<Value> &result) const {
    Type type = source[0].getType();
    FailureOr<Value> base =
        scratch.getBase(rewriter, op, SharedTrip::getBytes(plan, type));
    if (failed(base))
      return failure();
    result =
        SharedTrip(rewriter, op.getLoc(), plan, type, *base).run(source, count);
    return success();
  }

  const TargetInfo &target;
  const ScratchSpace &scratch;
};

} // namespace

void populateConvertLayoutPatterns(const TileTypeConverter &converter,
                                   const TargetInfo &target,
                                   const ScratchSpace &scratch,
                                   RewritePatternSet &patterns) {
  patterns.add<ConvertLayoutLowering>(converter, target, scratch);
}

} // namespace tileiras::to_llvm
