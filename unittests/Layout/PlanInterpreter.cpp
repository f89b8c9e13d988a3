//===- PlanInterpreter.cpp - Carries out conversion plans -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanInterpreter.h"

#include "tileiras/Layout/F2Span.h"

#include "llvm/Support/ErrorHandling.h"

#include <map>
#include <set>

using namespace tileiras;
using namespace tileiras::test;

namespace {

constexpr int64_t kEmpty = -1;

/// The registers of a CTA: element indices (flat coordinates).
class RegisterFile {
public:
  RegisterFile(const LinearLayout &layout, uint64_t block)
      : layout(layout), block(block),
        values(layout.getNumRegisters() * layout.getNumLanes() *
                   layout.getNumWarps(),
               kEmpty) {}

  int64_t &at(unsigned reg, unsigned lane, unsigned warp) {
    return values.at(layout.pack(reg, lane, warp));
  }
  int64_t expected(unsigned reg, unsigned lane, unsigned warp) const {
    return layout.applyPacked(layout.pack(reg, lane, warp, block));
  }
  template <typename Action> void forEachThread(Action action) const {
    for (unsigned warp = 0; warp != layout.getNumWarps(); ++warp)
      for (unsigned lane = 0; lane != layout.getNumLanes(); ++lane)
        action(lane, warp);
  }
  void fill() {
    forEachThread([&](unsigned lane, unsigned warp) {
      for (unsigned reg = 0; reg != layout.getNumRegisters(); ++reg)
        at(reg, lane, warp) = expected(reg, lane, warp);
    });
  }
  /// Registers that a plan leaves to copies.
  void copy(llvm::ArrayRef<uint32_t> masks) {
    if (masks.empty())
      return;
    forEachThread([&](unsigned lane, unsigned warp) {
      for (uint32_t mask : masks)
        for (unsigned reg = 0; reg != layout.getNumRegisters(); ++reg)
          if (at(reg, lane, warp) == kEmpty)
            at(reg, lane, warp) = at(reg ^ mask, lane, warp);
    });
  }

  const LinearLayout &layout;
  uint64_t block;

private:
  std::vector<int64_t> values;
};

class Interpreter {
public:
  Interpreter(const LinearLayout &src, const LinearLayout &dst, uint64_t block,
              unsigned bits)
      : bits(bits), from(src, block), to(dst, block) {
    from.fill();
  }

  testing::AssertionResult run(const ConversionPlan &plan) {
    if (plan.shuffle)
      runShuffle(*plan.shuffle);
    else if (plan.shared)
      runShared(*plan.shared);
    else
      runRegisters(plan.sourceRegisters);
    if (!problem.empty())
      return testing::AssertionFailure() << problem;
    return check();
  }

private:
  testing::AssertionResult check() {
    testing::AssertionResult result = testing::AssertionSuccess();
    to.forEachThread([&](unsigned lane, unsigned warp) {
      for (unsigned reg = 0; reg != to.layout.getNumRegisters(); ++reg)
        if (result && to.at(reg, lane, warp) != to.expected(reg, lane, warp))
          result = testing::AssertionFailure()
                   << "register " << reg << " of lane " << lane << " of warp "
                   << warp << " is " << to.at(reg, lane, warp) << ", not "
                   << to.expected(reg, lane, warp);
    });
    return result;
  }

  void runRegisters(llvm::ArrayRef<unsigned> source) {
    to.forEachThread([&](unsigned lane, unsigned warp) {
      for (auto [reg, old] : llvm::enumerate(source))
        to.at(reg, lane, warp) = from.at(old, lane, warp);
    });
  }

  //===--------------------------------------------------------------------===//
  // Shuffles
  //===--------------------------------------------------------------------===//

  void runShuffle(const ShufflePlan &plan) {
    if (bits * plan.packElements > 32 && plan.packElements != 1)
      problem = "packs more than 32 bits";
    for (unsigned round = 0; round < plan.numRounds; round += plan.packElements)
      to.forEachThread([&](unsigned lane, unsigned warp) {
        unsigned source = plan.getSourceLane(round, lane, warp);
        if (!plan.movesLanesIn(round) && source != lane)
          problem = "moves lanes after all";
        unsigned send = plan.getSendRegister(round, source, warp);
        unsigned write = plan.getWriteRegister(round, lane, warp);
        for (unsigned i = 0; i != plan.packElements; ++i)
          to.at(write ^ i, lane, warp) = from.at(send ^ i, source, warp);
      });
    to.copy(plan.copyMasks);
  }

  //===--------------------------------------------------------------------===//
  // Shared memory
  //===--------------------------------------------------------------------===//

  void runShared(const SharedMemoryPlan &plan) {
    for (unsigned round = 0; round != plan.getNumRounds(); ++round) {
      memory.assign(size_t(1) << plan.bufferBits, kEmpty);
      runSide(plan, plan.store, round, from, true);
      runSide(plan, plan.load, round, to, false);
    }
    to.copy(plan.load.copyMasks);
  }

