//===- Warpgroup.h - Instructions of four warps -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Warpgroup": four contiguous warps, the first of which has an index
// divisible by 4. wgmma and setmaxnreg are executed by all of them. Nothing in
// the ISA makes the warps wait for each other there, nor do they here; the
// check "warpgroups" (Checks/CheckerWarpgroup.cpp) compares the instructions
// that they have executed.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_SEMANTICS_WARPGROUP_H
#define TILEIRAS_EMULATOR_SEMANTICS_WARPGROUP_H

#include "tileiras/Emulator/Machine/Warp.h"

namespace tileiras::emu {

/// Returns Next if all lanes of a warp that is part of a warpgroup execute \p
/// i.
Flow enterAsWarpgroup(Warp &w, const Instruction &i);

/// Called when the warp has executed \p i; the four warps have to agree on \p
/// values.
Flow leaveAsWarpgroup(Warp &w, const Instruction &i,
                      llvm::ArrayRef<uint64_t> values = {});

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_WARPGROUP_H
