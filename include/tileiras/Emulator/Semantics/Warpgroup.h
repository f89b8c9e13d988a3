//===- Warpgroup.h - Instructions of four warps -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Warpgroup": four warps in a row, the first of which has a number
// divisible by 4. wgmma and setmaxnreg are executed by all of them. Nothing in
// the ISA makes the warps wait for each other there, nor do they here; that
// each of them executes the same instructions is found by the check
// "warpgroups" (Checks/CheckerWarpgroup.cpp), which compares what they have
// executed.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_SEMANTICS_WARPGROUP_H
#define TILEIRAS_EMULATOR_SEMANTICS_WARPGROUP_H

#include "tileiras/Emulator/Machine/Warp.h"

namespace tileiras::emu {

/// Do all lanes of a warp execute \p i that is part of a warpgroup? Next: yes.
Flow enterAsWarpgroup(Warp &w, const Instruction &i);

/// The warp has executed \p i; the four warps have to agree on \p values.
Flow leaveAsWarpgroup(Warp &w, const Instruction &i,
                      llvm::ArrayRef<uint64_t> values = {});

/// "wgmma.fence": its words up to .sync.
llvm::StringRef nameInWarpgroup(const Instruction &i);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_WARPGROUP_H
