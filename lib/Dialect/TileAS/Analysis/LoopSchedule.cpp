//===- LoopSchedule.cpp - The order of a pipelined loop ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/LoopSchedule.h"

#include "tileiras/Dialect/TileAS/Analysis/EarlyReads.h"
#include "tileiras/Dialect/TileAS/Analysis/TileSize.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::StridedMemRefType;

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

int64_t tileiras::getNumStages(scf::ForOp loop) {
  int64_t stages = 0;
  for (Operation &op : *loop.getBody()) {
    Value buffer;
    if (auto copy = dyn_cast<AsyncCopyOp>(op))
      buffer = copy.getBuffer();
    else if (auto copy = dyn_cast<TiledTmaLoadOp>(op))
      buffer = copy.getDestination();
    else
      continue;
    auto view = buffer.getDefiningOp<BufferViewOp>();
    auto ring = view ? dyn_cast<StridedMemRefType>(view.getSource().getType())
                     : StridedMemRefType();
    int64_t own = ring ? ring.getStages() : 1;
    stages = stages == 0 ? own : std::min(stages, own);
  }
  return stages;
}

/// Whether products of a step still read their stages in the next one.
static bool carriesFutures(scf::ForOp loop) {
  return llvm::any_of(loop.getInitArgs(), [](Value carried) {
    return isa<FutureType>(carried.getType());
  });
}

unsigned tileiras::getStepsAhead(scf::ForOp loop) {
  return getNumStages(loop) - 1 - carriesFutures(loop);
}

/// Adds `op` with everything that it needs of this step, and of the steps
/// before.
static void moveAhead(scf::ForOp loop, Operation *op,
                      DenseSet<Operation *> &ahead) {
  SmallVector<Operation *> worklist = {op};
  while (!worklist.empty()) {
    Operation *next = worklist.pop_back_val();
    if (!ahead.insert(next).second)
      continue;
    for (Value operand : next->getOperands()) {
      if (auto argument = dyn_cast<BlockArgument>(operand);
          argument && argument.getOwner() == loop.getBody() &&
          argument != loop.getInductionVar())
        operand = loop.getTiedLoopYieldedValue(argument)->get();
      Operation *def = operand.getDefiningOp();
      if (def && def->getBlock() == loop.getBody())
        worklist.push_back(def);
    }
  }
}

/// What the copies stand behind: the first barrier, and the first product of
/// warps after it if there are more, so that matrix units have work while
/// threads compute addresses.
static Operation *getStartOfCopies(scf::ForOp loop) {
  Operation *barrier = nullptr, *product = nullptr;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (!barrier) {
      barrier = isa<BarrierOp>(op) ? &op : nullptr;
    } else if (isa<BarrierOp>(op)) {
      break;
    } else if (auto dot = dyn_cast<DotOp>(op);
               dot && dot.getAtom()->usesTensorUnit()) {
      if (product)
        return product;
      product = &op;
    }
  }
  return barrier;
}

std::vector<std::pair<Operation *, unsigned>>
tileiras::getLoopOrder(scf::ForOp loop) {
  unsigned last = getStepsAhead(loop);
  DenseSet<Operation *> ahead;
  for (Operation &op : loop.getBody()->without_terminator())
    if (isa<AsyncCopyOp, AsyncCommitOp, TiledTmaLoadOp,
            AsyncMBarrierExpectTxOp>(op))
      moveAhead(loop, &op, ahead);
  std::vector<std::pair<Operation *, unsigned>> order;
  Operation *start = getStartOfCopies(loop);
  EarlyReads early = findEarlyReads(loop);
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (ahead.contains(&op) || early.ops.contains(&op))
      continue;
    if (&op == early.last)
      for (Operation *read : early.ops)
        order.emplace_back(read, last - 1);
    order.emplace_back(&op, last);
    if (&op != start)
      continue;
    for (Operation &early : loop.getBody()->without_terminator())
      if (ahead.contains(&early))
        order.emplace_back(&early, 0);
  }
  return order;
}

//===----------------------------------------------------------------------===//
// Cycles
//===----------------------------------------------------------------------===//

/// Bytes of an SM in a cycle, and the time of a meeting: bench/loopmodel has
/// the sources.
static constexpr int64_t kSharedBytes = 128, kCacheBytes = 64, kLanes = 128,
                         kParts = 4, kMeeting = 22;

StringRef tileiras::getName(Resource resource) {
  switch (resource) {
  case Resource::Threads:
    return "threads";
  case Resource::Arithmetic:
    return "arithmetic";
  case Resource::SharedMemory:
    return "shared memory";
  case Resource::Copies:
    return "copies";
  case Resource::Tensor:
    return "tensor";
  }
  llvm_unreachable("unknown resource");
}

using Price = std::pair<Resource, int64_t>;

