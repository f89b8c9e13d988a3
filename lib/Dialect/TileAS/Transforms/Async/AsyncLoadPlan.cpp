//===- AsyncLoadPlan.cpp - Which loads of a loop become copies ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncLoadPlan.h"

#include "LoopNest.h"
#include "TmaLoads.h"
#include "tileiras/Dialect/TileAS/Analysis/MulticastTiles.h"

#include "tileiras/Dialect/TileAA/IR/RowVectors.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutInference.h"
#include "tileiras/Dialect/TileAS/Contract/SharedMemoryStaging.h"
#include "tileiras/Dialect/TileAS/IR/TmaCopies.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::StridedMemRefType;

/// The maximum step of an induction variable that runs a few iterations ahead.
static constexpr int64_t kMaxStep = 1024;

StringRef tileiras::refuseToCountAhead(scf::ForOp loop) {
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!step || *step > kMaxStep)
    return "its step is not a constant of at most 1024";
  return loop.getUnsignedCmp() ? "it counts in unsigned numbers" : "";
}

bool tileiras::mayHaveCopiesInFlight(scf::ForOp loop) {
  return loop.getBody()->getOps<scf::ForOp>().empty() &&
         refuseToCountAhead(loop).empty();
}

bool AsyncLoadPlanner::isReadThroughSharedMemory(TiledLoadOp load) {
  AsyncLoad result;
  result.load = load;
  StringRef reason;
  return findReader(result, reason);
}

std::optional<AsyncLoad> AsyncLoadPlanner::plan(TiledLoadOp load) {
  AsyncLoad result;
  result.load = load;
  if (!lookupAtom("simt_async_copy")->isOn(target))
    return std::nullopt;
  StringRef reason;
  bool isRead = findReader(result, reason);
  if (isRead)
    reason = refuseToMove(load);
  if (isRead && reason.empty() && planBuffer(result, reason)) {
    if (result.convert)
      findOtherReads(result, result.convert.getResult(), result.seen);
    return result;
  }
  // One that rounds is split into a plain load and a conversion, and comes
  // again.
  if (roundsElements(load))
    return std::nullopt;
  if (isRead)
    remark::missed(load.getLoc(), getRemark())
        << remark::reason("a load of a loop is not in flight: {0}", reason);
  else
    remark::analysis(load.getLoc(), getRemark())
        << remark::add("a load of a loop goes to registers: {0}", reason);
  return std::nullopt;
}

remark::RemarkOpts AsyncLoadPlanner::getRemark() {
  auto func = loop->getParentOfType<nv_tileaa::FuncOp>();
  return remark::RemarkOpts::name("AsyncLoads")
      .category("memory")
      .function(func.getSymName());
}

/// Returns why another iteration can't start the load; empty if it can.
StringRef AsyncLoadPlanner::refuseToMove(TiledLoadOp load) {
  if (load.getMemSemantic() != nv_tileaa::MemSemantic::WEAK)
    return "it synchronises with other threads";
  if (!load.getResultToken().use_empty() ||
      (load.getToken() && !loop.isDefinedOutsideOfLoop(load.getToken())))
    return "a token orders it with other accesses of the loop";
  if (load.getView().getType().getSparseDim())
    return "its rows are gathered";
  return refuseScalarSlice(loop, getTileOperands(load));
}

/// Returns whether nothing else writes to the buffer, of which there is one for
/// each iteration.
static bool fillsBuffer(scf::ForOp loop, CopyOp store) {
  auto buffer = store.getDestination().getDefiningOp<AllocTensorOp>();
  return buffer && buffer->getBlock() == loop.getBody() &&
         store.getBuffer().getType().getParts() == 1 &&
         llvm::all_of(buffer->getUsers(), [&](Operation *user) {
           return user == store || isa<BufferViewOp>(user) || isAsyncMma(user);
         });
}

