//===- KernelPlacements.cpp - The schedule of a finished kernel -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/Schedule/KernelPlacements.h"

#include "tileiras/Dialect/TileAS/Analysis/LoopSchedule.h"
#include "tileiras/Dialect/TileAS/Analysis/Schedule/StageUses.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::StridedMemRefType;

/// Returns whether an operation is asynchronous.
static bool isAsynchronous(Operation *op) {
  return isa<AsyncCopyOp, TiledTmaLoadOp, TiledTmaStoreOp>(op) ||
         isAsyncMma(op);
}

static bool isSynchronousMma(Operation *op) {
  auto dot = dyn_cast<DotOp>(op);
  return dot && dot.getAtom()->usesTensorUnit();
}

/// Returns whether an operation moves a tile from or to tensor memory.
static bool isTmemCopy(Operation *op) {
  auto copy = dyn_cast<CopyOp>(op);
  return copy && copy.getBuffer().getType().isInTensorMemory();
}

static bool isPlaced(Operation *op) {
  return isAsynchronous(op) || isSynchronousMma(op) || isTmemCopy(op);
}

/// Returns the buffer whose copies an operation needs.
static Value getPlacedBuffer(Operation *op) {
  return TypeSwitch<Operation *, Value>(op)
      .Case([](AsyncCopyOp copy) { return copy.getBuffer(); })
      .Case([](TiledTmaLoadOp load) { return load.getDestination(); })
      .Case([](TiledTmaStoreOp store) { return store.getSource(); })
      .Case([](TmemDotOp dot) { return dot.getC(); })
      .Case([](CopyOp copy) { return copy.getBuffer(); })
      .Default(Value());
}

static std::optional<int64_t> countCopies(Operation *op) {
  Value buffer = getPlacedBuffer(op);
  AllocationOpInterface allocation =
      buffer ? getAllocation(buffer) : AllocationOpInterface();
  if (!allocation)
    return std::nullopt;
  return cast<StridedMemRefType>(allocation->getResult(0).getType())
      .getStages();
}

namespace {

class Reader {
public:
  explicit Reader(nv_tileaa::FuncOp func) : func(func) {}

  KernelPlacements read() {
    if (AgentSwitchOp agents = getAgentSwitch(func)) {
      for (AgentGroup &group : agents.getAgentGroups())
        readAgents(group);
    } else {
      FailureOr<int64_t> warps = getNumWarps(func);
      result.partitions.push_back(
          {"compute", unsigned(warps.value_or(0)), 1, std::nullopt});
      for (scf::ForOp loop : collectLoops(func.getBody()))
        readRings(loop);
    }
    return std::move(result);
  }

private:
  /// Returns the loops that have asynchronous operations, or accesses to
  /// pipelines, outside of loops in them.
  static SmallVector<scf::ForOp> collectLoops(Region &region) {
    SetVector<Operation *> loops;
    region.walk([&](Operation *op) {
      auto loop = op->getParentOfType<scf::ForOp>();
      if (loop && region.isAncestor(loop->getParentRegion()) &&
          (isAsynchronous(op) || getPipelineAccess(op).pipeline))
        loops.insert(loop);
    });
    return llvm::map_to_vector(
        loops, [](Operation *loop) { return cast<scf::ForOp>(loop); });
  }

  /// Returns the loop of the source that a loop of the current partition comes
  /// from: the one with its location that the partition has not seen yet.
  PlacedLoop &enter(scf::ForOp loop) {
    unsigned number = seen[loop.getLoc()]++;
    auto [found, isNew] =
        numbers.insert({{loop.getLoc(), number}, result.loops.size()});
    if (isNew)
      result.loops.push_back({loop.getLoc(), {}, {}});
    return result.loops[found->second];
  }

