//===- NodeCost.cpp - What an operation costs an SM -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/Schedule/NodeCost.h"

#include "tileiras/Dialect/TileAS/Analysis/TileSize.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::StridedMemRefType;

namespace {

class CostCounter {
public:
  explicit CostCounter(const MachineModel &model) : model(model) {}

  void add(Operation *op) {
    TypeSwitch<Operation *>(op)
        .Case([&](DotOp dot) {
          addMma(dot.getAtom(), countTileElements(dot.getResult().getType()),
                 dot.getDepth());
        })
        .Case([&](AsyncDotOp dot) {
          addMma(dot.getAtom(), countTileElements(dot.getResult().getType()),
                 AsyncDotOp::getTile(dot.getA()).getShape().back());
        })
        .Case([&](TmemDotOp dot) {
          addMma(dot.getAtom(), countTileElements(dot.getC().getType()),
                 dot.getA().getType().getShape().back());
        })
        .Case([&](AsyncCopyOp copy) {
          addLoad(copy.getBuffer().getType(), model.getLatency("global"));
        })
        .Case([&](TiledTmaLoadOp copy) {
          addLoad(copy.getDestination().getType(),
                  model.getLatency("global") + model.getLatency("bulk"));
        })
        .Case([&](CopyOp copy) { addCopy(copy); })
        .Default([&](Operation *other) { addThreads(other); });
  }

  NodeCost get() { return std::move(cost); }

private:
  /// Returns the cycles that a unit takes for so much work, and counts them.
  int64_t use(StringRef unit, int64_t work) {
    double rate = model.getRate(unit);
    return rate == 0 ? 0 : count(unit, std::ceil(work / rate));
  }

  int64_t count(StringRef unit, int64_t cycles) {
    if (cycles != 0)
      cost.occupancy[unit] += cycles;
    return cycles;
  }

  void addMma(AtomAttr atom, int64_t elements, int64_t depth) {
    if (!atom->usesTensorUnit()) {
      cost.latency += use("fma", elements * depth);
      return;
    }
    unsigned n = atom->SizeUnit == atoms::Columns ? atom.getSize() : atom->N;
    int64_t instructions = llvm::divideCeil(
        elements * depth, int64_t(atom->M) * std::max<int64_t>(n, 1) * atom->K);
    // A warp multiplies on one part of the SM, a warpgroup on all.
    int64_t parts = atom->Threads <= 32 ? kSchedulersOfSM : 1;
    cost.latency +=
        count("tensor",
              llvm::divideCeil(
                  instructions * atom->getTensorCycles(atom.getSize()), parts));
    use("smem", instructions * atom->getSharedBytes(atom.getSize()));
  }

  void addLoad(Type buffer, int64_t latency) {
    use("smem", countTileBytes(buffer));
    cost.latency += latency + use("l2", countTileBytes(buffer));
  }

  void addCopy(CopyOp copy) {
    int64_t bytes = countTileBytes(copy.getTileType());
    if (!copy.getBuffer().getType().isInTensorMemory())
      cost.latency += use("smem", bytes);
    else
      cost.latency += use(copy.isStore() ? "tmem_write" : "tmem_read",
                          llvm::divideCeil(bytes, int64_t(4)));
    if (!copy.isStore())
      cost.latency += model.getLatency("shared");
  }

  void addThreads(Operation *op) {
    int64_t elements = 0;
    Type widest;
    auto see = [&](Type type) {
      if (int64_t count = countTileElements(type); count > elements) {
        elements = count;
        widest = type;
      }
    };
    llvm::for_each(op->getOperandTypes(), see);
    llvm::for_each(op->getResultTypes(), see);
    if (elements == 0 || isa<BufferViewOp, FutureWaitOp, ToAsyncOp>(op))
      return;
    if (isTranscendental(op)) {
      cost.latency += use("mufu", elements) + model.getLatency("special");
      return;
    }
    bool isFloat = isa<FloatType>(getElementTypeOrSelf(widest));
    cost.latency += use(isFloat ? "fma" : "alu", elements);
  }

  static bool isTranscendental(Operation *op) {
    return isa<nv_tileaa::SqrtOp, nv_tileaa::RsqrtOp, nv_tileaa::ExpOp,
               nv_tileaa::Exp2Op, nv_tileaa::TanhOp>(op) ||
           (isa<math::MathDialect>(op->getDialect()) &&
            !isa<math::FmaOp, math::AbsFOp, math::AbsIOp>(op));
  }

  const MachineModel &model;
  NodeCost cost;
};

} // namespace

NodeCost tileiras::getNodeCost(Operation *op, const MachineModel &model) {
  CostCounter counter(model);
  op->walk([&](Operation *inner) { counter.add(inner); });
  return counter.get();
}

static bool isInFlight(Operation *op) {
  return isAsyncMma(op) ||
         isa<TiledTmaLoadOp, AsyncCopyOp, TiledTmaStoreOp>(op);
}

ScheduleCosts tileiras::getScheduleCosts(const MachineModel &model) {
  ScheduleCosts costs;
  costs.getIssue = [&model](Operation *op) -> int64_t {
    return isInFlight(op) ? 0 : getNodeCost(op, model).latency;
  };
  costs.getLatency = [&model](Operation *op) -> int64_t {
    return isInFlight(op) ? getNodeCost(op, model).latency : 0;
  };
  costs.handoff = model.getHandoff("mbarrier");
  return costs;
}
