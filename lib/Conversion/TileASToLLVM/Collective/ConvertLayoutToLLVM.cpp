//===- ConvertLayoutToLLVM.cpp - Layout conversions within warps ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers a ConversionPlan (include/tileiras/Layout/ConversionPlan.h) that stays
// within warps: registers are renamed, or lanes exchange values by shuffles.
// Conversions through shared memory have become copies before
// (tileas-materialize-convert-layout).
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Registers.h"
#include "Shuffle.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/TileAS/Contract/SharedMemoryStaging.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyBuffers.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

/// A register index that depends on the thread: constant(round) ^ thread part,
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

  /// Returns values[register of this round].
  Value read(ArrayRef<Value> values, unsigned round) {
    return readBelow(values, index.getConstant(round), span.size());
  }

  /// Stores values[register of this round] = value.
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
  /// Keeps the reduced row echelon form: the lowest bit of each basis is in no
  /// other.
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

  /// Returns whether `basis` is part of this thread's part: its pivot bit (i1).
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
    if (plan.movesLanesIn(round))
      value = shuffleFrom(builder, loc, value, lane.get(builder, loc, round));
    receive.write(result, round, value);
  }
  copyReplicas(result, plan.copyMasks);
  return result;
}

struct ConvertLayoutLowering : ConvertOpToLLVMPattern<ConvertLayoutOp> {
  ConvertLayoutLowering(const TileTypeConverter &converter,
                        const TargetInfo &target)
      : ConvertOpToLLVMPattern(converter), target(target) {}

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
      llvm_unreachable("verifyBuffers has refused it");
    case ConversionKind::CrossBlock:
      llvm_unreachable("a layout has no bits of CTAs (LayoutRules.h)");
    }
    rewriter.replaceOp(op, packRegisters(rewriter, loc, result, type));
    return success();
  }

private:
  const TargetInfo &target;
};

} // namespace

void populateConvertLayoutPatterns(const TileTypeConverter &converter,
                                   const TargetInfo &target,
                                   RewritePatternSet &patterns) {
  patterns.add<ConvertLayoutLowering>(converter, target);
}

} // namespace tileiras::to_llvm
