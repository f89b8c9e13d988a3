//===- AlternateSteps.h - Two agents that share the steps -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where threads take sums out of tensor memory in each step and make the
// operand of the next product of them, as in attention, one warpgroup holds the
// rows of a step whole, and waits for one unit after the other: tensor memory,
// then arithmetic for the maximum, the special units for the powers, and tensor
// memory again. Two warpgroups that share the rows do so both at the same time.
// So a second agent of the same code does every second step (FlashAttention-4
// has two such groups, of two tiles of queries):
//
//   agent 0   S(0) powers O(0)   S(2) powers O(2)
//   agent 1             S(1) powers O(1)   S(3) powers O(3)
//
// A step has two parts that the agents do in turn (TileASOrder.td), since each
// takes what the step before left:
//
//   read    waits for S, reads it, finds the new maximum of each row
//   change  adds to the sum of each row; waits for O, multiplies it, stores P
//
// What the loop carried of a row lies in shared memory, where each thread finds
// what the thread of its number in the other agent wrote. The turns order that,
// and the stages of the pipelines: nobody waits for a phase before the other
// agent has seen the one before it.
//
// Everything outside of these loops is the first agent's. It has the first
// turn, and waits for the last one of the other agent behind all loops.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_ALTERNATESTEPS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_ALTERNATESTEPS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/TargetInfo.h"

namespace tileiras {

/// Agents that share the steps.
inline constexpr int32_t kAlternating = 2;

/// Where all loops of the one agent of `region` have such steps, and the rest
/// can be left to one of two: the group has two agents then, and the warps
/// after it have higher numbers. Returns whether it is so, and else `why` not.
bool alternateSteps(mlir::nv_tileas::AgentSwitchOp agents, mlir::Region &region,
                    const TargetInfo &target, llvm::StringRef &why);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_ALTERNATESTEPS_H
