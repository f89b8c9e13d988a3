//===- Pipelines.cpp - Producer-consumer pipelines --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of pipelines (TileASPipelines.td): completions fit the ranges of
// mbarriers, tokens and iterators belong to one stage, also where a loop
// carries them and releases a stage one iteration late.
//
//===----------------------------------------------------------------------===//

#include "CarriedIterators.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::nv_tileas;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

LogicalResult
CompletionAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                       CompletionKind kind, int64_t arrivals, int64_t bytes,
                       int64_t ctas) {
  // PTX ISA, "mbarrier": the range of an arrival count.
  constexpr int64_t kMaxArrivals = (1 << 20) - 1;
  // Its tx-count has the same range.
  constexpr int64_t kMaxBytes = (1 << 20) - 1;
  if (kind == CompletionKind::Group && arrivals != 0)
    return emitError() << "expected no number of arrivals for a group of "
                          "copies, got "
                       << arrivals;
  if (kind != CompletionKind::Tx && bytes != 0)
    return emitError() << "expected bytes of transactions only, got " << bytes;
  if (kind == CompletionKind::Tx &&
      (arrivals != 1 || bytes < 1 || bytes > kMaxBytes))
    return emitError() << "expected 1 arrival and 1 to " << kMaxBytes
                       << " bytes, got " << arrivals << " and " << bytes;
  if (ctas < 1 || (kind != CompletionKind::Threads && ctas != 1))
    return emitError() << "expected threads of several CTAs, or one CTA, got "
                       << ctas;
  if (kind == CompletionKind::Mma && arrivals != 1)
    return emitError() << "expected 1 arrival of MMAs, got " << arrivals;
  if (kind != CompletionKind::Group &&
      (arrivals < 1 || arrivals > kMaxArrivals))
    return emitError() << "expected 1 to " << kMaxArrivals << " arrivals, got "
                       << arrivals;
  return success();
}

LogicalResult PipelineType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int64_t stages, CompletionAttr full,
                                   CompletionAttr empty) {
  if (stages < 1)
    return emitError() << "expected at least one stage, got " << stages;
  if (empty.getKind() == CompletionKind::CpAsync ||
      empty.getKind() == CompletionKind::Tx)
    return emitError() << "expected stages that threads or MMAs empty, got "
                       << empty;
  if (full.getCtas() != 1)
    return emitError() << "expected stages that each CTA fills for itself or "
                          "by tensor copies, got "
                       << full;
  if (empty.getCtas() > 1 && full.getKind() != CompletionKind::Tx)
    return emitError() << "expected stages that several CTAs empty to be "
                          "filled by tensor copies, got "
                       << full;
  if ((full.getKind() == CompletionKind::Group) !=
      (empty.getKind() == CompletionKind::Group))
    return emitError()
           << "expected groups of copies on both sides or none, got " << full
           << " and " << empty;
  return success();
}

//===----------------------------------------------------------------------===//
// Pipelines and iterators
//===----------------------------------------------------------------------===//

LogicalResult CreatePipelineOp::verify() {
  PipelineType type = getType();
  size_t barriers = type.hasBarriers() ? 2 : 0;
  if (getMbarriers().size() != barriers)
    return emitOpError("expected ")
           << barriers << " operands, the barriers of both sides, for " << type
           << ", got " << getMbarriers().size();
  for (Value barrier : getMbarriers())
    if (cast<MBarrierType>(barrier.getType()).getCount() != type.getStages())
      return emitOpError("expected a barrier for each of ")
             << type.getStages() << " stages, got " << barrier.getType();
  if (getProducerGroup().has_value() != getConsumerGroup().has_value())
    return emitOpError("expected the groups of both sides or of none");
  if (getProducerGroup() && !type.hasBarriers())
    return emitOpError("expected one group for both sides of ")
           << type << ", whose copies only those wait for who started them";
  return success();
}

static LogicalResult verifyStages(Operation *op, PipelineType pipeline,
                                  PipelineIteratorType iterator) {
  if (iterator.getStages() == pipeline.getStages())
    return success();
  return op->emitOpError("expected an iterator over ")
         << pipeline.getStages() << " stages, got " << iterator;
}

LogicalResult CreateIteratorOp::verify() {
  return verifyStages(*this, getPipeline().getType(), getType());
}

LogicalResult IncIteratorOp::verify() {
  return verifyCarried(*this, getIterator());
}

//===----------------------------------------------------------------------===//
// Accesses to stages
//===----------------------------------------------------------------------===//

