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
// *group* of agents of one size, which have consecutive warps:
//
//   num_agents_per_group = [1, 2]   num_warps = [1, 4]   warp_id = [8, 0]
//
//   warp    0 1 2 3   4 5 6 7   8           9 10 11
//           region 1  region 1  region 0    idle, where max_regs is given
//           agent 0   agent 1   agent 0
//
// In a region everything is counted from the agent's first warp: the thread
// index, layouts and barriers. So code does not change when it moves into an
// agent.
//
// Registers move between warps by `setmaxnreg`, which all four warps of a
// warpgroup (warps 4i to 4i + 3) execute as one. So with `max_regs` the CTA
// consists of whole warpgroups, and all warps of a warpgroup have the same
// number of registers.
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

/// The warps that execute `setmaxnreg` and `wgmma` together.
constexpr unsigned kWarpsPerWarpgroup = 4;

/// The agents that run one region of an agent_switch.
struct AgentGroup {
  Region *region;
  unsigned firstWarp, warpsPerAgent, numAgents;
  /// Registers of each thread, where agents reallocate them.
  std::optional<unsigned> maxRegs;
  /// Bytes from the buffers of an agent to those of the next; 0 before their
  /// offsets are assigned.
  unsigned bufferStride;

  unsigned endWarp() const { return firstWarp + warpsPerAgent * numAgents; }
  unsigned threadsPerAgent() const { return 32 * warpsPerAgent; }
  /// Returns the index of the agent in its group, i32.
  Value getAgentIndex() const { return region->getArgument(0); }
};

/// A range of warps that run the same code: those of a group, or idle ones.
struct WarpRange {
  unsigned first, end;
  /// Null if the warps are idle.
  Region *region;
  /// Includes the registers of warpgroups that the range shares with others.
  std::optional<unsigned> maxRegs;
};

/// Returns the agents that run the code of a block or region; none where all
/// warps do.
std::optional<AgentGroup> getEnclosingAgents(Region *region);
inline std::optional<AgentGroup> getEnclosingAgents(Block *block) {
  return getEnclosingAgents(block->getParent());
}
inline std::optional<AgentGroup> getEnclosingAgents(Operation *op) {
  return getEnclosingAgents(op->getBlock());
}

/// Returns the agent_switch of a function, or null.
AgentSwitchOp getAgentSwitch(Operation *func);

/// Returns the outside value if `value` is a capture of agents; else `value`.
Value lookThroughCapture(Value value);

} // namespace mlir::nv_tileas

#endif // TILEIRAS_DIALECT_TILEAS_IR_AGENTS_H