  void runSide(const SharedMemoryPlan &plan, const SharedAccess &access,
               unsigned round, RegisterFile &file, bool isStore) {
    if (access.matrix)
      return runMatrix(plan, access, round, file, isStore);
    file.forEachThread([&](unsigned lane, unsigned warp) {
      if (isStore && ((lane & access.freeLanes) || (warp & access.freeWarps)))
        return;
      for (unsigned group = 0; group != access.getNumVectors(); ++group) {
        auto registers = access.getVectorRegisters(group);
        uint64_t slot = slotOf(access, registers[0], lane, warp, file.block);
        checkRoundFlags(plan, access, slot, registers[0]);
        if (plan.getRound(slot) != round)
          continue;
        uint64_t offset = plan.getElementOffset(slot);
        if (plan.elementBits * registers.size() < 8)
          problem = "an access of less than a byte";
        if (offset % registers.size() != 0)
          problem = "misaligned vector";
        for (auto [i, reg] : llvm::enumerate(registers))
          move(file.at(reg, lane, warp), offset + i, isStore);
      }
    });
  }

  static uint64_t slotOf(const SharedAccess &access, unsigned reg,
                         unsigned lane, unsigned warp, uint64_t block) {
    return access.offset.applyPacked(
        access.offset.pack(reg, lane, warp, block));
  }

  /// A round that depends on neither lane nor warp is that of lane 0, warp 0.
  void checkRoundFlags(const SharedMemoryPlan &plan, const SharedAccess &access,
                       uint64_t slot, unsigned reg) {
    if (access.roundDependsOnLane || access.roundDependsOnWarp)
      return;
    if (plan.getRound(slot) != plan.getRound(slotOf(access, reg, 0, 0, 0)))
      problem = "the round depends on the thread";
  }

  void move(int64_t &value, uint64_t offset, bool isStore) {
    if (!isStore) {
      value = memory.at(offset);
      return;
    }
    int64_t &place = memory.at(offset);
    if (place != kEmpty && place != value)
      problem = "two elements at one offset";
    place = value;
  }

  void runMatrix(const SharedMemoryPlan &plan, const SharedAccess &access,
                 unsigned round, RegisterFile &file, bool isStore) {
    const MatrixAccess &m = *access.matrix;
    unsigned pack = 32 / plan.elementBits;
    for (unsigned warp = 0; warp != file.layout.getNumWarps(); ++warp)
      for (unsigned inst = 0; inst != m.getNumInstructions(); ++inst)
        for (unsigned lane = 0; lane != 32; ++lane)
          for (unsigned word = 0; word != m.getNumWords(); ++word)
            for (unsigned h = 0; h != pack; ++h) {
              MatrixPlace place = getMatrixPlace(m, word, lane, h, pack);
              uint64_t slot =
                  m.rowAddress.apply(inst, place.row, warp, file.block)[0];
              if (plan.getRound(slot) != round)
                continue;
              uint64_t offset = plan.getElementOffset(slot);
              if (offset * plan.elementBits % 128 != 0)
                problem = "misaligned row";
              unsigned reg = m.getRegisters(inst, word)[h];
              move(file.at(reg, lane, warp), offset + place.column, isStore);
            }
  }

  unsigned bits;
  RegisterFile from, to;
  std::vector<int64_t> memory;
  std::string problem;
};

} // namespace

MatrixPlace tileiras::test::getMatrixPlace(const MatrixAccess &access,
                                           unsigned word, unsigned lane,
                                           unsigned element, unsigned pack) {
  unsigned group = lane / 4, thread = lane % 4;
  switch (access.form) {
  case MatrixForm::Rows:
    return {8 * word + group, thread * pack + element};
  case MatrixForm::Transposed:
    return {8 * word + thread * pack + element, group};
  case MatrixForm::TransposedBytes:
    return {16 * (word / 2) + 4 * thread + 2 * (word % 2) + element % 2,
            group + 8 * (element / 2)};
  }
  llvm_unreachable("the forms");
}

testing::AssertionResult
tileiras::test::convertsRightly(const ConversionPlan &plan,
                                const LinearLayout &src,
                                const LinearLayout &dst, unsigned elementBits) {
  for (int64_t block = 0; block != src.getInSize(InDim::Block); ++block) {
    testing::AssertionResult result =
        Interpreter(src, dst, block, elementBits).run(plan);
    if (!result)
      return result << "\nin a " << getConversionKindName(plan.kind).str()
                    << " conversion of " << elementBits << " bits\nfrom "
                    << src.str() << "\nto   " << dst.str() << "\n";
  }
  return testing::AssertionSuccess();
}

unsigned tileiras::test::countWavefronts(const LinearLayout &offset,
                                         unsigned elementBits,
                                         unsigned vectorElements) {
  unsigned accessBytes = elementBits * vectorElements / 8;
  unsigned together = std::min(32u, 128 / accessBytes);
  unsigned wavefronts = 0;
  for (unsigned first = 0; first < 32; first += together) {
    std::map<uint64_t, std::set<uint64_t>> wordsOfBank;
    for (unsigned lane = first; lane != first + together; ++lane) {
      uint64_t byte = offset.applyFlat(InDim::Lane, lane) * elementBits / 8;
      for (uint64_t word = byte / 4; word <= (byte + accessBytes - 1) / 4;
           ++word)
        wordsOfBank[word % 32].insert(word);
    }
    size_t worst = 0;
    for (const auto &[bank, words] : wordsOfBank)
      worst = std::max(worst, words.size());
    wavefronts += worst;
  }
  return wavefronts;
}
