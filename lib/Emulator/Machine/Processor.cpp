//===- Processor.cpp - What the clusters on one thread share ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Processor.h"

namespace tileiras::emu {

Processor::Processor(Launch &launch, unsigned number)
    : launch(launch), number(number), random(launch.config.schedule.seed) {}

ExecutionCounts &Processor::countsOf(const Function &function) {
  std::unique_ptr<ExecutionCounts> &entry = counts[&function];
  if (!entry) {
    entry = std::make_unique<ExecutionCounts>();
    entry->warps.resize(function.code.size());
    entry->lanes.resize(function.code.size());
  }
  return *entry;
}

void Processor::addCounters(Counters &total) {
  for (auto &[function, executed] : counts) {
    for (size_t pc = 0; pc < function->code.size(); ++pc) {
      counters.warpInstructions += executed->warps[pc];
      counters.threadInstructions += executed->lanes[pc];
      InstClass cls = function->code[pc].classOf();
      counters.byClass[unsigned(cls)] += executed->warps[pc];
    }
  }
  total.add(counters);
}

} // namespace tileiras::emu
