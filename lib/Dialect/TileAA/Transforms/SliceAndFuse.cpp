//===- SliceAndFuse.cpp - Tiles that don't fit into registers -------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation whose operand is a tile too large for the registers of the
// threads, and whose result is not, becomes a loop over slices of the tile.
// Everything that the slices are computed from is fused into the loop:
//
//   stores     each slice is stored to its own location in memory;
//   reductions if they commute, the loop carries a slice of accumulators, in
//              which element i combines the elements i of every slice, and
//              which is reduced at the end; else the loop carries the reduction
//              of the earlier slices;
//   dots       the loop runs over K slices and carries the accumulator;
//   extract    only the extracted part of the tile is computed.
//
// The last consumers are processed first, so that values without other uses are
// gone before earlier ones are. A value with several consumers is computed for
// each of them, loads included; SlicePlan.h says when that is correct.
//
//===----------------------------------------------------------------------===//

#include "SliceConsumers.h"
#include "SliceLocals.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAA/Transforms/Passes.h"
#include "tileiras/Dialect/TileAA/Utils/MatrixUnits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEAASLICEANDFUSE
#include "tileiras/Dialect/TileAA/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

namespace {

/// The number of a thread's 255 registers (PTX ISA, ".maxnreg") that one tile
/// may need: addresses and the tile's operands need the rest.
constexpr int64_t kMaxRegisters = 128;
/// The registers of a slice: several slices are live at a time, and the loads
/// of one slice are in flight together.
constexpr int64_t kSliceRegisters = 32;
/// A tile of more registers is not even kept in local memory: a dot is computed
/// again for its next consumer instead.
constexpr int64_t kMaxSpilledRegisters = 512;
/// No whole tile may have more registers (convert-tileas-to-llvm): the slices
/// of a larger one may be kept in local memory.
constexpr int64_t kMaxWholeRegisters = 1024;
/// The registers for accumulators if no matrix unit holds the operands for all
/// lanes of a warp.
constexpr int64_t kPlainAccumulators = 64;
/// The multiply-adds of a thread that may be unrolled; it holds the operands of
/// all of them at a time.
constexpr int64_t kMaxMultiplyAdds = 1024;

class SliceAndFuse
    : public tileiras::impl::TileAASliceAndFuseBase<SliceAndFuse> {
public:
  void runOnOperation() override {
    KernelSpecAttr spec = getOperation().getKernelSpec();
    if (!spec) // A later pass reports that it is missing.
      return markAllAnalysesPreserved();
    threads = kLanes * spec.getNumWarps();
    nextSlot = findFreeSlot(getOperation());
    consumers.clear();
    missed.clear();
    hopeless.clear();
    collect(getOperation());
    if (consumers.empty())
      return markAllAnalysesPreserved();
    do {
      while (!consumers.empty())
        visitEither(consumers.pop_back_val());
    } while (keepNextCarried());
    for (auto &[op, reason] : missed)
      reportMissed(op, reason.failureReason);
    sinkIntoChoices(getOperation());
    hoistScalars(getOperation());
  }

private:
  /// Collects consumers in program order; the last one is processed first.
  void collect(Operation *root) {
    root->walk([&](Operation *op) {
      if (isConsumer(op))
        consumers.insert(op);
    });
  }

  int64_t getRegisters(Type type) const {
    auto tile = dyn_cast<RankedTensorType>(type);
    if (!tile)
      return 0;
    unsigned bits = getMemoryBits(tile.getElementType());
    return tile.getNumElements() * std::max(bits, 16u) / 32 / threads;
  }
  bool isOversized(Type type) const {
    return getRegisters(type) > kMaxRegisters;
  }

  bool isConsumer(Operation *op) const {
    auto isLarge = [&](Value value) { return isOversized(value.getType()); };
    return llvm::TypeSwitch<Operation *, bool>(op)
        .Case<TiledStoreOp, TiledAtomicRmwOp, StoreOp>(
            [&](auto store) { return isLarge(store.getValue()); })
        .Case<AtomicRmwOp, AtomicCasOp>([&](auto atomic) {
          return isLarge(atomic.getValue()) && atomic.getResult().use_empty();
        })
        .Case([&](ExtractOp extract) {
          return isLarge(extract.getSource()) && !isLarge(extract.getResult());
        })
        .Case([&](ReduceOp reduce) {
          return llvm::any_of(reduce.getOperands(), isLarge) &&
                 llvm::none_of(reduce.getResults(), isLarge) &&
                 isElementwise(reduce);
        })
        .Case([&](DotOp dot) {
          return !isLarge(dot.getResult()) &&
                 (isLarge(dot.getA()) || isLarge(dot.getB()) ||
                  countMultiplyAdds(dot) > kMaxMultiplyAdds);
        })
        .Default(false);
  }

  static bool hasMatrixUnit(DotOp dot) {
    if (const TargetInfo *target = findTarget(dot))
      return tileiras::hasMatrixUnit(dot, *target);
    return !getElementTypeOrSelf(dot.getA().getType()).isF32();
  }

  /// Whether slices of `depth` elements along K fill a matrix instruction.
  static bool fillsInstruction(DotOp dot, int64_t depth) {
    const TargetInfo *target = findTarget(dot);
    return !target || depth >= int64_t(chooseInstruction(dot, *target).K);
  }

  /// Returns the multiply-adds of a thread if no matrix unit computes the dot.
  int64_t countMultiplyAdds(DotOp dot) const {
    if (hasMatrixUnit(dot))
      return 0;
    auto a = cast<RankedTensorType>(dot.getA().getType());
    auto result = cast<RankedTensorType>(dot.getType());
    return result.getNumElements() * a.getShape().back() / threads;
  }

  /// Slices the operation without local memory if possible, else with it.
  void visitEither(Operation *op) {
    areLocalsAllowed = false;
    failureReason = nullptr;
    if (visit(op))
      return;
    Operation *first = failureReason ? failureReason : op;
    areLocalsAllowed = true;
    bool isRefused = !mayBeWhole(op, first);
    if (isRefused && visit(op))
      return;
    missed[op] = {first->getName().getStringRef(), isRefused};
  }

  /// Whether the operation may stay whole, since there are registers for it,
  /// spilled or not.
  bool mayBeWhole(Operation *op, Operation *failureReason) const {
    // Scans need tiles of 32 bits in addition (tileas-legalize-scan).
    if (auto scan = dyn_cast<ScanOp>(failureReason)) {
      auto tile = cast<RankedTensorType>(scan.getResult(0).getType());
      if (tile.getNumElements() / threads > kMaxWholeRegisters)
        return false;
    }
    return getOperandRegisters(op) <= kMaxWholeRegisters &&
           getOperandRegisters(failureReason) <= kMaxWholeRegisters &&
           llvm::none_of(failureReason->getResults(), [&](Value value) {
             return getRegisters(value.getType()) > kMaxWholeRegisters;
           });
  }

  bool visit(Operation *op) {
    if (auto extract = dyn_cast<ExtractOp>(op))
      return visitExtract(extract);
    std::optional<SlicePlan> plan;
    Operation *loop = nullptr;
    if (auto reduce = dyn_cast<ReduceOp>(op)) {
      plan = findPlan(op, reduce.getDim(), 2, [&](SlicePlan &) {
        SmallVector<Part> parts;
        for (Value operand : reduce.getOperands())
          parts.push_back({operand, int(reduce.getDim())});
        return parts;
      });
      if (plan && !isDotWasted(*plan)) {
        reportSliced(*plan, reduce.getDim());
        assignSlots(*plan, nextSlot);
        loop = sliceReduce(reduce, *plan);
      }
    } else if (auto dot = dyn_cast<DotOp>(op)) {
      int64_t count = llvm::PowerOf2Ceil(
          llvm::divideCeil(countMultiplyAdds(dot), kMaxMultiplyAdds));
      plan = findPlan(
          op, kWhole, std::max<int64_t>(count, 2),
          [&](SlicePlan &plan) { return findSummedParts(dot, plan); });
      if (plan) {
        reportSliced(*plan, getSummedParts(dot).front().second);
        assignSlots(*plan, nextSlot);
        loop = sliceDot(dot, *plan);
      }
    } else {
      plan = findStorePlan(op);
      if (plan) {
        assignSlots(*plan, nextSlot);
        loop = sliceStores({{op, plan->getCut()}}, *plan);
      }
    }
    if (!loop)
      return false;
    missed.erase(op);
    SmallVector<scf::ForOp> locals = fillLocals(*plan);
    if (!isa<ReduceOp>(op))
      op->erase();
    eraseDead();
    collect(loop);
    for (scf::ForOp local : locals)
      collect(local);
    return true;
  }

  SmallVector<scf::ForOp> fillLocals(SlicePlan &plan) {
    for (const LocalTile &local : plan.getLocals())
      reportLocal(local.op->getLoc(), local.op->getResult(0).getType());
    return makeLocals(plan);
  }

  /// Keeps the tiles in local memory that the outermost such loop carries and
  /// that don't fit into registers, or prevent the slicing of a tile that
  /// doesn't. Their users may then be sliced. Returns false if there is no such
  /// loop.
  bool keepNextCarried() {
    bool isRefused = llvm::any_of(
        missed, [](const auto &entry) { return entry.second.isRefused; });
    int64_t most = isRefused ? kMaxRegisters : kMaxWholeRegisters;
    SmallVector<scf::ForOp> loops;
    getOperation().walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
      if (!hopeless.contains(loop))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops) {
      auto isLarge = [&](Type type) { return getRegisters(type) > most; };
      auto carried = llvm::find_if(loop.getInitArgs().getTypes(), isLarge);
      if (carried == loop.getInitArgs().getTypes().end())
        continue;
      Type tile = *carried;
      Location loc = loop.getLoc();
      if (keepCarried(
              loop, isLarge, [this](Type type) { return isHeld(type); },
              nextSlot)
              .empty()) {
        hopeless.insert(loop);
        continue;
      }
      reportLocal(loc, tile);
      eraseDead();
      collect(getOperation());
      return true;
    }
    return false;
  }