/// Finds the only reader, after operations that move nothing; gives the reason
/// if there is none.
bool AsyncLoadPlanner::findReader(AsyncLoad &result, StringRef &reason) {
  Value tile = result.load.getResult();
  while (tile.hasOneUse()) {
    Operation *user = *tile.user_begin();
    if (user->getBlock() != loop.getBody()) {
      reason = "its reader is under a condition of the loop";
      return false;
    }
    if (auto store = dyn_cast<CopyOp>(user)) {
      result.store = store;
      reason = "its buffer is not filled by it alone in each iteration";
      return result.moves.empty() && fillsBuffer(loop, store);
    }
    if (auto convert = dyn_cast<ConvertLayoutOp>(user)) {
      result.convert = convert;
      reason = "its reader takes it without shared memory";
      return planConversion(convert, target).kind ==
             ConversionKind::SharedMemory;
    }
    if (!isa<ViewOp, PermuteOp>(user)) {
      reason = "threads compute with what they load";
      return false;
    }
    result.moves.push_back(user);
    tile = user->getResult(0);
  }
  reason = "it has several readers";
  return false;
}

/// Adds the conversions of `tile`, whose buffer has the type `seen`, that can
/// read it without bank conflicts. A backward kernel multiplies by a tile and
/// by its transpose.
void AsyncLoadPlanner::findOtherReads(AsyncLoad &result, Value tile,
                                      StridedMemRefType seen) {
  for (Operation *user : tile.getUsers()) {
    if (user->getBlock() != loop.getBody())
      continue;
    if (isa<ViewOp, PermuteOp>(user))
      findOtherReads(result, user->getResult(0), getBufferAfter(user, seen));
    auto convert = dyn_cast<ConvertLayoutOp>(user);
    if (!convert ||
        planConversion(convert, target).kind != ConversionKind::SharedMemory)
      continue;
    if (AtomAttr read = findReadAtom(seen, convert.getType()))
      result.others.push_back({convert, seen, read});
  }
}

//===----------------------------------------------------------------------===//
// TMA
//===----------------------------------------------------------------------===//

/// Returns why no load of the loop can go by TMA; empty if it can. Mbarriers
/// are initialised once, before all loops.
StringRef AsyncLoadPlanner::refuseTma() {
  if (nest.empty())
    return "its loop is inside of a loop that does not count";
  // Who fills its stages would come to that loop first, or last.
  WalkResult others =
      loop.getBody()->walk([](scf::ForOp) { return WalkResult::interrupt(); });
  if (others.wasInterrupted())
    return "a loop stands in its loop";
  return tensorMaps == TensorMapProvider::Device ? refuseToFindMaps(loop) : "";
}

bool AsyncLoadPlanner::planTma(AsyncLoad &result) {
  if (tensorMaps == TensorMapProvider::None || !target.Tma)
    return false;
  StringRef reason = refuseTma();
  if (reason.empty() && planTma(result, reason))
    return true;
  auto func = loop->getParentOfType<nv_tileaa::FuncOp>();
  remark::missed(result.load.getLoc(), remark::RemarkOpts::name("TensorCopy")
                                           .category("memory")
                                           .function(func.getSymName()))
      << remark::reason("a load of a loop does not go by TMA: {0}", reason);
  return false;
}

/// A tile that all CTAs of the cluster load at the same time is copied in as
/// many parts, if boxes can be that small.
TmaDescriptorIterType AsyncLoadPlanner::cutIntoParts(TmaDescriptorIterType desc,
                                                     TiledLoadOp load) {
  SmallVector<Value> operands = getTileOperands(load);
  for (Operation *around : nest)
    if (auto outer = dyn_cast<scf::ForOp>(around))
      operands.append(
          {outer.getLowerBound(), outer.getUpperBound(), outer.getStep()});
    else
      operands.push_back(cast<scf::IfOp>(around).getCondition());
  int64_t ctas = getClusterSize(loop);
  if (ctas == 1 || dependsOnClusterRank(operands) ||
      !nv_tileas::planTmaCopy(desc.getView(), desc.getBuffer(), ctas))
    return desc;
  return TmaDescriptorIterType::get(desc.getContext(), desc.getView(),
                                    desc.getBuffer(), ctas);
}

std::optional<TmaAccess> AsyncLoadPlanner::planTmaCopy(TiledLoadOp load,
                                                       StridedMemRefType given,
                                                       StringRef &reason) {
  // The launch encodes maps of arrays that exist from the beginning.
  Value view = load.getView();
  Operation *place = findPlaceOutOfConditions(view, load);
  auto changesIn = [&](Operation *around) {
    return isa<scf::ForOp>(around) && around->isProperAncestor(place);
  };
  bool isOfDevice = tensorMaps == TensorMapProvider::Device;
  if (isOfDevice ? changesIn(loop) : llvm::any_of(nest, changesIn)) {
    reason = "its array changes in the loop";
    return std::nullopt;
  }
  if (!isComputableBefore(view, place)) {
    reason = "its array is made under a condition";
    return std::nullopt;
  }
  if (hasPadding(load)) {
    reason = "its padding is not zero";
    return std::nullopt;
  }
  return planTmaLoad(load, tensorMaps, given, reason);
}

