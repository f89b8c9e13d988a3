//===- LineCosts.cpp - Costs by line ----------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Profile/LineCosts.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras::emu {

LineCosts LineCosts::of(const CostProfile &profile) {
  LineCosts lines;
  for (const auto &[function, costs] : profile) {
    for (auto [instruction, cost] : zip_equal(function->code, costs)) {
      if (!cost[Cost::Issues])
        continue;
      lines.ptx[instruction.line] += cost;
      if (instruction.location >= function->locations.size())
        continue;
      const Location &at = function->locations[instruction.location];
      if (at.line)
        lines.sources[at.file][at.line] += cost;
    }
  }
  return lines;
}

InstructionCost LineCosts::total() const {
  InstructionCost sum;
  for (const auto &[line, cost] : ptx)
    sum += cost;
  return sum;
}

} // namespace tileiras::emu
