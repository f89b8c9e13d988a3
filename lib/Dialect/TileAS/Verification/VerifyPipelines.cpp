//===- VerifyPipelines.cpp - Check producers and consumers ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Verification/VerifyPipelines.h"

#include "tileiras/Dialect/TileAS/Contract/PipelineContract.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Returns the side for which an operation acts; none if it acts for no side.
static std::optional<PipelineRole> getRole(Operation *op) {
  if (isa<ProducerAcquireOp, ProducerWriteOp, ProducerCommitOp, ProduceOneOp,
          ProduceOneAsyncOp>(op))
    return PipelineRole::Producer;
  if (isa<ConsumerWaitOp, ConsumerReadOp, ConsumerReleaseOp, ConsumeOneOp,
          ConsumeOneAsyncOp>(op))
    return PipelineRole::Consumer;
  return std::nullopt;
}

/// Returns the index of the region of agents whose code `op` is.
static std::optional<uint32_t> getGroupNumber(Operation *op) {
  if (std::optional<AgentGroup> group = getEnclosingAgents(op))
    return group->region->getRegionNumber();
  return std::nullopt;
}

static LogicalResult verifySide(Operation *op, Value pipeline,
                                PipelineRole role) {
  auto origin = lookThroughCapture(pipeline).getDefiningOp<CreatePipelineOp>();
  if (!origin)
    return op->emitOpError("expected a pipeline from '")
           << CreatePipelineOp::getOperationName() << "'";
  std::optional<uint32_t> group = role == PipelineRole::Producer
                                      ? origin.getProducerGroup()
                                      : origin.getConsumerGroup();
  bool isElsewhere = group ? getGroupNumber(op) != group
                           : getGroupNumber(op) != getGroupNumber(origin);
  if (!isElsewhere)
    return success();
  InFlightDiagnostic error = op->emitOpError("expected to be in ");
  if (group)
    error << "region " << *group << " of the agents, the pipeline's "
          << stringifyPipelineRole(role);
  else
    error << "the code that creates the pipeline, which names no groups";
  error.attachNote(origin.getLoc()) << "the pipeline";
  return error;
}

/// Adds the bytes that the access writes in this region.
static LogicalResult addBytes(Region &body, int64_t &bytes) {
  for (Operation *user : body.getArgument(1).getUsers()) {
    auto load = dyn_cast<TiledTmaLoadOp>(user);
    if (!load)
      continue;
    if (load->getParentRegion() != &body || load.getPredicate())
      return load.emitOpError(
          "expected to be made in each iteration: the barrier "
          "of the stage waits for its bytes");
    bytes += getBufferBytes(load.getDestination().getType());
  }
  return success();
}

/// Checks that one thread starts copies of as many bytes as the phase expects.
static LogicalResult verifyTransactions(Operation *op,
                                        CompletionAttr completion) {
  std::optional<AgentGroup> group = getEnclosingAgents(op);
  if (group && group->numAgents != 1)
    return op->emitOpError("expected one agent to fill the stages of ")
           << completion << ", got " << group->numAgents;
  int64_t bytes = 0;
  if (auto commit = dyn_cast<ProducerCommitOp>(op)) {
    for (Operation *user : commit.getToken().getUsers())
      if (auto write = dyn_cast<ProducerWriteOp>(user))
        if (failed(addBytes(write.getBody(), bytes)))
          return failure();
  } else if (failed(addBytes(op->getRegion(0), bytes))) {
    return failure();
  }
  if (bytes == completion.getBytes())
    return success();
  return op->emitOpError("expected tensor copies of ")
         << completion.getBytes() << " bytes to the stage, got " << bytes;
}

/// Checks the number of arrivals: each thread, or one of each warp; those of
/// one agent, where agents use alternate phases.
static LogicalResult verifyArrivals(Operation *op, CompletionAttr completion) {
  if (completion.getKind() == CompletionKind::Group)
    return success();
  if (completion.getKind() == CompletionKind::Tx)
    return verifyTransactions(op, completion);
  if (completion.getKind() == CompletionKind::Mma)
    return success();
  unsigned threads = countThreadsAt(op);
  bool eachWarp = completion.getKind() == CompletionKind::Threads;
  std::optional<AgentGroup> group = getEnclosingAgents(op);
  unsigned ofAgent = group ? group->threadsPerAgent() : threads;
  unsigned arrivals = completion.getArrivals();
  if (arrivals == threads || arrivals == ofAgent ||
      (eachWarp && (arrivals == threads / 32 || arrivals == ofAgent / 32)))
    return success();
  InFlightDiagnostic error = op->emitOpError("expected a completion of ")
                             << threads << " arrivals, one of each thread";
  if (eachWarp)
    error << ", or " << threads / 32 << ", one of each warp";
  return error << ", got " << completion;
}

static LogicalResult verifyRole(Operation *op) {
  std::optional<PipelineRole> role = getRole(op);
  if (!role)
    return success();
  Value pipeline = *llvm::find_if(op->getOperands(), [](Value operand) {
    return isa<PipelineType>(operand.getType());
  });
  auto type = cast<PipelineType>(pipeline.getType());
  if (failed(verifySide(op, pipeline, *role)))
    return failure();
  if (isa<ProducerCommitOp, ProduceOneOp, ProduceOneAsyncOp>(op))
    return verifyArrivals(op, type.getFull());
  if (isa<ConsumerReleaseOp, ConsumeOneOp>(op))
    return verifyArrivals(op, type.getEmpty());
  auto wait = dyn_cast<ConsumerWaitOp>(op);
  if (wait && !type.hasBarriers() && !wait.getPending())
    return op->emitOpError("expected the number of groups that may be pending");
  return success();
}

static LogicalResult verifyTarget(CreatePipelineOp op,
                                  const TargetInfo &target) {
  if (target.CpAsync && target.Mbarrier)
    return success();
  return op.emitOpError("expected a target with cp.async and mbarrier, got ")
         << target.Name;
}

LogicalResult tileiras::verifyPipelines(FunctionOpInterface func,
                                        const TargetInfo &target) {
  WalkResult result = func->walk([&](Operation *op) {
    auto create = dyn_cast<CreatePipelineOp>(op);
    return failed(create ? verifyTarget(create, target) : verifyRole(op))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
