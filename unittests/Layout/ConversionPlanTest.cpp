//===- ConversionPlanTest.cpp - Plans are right and fast ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/ConversionPlan.h"

#include "PlanInterpreter.h"
#include "RandomLayouts.h"

#include "MmaShapes.h"

#include "tileiras/Layout/Factories.h"

using namespace tileiras;
using namespace tileiras::test;

namespace {

/// Checks that the layout of the buffer implies how `layout` is written or
/// read, as the plan says.
void expectAccessOfMemory(const SharedMemoryPlan &plan,
                          const SharedAccess &side,
                          const LinearLayout &layout) {
  std::optional<SharedAccess> found =
      side.matrix ? planSharedMatrices(layout, plan.smem, plan.elementBits,
                                       plan.bufferBits, side.matrix->form)
                  : planSharedVectors(layout, plan.smem, plan.elementBits,
                                      plan.bufferBits, side.vectorMasks.size());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->offset, side.offset);
  EXPECT_EQ(found->vectorMasks, side.vectorMasks);
  EXPECT_EQ(found->groupMasks, side.groupMasks);
  EXPECT_EQ(found->copyMasks, side.copyMasks);
  EXPECT_EQ(found->freeLanes, side.freeLanes);
  EXPECT_EQ(found->freeWarps, side.freeWarps);
  EXPECT_EQ(found->wavefronts, side.wavefronts);
  ASSERT_EQ(found->matrix.has_value(), side.matrix.has_value());
  if (side.matrix) {
    EXPECT_EQ(found->matrix->numMatrices, side.matrix->numMatrices);
    EXPECT_EQ(found->matrix->rowAddress, side.matrix->rowAddress);
  }
}

/// Plans a conversion, executes it, and returns the plan for further checks.
ConversionPlan convert(const LinearLayout &src, const LinearLayout &dst,
                       const ConversionOptions &options) {
  ConversionPlan plan = planConversion(src, dst, options);
  EXPECT_TRUE(convertsRightly(plan, src, dst, options.elementBits));
  if (plan.shared && src.getInBits(InDim::Block) == 0) {
    expectAccessOfMemory(*plan.shared, plan.shared->store, src);
    expectAccessOfMemory(*plan.shared, plan.shared->load, dst);
  }
  return plan;
}

ConversionKind kindOf(const LinearLayout &src, const LinearLayout &dst) {
  return convert(src, dst, {}).kind;
}

/// The least number of wavefronts of a warp access without replication.
unsigned leastWavefronts(unsigned elementBits, unsigned vectorElements) {
  return std::max(1u, 32 * elementBits * vectorElements / 1024);
}

void expectNoConflicts(const SharedMemoryPlan &plan, const LinearLayout &src,
                       const LinearLayout &dst) {
  for (const SharedAccess *side : {&plan.store, &plan.load}) {
    const char *name = side == &plan.store ? "store" : "load";
    if (side->matrix) {
      EXPECT_EQ(side->wavefronts, side->matrix->getNumWords()) << name;
      continue;
    }
    unsigned least =
        leastWavefronts(plan.elementBits, side->getVectorElements());
    EXPECT_LE(side->wavefronts, least)
        << name << "\nfrom " << src.str() << "\nto   " << dst.str();
    // The counting below knows no rounds.
    if (side->roundDependsOnLane)
      continue;
    EXPECT_EQ(side->wavefronts, countWavefronts(side->offset, plan.elementBits,
                                                side->getVectorElements()));
  }
}

TEST(ConversionPlan, Nothing) {
  LinearLayout layout = coalesced({64, 64}, 32, 4);
  EXPECT_EQ(kindOf(layout, layout), ConversionKind::Nop);
  LinearLayout scalar = coalesced({}, 32, 4);
  EXPECT_EQ(kindOf(scalar, scalar), ConversionKind::Nop);
}