  /// Cuts along the first possible dimension, since elements adjacent in memory
  /// are more often along the last; along several if no single one suffices.
  std::optional<SlicePlan> findStorePlan(Operation *store) {
    auto tile =
        cast<RankedTensorType>(cast<AccessOpInterface>(store).getTile());
    int rank = tile.getRank();
    for (int dimsOfCut : {1, rank})
      for (int first = 0; first < rank; ++first) {
        auto plan = findPlan(store, first, 2, [&](SlicePlan &plan) {
          SmallVector<int> dims = {first};
          for (int dim = 0; dim < rank && dimsOfCut > 1; ++dim)
            if (dim != first)
              dims.push_back(dim);
          return dimsOfCut == 1 ||
                         succeeded(plan.cutAlong(tile.getShape(), dims))
                     ? getStoreParts({store, plan.getCut()}, plan)
                     : SmallVector<Part>();
        });
        if (!plan)
          continue;
        reportSliced(*plan, first);
        return plan;
      }
    return std::nullopt;
  }

  /// An operand that is computed from another dot stays whole if registers hold
  /// it, since its slices would compute that dot again. Slices that fit into
  /// registers don't become narrower than the instruction.
  SmallVector<Part> findSummedParts(DotOp dot, SlicePlan &plan) const {
    int64_t count = plan.getCount();
    bool fitsBefore = llvm::none_of(
        ValueRange{dot.getA(), dot.getB()}, [&](Value operand) {
          return getRegisters(operand.getType()) * 2 / count > kMaxRegisters;
        });
    if (fitsBefore && !fillsInstruction(dot, dot.getDepth() / count))
      return {};
    plan.keepWhole([this, dot](Value value) {
      return isHeld(value.getType()) &&
             isComputedFromDot(value, dot->getBlock());
    });
    return getSummedParts(dot);
  }

