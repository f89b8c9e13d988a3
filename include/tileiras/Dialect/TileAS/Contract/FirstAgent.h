//===- FirstAgent.h - What one agent of several does ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Agents of one group run the same code. What one of them does for all stands
// in a branch:
//
//   ^bb0(%agent: i32, …):
//     %first = arith.cmpi eq, %agent, %c0 : i32
//     scf.if %first { … }
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_CONTRACT_FIRSTAGENT_H
#define TILEIRAS_DIALECT_TILEAS_CONTRACT_FIRSTAGENT_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tileiras {

/// A branch in the code of agents that only the first of them takes.
mlir::scf::IfOp createForFirstAgent(mlir::OpBuilder &builder,
                                    mlir::Location loc);

/// The last one in the code of several agents; null where there is none, or one
/// agent.
mlir::scf::IfOp findLastForFirstAgent(mlir::Block &block);

/// Whether `op` is in such a branch.
bool isForFirstAgent(mlir::Operation *op);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_CONTRACT_FIRSTAGENT_H