/// Returns the elements of a result that instructions compute, some of them
/// twice where it does not fill one.
static int64_t countComputed(AtomAttr atom, RankedTensorType result) {
  ArrayRef<int64_t> mn = result.getShape().take_back(2);
  int64_t rows = std::max<int64_t>(1, atom->M / mn[0]),
          columns = std::max<int64_t>(1, atom->N / mn[1]);
  return result.getNumElements() * rows * columns;
}

/// `elements`: those of the result; `depth`: the extent of the sum, along the
/// last dimension of A.
static Price priceProduct(AtomAttr atom, int64_t elements, int64_t depth) {
  int64_t products = elements * depth;
  if (!atom->usesTensorUnit())
    return {Resource::Arithmetic, llvm::divideCeil(products, kLanes)};
  unsigned n = atom->SizeUnit == atoms::Columns ? atom.getSize() : atom->N;
  int64_t instructions = llvm::divideCeil(
      products, int64_t(atom->M) * std::max<int64_t>(n, 1) * atom->K);
  // One of a warp runs on a part of the SM, one of a warpgroup on all.
  int64_t parts = atom->Threads <= 32 ? kParts : 1;
  return {Resource::Tensor,
          llvm::divideCeil(instructions * atom->getTensorCycles(atom.getSize()),
                           parts)};
}

static Price priceOthers(Operation *op) {
  int64_t elements = 0;
  for (Type type : op->getOperandTypes())
    elements = std::max(elements, countTileElements(type));
  for (Type type : op->getResultTypes())
    elements = std::max(elements, countTileElements(type));
  if (elements == 0 || isa<BufferViewOp>(op))
    return {Resource::Threads, 0};
  return {Resource::Arithmetic, llvm::divideCeil(elements, kLanes)};
}

static Price getPrice(Operation *op) {
  return TypeSwitch<Operation *, Price>(op)
      .Case([](DotOp dot) {
        return priceProduct(dot.getAtom(),
                            countComputed(dot.getAtom(), dot.getType()),
                            dot.getDepth());
      })
      .Case([](AsyncDotOp dot) {
        return priceProduct(dot.getAtom(),
                            countTileElements(dot.getAccumulatorType()),
                            AsyncDotOp::getTile(dot.getA()).getShape().back());
      })
      .Case([](TmemDotOp dot) {
        nv_tileaa::StridedMemRefType sums = dot.getC().getType();
        return priceProduct(dot.getAtom(),
                            ShapedType::getNumElements(sums.getShape()),
                            dot.getA().getType().getShape().back());
      })
      .Case([](AsyncCopyOp copy) {
        return Price(Resource::Copies,
                     countTileBytes(copy.getBuffer().getType()) / kCacheBytes);
      })
      .Case([](TiledTmaLoadOp copy) {
        return Price(Resource::Copies,
                     countTileBytes(copy.getDestination().getType()) /
                         kCacheBytes);
      })
      .Case([](CopyOp copy) {
        return Price(Resource::SharedMemory,
                     countTileBytes(copy.getTileType()) / kSharedBytes);
      })
      .Case<BarrierOp, AsyncWaitOp, AsyncMBarrierWaitOp, FutureWaitOp,
            TmemWaitOp>(
          [](Operation *) { return Price(Resource::Threads, kMeeting); })
      .Default([](Operation *other) { return priceOthers(other); });
}

StepSchedule tileiras::getStepSchedule(scf::ForOp loop) {
  StepSchedule step;
  int64_t free[kNumResources] = {}, threads = 0;
  DenseMap<Operation *, int64_t> ends;
  for (auto [op, stage] : getLoopOrder(loop)) {
    auto [resource, length] = getPrice(op);
    int64_t &from = free[unsigned(resource)];
    int64_t cycle = std::max(threads, from);
    for (Value operand : op->getOperands())
      if (Operation *def = operand.getDefiningOp())
        cycle = std::max(cycle, ends.lookup(def));
    // Threads that meet have done what they did before; copies and products in
    // flight go on.
    if (isa<BarrierOp>(op))
      for (Resource done : {Resource::Arithmetic, Resource::SharedMemory})
        cycle = std::max(cycle, free[unsigned(done)]);
    int64_t end = cycle + length;
    // A copy that was only started is waited for steps later.
    ends[op] = resource == Resource::Copies ? cycle : end;
    from = length ? end : from;
    if (resource == Resource::Threads && length)
      threads = end;
    step.busy[unsigned(resource)] += length;
    step.operations.push_back({op, stage, resource, cycle, length});
  }
  step.cycles = threads;
  for (int64_t busy : step.busy)
    step.cycles = std::max(step.cycles, busy);
  for (Resource done : {Resource::Arithmetic, Resource::SharedMemory})
    step.cycles = std::max(step.cycles, free[unsigned(done)]);
  return step;
}
