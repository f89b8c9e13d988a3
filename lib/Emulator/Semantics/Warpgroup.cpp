//===- Warpgroup.cpp - Instructions of four warps ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Semantics/Warpgroup.h"
#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Machine/Cta.h"

using namespace llvm;

namespace tileiras::emu {

Flow enterAsWarpgroup(Warp &w, const Instruction &i) {
  if (!w.together(kAllLanes))
    return w.awaitLanes(kAllLanes);
  if (w.active != kAllLanes)
    return w.fault(wordsBeforeSync(*i.info) +
                   " needs all 32 lanes of the warp");
  if (w.cta().warps.size() < (w.index() / 4 + 1) * 4)
    return w.fault(wordsBeforeSync(*i.info) +
                   " needs a warpgroup: four warps whose first has a number "
                   "divisible by 4");
  return Flow::Next;
}

Flow leaveAsWarpgroup(Warp &w, const Instruction &i,
                      ArrayRef<uint64_t> values) {
  if (Monitor *monitor = w.monitor())
    monitor->warpgroup(w, i, values);
  return w.next();
}

} // namespace tileiras::emu
