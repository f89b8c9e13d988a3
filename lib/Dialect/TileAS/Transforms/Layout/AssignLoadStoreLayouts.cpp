//===- AssignLoadStoreLayouts.cpp - Layouts of accesses -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An access is cheap when adjacent lanes access adjacent addresses, in vectors.
// The dimension, and the maximum length of vectors, are facts of the access;
// where it has no runs, the strides of the memref determine the dimension, and
// for tensors of pointers it is assumed to be the last one.
//
// The vector width of a thread has to suit all accesses whose tiles are
// combined element-wise: a load of f16 that is stored as f32 should have
// vectors of 4 elements on both sides, or the tile would have to be moved in
// between. So each class of tensors gets the width that costs its accesses
// least. An access that can't have this width needs more instructions, each of
// which touches all the sectors of 32 bytes that the vectors of a warp are in:
// with vectors that don't exist, the same sectors are touched again and again.
// Atomic RMWs count with the accesses of their class: where there is no vector
// instruction, adjacent elements should be in adjacent lanes.
//
//===----------------------------------------------------------------------===//

#include "BoundaryConversions.h"
#include "LayoutEquivalenceClasses.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAS/Contract/AccessVectorWidth.h"
#include "tileiras/Dialect/TileAS/Contract/AtomicRMWAtoms.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutInference.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyLayouts.h"

#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "tileas-assign-load-store-layouts"

namespace tileiras {
#define GEN_PASS_DEF_TILEASASSIGNLOADSTORELAYOUTS
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

using nv_tileaa::AccessOpInterface;

/// Returns the access to a tile, other than an atomic RMW on one replica, which
/// handles element after element; null for other operations and scalars.
AccessOpInterface getAccess(Operation *op) {
  auto atomic = dyn_cast<TiledAtomicRmwOp>(op);
  if (!isa<TiledLoadOp, TiledStoreOp, LoadOp, StoreOp>(op) &&
      !(atomic && atomic.getMulticast()))
    return {};
  auto access = cast<AccessOpInterface>(op);
  return isa<RankedTensorType>(access.getTile()) ? access : AccessOpInterface();
}

/// Returns the tensor that is loaded or stored.
Value getTile(AccessOpInterface access) {
  if (auto store = dyn_cast<TiledStoreOp>(*access))
    return store.getValue();
  if (auto store = dyn_cast<StoreOp>(*access))
    return store.getValue();
  if (auto atomic = dyn_cast<TiledAtomicRmwOp>(*access))
    return atomic.getValue();
  return access->getResult(0);
}

/// Returns the view that is accessed; null for tensors of pointers.
nv_tileaa::TiledViewType getView(Operation *op) {
  if (auto load = dyn_cast<TiledLoadOp>(op))
    return load.getView().getType();
  if (auto store = dyn_cast<TiledStoreOp>(op))
    return store.getView().getType();
  if (auto atomic = dyn_cast<TiledAtomicRmwOp>(op))
    return atomic.getView().getType();
  return {};
}

unsigned getElementBytes(AccessOpInterface access) {
  return getMemoryBits(getElementTypeOrSelf(access.getTile())) / 8;
}

/// Returns the tile's dimensions, from the one with the smallest stride in
/// memory.
SmallVector<unsigned> memoryOrder(AccessOpInterface access) {
  unsigned rank = cast<RankedTensorType>(access.getTile()).getRank();
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::reverse(llvm::seq<unsigned>(rank)));
  nv_tileaa::AccessVector vector = getVector(access);
  nv_tileaa::TiledViewType view = getView(access);
  auto isFastest = [&](unsigned dim) {
    if (vector.elements > 1)
      return dim == vector.dim;
    return view && view.getSource().getStrides()[view.getDimMap()[dim]] == 1 &&
           view.getSparseDim() != int32_t(dim);
  };
  auto fastest = llvm::find_if(order, isFastest);
  if (fastest != order.end())
    std::rotate(order.begin(), fastest, fastest + 1);
  return order;
}

void assign(AccessOpInterface access, int64_t elements, int64_t numWarps) {
  Value tile = getTile(access);
  nv_tileaa::TiledViewType view = getView(access);
  unsigned bits = getElementBytes(access) * 8;
  LinearLayout layout =
      coalesced(cast<RankedTensorType>(tile.getType()).getShape(),
                memoryOrder(access), bits, numWarps, elements * bits);
  LDBG() << access.getLoc() << ": " << elements << " elements of " << bits
         << " bits a thread, " << layout;
  for (OpOperand &operand : access->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    // The only other tensors of tiled accesses are indices.
    bool isIndex = view && operand.get() != tile;
    assignOperandLayout(
        operand,
        isIndex ? sparseIndexLayout(layout, *view.getSparseDim()) : layout);
  }
  for (OpResult result : access->getResults())
    if (isa<RankedTensorType>(result.getType()))
      assignResultLayout(result, layout);
}

