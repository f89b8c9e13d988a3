//===- AsyncCopy.h - Landing of cp.async copies -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_SEMANTICS_ASYNCCOPY_H
#define TILEIRAS_EMULATOR_SEMANTICS_ASYNCCOPY_H

#include "tileiras/Emulator/Machine/Warp.h"

namespace tileiras::emu {

/// Carries out the active lanes' copies: those of all groups but the latest
/// \p pending ones, with \p uncommitted also those of no group yet.
void landCopies(Warp &w, uint32_t pending, bool uncommitted);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_ASYNCCOPY_H
