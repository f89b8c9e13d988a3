//===- CodeRules.h - Restrictions of LLVM's transformations -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM does not know that the threads of a warp must execute some instructions
// together, and that an operation in flight uses registers. This header adds
// these restrictions to the LLVM IR of every module, since MLIR can't express
// some of them; docs/Rationale/Target.md has the reasons.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_NVPTX_CODERULES_H
#define TILEIRAS_TARGET_NVPTX_CODERULES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

namespace tileiras {

/// Returns whether PTX text of inline assembly has an instruction that the
/// threads of a warp or CTA execute together, or that starts, commits or awaits
/// an asynchronous operation. Such instructions have .sync, .aligned or .async,
/// or belong to a family that has no others.
bool isCollectivePTX(llvm::StringRef text);

/// Marks inline assembly of such instructions, and all functions that may hold
/// some, `convergent`; forbids jump tables; inlines every function that isn't a
/// kernel and doesn't refuse it. \p module has its device library linked.
void applyCodeRules(llvm::Module &module);

} // namespace tileiras

#endif // TILEIRAS_TARGET_NVPTX_CODERULES_H
