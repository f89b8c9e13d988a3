//===- CheckerWarpgroup.cpp - Warps that act as one -------------*- C++ -*-===//
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
// others, whenever they come to it, so that one that a warp leaves out is found
// in every schedule: at the next one, or when the warp exits.
//
// Of setmaxnreg the operation has to be the same, not its place in the text:
// warps of one warpgroup that play different roles execute it in code of their
// own, as Triton's partitions do.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/Checker.h"
#include "tileiras/Emulator/Semantics/Warpgroup.h"

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
std::string spelling(const WarpgroupChecks::Step &step) {
  std::string text = "'" + nameInWarpgroup(*step.instruction).str();
  if (setsRegisters(*step.instruction))
    text += " " + std::to_string(step.agreed[0]);
  return text + "'";
}

bool isSame(const WarpgroupChecks::Step &a, const WarpgroupChecks::Step &b) {
  if (setsRegisters(*a.instruction) && setsRegisters(*b.instruction))
    return a.instruction->execute == b.instruction->execute &&
           a.agreed == b.agreed;
  return a.instruction == b.instruction;
}
} // namespace

WarpgroupChecks &Checker::warpgroupOf(Warp &warp) {
  return of(warp.cta()).warpgroups[warp.index() / WarpgroupChecks::Warps];
}

void Checker::warpgroup(Warp &warp, const Instruction &instruction,
                        ArrayRef<uint64_t> agreed) {
  if (!checks.warpgroups)
    return;
  WarpgroupChecks::Step step{&warp, warp.currentFrame().function, &instruction,
                             siteOf(warp), to_vector<2>(agreed)};
  if (setsRegisters(instruction))
    checkSynchronized(warp);
  WarpgroupChecks &group = warpgroupOf(warp);
  uint64_t number = group.made[warp.index() % WarpgroupChecks::Warps]++;
  if (number == group.first + group.steps.size())
    group.steps.push_back(step);
  else
    compareSteps(group.steps[number - group.first], step);
  for (unsigned n = 0; n < WarpgroupChecks::Warps; ++n)
    checkFollows(warp, n);
  while (!group.steps.empty() && all_of(group.made, [&](uint64_t made) {
    return made > group.first;
  })) {
    group.steps.pop_front();
    ++group.first;
  }
}

/// \p step is made where another warp has made \p earlier.
void Checker::compareSteps(const WarpgroupChecks::Step &earlier,
                           const WarpgroupChecks::Step &step) {
  std::string where =
      ("warp " + Twine(earlier.warp->index()) + " of the warpgroup").str();
  if (!isSame(earlier, step)) {
    step.warp->fault("warpgroup: " + spelling(step) + " where " + where +
                     " has executed " + spelling(earlier) + " at " +
                     sites.text(earlier.site) +
                     "; all four warps must execute the same");
    return;
  }
  for (auto [mine, theirs] : zip_equal(step.agreed, earlier.agreed))
    if (mine != theirs) {
      step.warp->fault("warpgroup: " + spelling(step) +
                       " with the matrix descriptor 0x" +
                       utohexstr(mine, true) + " where " + where + " has 0x" +
                       utohexstr(theirs, true));
      return;
    }
}

/// Warp \p member of \p warp's warpgroup can still execute what another one of
/// it has.
void Checker::checkFollows(Warp &warp, unsigned member) {
  WarpgroupChecks &group = warpgroupOf(warp);
  unsigned first =
      warp.index() / WarpgroupChecks::Warps * WarpgroupChecks::Warps;
  const Warp &follower = *warp.cta().warps[first + member];
  uint64_t next = group.made[member];
  if (follower.liveLanes() || next == group.first + group.steps.size())
    return;
  const WarpgroupChecks::Step &step = group.steps[next - group.first];
  step.warp->faultAt(*step.function, step.instruction, FaultKind::Other,
                     "warpgroup: " + spelling(step) +
                         " is not executed by warp " + Twine(follower.index()) +
                         " of the warpgroup, which has exited",
                     -1);
}

void Checker::checkWarpgroupOfExited(Warp &warp) {
  bool isWhole =
      warp.index() / WarpgroupChecks::Warps < of(warp.cta()).warpgroups.size();
  if (checks.warpgroups && isWhole && !warp.liveLanes())
    checkFollows(warp, warp.index() % WarpgroupChecks::Warps);
}

/// PTX ISA: the warps synchronise between one setmaxnreg and the next.
void Checker::checkSynchronized(Warp &warp) {
  WarpgroupChecks &group = warpgroupOf(warp);
  unsigned self = warp.index() % WarpgroupChecks::Warps;
  const Knowledge &known = of(warp).clock.known();
  size_t number = group.resizes[self].size();
  for (unsigned n = 0; number && n < WarpgroupChecks::Warps; ++n) {
    ArrayRef<Epoch> others = group.resizes[n];
    if (n == self ||
        (others.size() >= number && any_of(seq(WarpSize), [&](unsigned lane) {
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
