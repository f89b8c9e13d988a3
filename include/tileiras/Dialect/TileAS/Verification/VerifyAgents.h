//===- VerifyAgents.h - Check agents and named barriers ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYAGENTS_H
#define TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYAGENTS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/TargetInfo.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tileiras {

/// Checks the agents of a function whose boundary may have been converted
/// already: `target` can reallocate registers and a launch has as many as they
/// request, and the threads that synchronise at a barrier are always the same.
llvm::LogicalResult verifyAgents(mlir::FunctionOpInterface func,
                                 const TargetInfo &target);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYAGENTS_H
