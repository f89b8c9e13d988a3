//===- Grid.cpp - All CTAs of a launch --------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Cta.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras::emu {

namespace {
/// Instructions after which a CTA that hasn't ended gets company: it may wait
/// for a later one.
constexpr uint64_t CtaSlice = uint64_t(1) << 24;
/// Rounds in which every CTA was idle that make a deadlock.
constexpr unsigned IdleRounds = 4;

Dim3 ctaId(uint64_t index, Dim3 grid) {
  return {uint32_t(index % grid.x), uint32_t(index / grid.x % grid.y),
          uint32_t(index / grid.x / grid.y)};
}
} // namespace

ExecutionCounts &Launch::countsOf(const Function &function) {
  std::unique_ptr<ExecutionCounts> &entry = counts[&function];
  if (!entry) {
    entry = std::make_unique<ExecutionCounts>();
    entry->warps.resize(function.code.size());
    entry->lanes.resize(function.code.size());
  }
  return *entry;
}

void Launch::finishCounters() {
  for (auto &[function, executed] : counts) {
    for (size_t pc = 0; pc < function->code.size(); ++pc) {
      counters.warpInstructions += executed->warps[pc];
      counters.threadInstructions += executed->lanes[pc];
      InstClass cls = function->code[pc].classOf();
      counters.byClass[unsigned(cls)] += executed->warps[pc];
    }
  }
}

/// Has the launch run more instructions than the configuration allows?
static bool overLimit(const Launch &launch) {
  uint64_t limit = launch.config.maxInstructions;
  return limit && launch.clock > limit;
}

bool runGrid(Launch &launch) {
  std::vector<std::unique_ptr<Cta>> resident;
  uint64_t next = 0, total = launch.grid.count();
  uint64_t limit = launch.config.maxInstructions;
  uint64_t turn = limit ? std::min(limit, CtaSlice) : CtaSlice;
  for (unsigned idleRounds = 0; next < total || !resident.empty();) {
    ++idleRounds;
    if (next < total) {
      resident.push_back(
          std::make_unique<Cta>(launch, ctaId(next++, launch.grid)));
      ++launch.counters.ctas;
      idleRounds = 0;
    }
    for (std::unique_ptr<Cta> &cta : resident) {
      Cta::Outcome outcome = cta->run(turn);
      bool unfinished =
          outcome == Cta::Outcome::Running || outcome == Cta::Outcome::Idle;
      if (unfinished && overLimit(launch)) {
        cta->reportUnfinished();
        return false;
      }
      if (outcome == Cta::Outcome::Fault)
        return false;
      if (outcome != Cta::Outcome::Idle)
        idleRounds = 0;
      if (outcome == Cta::Outcome::Finished)
        cta.reset();
    }
    erase_if(resident, [](const auto &cta) { return !cta; });
    if (idleRounds >= IdleRounds && !resident.empty()) {
      resident.front()->reportDeadlock();
      return false;
    }
  }
  return true;
}

} // namespace tileiras::emu