TEST(ConversionPlan, Registers) {
  LinearLayout layout = blocked({4, 64}, {2, 2}, {1, 32}, {1, 1}, {1, 0});
  LinearLayout other = blocked({4, 64}, {4, 2}, {1, 32}, {1, 1}, {0, 1});
  EXPECT_EQ(kindOf(layout, other), ConversionKind::Registers);
  // Replicas are dropped, and created.
  auto [fewer, kept] =
      (layout * LinearLayout::zeros(2, InDim::Register, 2)).removeZeroBases();
  LinearLayout more = layout * LinearLayout::zeros(2, InDim::Register, 2);
  EXPECT_EQ(kindOf(more, fewer), ConversionKind::Registers);
  EXPECT_EQ(kindOf(fewer, more), ConversionKind::Registers);
}

TEST(ConversionPlan, ReplicatedSourceNeedsNoShuffle) {
  // Every thread has everything: lanes select among their own registers.
  LinearLayout dst = coalesced({32}, 32, 1);
  ConversionPlan plan = convert(replicated({32}, 1), dst, {});
  EXPECT_EQ(plan.kind, ConversionKind::Shuffle);
  EXPECT_FALSE(plan.shuffle->movesLanes);
  EXPECT_EQ(plan.shuffle->getNumShuffles(32), 0);
  EXPECT_EQ(plan.shuffle->getNumSelects(), 31);
}

TEST(ConversionPlan, TransposeInsideAWarp) {
  LinearLayout rows = blocked({32, 32}, {1, 1}, {1, 32}, {1, 1}, {1, 0});
  LinearLayout cols = rows.permuteOuts({1, 0});
  ConversionOptions options;
  options.maxShuffleInstructions = 1000;
  ConversionPlan plan = convert(rows, cols, options);
  ASSERT_EQ(plan.kind, ConversionKind::Shuffle);
  EXPECT_EQ(plan.shuffle->numRounds, 32u);
  // Five bits of selects on both sides cost more than shared memory does.
  EXPECT_EQ(plan.shuffle->getNumSelects(), 2 * 5 * 32);
  EXPECT_EQ(kindOf(rows, cols), ConversionKind::SharedMemory);
}

TEST(ConversionPlan, ShufflesPackNarrowElements) {
  LinearLayout src = blocked({8, 32}, {1, 4}, {4, 8}, {1, 1}, {1, 0});
  LinearLayout dst = blocked({8, 32}, {1, 4}, {4, 8}, {1, 1}, {0, 1});
  dst = dst.withBases(InDim::Register, src.getFlatBases(InDim::Register));
  ConversionOptions options;
  options.elementBits = 16;
  ConversionPlan plan = convert(src, dst, options);
  ASSERT_EQ(plan.kind, ConversionKind::Shuffle);
  EXPECT_EQ(plan.shuffle->packElements, 2u);
  EXPECT_EQ(plan.shuffle->getNumShuffles(16), plan.shuffle->numRounds / 2);
}

TEST(ConversionPlan, AccumulatorToOperandStaysInTheThread) {
  // The second multiplication of attention: m16n8 results are m16k16 operands.
  LinearLayout acc = mmaAccumulator({64, 64}, {4, 1, 1}, warpMma(16));
  LinearLayout operand = mmaOperandA({64, 64}, {4, 1, 1}, warpMma(16));
  ConversionPlan plan = convert(acc, operand, {});
  EXPECT_TRUE(plan.kind == ConversionKind::Nop ||
              plan.kind == ConversionKind::Registers);
}

