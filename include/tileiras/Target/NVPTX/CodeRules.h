//===- CodeRules.h - What LLVM must leave as it is --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM knows nothing of warps that must come to one instruction together, and
// of registers that an operation in flight uses. What it needs to be told is
// written into the LLVM IR here, once for every module, since MLIR has no words
// for some of it; the reasons are in docs/Rationale/Target.md.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_NVPTX_CODERULES_H
#define TILEIRAS_TARGET_NVPTX_CODERULES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

namespace tileiras {

/// Does PTX text, as inline assembly has it, hold an instruction that the
/// threads of a warp or CTA execute together, or that starts, commits or awaits
/// an asynchronous operation? Those say .sync, .aligned or .async, or are of a
/// family that is about nothing else.
bool isCollectivePTX(llvm::StringRef text);

/// Marks inline assembly of such instructions, and all functions that may hold
/// some, `convergent`; forbids jump tables; has every function inlined that is
/// no kernel and doesn't refuse it. \p module has its device library linked.
void applyCodeRules(llvm::Module &module);

} // namespace tileiras

#endif // TILEIRAS_TARGET_NVPTX_CODERULES_H
