//===- Agents.cpp - Warps of agents, and their operations -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "tileiras/Target/MachineModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;

//===----------------------------------------------------------------------===//
// From the code to its agents
//===----------------------------------------------------------------------===//

std::optional<AgentGroup> nv_tileas::getEnclosingAgents(Region *region) {
  for (; region; region = region->getParentRegion())
    if (auto agents = dyn_cast_if_present<AgentSwitchOp>(region->getParentOp()))
      return agents.getGroup(region);
  return std::nullopt;
}

AgentSwitchOp nv_tileas::getAgentSwitch(Operation *func) {
  for (Region &region : func->getRegions())
    for (Block &block : region)
      for (auto agents : block.getOps<AgentSwitchOp>())
        return agents;
  return {};
}

Value nv_tileas::lookThroughCapture(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto agents =
      argument ? dyn_cast<AgentSwitchOp>(argument.getOwner()->getParentOp())
               : AgentSwitchOp();
  if (!agents || argument.getArgNumber() == 0)
    return value;
  return agents.getCaptures()[argument.getArgNumber() - 1];
}

//===----------------------------------------------------------------------===//
// From the agents to their warps
//===----------------------------------------------------------------------===//

AgentGroup AgentSwitchOp::getGroup(Region *region) {
  unsigned index = region->getRegionNumber();
  std::optional<unsigned> maxRegs;
  if (getMaxRegs())
    maxRegs = (*getMaxRegs())[index];
  unsigned stride = getAgentStrides() ? (*getAgentStrides())[index] : 0;
  return {region,
          unsigned(getWarpId()[index]),
          unsigned(getNumWarps()[index]),
          unsigned(getNumAgentsPerGroup()[index]),
          maxRegs,
          stride};
}

SmallVector<AgentGroup> AgentSwitchOp::getAgentGroups() {
  return llvm::map_to_vector(getGroups(),
                             [&](Region &region) { return getGroup(&region); });
}

unsigned AgentSwitchOp::getTotalWarps() {
  unsigned total = 0;
  for (const AgentGroup &group : getAgentGroups())
    total = std::max(total, group.endWarp());
  return getMaxRegs() ? llvm::alignTo(total, kWarpsPerWarpgroup) : total;
}

/// Idle warps have the registers of the warps in the same warpgroup.
static std::optional<unsigned> getRegistersAt(ArrayRef<AgentGroup> groups,
                                              unsigned warp) {
  unsigned warpgroup = warp / kWarpsPerWarpgroup;
  for (const AgentGroup &group : groups)
    if (group.firstWarp / kWarpsPerWarpgroup <= warpgroup &&
        warpgroup <= (group.endWarp() - 1) / kWarpsPerWarpgroup)
      return group.maxRegs;
  return std::nullopt;
}

SmallVector<WarpRange> AgentSwitchOp::getWarpRanges() {
  SmallVector<AgentGroup> groups = getAgentGroups();
  llvm::sort(groups, [](const AgentGroup &lhs, const AgentGroup &rhs) {
    return lhs.firstWarp < rhs.firstWarp;
  });
  SmallVector<WarpRange> ranges;
  unsigned next = 0;
  // Fills up to the next agents; an idle range ends with its warpgroup.
  auto fillUpTo = [&](unsigned end) {
    while (next < end) {
      unsigned there =
          std::min<unsigned>(llvm::alignTo(next + 1, kWarpsPerWarpgroup), end);
      ranges.push_back({next, there, nullptr, getRegistersAt(groups, next)});
      next = there;
    }
  };
  for (const AgentGroup &group : groups) {
    fillUpTo(group.firstWarp);
    ranges.push_back(
        {group.firstWarp, group.endWarp(), group.region, group.maxRegs});
    next = group.endWarp();
  }
  fillUpTo(getTotalWarps());
  return ranges;
}

//===----------------------------------------------------------------------===//
// agent_switch
//===----------------------------------------------------------------------===//

static LogicalResult verifyLengths(AgentSwitchOp op) {
  size_t regions = op.getGroups().size();
  if (regions == 0)
    return op.emitOpError("expected a region for each group of agents, got "
                          "none");
  std::pair<StringRef, std::optional<ArrayRef<int32_t>>> lists[] = {
      {"num_agents_per_group", op.getNumAgentsPerGroup()},
      {"num_warps", op.getNumWarps()},
      {"warp_id", op.getWarpId()},
      {"max_regs", op.getMaxRegs()},
      {"agent_strides", op.getAgentStrides()}};
  for (auto [name, list] : lists)
    if (list && list->size() != regions)
      return op.emitOpError("expected '")
             << name << "' to have a number for each of " << regions
             << " regions, got " << list->size();
  return success();
}

/// Checks that agents are warps of the CTA, each of one agent. Their indices
/// are added as int64_t, since a total may exceed 32 bits.
static LogicalResult verifyWarps(AgentSwitchOp op) {
  auto lists = llvm::zip_equal(op.getNumAgentsPerGroup(), op.getNumWarps(),
                               op.getWarpId());
  for (auto [agents, warps, first] : lists) {
    if (!llvm::isPowerOf2_32(warps))
      return op.emitOpError("expected agents of a number of warps that is a "
                            "power of two, got ")
             << warps;
    if (first + int64_t(agents) * warps > tileiras::kMaxWarpsOfCTA)
      return op.emitOpError("expected at most ")
             << tileiras::kMaxWarpsOfCTA << " warps in a CTA, got " << agents
             << " agents of " << warps << " warps from warp " << first << " on";
  }
  SmallVector<WarpRange> ranges = op.getWarpRanges();
  for (auto [before, after] : llvm::zip(ranges, ArrayRef(ranges).drop_front()))
    if (after.first < before.end)
      return op.emitOpError("expected every warp in one agent, got agents of "
                            "warps ")
             << before.first << " to " << before.end - 1 << " and of warps "
             << after.first << " to " << after.end - 1;
  return success();
}