template <typename OpTy> static LogicalResult verifyStageAccess(OpTy op) {
  return success(succeeded(verifyStages(op, op.getPipeline().getType(),
                                        op.getIterator().getType())) &&
                 succeeded(verifyCarried(op, op.getIterator())));
}

/// Checks that its token is from an access of the same pipeline, with this
/// iterator.
template <typename OriginOp, typename OpTy>
static LogicalResult verifyOrigin(OpTy op, OriginOp origin, Value iterator) {
  if (origin.getPipeline() == op.getPipeline() &&
      origin.getIterator() == iterator)
    return success();
  InFlightDiagnostic error =
      op.emitOpError("expected the pipeline and iterator of its token");
  error.attachNote(origin.getLoc()) << "where the token is from";
  return error;
}

/// Checks that the token belongs to this stage.
template <typename TokenOp, typename OpTy>
static LogicalResult verifyToken(OpTy op) {
  if (failed(verifyStageAccess(op)))
    return failure();
  if (auto origin = op.getToken().template getDefiningOp<TokenOp>())
    return verifyOrigin(op, origin, op.getIterator());
  if (auto origin = op.getToken().template getDefiningOp<ConsumeOneAsyncOp>())
    return verifyOrigin(op, origin, op.getIterator());
  return op.emitOpError("expected a token from '")
         << TokenOp::getOperationName() << "' in the same iteration";
}

/// Checks that the body has the stage index, and the mbarrier at which copies
/// count, if they do. The interface of region branches checks that it yields
/// the results.
static LogicalResult verifyBody(Operation *op, bool hasBarrier) {
  SmallVector<Type> expected = {IntegerType::get(op->getContext(), 32)};
  if (hasBarrier)
    expected.push_back(MBarrierType::get(op->getContext(), 1));
  Region &body = op->getRegion(0);
  if (llvm::equal(body.getArgumentTypes(), expected))
    return success();
  InFlightDiagnostic error = op->emitOpError("expected a region of ");
  error << (hasBarrier ? "two arguments, the stage as an i32 and its barrier"
                       : "one argument, the stage as an i32");
  return error << ", got (" << body.getArgumentTypes() << ")";
}

LogicalResult ProducerAcquireOp::verify() { return verifyStageAccess(*this); }

LogicalResult ProducerWriteOp::verify() {
  return verifyToken<ProducerAcquireOp>(*this);
}
LogicalResult ProducerWriteOp::verifyRegions() {
  return verifyBody(*this, getPipeline().getType().isFilledByTransactions());
}

LogicalResult ProducerCommitOp::verify() {
  return verifyToken<ProducerAcquireOp>(*this);
}

LogicalResult ConsumerWaitOp::verify() {
  if (getPending() && getPipeline().getType().hasBarriers())
    return emitOpError("expected no number of pending groups for ")
           << getPipeline().getType();
  return verifyStageAccess(*this);
}

LogicalResult ConsumerReadOp::verify() {
  return verifyToken<ConsumerWaitOp>(*this);
}
LogicalResult ConsumerReadOp::verifyRegions() {
  return verifyBody(*this, /*hasBarrier=*/false);
}

//===----------------------------------------------------------------------===//
// Stages that are released later
//===----------------------------------------------------------------------===//

/// A token, and the iterator that has to be that of its stage.
using HeldStage = std::pair<Value, Value>;

/// Returns the argument of a loop that the value is, or leaves the loop as; or
/// null.
static BlockArgument getCarried(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isa<LoopLikeOpInterface>(argument.getOwner()->getParentOp())
               ? argument
               : BlockArgument();
  auto loop = value.getDefiningOp<LoopLikeOpInterface>();
  return loop ? loop.getTiedLoopRegionIterArg(cast<OpResult>(value))
              : BlockArgument();
}

/// Adds what a loop that carries both starts with and what its iterations
/// yield. Returns false where no loop does.
static bool addOrigins(HeldStage held, SmallVectorImpl<HeldStage> &origins) {
  BlockArgument token = getCarried(held.first),
                iterator = getCarried(held.second);
  if (!token || !iterator || token.getOwner() != iterator.getOwner() ||
      isa<BlockArgument>(held.first) != isa<BlockArgument>(held.second))
    return false;
  auto loop = cast<LoopLikeOpInterface>(token.getOwner()->getParentOp());
  // A loop with a bad terminator has its own diagnostic.
  if (!loop.getTiedLoopInit(iterator) ||
      loop.getYieldedValues().size() != loop.getInits().size())
    return true;
  origins.emplace_back(loop.getTiedLoopInit(token)->get(),
                       loop.getTiedLoopInit(iterator)->get());
  origins.emplace_back(loop.getTiedLoopYieldedValue(token)->get(),
                       loop.getTiedLoopYieldedValue(iterator)->get());
  return true;
}