TEST(ConversionPlan, RandomPairsInsideAWarp) {
  RandomLayouts random(1);
  unsigned shuffles = 0;
  for (unsigned trial = 0; trial != 400; ++trial) {
    unsigned mixing = trial % 40;
    LinearLayout src = trial % 3 == 0
                           ? random.replicating({16, 16}, 5, 0, mixing)
                           : random.invertible({16, 16}, 5, 0, mixing);
    LinearLayout dst = trial % 5 == 0
                           ? random.replicating({16, 16}, 5, 0, mixing)
                           : random.invertible({16, 16}, 5, 0, mixing);
    ConversionOptions options;
    options.elementBits = 4 << trial % 5;
    options.maxShuffleInstructions = 1000;
    ConversionPlan plan = convert(src, dst, options);
    shuffles += plan.kind == ConversionKind::Shuffle;
    // Without replication a skew always exists.
    if (src.isInvertible() && dst.isInvertible()) {
      EXPECT_NE(plan.kind, ConversionKind::SharedMemory);
    }
  }
  EXPECT_GT(shuffles, 250u);
}

TEST(ConversionPlan, RandomPairsAcrossWarps) {
  RandomLayouts random(2);
  unsigned shared = 0;
  for (unsigned trial = 0; trial != 400; ++trial) {
    unsigned mixing = trial % 7 == 0 ? 0 : trial % 60;
    LinearLayout src = trial % 3 == 0
                           ? random.replicating({32, 64}, 5, 2, mixing)
                           : random.invertible({32, 64}, 5, 2, mixing);
    LinearLayout dst = trial % 4 == 0
                           ? random.replicating({32, 64}, 5, 2, mixing)
                           : random.invertible({32, 64}, 5, 2, mixing);
    ConversionOptions options;
    options.elementBits = 4 << trial % 6;
    options.useLdMatrix = trial % 2;
    options.useLdMatrixBytes = trial % 2;
    options.useStMatrix = trial % 4 > 1;
    // Some conversions need several rounds.
    options.maxSharedBytes = trial % 3 == 1 ? 1024 << trial % 4 : 48 * 1024;
    ConversionPlan plan = convert(src, dst, options);
    if (!plan.shared)
      continue;
    ++shared;
    EXPECT_LE(plan.shared->getBufferBytes(), options.maxSharedBytes);
    if (!src.isTrivialOver(InDim::Lane))
      expectNoConflicts(*plan.shared, src, dst);
  }
  EXPECT_GT(shared, 300u);
}

TEST(ConversionPlan, UsualPairs) {
  for (unsigned bits : {4u, 8u, 16u, 32u}) {
    int64_t m = bits == 4 ? 64 : 32, n = 64;
    std::vector<LinearLayout> layouts = {
        coalesced({m, n}, bits, 4),
        coalesced({m, n}, {0, 1}, bits, 4),
        blocked({m, n}, {1, 1}, {1, 32}, {4, 1}, {1, 0}),
        blocked({m, n}, {2, 2}, {8, 4}, {2, 2}, {0, 1}),
        mmaAccumulator({m, n}, {2, 2, 1}, warpMma(16)),
        mmaOperandA({m, n}, {2, 2, 1}, warpMma(bits)),
        mmaOperandA({m, n}, {4, 1, 1}, warpMma(bits)),
        mmaOperandB({m, n}, {2, 2, 1}, warpMma(bits)),
        mmaOperandB({m, n}, {1, 4, 1}, warpMma(bits)),
        mmaOperandB({n, m}, {1, 4, 1}, warpMma(bits)).permuteOuts({1, 0}),
        replicated({m, n}, 4)};
    for (const LinearLayout &src : layouts)
      for (const LinearLayout &dst : layouts)
        for (bool small : {false, true}) {
          ConversionOptions options;
          options.elementBits = bits;
          options.maxSharedBytes = small ? 1024 : 48 * 1024;
          options.useLdMatrix = options.useStMatrix = small != (bits == 16);
          options.useLdMatrixBytes = options.useLdMatrix;
          ConversionPlan plan = convert(src, dst, options);
          if (plan.shared)
            expectNoConflicts(*plan.shared, src, dst);
        }
  }
}

