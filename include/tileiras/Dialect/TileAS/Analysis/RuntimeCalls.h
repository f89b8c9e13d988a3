//===- RuntimeCalls.h - Operations that become calls ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_RUNTIMECALLS_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_RUNTIMECALLS_H

#include "mlir/IR/Operation.h"

namespace tileiras {

/// Returns whether an operation below `root` prints, asserts or allocates
/// memory: calls of what every driver links, which threads make one after the
/// other.
bool callsRuntime(mlir::Operation *root);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_RUNTIMECALLS_H
