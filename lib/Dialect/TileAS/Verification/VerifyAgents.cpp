//===- VerifyAgents.cpp - Agents that the target can run --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verifier of agent_switch checks what it can see; this checks the rest.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Verification/VerifyAgents.h"

#include "tileiras/Dialect/TileAS/Contract/AgentContract.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

static LogicalResult verifyRegisters(AgentSwitchOp agents,
                                     const TargetInfo &target) {
  if (!agents.getMaxRegs())
    return success();
  if (!target.SetMaxNReg)
    return agents.emitOpError("expected no 'max_regs' on ")
           << target.Name << ", whose warps keep the registers that they have";
  unsigned requested = 0, warps = agents.getTotalWarps(),
           each = getLaunchRegisters(agents, target);
  for (const WarpRange &range : agents.getWarpRanges())
    requested += (range.end - range.first) * *range.maxRegs;
  if (requested <= warps * each)
    return success();
  return agents.emitOpError("expected 'max_regs' of at most ")
         << warps * each << " registers over all warps, since a launch gives "
         << each << " to each of " << warps << ", got " << requested;
}

//===----------------------------------------------------------------------===//
// Named barriers
//===----------------------------------------------------------------------===//

namespace {

/// The threads that synchronise at each named barrier.
class NamedBarriers {
public:
  LogicalResult add(BarrierOp barrier) {
    if (!needsNamedBarrier(barrier))
      return success();
    if (!barrier.getId())
      return barrier.emitOpError("fails to assign named barrier: it has no id, "
                                 "which tileas-assign-named-barriers chooses");
    unsigned first = *barrier.getId(),
             end = first + countNamedBarriers(barrier);
    if (end - 1 > kLastNamedBarrier)
      return barrier.emitOpError("expected named barriers up to ")
             << kLastNamedBarrier << ", got an id of " << first << " for "
             << end - first << " agents";
    for (unsigned id = first; id < end; ++id)
      if (failed(add(barrier, id, id - first)))
        return failure();
    return success();
  }

private:
  LogicalResult add(BarrierOp barrier, unsigned id, unsigned agent) {
    Participants here{barrier, nullptr, agent,
                      barrier.getThreads().value_or(0)};
    if (!barrier.getThreads())
      here.region = getEnclosingAgents(barrier)->region;
    Participants &there = participants[id];
    if (!there.barrier)
      there = here;
    if (there.region == here.region && there.agent == here.agent &&
        there.threads == here.threads)
      return success();
    InFlightDiagnostic error =
        barrier.emitOpError("expected the same threads at every barrier ")
        << id;
    error.attachNote(there.barrier.getLoc())
        << "other threads synchronise here";
    return error;
  }

  /// The threads of an agent (`region`, `agent`), or a number of them.
  struct Participants {
    BarrierOp barrier;
    Region *region = nullptr;
    unsigned agent = 0, threads = 0;
  };
  Participants participants[kLastNamedBarrier + 1];
};

} // namespace

static LogicalResult verifyBarriers(AgentSwitchOp agents) {
  NamedBarriers participants;
  unsigned threads = 32 * agents.getTotalWarps();
  WalkResult result = agents.walk([&](BarrierOp barrier) {
    if (barrier.getThreads().value_or(0) > threads) {
      barrier.emitOpError("expected at most the ")
          << threads << " threads of the CTA, got " << *barrier.getThreads();
      return WalkResult::interrupt();
    }
    return failed(participants.add(barrier)) ? WalkResult::interrupt()
                                             : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult tileiras::verifyAgents(FunctionOpInterface func,
                                     const TargetInfo &target) {
  AgentSwitchOp agents = getAgentSwitch(func);
  return success(!agents || (succeeded(verifyRegisters(agents, target)) &&
                             succeeded(verifyBarriers(agents))));
}
