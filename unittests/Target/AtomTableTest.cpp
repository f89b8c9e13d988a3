//===- AtomTableTest.cpp - The table of atoms -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Laws that every record obeys. The tests of the factories (unittests/Layout)
// compare fragments with the PTX ISA's figures.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/AtomInfo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include "gtest/gtest.h"

using namespace tileiras;

namespace {

uint32_t mask(std::initializer_list<atoms::Element> elements) {
  uint32_t result = 0;
  for (atoms::Element element : elements)
    result |= 1u << element;
  return result;
}

/// The smallest size of an attribute.
unsigned leastSize(const AtomInfo &atom) { return atom.MinSize; }

TEST(AtomTable, FindsEveryRecordByItsName) {
  llvm::StringSet<> names;
  for (const AtomInfo &atom : allAtoms()) {
    EXPECT_EQ(lookupAtom(atom.Name), &atom);
    EXPECT_TRUE(names.insert(atom.Name).second) << atom.Name;
  }
  EXPECT_EQ(lookupAtom("LDSM"), nullptr);
  EXPECT_EQ(lookupAtom(""), nullptr);
}

TEST(AtomTable, SomeTargetHasEveryAtom) {
  for (const AtomInfo &atom : allAtoms())
    EXPECT_TRUE(llvm::any_of(allTargets(), [&](const TargetInfo &target) {
      return atom.isOn(target);
    })) << atom.Name;
}

/// A matrix unit's operands have fragments, of the shape of the instruction.
TEST(AtomTable, FragmentsHaveTheInstructionsShape) {
  for (const AtomInfo &atom : allAtoms()) {
    SCOPED_TRACE(atom.Name);
    unsigned size = leastSize(atom);
    std::optional<LinearLayout> a = getAtomFragment(atom, AtomOperand::A, size),
                                b = getAtomFragment(atom, AtomOperand::B, size),
                                c = getAtomFragment(atom, AtomOperand::C, size);
    if (atom.Kind == atoms::Matrix && atom.Threads != 1)
      EXPECT_TRUE(a && b && c);
    bool isMatrix = atom.Kind == atoms::Matrix;
    int64_t m = atom.M, n = atom.N, k = isMatrix ? atom.K : atom.N;
    if (a)
      EXPECT_EQ(a->getOutSizes(), llvm::ArrayRef<int64_t>({m, k}));
    if (b)
      EXPECT_EQ(b->getOutSizes(), llvm::ArrayRef<int64_t>({k, n}));
    if (c)
      EXPECT_EQ(c->getOutSizes(), llvm::ArrayRef<int64_t>({m, n}));
    for (const auto &fragment : {a, b, c})
      if (fragment)
        EXPECT_TRUE(fragment->isSurjective());
  }
}

/// Register fragments are distributed over the threads that execute the
/// instruction together.
TEST(AtomTable, FragmentsInRegistersAreOverTheThreads) {
  for (const AtomInfo &atom : allAtoms()) {
    if (atom.Kind != atoms::Matrix)
      continue;
    SCOPED_TRACE(atom.Name);
    for (AtomOperand operand :
         {AtomOperand::A, AtomOperand::B, AtomOperand::C}) {
      std::optional<LinearLayout> fragment =
          getAtomFragment(atom, operand, leastSize(atom));
      if (fragment && fragment->getInBits(InDim::Lane) != 0)
        EXPECT_EQ(fragment->getNumLanes() * fragment->getNumWarps(),
                  atom.Threads);
    }
  }
}

TEST(AtomTable, OperandsHaveMemorySpacesAndTypes) {
  for (const AtomInfo &atom : allAtoms()) {
    SCOPED_TRACE(atom.Name);
    bool isBarrier = atom.Kind == atoms::Barrier || atom.Kind == atoms::Control;
    EXPECT_EQ(atom.SpacesA == 0, isBarrier);
    EXPECT_EQ(atom.SpacesB != 0, atom.Kind == atoms::Matrix);
    EXPECT_EQ(atom.ElementsA == 0, isBarrier);
    EXPECT_EQ(atom.ElementsB != 0, atom.SpacesB != 0);
    EXPECT_EQ(atom.ElementsC == 0, isBarrier);
    // Only operands may be contiguous along M or N.
    EXPECT_EQ(atom.ElementsMnMajor & ~(atom.ElementsA | atom.ElementsB), 0u);
    EXPECT_EQ(atom.ElementsOfScales != 0, atom.ScaleBlock != 0);
    if (atom.ScaleBlock)
      EXPECT_EQ(atom.K % atom.ScaleBlock, 0);
  }
}

/// Asynchronous atoms say so: tensor memory, and those that one thread starts.
TEST(AtomTable, CompletionFollowsMemorySpaces) {
  auto isIn = [](const AtomInfo &atom, atoms::Space space) {
    return ((atom.SpacesA | atom.SpacesC) >> space & 1) != 0;
  };
  for (const AtomInfo &atom : allAtoms()) {
    SCOPED_TRACE(atom.Name);
    if (isIn(atom, atoms::Tensor))
      EXPECT_TRUE(atom.Completion == atoms::TensorCommit ||
                  atom.Completion == atoms::TensorWait);
    if (atom.Completion == atoms::WgmmaGroup)
      EXPECT_EQ(atom.Threads, 128);
    if (atom.Completion == atoms::MbarrierTransaction)
      EXPECT_TRUE(atom.copies(atoms::Global, atoms::Shared));
  }
}

TEST(AtomTable, EveryAtomHasACost) {
  for (const AtomInfo &atom : allAtoms()) {
    SCOPED_TRACE(atom.Name);
    EXPECT_NE(atom.IssueSlots, 0);
    if (atom.Kind == atoms::Matrix &&
        llvm::StringRef(atom.Name) != "universal_fma")
      EXPECT_TRUE(atom.usesTensorUnit());
    unsigned size = leastSize(atom);
    if (atom.Kind == atoms::Matrix && (atom.SpacesB >> atoms::Shared & 1))
      EXPECT_EQ(atom.getSharedBytes(size),
                (atom.M + size) * atom.K * atom.OperandBits / 8);
  }
}

/// N / 2 cycles for 64 rows of wgmma and for 64 or 128 of tcgen05 (PTX has 256
/// bits of K in both).
TEST(AtomTable, CostsGrowWithTheSize) {
  EXPECT_EQ(lookupAtom("sm90.mma.m64k16.f16.f32")->getTensorCycles(128), 64u);
  EXPECT_EQ(lookupAtom("sm100.mma.m128k16.f16.f32")->getTensorCycles(256),
            128u);
  EXPECT_EQ(lookupAtom("sm100.mma.m64k16.f16.f32")->getTensorCycles(256), 128u);
  EXPECT_EQ(lookupAtom("ldsm")->getSharedBytes(4), 512u);
  EXPECT_EQ(lookupAtom("universal_copy")->getSharedBytes(128), 16u);
}

TEST(AtomTable, Sizes) {
  const AtomInfo *wgmma = lookupAtom("sm90.mma.m64k16.f16.f32");
  EXPECT_TRUE(wgmma->acceptsSize(8) && wgmma->acceptsSize(24) &&
              wgmma->acceptsSize(256));
  EXPECT_FALSE(wgmma->acceptsSize(0) || wgmma->acceptsSize(4) ||
               wgmma->acceptsSize(264));
  EXPECT_FALSE(lookupAtom("ldsm")->acceptsSize(3));
  EXPECT_TRUE(lookupAtom("universal_fma")->acceptsSize(0));
  EXPECT_EQ(wgmma->describeSizes(), "a multiple of 8 from 8 to 256 columns");
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

std::string choose(unsigned target, atoms::Element a, atoms::Element c,
                   int64_t m, int64_t n, int64_t k) {
  return chooseMatrixAtom(*lookupTarget(target),
                          {mask({a}), mask({a}), mask({c}), m, n, k})
      .Name;
}

TEST(AtomTable, ChoosesAvailableAtomsThatTilesFill) {
  using namespace atoms;
  EXPECT_EQ(choose(80, F16, F32, 64, 64, 64), "sm80.mma.m16n8k16.f16.f32");
  EXPECT_EQ(choose(80, F16, F32, 8, 64, 64),
            "sm80.mma.m16n8k16.f16.f32.transposed");
  EXPECT_EQ(choose(80, F16, F32, 64, 8, 64), "sm80.mma.m16n8k16.f16.f32");
  EXPECT_EQ(choose(80, F16, F32, 64, 64, 8), "sm75.mma.m16n8k8.f16.f32");
  EXPECT_EQ(choose(80, F16, F32, 64, 64, 4), "universal_fma");
  EXPECT_EQ(choose(75, F16, F16, 64, 64, 64), "sm75.mma.m16n8k8.f16.f16");
  EXPECT_EQ(choose(75, S8, S32, 8, 64, 64), "sm75.mma.m8n8k16.i8.i32");
  EXPECT_EQ(choose(80, S8, S32, 64, 64, 16), "sm80.mma.m16n8k16.i8.i32");
  EXPECT_EQ(choose(75, BF16, F32, 64, 64, 64), "universal_fma");
  EXPECT_EQ(choose(80, E4M3, F32, 64, 64, 64), "universal_fma");
  EXPECT_EQ(choose(89, E4M3, F32, 64, 64, 64), "sm89.mma.m16n8k32.f8.f32");
  EXPECT_EQ(choose(89, E4M3, F16, 64, 64, 16), "sm89.mma.m16n8k16.f8.f16");
}

/// Every f64 atom beats fma; of those that are as fast, the deepest is chosen.
TEST(AtomTable, ChoosesAmongAtomsOfF64) {
  using namespace atoms;
  EXPECT_EQ(choose(75, F64, F64, 64, 64, 64), "universal_fma");
  EXPECT_EQ(choose(80, F64, F64, 64, 64, 64), "sm80.mma.m8n8k4.f64.f64");
  EXPECT_EQ(choose(90, F64, F64, 64, 64, 64), "sm90.mma.m16n8k16.f64.f64");
  EXPECT_EQ(choose(90, F64, F64, 64, 64, 8), "sm90.mma.m16n8k8.f64.f64");
  EXPECT_EQ(choose(90, F64, F64, 8, 64, 64),
            "sm90.mma.m16n8k16.f64.f64.transposed");
  EXPECT_EQ(choose(90, F64, F64, 8, 8, 64), "sm80.mma.m8n8k4.f64.f64");
}

/// A tile that fills no atom is padded where the matrix unit is then as fast as
/// the threads: not in f64, nor where its rows are few and types are wide.
TEST(AtomTable, ChoosesAtomsThatPaddingPaysFor) {
  using namespace atoms;
  for (int64_t m : {1, 2, 4}) {
    EXPECT_EQ(choose(90, F16, F32, m, 64, 64),
              "sm80.mma.m16n8k16.f16.f32.transposed");
    EXPECT_EQ(choose(90, F16, F32, 64, m, 64), "sm80.mma.m16n8k16.f16.f32");
    EXPECT_EQ(choose(120, S8, S32, m, 64, 64),
              "sm80.mma.m16n8k32.i8.i32.transposed");
    EXPECT_EQ(choose(120, F64, F64, m, 64, 64), "universal_fma");
  }
  EXPECT_EQ(choose(90, TF32, F32, 1, 64, 64), "universal_fma");
  EXPECT_EQ(choose(90, TF32, F32, 2, 64, 64),
            "sm80.mma.m16n8k8.tf32.f32.transposed");
  EXPECT_EQ(choose(90, F16, F32, 8, 8, 64), "sm80.mma.m16n8k16.f16.f32");
  EXPECT_EQ(choose(90, F16, F32, 1, 1, 64), "universal_fma");
  EXPECT_EQ(choose(90, F16, F32, 1, 64, 4), "universal_fma");
}

TEST(AtomTable, CostsOfPaddingAreThoseOfTheMachine) {
  const TargetInfo &target = *lookupTarget(90);
  uint32_t tf32 = mask({atoms::TF32}), f32 = mask({atoms::F32});
  std::optional<PaddedAtom> padded =
      findPaddedAtom(target, {tf32, tf32, f32, 1, 64, 64});
  ASSERT_TRUE(padded);
  // 1,024 multiply-adds at 62 % of a quarter of 1,024, or 128 in 32 lanes.
  EXPECT_NEAR(padded->ofTensorUnit, 6.45, 0.01);
  EXPECT_EQ(padded->ofThreads, 4);
  EXPECT_FALSE(padded->isWorthIt());
  EXPECT_FALSE(findPaddedAtom(target, {tf32, tf32, f32, 16, 64, 64}));
  EXPECT_FALSE(findPaddedAtom(target, {f32, f32, f32, 1, 64, 64}));
}

/// The transposed record has the instruction's operands, swapped.
TEST(AtomTable, TransposedAtomsAreInstructions) {
  unsigned count = 0;
  for (const AtomInfo &atom : allAtoms()) {
    const AtomInfo &instruction = atom.getInstruction();
    EXPECT_FALSE(instruction.isTransposed()) << atom.Name;
    if (!atom.isTransposed())
      continue;
    SCOPED_TRACE(atom.Name);
    ++count;
    EXPECT_EQ(atom.ElementsA, instruction.ElementsB);
    auto isTransposeOf = [&](AtomOperand operand, AtomOperand ofInstruction) {
      return *getAtomFragment(atom, operand) ==
             getAtomFragment(instruction, ofInstruction)->permuteOuts({1, 0});
    };
    EXPECT_TRUE(isTransposeOf(AtomOperand::A, AtomOperand::B));
    EXPECT_TRUE(isTransposeOf(AtomOperand::B, AtomOperand::A));
    EXPECT_TRUE(isTransposeOf(AtomOperand::C, AtomOperand::C));
  }
  EXPECT_EQ(count, 17u);
}

/// Registers that would hold the rows and columns of the padding repeat others.
TEST(AtomTable, PaddedFragmentsHaveNoRegistersOfThePadding) {
  const AtomInfo &atom = *lookupAtom("sm80.mma.m16n8k16.f16.f32");
  LinearLayout c = *getAtomFragment(atom, AtomOperand::C);
  auto [whole, all] = padFragment(c, {32, 8});
  EXPECT_EQ(whole, c);
  EXPECT_EQ(all, llvm::SmallVector<unsigned>({0, 1, 2, 3}));
  auto [narrow, pairs] = padFragment(c, {32, 1});
  EXPECT_EQ(narrow.getOutSizes(), llvm::ArrayRef<int64_t>({16, 1}));
  EXPECT_EQ(narrow.getNumRegisters(), 2);
  EXPECT_EQ(pairs, llvm::SmallVector<unsigned>({0, 0, 1, 1}));
  auto [flat, halves] = padFragment(c, {8, 8});
  EXPECT_EQ(flat.getNumRegisters(), 2);
  EXPECT_EQ(halves, llvm::SmallVector<unsigned>({0, 1, 0, 1}));
}

/// Whatever the types, a record without a lowering is never chosen.
TEST(AtomTable, ChoosesAtomsWithLowerings) {
  for (const TargetInfo &target : allTargets())
    for (const AtomInfo &atom : allAtoms())
      if (atom.Kind == atoms::Matrix)
        EXPECT_TRUE(chooseMatrixAtom(target, {atom.ElementsA, atom.ElementsB,
                                              atom.ElementsC, 256, 256, 256})
                        .hasLowering());
}

} // namespace
