//===- Loops.h - Dominance and loops of a function --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dominators by iteration over bit vectors, and natural loops from back edges,
// for the functions of the emulator: breakpoints of a line need to know in
// which loops its instructions are.
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_LIB_DEBUGGER_LOOPS_H
#define TILEIRAS_LIB_DEBUGGER_LOOPS_H

#include "tileiras/Emulator/Program/FlowGraph.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tileiras::dbg {

class Loops {
public:
  explicit Loops(const emu::Function &function);

  /// Returns whether control that reaches \p later always comes from \p
  /// earlier, in the same iteration of every loop.
  bool isSameIteration(uint32_t earlier, uint32_t later) const;

  /// Returns whether control that reaches \p inner, in a loop that doesn't
  /// contain \p outer, always comes from there. If \p isSuch is given, it has
  /// to hold for all instructions of that loop.
  bool isOutside(uint32_t outer, uint32_t inner,
                 llvm::function_ref<bool(uint32_t)> isSuch = nullptr) const;

private:
  void findDominators();
  void findLoops();

  emu::FlowGraph graph;
  std::vector<llvm::BitVector> dominators; // one set per block
  std::vector<llvm::BitVector> loops;      // the blocks of each
};

} // namespace tileiras::dbg

#endif // TILEIRAS_LIB_DEBUGGER_LOOPS_H
