//===- BankConflictsTest.cpp - Wavefronts, counted and computed -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanInterpreter.h"
#include "RandomLayouts.h"

#include "tileiras/Layout/F2Span.h"

using namespace tileiras;
using namespace tileiras::test;

namespace {

LinearLayout lanes(llvm::ArrayRef<uint64_t> bases) {
  return LinearLayout::fromFlatBases(InDim::Lane, bases, {1 << 20});
}

TEST(BankConflicts, ClassicCases) {
  EXPECT_EQ(bankConflicts(lanes({1, 2, 4, 8, 16}), 32, 1), 1u);
  // A column of a 32-wide matrix, and of one padded by XOR.
  EXPECT_EQ(bankConflicts(lanes({32, 64, 128, 256, 512}), 32, 1), 32u);
  EXPECT_EQ(bankConflicts(lanes({33, 66, 132, 264, 528}), 32, 1), 1u);
  // Broadcast.
  EXPECT_EQ(bankConflicts(lanes({0, 0, 0, 0, 0}), 32, 1), 1u);
  // Both halves of a word are served together, in one wavefront or two banks.
  EXPECT_EQ(bankConflicts(lanes({1, 2, 4, 8, 16}), 16, 1), 1u);
  EXPECT_EQ(bankConflicts(lanes({64, 1, 2, 4, 8}), 16, 1), 2u);
  EXPECT_EQ(bankConflicts(lanes({65, 2, 4, 8, 16}), 16, 1), 2u);
  // 16 bytes per lane are four wavefronts at best.
  EXPECT_EQ(bankConflicts(lanes({4, 8, 16, 32, 64}), 32, 4), 4u);
  EXPECT_EQ(bankConflicts(lanes({64, 128, 256, 4, 8}), 32, 4), 32u);
}

TEST(BankConflicts, AgreesWithCounting) {
  RandomLayouts random(1);
  for (unsigned trial = 0; trial != 500; ++trial) {
    for (unsigned bits : {8u, 16u, 32u, 64u}) {
      unsigned vector = 1u << random.below(3);
      if (bits * vector > 128)
        continue;
      LinearLayout any = random.any({4096}, 0, 5, 0);
      F2Vectors aligned;
      for (uint64_t basis : any.getFlatBases(InDim::Lane))
        aligned.push_back(basis / vector * vector);
      LinearLayout layout = any.withBases(InDim::Lane, aligned);
      EXPECT_EQ(bankConflicts(layout, bits, vector),
                countWavefronts(layout, bits, vector))
          << layout.str() << " " << bits << " bits x " << vector;
    }
  }
}

} // namespace
