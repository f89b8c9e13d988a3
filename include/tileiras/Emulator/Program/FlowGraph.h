//===- FlowGraph.h - Basic blocks of a function -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The basic blocks of a function and the edges between them, for dataflow over
// decoded instructions. A call is an instruction like others.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_PROGRAM_FLOWGRAPH_H
#define TILEIRAS_EMULATOR_PROGRAM_FLOWGRAPH_H

#include "tileiras/Emulator/Program/Program.h"

namespace tileiras::emu {

/// The control flow graph of a function.
struct FlowGraph {
  struct BasicBlock {
    uint32_t begin, end;                       // instructions
    llvm::SmallVector<unsigned, 2> successors; // indices of blocks
  };

  explicit FlowGraph(const Function &function);

  std::vector<BasicBlock> blocks; // in the order of the text
  std::vector<unsigned> blockAt;  // by instruction
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PROGRAM_FLOWGRAPH_H
