//===- TmaStores.cpp - Stores that TMA makes ------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TmaStores.h"
#include "tileiras/Dialect/TileAS/Analysis/MemoryTokenFlow.h"

#include "tileiras/Dialect/TileAS/Contract/SharedMemoryStaging.h"
#include "tileiras/Layout/Factories.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// Minimum bytes of a tile that each thread writes: four vectors, and twice
/// that where the kernel finds the map, in some 80 instructions of one warp.
constexpr int64_t kMinBytes = 64, kMinBytesForMap = 128;
/// The share of shared memory for buffers that nothing else uses while rings
/// live.
constexpr int64_t kShareOfBuffers = 3;

class StorePlanner {
public:
  StorePlanner(nv_tileaa::FuncOp func, const TargetInfo &target, int64_t limit,
               int64_t numWarps, TensorMapProvider provider)
      : func(func), target(target), limit(limit), numWarps(numWarps),
        provider(provider) {}

  SmallVector<TmaStorePlan> run() {
    func.walk([&](TiledStoreOp store) {
      TmaStorePlan found;
      found.store = store;
      if (!findConversion(found))
        return;
      if (StringRef reason = analyse(found); !reason.empty())
        refuse(store, reason);
      else
        stores.push_back(found);
    });
    if (!stores.empty())
      dropOrdered();
    if (!stores.empty())
      dropOverCapacity();
    return std::move(stores);
  }

private:
  void refuse(TiledStoreOp store, StringRef reason) {
    remark::missed(store.getLoc(), remark::RemarkOpts::name("TensorCopy")
                                       .category("memory")
                                       .function(func.getSymName()))
        << remark::reason("a store does not go by TMA: {0}", reason);
  }

  /// Returns whether the tile is staged through shared memory for the store
  /// alone.
  bool findConversion(TmaStorePlan &found) {
    Value tile = found.store.getValue();
    while (tile.hasOneUse()) {
      Operation *op = tile.getDefiningOp();
      if (auto convert = dyn_cast_if_present<ConvertLayoutOp>(op)) {
        found.convert = convert;
        return planConversion(convert, target).kind ==
               ConversionKind::SharedMemory;
      }
      if (!isa_and_present<ViewOp, PermuteOp>(op))
        return false;
      found.moves.push_back(op);
      tile = op->getOperand(0);
    }
    return false;
  }

  /// Plans the store, or returns the reason why it can't.
  StringRef analyse(TmaStorePlan &found) {
    TiledStoreOp store = found.store;
    StringRef reason;
    if (store.getMemSemantic() != nv_tileaa::MemSemantic::WEAK)
      return "it orders other accesses";
    if (store.getView().getType().getSparseDim())
      return "its rows are at the coordinates of an index tensor";
    if (!isFromBody(store.getView()))
      return "its array changes in a loop";
    if (isInInnermostLoop(store))
      return "its loop has no other loop inside";
    if (isSlice(found.convert.getSource()))
      return "it is one of several slices, each of which would need a buffer";
    if (provider == TensorMapProvider::Device && !paysForMaps(reason))
      return reason;
    std::optional<TmaAccess> access = planTmaAccess(store, provider, reason);
    if (!access)
      return reason;
    found.access = *access;
    int64_t minBytes =
        provider == TensorMapProvider::Device ? kMinBytesForMap : kMinBytes;
    if (found.getBytes() < minBytes * kLanesPerWarp * numWarps)
      return "threads store it in few instructions";
    found.seen = getBufferBefore(found.moves, access->desc.getBuffer());
    found.write =
        findWriteAtom(found.seen, found.convert.getSource().getType());
    return found.write
               ? ""
               : "the threads that computed the tile hold no rows of it";
  }

  bool isFromBody(Value view) {
    return view.getParentBlock() == &func.getBody().front();
  }

  /// Returns whether it is computed from a slice of a larger tile.
  static bool isSlice(Value tile) {
    Operation *op = tile.getDefiningOp();
    while (op && op->hasTrait<OpTrait::Elementwise>()) {
      auto operand = llvm::find_if(op->getOperands(), [](Value value) {
        return !matchPattern(value, m_Constant());
      });
      op = operand == op->operand_end() ? nullptr : (*operand).getDefiningOp();
    }
    return isa_and_present<ExtractSliceOp>(op);
  }

  static bool isInInnermostLoop(TiledStoreOp store) {
    auto loop = store->getParentOfType<LoopLikeOpInterface>();
    return loop && !loop->walk([&](LoopLikeOpInterface inner) {
                          return inner == loop ? WalkResult::advance()
                                               : WalkResult::interrupt();
                        })
                        .wasInterrupted();
  }

  /// Returns whether some loop of the kernel pays, next to whose maps it finds
  /// that of the store.
  bool paysForMaps(StringRef &reason) {
    reason = "a kernel without loops does not pay for finding tensor maps";
    return func
        ->walk([&](scf::ForOp loop) {
          reason = refuseToFindMaps(loop);
          return reason.empty() ? WalkResult::interrupt()
                                : WalkResult::advance();
        })
        .wasInterrupted();
  }

  //===--------------------------------------------------------------------===//
  // Order
  //===--------------------------------------------------------------------===//

  /// Removes stores until tokens order the others among themselves only.
  void dropOrdered() {
    MemoryTokenFlow tokens(func.getBody());
    SmallVector<unsigned> accesses;
    func.walk([&](Operation *op) {
      if (std::optional<unsigned> index = tokens.getIndex(op))
        accesses.push_back(*index);
    });
    for (size_t before = 0; before != stores.size();) {
      before = stores.size();
      llvm::erase_if(stores, [&](TmaStorePlan &store) {
        StringRef reason = findOrder(store, tokens, accesses);
        if (!reason.empty())
          refuse(store.store, reason);
        return !reason.empty();
      });
    }
  }

  bool isTaken(Operation *op) {
    return llvm::any_of(stores, [&](TmaStorePlan &store) {
      return store.store.getOperation() == op;
    });
  }

  StringRef findOrder(TmaStorePlan &store, const MemoryTokenFlow &tokens,
                      ArrayRef<unsigned> accesses) {
    unsigned own = *tokens.getIndex(store.store);
    store.isOrdered = false;
    for (unsigned other : accesses) {
      bool isTmaStore = isTaken(tokens.getAccess(other).op);
      if (tokens.isOrderedAfter(own, other)) {
        if (!isTmaStore)
          return "a token orders it after other accesses";
        store.isOrdered = true;
      }
      if (tokens.isOrderedAfter(other, own) && !isTmaStore)
        return "a token orders other accesses after it";
    }
    return "";
  }

  //===--------------------------------------------------------------------===//
  // Capacity
  //===--------------------------------------------------------------------===//

  void dropOverCapacity() {
    int64_t capacity = limit / kShareOfBuffers;
    llvm::erase_if(stores, [&](TmaStorePlan &store) {
      if (store.getBytes() > capacity) {
        refuse(store.store, "shared memory has no room for the tile");
        return true;
      }
      capacity -= store.getBytes();
      return false;
    });
  }

  nv_tileaa::FuncOp func;
  const TargetInfo &target;
  int64_t limit, numWarps;
  TensorMapProvider provider;
  SmallVector<TmaStorePlan> stores;
};

} // namespace

SmallVector<TmaStorePlan> tileiras::planTmaStores(nv_tileaa::FuncOp func,
                                                  const TargetInfo &target,
                                                  int64_t limit,
                                                  int64_t numWarps,
                                                  TensorMapProvider provider) {
  return StorePlanner(func, target, limit, numWarps, provider).run();
}