TEST(ConversionPlan, TransposeHasNoBankConflicts) {
  LinearLayout rows = coalesced({64, 64}, 32, 4);
  LinearLayout cols = coalesced({64, 64}, {0, 1}, 32, 4);
  ConversionPlan plan = convert(rows, cols, {});
  ASSERT_EQ(plan.kind, ConversionKind::SharedMemory);
  expectNoConflicts(*plan.shared, rows, cols);
  // 32 elements a thread are 32 wavefronts of 128 bytes each way, and no more.
  EXPECT_EQ(plan.shared->store.getTotalWavefronts(), 32);
  EXPECT_EQ(plan.shared->load.getTotalWavefronts(), 32);
  // One side moves vectors of 16 bytes.
  EXPECT_EQ(plan.shared->store.getNumInstructions() +
                plan.shared->load.getNumInstructions(),
            32 + 8);
}

TEST(ConversionPlan, BothSidesVectoriseSharedBits) {
  LinearLayout src = coalesced({64, 128}, 16, 4);
  LinearLayout dst = blocked({64, 128}, {1, 8}, {32, 1}, {2, 2}, {0, 1});
  ConversionOptions options;
  options.elementBits = 16;
  ConversionPlan plan = convert(src, dst, options);
  ASSERT_EQ(plan.kind, ConversionKind::SharedMemory);
  EXPECT_EQ(plan.shared->store.getVectorElements(), 8u);
  EXPECT_EQ(plan.shared->load.getVectorElements(), 8u);
  expectNoConflicts(*plan.shared, src, dst);
}

TEST(ConversionPlan, VectorsNeedNotBeContiguousInTheTile) {
  // Both sides hold columns 0 and 1 of rows 0, 32, 64 and 96 in registers.
  LinearLayout src = coalesced({128, 64}, 16, 4);
  LinearLayout dst = mmaOperandA({128, 64}, {2, 2, 1}, warpMma(16));
  ConversionOptions options;
  options.elementBits = 16;
  ConversionPlan plan = convert(src, dst, options);
  EXPECT_EQ(plan.shared->store.getVectorElements(), 8u);
  EXPECT_EQ(plan.shared->load.getVectorElements(), 8u);
}

TEST(ConversionPlan, OperandsLoadWithLdMatrix) {
  ConversionOptions options;
  options.elementBits = 16;
  options.useLdMatrix = true;
  LinearLayout src = coalesced({64, 32}, 16, 4);
  LinearLayout a = mmaOperandA({64, 32}, {2, 2, 1}, warpMma(16));
  ConversionPlan plan = convert(src, a, options);
  ASSERT_EQ(plan.kind, ConversionKind::SharedMemory);
  ASSERT_TRUE(plan.shared->load.matrix);
  EXPECT_EQ(plan.shared->load.matrix->numMatrices, 4u);
  EXPECT_EQ(plan.shared->load.matrix->form, MatrixForm::Rows);
  EXPECT_EQ(plan.shared->store.getVectorElements(), 8u);
  expectNoConflicts(*plan.shared, src, a);

  // B is read along K, the rows of memory: .trans.
  LinearLayout b = mmaOperandB({64, 32}, {2, 2, 1}, warpMma(16));
  plan = convert(src, b, options);
  ASSERT_TRUE(plan.shared && plan.shared->load.matrix);
  EXPECT_EQ(plan.shared->load.matrix->numMatrices, 4u);
  EXPECT_EQ(plan.shared->load.matrix->form, MatrixForm::Transposed);
  EXPECT_EQ(plan.shared->store.getVectorElements(), 8u);
  expectNoConflicts(*plan.shared, src, b);
}