bool AsyncLoadPlanner::mayGoByTma(TiledLoadOp load) {
  StringRef reason;
  return tensorMaps != TensorMapProvider::None && target.Tma &&
         refuseToMove(load).empty() && refuseTma().empty() &&
         planTmaCopy(load, StridedMemRefType(), reason);
}

bool AsyncLoadPlanner::planTma(AsyncLoad &result, StringRef &reason) {
  std::optional<TmaAccess> plan = planTmaCopy(
      result.load,
      result.store ? result.store.getBuffer().getType() : StridedMemRefType(),
      reason);
  if (!plan)
    return false;
  StridedMemRefType stage = plan->desc.getBuffer();
  StridedMemRefType seen = getBufferAfter(result.moves, stage);
  AtomAttr read;
  if (!result.store) {
    read = findReadAtom(seen, result.convert.getType());
    if (!read) {
      reason = "the reader of the tile requires another order";
      return false;
    }
  }
  result.stage = stage;
  result.seen = seen;
  result.read = read;
  result.desc = cutIntoParts(plan->desc, result.load);
  result.alignment = plan->alignment;
  result.fill = AtomAttr::get(stage.getContext(), lookupAtom("tma_load"),
                              stage.getRank());
  return true;
}

//===----------------------------------------------------------------------===//
// cp.async
//===----------------------------------------------------------------------===//

/// Plans the buffer of an MMA operand, unchanged, with the largest vectors.
static bool planStage(AsyncLoad &result) {
  auto access = cast<nv_tileaa::AccessOpInterface>(result.load.getOperation());
  const LinearLayout &threads = getLayout(result.load.getResult().getType());
  result.stage = result.seen = result.store.getBuffer().getType();
  for (unsigned bytes = 16; bytes >= 4 && !result.fill; bytes /= 2)
    if (planAsyncCopy(access, threads, result.stage, bytes))
      result.fill = AtomAttr::get(result.load.getContext(),
                                  lookupAtom("simt_async_copy"), bytes);
  return bool(result.fill);
}

/// Plans copies of `bytes` each, if possible.
bool AsyncLoadPlanner::planCopies(AsyncLoad &result, const LinearLayout &dst,
                                  unsigned bytes) {
  auto tile = cast<RankedTensorType>(result.load.getResult().getType());
  auto access = cast<nv_tileaa::AccessOpInterface>(result.load.getOperation());
  unsigned bits = getMemoryBits(tile.getElementType());
  nv_tileaa::AccessVector vector =
      nv_tileaa::getRowVector(access, bits / 8, bytes);
  if (vector.elements * bits != bytes * 8)
    return false;
  std::optional<SharedMemoryPlan> plan =
      planFill(getLayout(tile), dst, tile.getElementType(), target, vector.dim,
               vector.elements);
  if (!plan)
    return false;
  MLIRContext *context = tile.getContext();
  result.stage = StridedMemRefType::get(tile.getShape(), tile.getElementType(),
                                        LayoutAttr::get(context, plan->smem));
  result.seen = getBufferAfter(result.moves, result.stage);
  result.read = getAtom(context, plan->load, plan->elementBits);
  if (planAsyncCopy(access, getLayout(tile), result.stage, bytes))
    result.fill = AtomAttr::get(context, lookupAtom("simt_async_copy"), bytes);
  return bool(result.fill);
}

bool AsyncLoadPlanner::planBuffer(AsyncLoad &result, StringRef &reason) {
  if (planTma(result))
    return true;
  if (roundsElements(result.load))
    return false;
  reason = "its readers and its rows allow no copies of 4 bytes or more";
  if (result.store)
    return planStage(result);
  LinearLayout dst = getLayout(result.convert.getType());
  for (Operation *move : llvm::reverse(result.moves))
    dst = *sourceLayoutFrom(move, dst);
  for (unsigned bytes = 16; bytes >= 4; bytes /= 2)
    if (planCopies(result, dst, bytes))
      return true;
  return false;
}
