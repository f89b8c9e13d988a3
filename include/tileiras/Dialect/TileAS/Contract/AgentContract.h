//===- AgentContract.h - Registers and barriers of agents -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Named barriers. A CTA has 16; barrier 0 is that of all its threads. A barrier
// of the IR with an id but no number of threads belongs to one agent: agent i
// of a group uses `id + i`. One with a number of threads synchronises several
// agents, at that id.
//
// Registers. A launch gives each thread r of them: the register file, divided
// by the threads that share it, down to a multiple of 8 and at most what one
// thread can have. With agents that reallocate registers the warps must not
// request more in total than the launch gave them:  sum of max_regs over warps
// <= warps * r.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_CONTRACT_AGENTCONTRACT_H
#define TILEIRAS_DIALECT_TILEAS_CONTRACT_AGENTCONTRACT_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/TargetInfo.h"

namespace tileiras {

/// Returns the registers that a launch gives each thread of a kernel with
/// agents.
unsigned getLaunchRegisters(mlir::nv_tileas::AgentSwitchOp agents,
                            const TargetInfo &target);

/// Returns whether threads of an agent synchronise at a barrier that needs an
/// id: those of one warp don't.
bool needsNamedBarrier(mlir::nv_tileas::BarrierOp barrier);

/// Returns how many named barriers, from its id on, such a barrier needs: one
/// for each agent that has its own.
unsigned countNamedBarriers(mlir::nv_tileas::BarrierOp barrier);

/// The last of a CTA's named barriers; the first is 1.
constexpr unsigned kLastNamedBarrier = 15;

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_CONTRACT_AGENTCONTRACT_H