/// The bytes of B are contiguous along N in memory; copies of 16 bytes put them
/// into the buffer.
TEST(ConversionPlan, BytesLoadTransposed) {
  ConversionOptions options;
  options.elementBits = 8;
  options.useLdMatrix = options.useLdMatrixBytes = true;
  LinearLayout src = coalesced({128, 128}, 8, 4);
  // Two atoms of 8 columns side by side in a warp.
  MmaShape atom = warpMma(8);
  LinearLayout c = mmaAccumulator({128, 128}, {2, 2, 1}, {16, 16, 32, 8});
  LinearLayout rest = *c.divideLeft(mmaFragmentC(atom));
  LinearLayout b = mmaFragmentB(atom) *
                   LinearLayout::identity1D(4, InDim::Register, 0, 2) *
                   rest.projectOut(0).removeZeroBases().first;
  std::optional<SharedMemoryPlan> fill =
      planSharedFill(src, b, {1, 2, 4, 8}, options);
  ASSERT_TRUE(fill && fill->load.matrix);
  EXPECT_EQ(fill->load.matrix->form, MatrixForm::TransposedBytes);
  EXPECT_EQ(fill->load.matrix->numMatrices, 2u);
  EXPECT_EQ(fill->store.getVectorElements(), 16u);
  expectNoConflicts(*fill, src, b);
  expectAccessOfMemory(*fill, fill->load, b);
}

/// B is contiguous along N in memory, and a thread reads four rows of K: the
/// lanes have no bank conflicts only if the swizzle swaps the halves of vectors
/// of four, which cp.async copies as they are.
TEST(ConversionPlan, FillsKeepVectorsWhole) {
  ConversionOptions options;
  options.elementBits = 32;
  LinearLayout src = blocked({64, 64}, {1, 4}, {2, 16}, {4, 1}, {1, 0});
  LinearLayout b = blocked({64, 64}, {4, 1}, {16, 2}, {1, 4}, {0, 1});
  EXPECT_FALSE(planSharedFill(src, b, {1, 2}, options));
  std::optional<SharedMemoryPlan> fill = planSharedFill(src, b, {1}, options);
  ASSERT_TRUE(fill);
  EXPECT_EQ(fill->store.getVectorElements(), 2u);
  for (unsigned group = 0; group < fill->store.getNumVectors(); ++group) {
    Coords first = src.apply(fill->store.getVectorRegisters(group).front());
    EXPECT_EQ(first[1] % 2, 0);
  }
  expectNoConflicts(*fill, src, b);
  expectAccessOfMemory(*fill, fill->load, b);
  // Registers that are stored have no order to keep.
  ConversionPlan plan = convert(src, b, options);
  ASSERT_TRUE(plan.shared);
  expectNoConflicts(*plan.shared, src, b);
}

TEST(ConversionPlan, ResultsStoreWithStMatrix) {
  ConversionOptions options;
  options.elementBits = 16;
  options.useStMatrix = true;
  LinearLayout acc = mmaAccumulator({128, 64}, {4, 1, 1}, warpMma(16));
  LinearLayout dst = coalesced({128, 64}, 16, 4);
  ConversionPlan plan = convert(acc, dst, options);
  ASSERT_TRUE(plan.shared && plan.shared->store.matrix);
  EXPECT_EQ(plan.shared->store.matrix->numMatrices, 4u);
  EXPECT_EQ(plan.shared->load.getVectorElements(), 8u);
  expectNoConflicts(*plan.shared, acc, dst);
}

TEST(ConversionPlan, RoundsAreCutAlongRegisters) {
  // 256x128 f32 are 128 KiB: with 32 KiB, four rounds.
  LinearLayout src = mmaAccumulator({256, 128}, {4, 2, 1}, warpMma(16));
  LinearLayout dst = coalesced({256, 128}, 32, 8);
  ConversionOptions options;
  options.maxSharedBytes = 40 * 1024;
  ConversionPlan plan = convert(src, dst, options);
  ASSERT_EQ(plan.kind, ConversionKind::SharedMemory);
  EXPECT_EQ(plan.shared->getNumRounds(), 4u);
  EXPECT_EQ(plan.shared->getBufferBytes(), 32 * 1024);
  for (const SharedAccess *side : {&plan.shared->store, &plan.shared->load}) {
    EXPECT_FALSE(side->roundDependsOnLane);
    EXPECT_FALSE(side->roundDependsOnWarp);
  }
  expectNoConflicts(*plan.shared, src, dst);
}

