//===- Agents.h - Which warps run which code --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An agent is a set of warps that run one piece of code together. Without an
// `agent_switch` the CTA is the only one. With it each region is the code of a
// *group* of agents of one size, which follow one another in the order of
// warps:
//
//   num_agents_per_group = [1, 2]   num_warps = [1, 4]   warp_id = [8, 0]
//
//   warp    0 1 2 3   4 5 6 7   8           9 10 11
//           region 1  region 1  region 0    idle, where max_regs is given
//           agent 0   agent 1   agent 0
//
// Inside of a region everything is counted from the agent's first warp: the
// thread index, layouts and barriers. So code does not change when it moves
// into an agent.
//
// Registers move between warps by `setmaxnreg`, which all four warps of a
// warpgroup (warps 4i to 4i + 3) execute as one. So with `max_regs` the CTA
// consists of whole warpgroups, of which each has one number of registers.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_AGENTS_H
#define TILEIRAS_DIALECT_TILEAS_IR_AGENTS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace mlir::nv_tileas {

class AgentSwitchOp;

/// Warps that `setmaxnreg` and `wgmma` take together.
constexpr unsigned kWarpsPerWarpgroup = 4;

/// The agents that run one region of an agent_switch.
struct AgentGroup {
  Region *region;
  unsigned firstWarp, warpsPerAgent, numAgents;
  /// Registers of each thread, where they are moved.
  std::optional<unsigned> maxRegs;
  /// Bytes from the buffers of an agent to those of the next; 0 before they
  /// are placed.
  unsigned bufferStride;

  unsigned endWarp() const { return firstWarp + warpsPerAgent * numAgents; }
  unsigned threadsPerAgent() const { return 32 * warpsPerAgent; }
  /// The number of the agent in its group, i32.
  Value getAgentIndex() const { return region->getArgument(0); }
};

/// Warps that come to the same code: those of a group, or idle ones.
struct WarpRange {
  unsigned first, end;
  /// Null: idle.
  Region *region;
  /// That of the warpgroups that the range shares with others, too.
  std::optional<unsigned> maxRegs;
};

/// The agents that run the code of a block or region; none where all warps do.
std::optional<AgentGroup> getEnclosingAgents(Region *region);
inline std::optional<AgentGroup> getEnclosingAgents(Block *block) {
  return getEnclosingAgents(block->getParent());
}
inline std::optional<AgentGroup> getEnclosingAgents(Operation *op) {
  return getEnclosingAgents(op->getBlock());
}

/// The agent_switch of a function, or null.
AgentSwitchOp getAgentSwitch(Operation *func);

/// What `value` is outside of the agents if it is a capture of theirs; else
/// `value`.
Value lookThroughCapture(Value value);

} // namespace mlir::nv_tileas

#endif // TILEIRAS_DIALECT_TILEAS_IR_AGENTS_H