/// PTX ISA, "setmaxnreg": 24 to 256 registers, in steps of 8, of warpgroups.
static LogicalResult verifyRegisters(AgentSwitchOp op) {
  if (!op.getMaxRegs())
    return success();
  ArrayRef<int32_t> counts = *op.getMaxRegs();
  for (int32_t count : counts)
    if (count < 24 || count > 256 || count % 8 != 0)
      return op.emitOpError("expected 'max_regs' of 24 to 256 registers in "
                            "steps of 8, got ")
             << count;
  SmallVector<WarpRange> ranges = op.getWarpRanges();
  for (const WarpRange &range : ranges)
    if (!range.maxRegs)
      return op.emitOpError("expected an agent in every warpgroup where "
                            "'max_regs' is given, got none in warps ")
             << range.first << " to " << range.end - 1;
  for (auto [before, after] : llvm::zip(ranges, ArrayRef(ranges).drop_front()))
    if (after.first % kWarpsPerWarpgroup != 0 &&
        before.maxRegs != after.maxRegs)
      return op.emitOpError("expected one number of registers in the warpgroup "
                            "of warp ")
             << after.first << ", got 'max_regs' " << *before.maxRegs << " and "
             << *after.maxRegs;
  return success();
}

/// Returns an instruction that a whole warpgroup executes, by its atom; none if
/// there is none.
static AtomAttr findWarpgroupAtom(Region &region) {
  AtomAttr found;
  region.walk([&](Operation *op) {
    auto atom = op->getAttrOfType<AtomAttr>("atom");
    if (!atom || atom->Threads != 32 * kWarpsPerWarpgroup)
      return WalkResult::advance();
    found = atom;
    return WalkResult::interrupt();
  });
  return found;
}

static LogicalResult verifyAlignment(AgentSwitchOp op) {
  for (const AgentGroup &group : op.getAgentGroups()) {
    if (group.firstWarp % kWarpsPerWarpgroup == 0 &&
        group.warpsPerAgent % kWarpsPerWarpgroup == 0)
      continue;
    if (AtomAttr atom = findWarpgroupAtom(*group.region))
      return op.emitOpError(
                 "expected agents of whole warpgroups, which execute "
                 "")
             << atom << ", got " << group.warpsPerAgent << " warps from warp "
             << group.firstWarp << " on";
  }
  return success();
}

static LogicalResult verifyCaptures(AgentSwitchOp op) {
  for (Type type : op.getCaptures().getTypes()) {
    if (isa<TensorType>(type))
      return op.emitOpError(
                 "expected captures that all threads hold alike, got "
                 "")
             << type << ", which lies in the registers of the threads outside; "
             << "copy it to a buffer";
    if (isa<nv_tileaa::MemTokenType, AsyncTokenType, OrderIteratorType,
            PipelineIteratorType, PipelineProducerTokenType,
            PipelineConsumerTokenType>(type))
      return op.emitOpError("expected captures that mean the same to every "
                            "agent, got ")
             << type << ", which stands for what the threads outside do";
  }
  SmallVector<Type> expected = {IntegerType::get(op.getContext(), 32)};
  llvm::append_range(expected, op.getCaptures().getTypes());
  for (Region &region : op.getGroups())
    if (!llvm::equal(region.getArgumentTypes(), expected))
      return op.emitOpError("expected the arguments of region ")
             << region.getRegionNumber() << " to be (" << expected << "), got ("
             << region.getArgumentTypes() << ")";
  return success();
}

/// Checks that no code of all warps follows.
static LogicalResult verifyPosition(AgentSwitchOp op) {
  if (!isa_and_present<FunctionOpInterface>(op->getParentOp()))
    return op.emitOpError("expected to stand in the body of a function");
  Operation *next = op->getNextNode();
  if (next && next->hasTrait<OpTrait::IsTerminator>())
    return success();
  return op.emitOpError("expected nothing but the function's end after it");
}

// Operations inside are verified against their agents: that happens after this,
// and before the regions are verified.
LogicalResult AgentSwitchOp::verify() {
  return success(
      succeeded(verifyPosition(*this)) && succeeded(verifyLengths(*this)) &&
      succeeded(verifyWarps(*this)) && succeeded(verifyRegisters(*this)) &&
      succeeded(verifyCaptures(*this)));
}

LogicalResult AgentSwitchOp::verifyRegions() { return verifyAlignment(*this); }

//===----------------------------------------------------------------------===//
// barrier
//===----------------------------------------------------------------------===//

LogicalResult BarrierOp::verify() {
  if (!getId())
    return getThreads() ? emitOpError("expected an id where the number of "
                                      "threads is given")
                        : success();
  std::optional<AgentGroup> agents = getEnclosingAgents(getOperation());
  if (!agents)
    return emitOpError(
               "expected no id where all threads of the CTA synchronise, got ")
           << *getId();
  if (!getThreads())
    return success();
  unsigned minThreads = agents->threadsPerAgent();
  if (*getThreads() % 32 != 0 || *getThreads() < minThreads)
    return emitOpError("expected whole warps, and at least the ")
           << minThreads << " threads of the agent, got " << *getThreads();
  return success();
}
