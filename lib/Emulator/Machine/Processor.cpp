//===- Processor.cpp - One host thread that runs clusters -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Processor.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras::emu {

Processor::Processor(Launch &launch, unsigned number)
    : launch(launch), number(number), random(launch.config.schedule.seed),
      residentLimit(launch.config.maxResidentBytes / launch.processors) {}

ExecutionCounts &Processor::countsOf(const Function &function) {
  std::unique_ptr<ExecutionCounts> &entry = counts[&function];
  if (!entry) {
    entry = std::make_unique<ExecutionCounts>();
    entry->warps.resize(function.code.size());
    entry->lanes.resize(function.code.size());
  }
  return *entry;
}

std::string Processor::busiestLine() const {
  std::map<std::pair<StringRef, uint32_t>, uint64_t> lines;
  for (auto &[function, executed] : counts)
    for (auto [instruction, warps] :
         zip_equal(function->code, executed->warps)) {
      const Location &at = function->locations[instruction.location];
      auto file = launch.program.files.find(at.file);
      bool isKnown = file != launch.program.files.end();
      lines[isKnown ? std::pair<StringRef, uint32_t>(file->second, at.line)
                    : std::pair<StringRef, uint32_t>(
                          launch.program.name, instruction.line)] += warps;
    }
  auto busiest = max_element(
      lines, [](const auto &a, const auto &b) { return a.second < b.second; });
  return (busiest->first.first + ":" + Twine(busiest->first.second)).str();
}

/// The multiply-adds of one warp at an instruction whose text states its shape;
/// the four warps of a warpgroup share those of a wgmma. tcgen05.mma counts its
/// own.
static uint64_t multiplyAddsOf(const Instruction &instruction) {
  StringRef words = instruction.info->words;
  uint64_t warps = words.starts_with("wgmma.mma_async") ? 4 : 1;
  if (warps == 1 && !words.starts_with("mma.") &&
      !words.starts_with("wmma.mma."))
    return 0;
  const Shape &shape = instruction.modifiers.shape;
  return uint64_t(shape.m) * shape.n * shape.k / warps;
}

void Processor::addCounters(Counters &total) {
  CostProfile *requested = launch.config.profile;
  for (auto &[function, executed] : counts) {
    for (size_t pc = 0; pc < function->code.size(); ++pc) {
      counters.warpInstructions += executed->warps[pc];
      counters.threadInstructions += executed->lanes[pc];
      InstClass cls = function->code[pc].classOf();
      counters.byClass[unsigned(cls)] += executed->warps[pc];
      if (cls == InstClass::Matrix)
        counters.multiplyAdds +=
            executed->warps[pc] * multiplyAddsOf(function->code[pc]);
      if (requested) {
        InstructionCost &cost = profile.of(*function)[pc];
        cost[Cost::Issues] += executed->warps[pc];
        cost[Cost::Lanes] += executed->lanes[pc];
      }
    }
  }
  total.add(counters);
  if (requested)
    requested->add(profile);
}

} // namespace tileiras::emu
