//===- FlowGraph.cpp - Basic blocks of a function ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Program/FlowGraph.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace tileiras::emu {

/// The targets of the instruction at \p pc, and whether it may continue with
/// the next one.
static std::pair<SmallVector<uint32_t, 2>, bool>
targets(const Function &function, uint32_t pc) {
  const Instruction &instruction = function.code[pc];
  StringRef name = StringRef(instruction.info->words).split('.').first;
  bool guarded = instruction.guard.exists();
  if (name == "bra")
    return {{instruction.target}, guarded};
  if (name == "brx") {
    const auto &table = function.branchTables[instruction.target];
    return {SmallVector<uint32_t, 2>(table.begin(), table.end()), guarded};
  }
  bool ends = name == "ret" || name == "exit" || name == "trap";
  return {{}, guarded || !ends};
}

FlowGraph::FlowGraph(const Function &function) {
  uint32_t size = function.code.size();
  BitVector leaders(size + 1);
  leaders.set(0);
  for (uint32_t pc = 0; pc < size; ++pc) {
    auto [jumps, falls] = targets(function, pc);
    for (uint32_t target : jumps)
      leaders.set(target);
    if (!jumps.empty() || !falls)
      leaders.set(pc + 1);
  }
  blockAt.assign(size, 0);
  for (uint32_t pc = 0; pc < size; ++pc) {
    if (leaders.test(pc))
      blocks.push_back({pc, pc, {}});
    blocks.back().end = pc + 1;
    blockAt[pc] = blocks.size() - 1;
  }
  for (BasicBlock &block : blocks) {
    auto [jumps, falls] = targets(function, block.end - 1);
    if (falls)
      jumps.push_back(block.end);
    for (uint32_t target : jumps)
      if (target < size)
        block.successors.push_back(blockAt[target]);
  }
}

} // namespace tileiras::emu