  bool visitExtract(ExtractOp extract) {
    SlicePlan plan(extract, kWhole, /*count=*/1,
                   [this](Type type) { return isHeld(type); });
    if (areLocalsAllowed)
      plan.allowLocals();
    Part part = getExtractPart(extract, plan);
    if (failed(plan.require(part.first, part.second))) {
      failureReason = plan.getFailureReason();
      return false;
    }
    remark::analysis(extract.getLoc(), getRemark()) << remark::add(
        "of a tile of {0} registers of each thread only the part is computed "
        "that is taken out of it",
        getOperandRegisters(extract));
    Operation *last = extract->getPrevNode();
    Block *block = extract->getBlock();
    auto end = std::next(extract->getIterator());
    missed.erase(extract);
    assignSlots(plan, nextSlot);
    takeExtract(extract, part, plan);
    for (scf::ForOp local : fillLocals(plan))
      collect(local);
    for (Operation &op : llvm::make_range(
             last ? std::next(last->getIterator()) : block->begin(), end))
      collect(&op);
    eraseDead();
    return true;
  }

  /// Returns a plan with as few slices as keep everything in registers.
  /// `findParts` returns the parts that the consumer needs for a slice, or none
  /// if it can't be divided into that number of slices.
  std::optional<SlicePlan>
  findPlan(Operation *consumer, int cut, int64_t count,
           function_ref<SmallVector<Part>(SlicePlan &)> findParts) {
    std::optional<SlicePlan> best;
    for (;; count *= 2) {
      SlicePlan plan(consumer, cut, count,
                     [this](Type type) { return isHeld(type); });
      if (areLocalsAllowed)
        plan.allowLocals();
      SmallVector<Part> needed = findParts(plan);
      if (needed.empty())
        return isEnough(best) ? std::move(best) : std::nullopt;
      if (llvm::any_of(needed, [&](const Part &part) {
            return failed(plan.require(part.first, part.second));
          })) {
        if (plan.getPreferredCount() > count) {
          count = plan.getPreferredCount() / 2;
          continue;
        }
        failureReason = plan.getFailureReason();
        return isEnough(best) ? std::move(best) : std::nullopt;
      }
      int64_t registers = 0;
      int64_t most = kSliceRegisters;
      for (const Part &part : plan.getParts())
        if (part.second != kWhole) {
          registers = std::max(registers, getPartRegisters(plan, part));
          if (auto dot = part.first.getDefiningOp<DotOp>())
            most = std::max(most, hasMatrixUnit(dot) ? kMaxRegisters
                                                     : kPlainAccumulators);
        }
      best.emplace(std::move(plan));
      if (registers <= most)
        return best;
    }
  }

