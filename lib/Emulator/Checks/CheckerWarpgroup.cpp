//===- CheckerWarpgroup.cpp - Instructions of a warpgroup -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "wgmma.mma_async", "setmaxnreg": all threads of a warpgroup execute
// the same instruction, with the same matrix descriptors; otherwise nothing is
// defined. A warp's n-th such instruction is compared with the n-th of the
// others, whenever they reach it, so that an instruction that a warp omits is
// found in every schedule: at its next one, or when the warp exits.
//
// For setmaxnreg the operation has to be the same, not the instruction of the
// text: warps of one warpgroup that belong to different partitions execute it
// in separate code, as in Triton's kernels.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/Checker.h"
#include "tileiras/Emulator/ISA/InstructionTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tileiras::emu {

namespace {
bool setsRegisters(const Instruction &instruction) {
  return StringRef(instruction.info->words).starts_with("setmaxnreg");
}

/// "'setmaxnreg.dec 24'"
std::string spelling(const WarpgroupChecks::Executed &later) {
  std::string text = "'" + wordsBeforeSync(*later.instruction->info).str();
  if (setsRegisters(*later.instruction))
    text += " " + std::to_string(later.agreed[0]);
  return text + "'";
}

bool isSame(const WarpgroupChecks::Executed &a,
            const WarpgroupChecks::Executed &b) {
  if (setsRegisters(*a.instruction) && setsRegisters(*b.instruction))
    return a.instruction->execute == b.instruction->execute &&
           a.agreed == b.agreed;
  return a.instruction == b.instruction;
}
} // namespace

WarpgroupChecks &Checker::warpgroupOf(Warp &warp) {
  return of(warp.cta()).warpgroups[warp.index() / WarpgroupChecks::kWarps];
}

void Checker::warpgroup(Warp &warp, const Instruction &instruction,
                        ArrayRef<uint64_t> agreed) {
  if (!checks.warpgroups)
    return;
  WarpgroupChecks::Executed later{&warp, warp.currentFrame().function,
                                  &instruction, siteOf(warp),
                                  to_vector<2>(agreed)};
  if (setsRegisters(instruction))
    checkSynchronized(warp);
  WarpgroupChecks &group = warpgroupOf(warp);
  uint64_t number = group.made[warp.index() % WarpgroupChecks::kWarps]++;
  if (number == group.first + group.executed.size())
    group.executed.push_back(later);
  else
    compareExecuted(group.executed[number - group.first], later);
  for (unsigned n = 0; n < WarpgroupChecks::kWarps; ++n)
    checkFollows(warp, n);
  while (!group.executed.empty() && all_of(group.made, [&](uint64_t made) {
    return made > group.first;
  })) {
    group.executed.pop_front();
    ++group.first;
  }
}

/// \p later is executed where another warp has executed \p earlier.
void Checker::compareExecuted(const WarpgroupChecks::Executed &earlier,
                              const WarpgroupChecks::Executed &later) {
  std::string where =
      ("warp " + Twine(earlier.warp->index()) + " of the warpgroup").str();
  if (!isSame(earlier, later)) {
    later.warp->fault("warpgroup: " + spelling(later) + " where " + where +
                      " has executed " + spelling(earlier) + " at " +
                      sites.text(earlier.site) +
                      "; all four warps must execute the same");
    return;
  }
  for (auto [mine, theirs] : zip_equal(later.agreed, earlier.agreed))
    if (mine != theirs) {
      later.warp->fault("warpgroup: " + spelling(later) +
                        " with the matrix descriptor 0x" +
                        utohexstr(mine, true) + " where " + where + " has 0x" +
                        utohexstr(theirs, true));
      return;
    }
}

/// Checks that warp \p member of \p warp's warpgroup can still execute the
/// instructions that others have executed.
void Checker::checkFollows(Warp &warp, unsigned member) {
  WarpgroupChecks &group = warpgroupOf(warp);
  unsigned first =
      warp.index() / WarpgroupChecks::kWarps * WarpgroupChecks::kWarps;
  const Warp &follower = *warp.cta().warps[first + member];
  uint64_t next = group.made[member];
  if (follower.liveLanes() || next == group.first + group.executed.size())
    return;
  const WarpgroupChecks::Executed &later = group.executed[next - group.first];
  later.warp->faultAt(
      *later.function, later.instruction, FaultKind::Other,
      "warpgroup: " + spelling(later) + " is not executed by warp " +
          Twine(follower.index()) + " of the warpgroup, which has exited",
      -1);
}

void Checker::checkWarpgroupOfExited(Warp &warp) {
  bool isWhole =
      warp.index() / WarpgroupChecks::kWarps < of(warp.cta()).warpgroups.size();
  if (checks.warpgroups && isWhole && !warp.liveLanes())
    checkFollows(warp, warp.index() % WarpgroupChecks::kWarps);
}

/// PTX ISA: the warps synchronise between one setmaxnreg and the next.
void Checker::checkSynchronized(Warp &warp) {
  WarpgroupChecks &group = warpgroupOf(warp);
  unsigned self = warp.index() % WarpgroupChecks::kWarps;
  const Knowledge &known = of(warp).clock.known();
  size_t number = group.resizes[self].size();
  for (unsigned n = 0; number && n < WarpgroupChecks::kWarps; ++n) {
    ArrayRef<Epoch> others = group.resizes[n];
    if (n == self ||
        (others.size() >= number && any_of(seq(kWarpSize), [&](unsigned lane) {
           return known.covers(others[number - 1], lane);
         })))
      continue;
    warp.fault("warpgroup: setmaxnreg follows another one, and the warp has "
               "not synchronised with warp " +
               Twine(warp.index() - self + n) + " of the warpgroup since");
    return;
  }
  const WarpClock &clock = of(warp).clock;
  group.resizes[self].push_back({clock.agent(), clock.tick()});
}

} // namespace tileiras::emu