/// Elements of 4 bits: pairs are bytes, single ones occupy a byte each.
TEST(ConversionPlan, HalfBytes) {
  ConversionOptions options;
  options.elementBits = 4;
  options.useLdMatrix = true;
  LinearLayout src = coalesced({64, 128}, 4, 4);
  LinearLayout a = mmaOperandA({64, 128}, {2, 2, 1}, warpMma(4));
  ConversionPlan plan = convert(src, a, options);
  ASSERT_TRUE(plan.shared);
  EXPECT_EQ(plan.shared->elementBits, 4u);
  EXPECT_EQ(plan.shared->getBufferBytes(), 64 * 128 / 2);
  expectNoConflicts(*plan.shared, src, a);

  std::optional<SharedMemoryPlan> fill =
      planSharedFill(src, a, {1, 2, 4, 8, 16}, options);
  ASSERT_TRUE(fill && fill->load.matrix);
  EXPECT_EQ(fill->load.matrix->numMatrices, 4u);
  EXPECT_EQ(fill->load.matrix->elementMasks.size(), 3u);

  // Rows against columns: no two elements are adjacent in both layouts.
  LinearLayout rows = blocked({32, 32}, {1, 1}, {1, 32}, {4, 1}, {1, 0});
  plan = convert(rows, rows.permuteOuts({1, 0}), options);
  ASSERT_TRUE(plan.shared);
  EXPECT_EQ(plan.shared->elementBits, 8u);
  EXPECT_EQ(plan.shared->getBufferBytes(), 32 * 32);
}

TEST(ConversionPlan, BuffersThatDoNotFit) {
  // Rows of four elements in memory; a thread holds columns.
  LinearLayout memory = LinearLayout::fromFlatBases(
      InDim::Offset, {1, 2, 4, 8, 16, 32, 64}, {32, 4});
  LinearLayout columns = blocked({32, 4}, {4, 1}, {8, 4}, {1, 1}, {0, 1});
  EXPECT_TRUE(planSharedVectors(columns, memory, 32, 7, 0));
  EXPECT_FALSE(planSharedVectors(columns, memory, 32, 7, 1));
  EXPECT_FALSE(planSharedMatrices(columns, memory, 16, 7, MatrixForm::Rows));
  EXPECT_FALSE(
      planSharedMatrices(columns, memory, 16, 7, MatrixForm::Transposed));
  EXPECT_FALSE(
      planSharedMatrices(columns, memory, 8, 7, MatrixForm::TransposedBytes));
}

TEST(ConversionPlan, ReplicatedThreadsNeedNotStore) {
  LinearLayout src =
      mmaAccumulator({32, 32}, {2, 2, 1}, warpMma(16)).dropOut(1);
  LinearLayout dst = coalesced({32}, 32, 4);
  ConversionPlan plan = convert(src, dst, {});
  ASSERT_EQ(plan.kind, ConversionKind::SharedMemory);
  EXPECT_EQ(plan.shared->store.freeLanes, 0b00011u);
  EXPECT_EQ(plan.shared->store.freeWarps, 0b10u);
}

TEST(ConversionPlan, ClustersExchangeNothing) {
  auto inCluster = [](const LinearLayout &layout) {
    return layout * LinearLayout::identity1D(2, InDim::Block, 0, 2);
  };
  LinearLayout src = inCluster(coalesced({64, 64}, 32, 4));
  LinearLayout dst = inCluster(coalesced({64, 64}, {0, 1}, 32, 4));
  EXPECT_EQ(kindOf(src, dst), ConversionKind::SharedMemory);
  LinearLayout other = coalesced({64, 64}, 32, 4) *
                       LinearLayout::identity1D(2, InDim::Block, 1, 2);
  EXPECT_EQ(planConversion(src, other.reshapeOuts({128, 64}), {}).kind,
            ConversionKind::CrossBlock);
}

} // namespace
