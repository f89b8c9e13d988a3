//===- AsyncOrder.h - Operations of a thread in order -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_SEMANTICS_ASYNCORDER_H
#define TILEIRAS_EMULATOR_SEMANTICS_ASYNCORDER_H

#include "tileiras/Emulator/Machine/Warp.h"

namespace tileiras::emu {

/// Makes \p operation land after the operations of \p kind that the active
/// lanes issued before. The latest is enough: each follows the one before it.
inline void runAfterEarlier(Warp &w, AsyncKind kind,
                            AsyncOperation &operation) {
  if (std::optional<uint64_t> earlier = w.async().latest(w, kind))
    operation.after.push_back(*earlier);
}

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_ASYNCORDER_H
