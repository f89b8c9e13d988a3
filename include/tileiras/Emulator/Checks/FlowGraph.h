//===- FlowGraph.h - Basic blocks of a function -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_CHECKS_FLOWGRAPH_H
#define TILEIRAS_EMULATOR_CHECKS_FLOWGRAPH_H

#include "tileiras/Emulator/Program.h"

namespace tileiras::emu {

/// Where control goes in a function. A call is an instruction like others.
struct FlowGraph {
  struct Block {
    uint32_t begin, end;                       // instructions
    llvm::SmallVector<unsigned, 2> successors; // indices of blocks
  };

  explicit FlowGraph(const Function &function);

  std::vector<Block> blocks;     // in the order of the text
  std::vector<unsigned> blockAt; // by instruction
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_CHECKS_FLOWGRAPH_H