/// Checks that the iterator is that of the token's stage, wherever the token
/// comes from.
static LogicalResult verifyHeldStage(ConsumerReleaseOp op) {
  SmallVector<HeldStage> worklist = {{op.getToken(), op.getIterator()}};
  DenseSet<HeldStage> seen;
  while (!worklist.empty()) {
    HeldStage held = worklist.pop_back_val();
    auto [token, iterator] = held;
    if (token.getDefiningOp<CreateNoneOp>() || !seen.insert(held).second ||
        addOrigins(held, worklist))
      continue;
    LogicalResult isOfStage = failure();
    if (auto origin = token.getDefiningOp<ConsumerWaitOp>())
      isOfStage = verifyOrigin(op, origin, iterator);
    else if (auto origin = token.getDefiningOp<ConsumeOneAsyncOp>())
      isOfStage = verifyOrigin(op, origin, iterator);
    else
      return op.emitOpError("expected a token from '")
             << ConsumerWaitOp::getOperationName()
             << "' in the same iteration, or one that a loop carries along "
                "with the "
                "iterator of its stage";
    if (failed(isOfStage))
      return failure();
  }
  return success();
}

LogicalResult ConsumerReleaseOp::verify() {
  return success(succeeded(verifyStageAccess(*this)) &&
                 succeeded(verifyHeldStage(*this)));
}

LogicalResult ProduceOneOp::verify() { return verifyStageAccess(*this); }
LogicalResult ProduceOneOp::verifyRegions() {
  return verifyBody(*this, getPipeline().getType().isFilledByTransactions());
}

template <typename OpTy> static LogicalResult verifyConsumeOne(OpTy op) {
  if (!op.getPipeline().getType().hasBarriers())
    return op.emitOpError("expected a pipeline with barriers, got ")
           << op.getPipeline().getType()
           << "; its threads need a barrier after the wait";
  return verifyStageAccess(op);
}

LogicalResult ConsumeOneOp::verify() { return verifyConsumeOne(*this); }
LogicalResult ConsumeOneAsyncOp::verify() { return verifyConsumeOne(*this); }

LogicalResult ProduceOneAsyncOp::verify() {
  PipelineType pipeline = getPipeline().getType();
  if (pipeline.getFull().getKind() == CompletionKind::Threads)
    return emitOpError("expected a completion that copies in flight make, got ")
           << pipeline.getFull();
  return verifyStageAccess(*this);
}
LogicalResult ConsumeOneOp::verifyRegions() {
  return verifyBody(*this, /*hasBarrier=*/false);
}

LogicalResult ProduceOneAsyncOp::verifyRegions() {
  WalkResult stores = getBody().walk([](CopyOp copy) {
    return copy.isStore() ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (stores.wasInterrupted())
    return emitOpError("expected copies in flight only, got a copy of the "
                       "threads to a buffer");
  return verifyBody(*this, getPipeline().getType().isFilledByTransactions());
}
LogicalResult ConsumeOneAsyncOp::verifyRegions() {
  return verifyBody(*this, /*hasBarrier=*/false);
}

//===----------------------------------------------------------------------===//
// The regions run once
//===----------------------------------------------------------------------===//

static void addSuccessors(Operation *op, RegionBranchPoint point,
                          unsigned numOwnResults,
                          SmallVectorImpl<RegionSuccessor> &successors) {
  if (point.isParent())
    successors.emplace_back(&op->getRegion(0));
  else
    successors.emplace_back(op, op->getResults().drop_front(numOwnResults));
}

void ProducerWriteOp::getSuccessorRegions(
    RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &successors) {
  addSuccessors(*this, point, 0, successors);
}
void ConsumerReadOp::getSuccessorRegions(
    RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &successors) {
  addSuccessors(*this, point, 0, successors);
}
void ProduceOneOp::getSuccessorRegions(
    RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &successors) {
  addSuccessors(*this, point, 1, successors);
}
void ConsumeOneOp::getSuccessorRegions(
    RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &successors) {
  addSuccessors(*this, point, 1, successors);
}
void ProduceOneAsyncOp::getSuccessorRegions(
    RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &successors) {
  addSuccessors(*this, point, 1, successors);
}
void ConsumeOneAsyncOp::getSuccessorRegions(
    RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &successors) {
  addSuccessors(*this, point, 2, successors);
}