  static void add(PlacedLoop &placed, Operation *op, int32_t partition,
                  int64_t stage, int64_t &order) {
    std::optional<int64_t> copies = countCopies(op);
    if (order > 0) {
      PlacedOperation &last = placed.operations.back();
      if (last.op->getName() == op->getName() &&
          last.op->getLoc() == op->getLoc() && last.stage == stage &&
          last.copies == copies) {
        ++last.count;
        return;
      }
    }
    placed.operations.push_back({op, 1, partition, stage, order++, copies});
  }

  void readRings(scf::ForOp loop) {
    PlacedLoop &placed = enter(loop);
    placed.loops.emplace_back(0, loop);
    int64_t order = 0;
    if (getNumStages(loop) > 1) {
      for (auto [op, stage] : getLoopOrder(loop))
        if (isPlaced(op))
          add(placed, op, /*partition=*/0, stage, order);
      return;
    }
    forEachPlaced(loop, [&](Operation *op, int64_t) {
      add(placed, op, /*partition=*/0, /*stage=*/0, order);
    });
  }

  /// Visits the operations of a loop with the number of times that its prologue
  /// has used the pipeline which they access: that of the region around them,
  /// or the one that was last waited for.
  static void forEachPlaced(scf::ForOp loop,
                            function_ref<void(Operation *, int64_t)> visit) {
    int64_t last = 0;
    loop.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op->getParentOfType<scf::ForOp>() != loop)
        return;
      Value iterator = getPipelineAccess(op).iterator;
      if (iterator && !isa<ProducerCommitOp, ConsumerReleaseOp>(op))
        if (std::optional<StageUse> use = findStageUse(loop, iterator))
          last = use->offset;
      if (isPlaced(op))
        visit(op, last);
    });
  }

  void readAgents(AgentGroup &group) {
    int32_t number = group.region->getRegionNumber();
    PlacedPartition partition{"compute", group.warpsPerAgent, group.numAgents,
                              group.maxRegs};
    bool fills = false, reads = false, computes = false, multiplies = false;
    group.region->walk([&](Operation *op) {
      PipelineAccess access = getPipelineAccess(op);
      fills |= isa<ProducerAcquireOp, ProduceOneOp, ProduceOneAsyncOp>(op);
      reads |= isa<ConsumerWaitOp, ConsumeOneOp, ConsumeOneAsyncOp>(op);
      multiplies |= isAsyncMma(op);
      computes |=
          isa<CopyOp>(op) || llvm::any_of(op->getResults(), [](Value v) {
            return isa<TensorType, FutureType>(v.getType());
          });
      partition.isByIterations |= isStrided(op, access, group.numAgents);
    });
    if (!computes)
      partition.name = multiplies ? "mma" : "load";
    result.partitions.push_back(partition);
    seen.clear();
    for (scf::ForOp loop : collectLoops(*group.region))
      readLoop(loop, number, /*first=*/reads || !fills);
  }

  /// Returns whether an access of one of several agents leaves out the uses of
  /// the others.
  static bool isStrided(Operation *op, const PipelineAccess &access,
                        unsigned numAgents) {
    auto loop = op->getParentOfType<scf::ForOp>();
    if (numAgents == 1 || !access.iterator || !loop)
      return false;
    std::optional<StageUse> use = findStageUse(loop, access.iterator);
    return use && use->stride == numAgents;
  }

  void readLoop(scf::ForOp loop, int32_t partition, int64_t first) {
    PlacedLoop &placed = enter(loop);
    placed.loops.emplace_back(partition, loop);
    int64_t earliest = 0;
    forEachPlaced(loop, [&](Operation *op, int64_t uses) {
      earliest = std::max(earliest, uses);
    });
    int64_t order = 0;
    forEachPlaced(loop, [&](Operation *op, int64_t uses) {
      add(placed, op, partition, first + earliest - uses, order);
    });
  }

  nv_tileaa::FuncOp func;
  KernelPlacements result;
  /// How many loops of a location the current partition has had.
  DenseMap<Location, unsigned> seen;
  DenseMap<std::pair<Location, unsigned>, size_t> numbers;
};

} // namespace

KernelPlacements tileiras::readPlacements(nv_tileaa::FuncOp func) {
  return Reader(func).read();
}