  /// Whether a whole tile may be live while slices are extracted from it.
  bool isHeld(Type type) const { return getRegisters(type) <= kSliceRegisters; }

  int64_t getPartRegisters(const SlicePlan &plan, const Part &part) const {
    auto tile = dyn_cast<RankedTensorType>(part.first.getType());
    return tile ? getRegisters(
                      plan.getSliceCuts().getSliceType(tile, part.second))
                : 0;
  }

  /// Whether slicing would repeat a dot for a reduction alone: most often the
  /// elements of its result have other uses too.
  bool isDotWasted(const SlicePlan &plan) {
    for (auto [value, dim] : plan.getParts())
      if (value.getDefiningOp<DotOp>() &&
          getRegisters(value.getType()) <= kMaxSpilledRegisters) {
        failureReason = value.getDefiningOp();
        return true;
      }
    return false;
  }

  bool isEnough(const std::optional<SlicePlan> &plan) const {
    return plan && llvm::all_of(plan->getParts(), [&](const Part &part) {
             return part.second == kWhole ||
                    getPartRegisters(*plan, part) <= kMaxRegisters;
           });
  }

  /// Erases dead operations, and removes them from the lists of consumers.
  void eraseDead() {
    tileiras::eraseDead(getOperation(), [&](Operation *op) {
      dropTokens(op);
      if (op != getOperation() && isOpTriviallyDead(op))
        op->walk([&](Operation *dead) {
          consumers.remove(dead);
          missed.erase(dead);
          hopeless.erase(dead);
        });
    });
  }

  remark::RemarkOpts getRemark() {
    return remark::RemarkOpts::name("Slices").category("memory").function(
        getOperation().getName());
  }

  /// Returns the registers of the operation's largest operand.
  int64_t getOperandRegisters(Operation *op) const {
    int64_t most = 0;
    for (Value operand : op->getOperands())
      most = std::max(most, getRegisters(operand.getType()));
    return most;
  }

  void reportSliced(const SlicePlan &plan, int dim) {
    Operation *consumer = plan.getConsumer();
    remark::analysis(consumer->getLoc(), getRemark()) << remark::add(
        "a tile of {0} registers of each thread is worked off in {1} slices "
        "along dimension {2}",
        getOperandRegisters(consumer), plan.getCount(), dim);
  }

  void reportMissed(Operation *op, StringRef failureReason) {
    remark::missed(op->getLoc(), getRemark()) << remark::reason(
        "a tile of {0} registers of each thread is not worked off in slices: "
        "there are none of '{1}'",
        getOperandRegisters(op), failureReason);
  }

  void reportLocal(Location loc, Type tile) {
    remark::analysis(loc, getRemark()) << remark::add(
        "slices of a tile of {0} registers of each thread are kept in local "
        "memory until they are taken",
        getRegisters(tile));
  }

  struct Missed {
    StringRef failureReason;
    /// Whether some tile doesn't fit into registers.
    bool isRefused = false;
  };

  int64_t threads = 0, nextSlot = 0;
  bool areLocalsAllowed = false;
  /// Operations that stay whole, and the operations that prevent slicing.
  llvm::MapVector<Operation *, Missed> missed;
  /// Loops whose tiles can't be kept in local memory.
  DenseSet<Operation *> hopeless;
  SetVector<Operation *> consumers;
  Operation *failureReason = nullptr;
};

} // namespace