/// Gives all slices of a slot one layout, so that each thread finds what it
/// stored.
void assignLocal(nv_tileaa::FuncOp func, int64_t numWarps) {
  auto layoutOf = [&](Value slice) {
    return defaultLayout(cast<RankedTensorType>(slice.getType()),
                         getNumWarps(slice.getParentRegion(), numWarps));
  };
  func.walk([&](nv_tileaa::LocalStoreOp store) {
    if (!getLayoutAttr(store.getValue().getType()))
      assignOperandLayout(store.getValueMutable(), layoutOf(store.getValue()));
  });
  func.walk([&](nv_tileaa::LocalLoadOp load) {
    if (!getLayoutAttr(load.getType()))
      assignResultLayout(cast<OpResult>(load.getResult()),
                         layoutOf(load.getResult()));
  });
}

bool usesLocalMemory(nv_tileaa::FuncOp func) {
  return func
      .walk([](Operation *op) {
        return isa<nv_tileaa::LocalStoreOp, nv_tileaa::LocalLoadOp>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Vector widths
//===----------------------------------------------------------------------===//

/// The costs of the accesses of a class if a thread has 1, 2, 4, … adjacent
/// elements.
class VectorCosts {
public:
  void add(AccessOpInterface access) {
    unsigned bytes = getElementBytes(access);
    widest = std::max(widest, bytes);
    add(bytes, getVector(access).elements,
        /*isLoad=*/access->getNumResults() > 1);
  }

  /// Adds an atomic RMW that handles `together` adjacent elements at once.
  void addAtomicRMW(AccessOpInterface atomic, int64_t together) {
    add(getElementBytes(atomic), together, /*isLoad=*/false);
  }

  /// Returns the cheapest width, the largest of equals.
  int64_t choose() const {
    size_t best = 0;
    for (size_t log = 0; widest << log <= kBytes; ++log)
      if (costs[log] <= costs[best])
        best = log;
    return int64_t(1) << best;
  }

private:
  void add(unsigned bytes, int64_t possible, bool isLoad) {
    for (auto [log, cost] : llvm::enumerate(costs)) {
      // Costs for a warp with kBytes elements in each thread: instructions, and
      // the sectors that each of them touches.
      int64_t elements = int64_t(1) << log;
      int64_t instructions = kBytes / std::min(elements, possible);
      int64_t sectors = elements * bytes;
      // Four sectors are moved at a time. A cache hit of a load costs no more;
      // each sector of a store goes on to memory.
      cost += instructions *
              (4 + (isLoad ? std::max<int64_t>(sectors, 4) : sectors));
    }
  }

  /// The largest access of any target. A target without it pays more
  /// instructions.
  static constexpr unsigned kBytes = 32;

  std::array<int64_t, 6> costs = {}; // up to 32 elements
  unsigned widest = 1;
};

void addUpdates(nv_tileaa::FuncOp func, const LayoutEquivalenceClasses &classes,
                MutableArrayRef<VectorCosts> costs) {
  const TargetInfo *target = findTarget(func);
  if (!target)
    return;
  func.walk([&](AccessOpInterface access) {
    Value tile = getAtomicRMWTile(access);
    std::optional<unsigned> classId =
        tile ? classes.lookup(tile) : std::nullopt;
    if (!classId)
      return;
    if (auto together = countAtomicRMWElements(access, *target))
      costs[*classId].addAtomicRMW(access, *together);
  });
}

/// Returns for each access the vector width of its class.
SmallVector<int64_t> chooseVectors(nv_tileaa::FuncOp func,
                                   ArrayRef<AccessOpInterface> accesses) {
  LayoutEquivalenceClasses classes(func, Rematerializer(func),
                                   collectBranchTargets(func));
  SmallVector<VectorCosts> costs(classes.size());
  for (AccessOpInterface access : accesses)
    if (std::optional<unsigned> classId = classes.lookup(getTile(access)))
      costs[*classId].add(access);
  addUpdates(func, classes, costs);
  SmallVector<int64_t> result;
  for (AccessOpInterface access : accesses) {
    if (std::optional<unsigned> classId = classes.lookup(getTile(access))) {
      result.push_back(costs[*classId].choose());
      continue;
    }
    // A rematerialisable value that is stored is in no class.
    VectorCosts alone;
    alone.add(access);
    result.push_back(alone.choose());
  }
  return result;
}

class AssignLoadStoreLayouts
    : public tileiras::impl::TileASAssignLoadStoreLayoutsBase<
          AssignLoadStoreLayouts> {
public:
  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    SmallVector<AccessOpInterface> accesses;
    func.walk([&](Operation *op) {
      AccessOpInterface access = getAccess(op);
      if (access && !getLayoutAttr(access.getTile()))
        accesses.push_back(access);
    });
    if (accesses.empty() && !usesLocalMemory(func))
      return;
    FailureOr<int64_t> numWarps = getNumWarps(func);
    if (failed(numWarps) || failed(verifyLayouts(func, LayoutState::Partial)))
      return signalPassFailure();
    // Before conversions come between the accesses.
    SmallVector<int64_t> vectors = chooseVectors(func, accesses);
    for (auto [access, elements] : llvm::zip_equal(accesses, vectors))
      assign(access, elements,
             getNumWarps(access->getParentRegion(), *numWarps));
    assignLocal(func, *numWarps);
  }
};

} // namespace
