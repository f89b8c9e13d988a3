//===- Loops.h - Dominance and loops of a function --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_LIB_DEBUGGER_LOOPS_H
#define TILEIRAS_LIB_DEBUGGER_LOOPS_H

#include "tileiras/Emulator/Checks/FlowGraph.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tileiras::dbg {

class Loops {
public:
  explicit Loops(const emu::Function &function);

  /// Does control that reaches \p later always come from \p earlier, in the
  /// same turn of every loop?
  bool isSameTurn(uint32_t earlier, uint32_t later) const;

  /// Does control that reaches \p inner, in a loop that \p outer is not in,
  /// always come from there? If \p isSuch is given, it has to hold for all
  /// instructions of that loop.
  bool isOutside(uint32_t outer, uint32_t inner,
                 llvm::function_ref<bool(uint32_t)> isSuch = nullptr) const;

private:
  void findDominators();
  void findLoops();

  emu::FlowGraph graph;
  std::vector<llvm::BitVector> dominators; // of each block
  std::vector<llvm::BitVector> loops;      // the blocks of each
};

} // namespace tileiras::dbg

#endif // TILEIRAS_LIB_DEBUGGER_LOOPS_H
