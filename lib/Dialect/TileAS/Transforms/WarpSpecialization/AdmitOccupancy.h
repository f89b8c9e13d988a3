//===- AdmitOccupancy.h - As many CTAs as resources admit -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_ADMITOCCUPANCY_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_ADMITOCCUPANCY_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/TargetInfo.h"

namespace tileiras {

/// Reduces the hint `occupancy` of a kernel, if it has one, to the most CTAs
/// that the resources of an SM admit, as the kernel is now. Returns whether it
/// was reduced, with a remark.
bool admitOccupancy(mlir::nv_tileaa::FuncOp func, const TargetInfo &target,
                    int64_t numWarps);

/// Gives the agents of a group what registers of the launch the other agents
/// leave, which have `ofOthers` for each thread.
void distributeRegisters(mlir::nv_tileas::AgentSwitchOp agents, unsigned group,
                         unsigned ofOthers, const TargetInfo &target);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_ADMITOCCUPANCY_H
