//===- LegalizeReduce.cpp - Reductions across warps -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp reduces what it holds; partial results of several warps must be
// exchanged. Let the bits of the coordinate along the reduced dimension that
// warps hold be `w`, and the others `h`. Where elements may be combined in any
// order,
//
//   reduce over (w, h)  =  reduce over w, of reduce over h
//
// and in the IR, for the dimension in the middle of [a, n, b]:
//
//   view to [a, …, n's runs of bits, …, b], permute and view to [a, w, h, b]
//   reduce h                  in each warp, by registers and shuffles
//   convert_layout            w from warps to registers: through shared memory
//   reduce w                  in each thread
//
// Views and permutations move nothing. All warps that held parts have the
// result.
//
// Where the order of elements must be kept, only the bits below all of the
// warps' are reduced first: n is [blocks, run], and the totals of all blocks
// move. If these would need more registers than the tile does, the tile moves
// first, so that elements of a thread are adjacent, lanes are consecutive, and
// so are warps. The layout then differs only in the owners of bits along the
// dimension, so that it is the same without the dimension.
//
//===----------------------------------------------------------------------===//

#include "SplitDimension.h"

#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"
#include "tileiras/Dialect/TileAS/Contract/ReduceAtoms.h"
#include "tileiras/Dialect/TileAS/Contract/SharedMemoryStaging.h"
#include "tileiras/Dialect/TileAS/IR/ScannedCoordinates.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyLayouts.h"

#include "mlir/IR/IRMapping.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASLEGALIZEREDUCE
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// The reduced dimension as runs of bits of its coordinate, highest first, each
/// held by warps or not.
struct BitRuns {
  SmallVector<int64_t> sizes;
  SmallVector<bool> inWarps;
};

BitRuns findRuns(int64_t size, uint64_t warpBits) {
  BitRuns runs;
  for (int64_t bit = size / 2; bit != 0; bit /= 2) {
    bool inWarps = (warpBits & bit) != 0;
    if (runs.sizes.empty() || runs.inWarps.back() != inWarps) {
      runs.sizes.push_back(1);
      runs.inWarps.push_back(inWarps);
    }
    runs.sizes.back() *= 2;
  }
  return runs;
}

/// Clones the region of `op`, along a dimension of other tiles.
SmallVector<Value> createReduce(OpBuilder &builder, ReduceOp op,
                                ValueRange tiles, unsigned along,
                                TypeRange types) {
  auto result = ReduceOp::create(builder, op.getLoc(), types, tiles, along,
                                 op.getIdentities(), op.getCommutes(),
                                 /*atom=*/AtomAttr());
  IRMapping mapping;
  op.getBody().cloneInto(&result.getBody(), mapping);
  return result.getResults();
}

/// Legalises a reduction that may combine elements in any order.
class ReduceLegalization : SplitDimension {
public:
  ReduceLegalization(ReduceOp op, uint64_t warpBits)
      : SplitDimension(op, op.getDim()), op(op), warpBits(warpBits),
        runs(findRuns(shape[dim], warpBits)) {}

  void run() {
    SmallVector<Value> tiles = llvm::map_to_vector(
        op.getOperands(), [&](Value tile) { return bringWarpsForward(tile); });
    // Reduces in each warp.
    if (shape[dim] != getNumParts())
      tiles = createReduce(builder, op, tiles, dim + 1, getPartialTypes(tiles));
    for (Value &tile : tiles)
      tile = share(tile);
    // Reduces in each thread.
    op->replaceAllUsesWith(
        createReduce(builder, op, tiles, dim, op.getResultTypes()));
    op->erase();
  }

private:
  /// Returns the number of partial results: the size of the dimension that
  /// warps hold.
  int64_t getNumParts() const { return int64_t(1) << llvm::popcount(warpBits); }

  /// Returns [a, n, b] as [a, w, h, b], or as [a, w, b] where warps hold all of
  /// it.
  Value bringWarpsForward(Value tile) {
    SmallVector<int32_t> order;
    for (unsigned i = 0; i < dim; ++i)
      order.push_back(i);
    for (bool inWarps : {true, false})
      for (unsigned i = 0; i < runs.sizes.size(); ++i)
        if (runs.inWarps[i] == inWarps)
          order.push_back(dim + i);
    for (unsigned i = dim + 1; i < shape.size(); ++i)
      order.push_back(i + runs.sizes.size() - 1);

    tile = view(tile, around(runs.sizes));
    if (!llvm::is_sorted(order))
      tile = permute(tile, order);
    int64_t parts = getNumParts(), rest = shape[dim] / parts;
    return view(tile, rest == 1 ? around({parts}) : around({parts, rest}));
  }

  Value permute(Value tile, ArrayRef<int32_t> order) {
    RankedTensorType type = getType(tile);
    SmallVector<int64_t> sizes = llvm::map_to_vector(
        order, [&](int32_t i) { return type.getDimSize(i); });
    auto to = RankedTensorType::get(sizes, type.getElementType());
    return PermuteOp::create(
        builder, withLayout(to, permuteLayout(getLayout(type), order)), tile,
        order);
  }

  SmallVector<Type> getPartialTypes(ValueRange tiles) const {
    return llvm::map_to_vector(
        tiles, [&](Value tile) -> Type { return dropDim(tile, dim + 1); });
  }

  ReduceOp op;
  uint64_t warpBits;
  BitRuns runs;
};

/// Legalises a reduction that must keep the order of elements.
class OrderedReduceLegalization : SplitDimension {
public:
  explicit OrderedReduceLegalization(ReduceOp op)
      : SplitDimension(op, op.getDim()), op(op),
        layout(getLayout(op.getOperand(0).getType())) {
    chooseLayout();
  }

  void run() {
    unsigned count = countBelowWarps();
    bool isInWarp = count == bits.owners.size();
    if (isInWarp && layout == getLayout(op.getOperand(0).getType()))
      return;
    SmallVector<Value> tiles = llvm::map_to_vector(
        op.getOperands(), [&](Value tile) { return convert(tile, layout); });
    if (!isInWarp)
      tiles = reduceRuns(tiles, int64_t(1) << count);
    tiles = reduce(tiles, dim);
    for (auto [result, tile] : llvm::zip_equal(op.getResults(), tiles))
      result.replaceAllUsesWith(isa<RankedTensorType>(tile.getType())
                                    ? convert(tile, getLayout(result.getType()))
                                    : tile);
    op->erase();
  }

private:
  /// Counts the bits of the coordinate along the dimension that are below those
  /// of warps.
  unsigned countBelowWarps() const {
    return llvm::find_if(bits.owners,
                         [](CoordinateBits::Owner owner) {
                           return owner.dim == InDim::Warp;
                         }) -
           bits.owners.begin();
  }

  /// Chooses the tile's own layout, the usual one of its shape if its bits
  /// along the dimension have no order, and one that is sorted where totals
  /// would need more registers than the tile: each thread has one for each run.
  void chooseLayout() {
    std::optional<CoordinateBits> own = getCoordinateBits(layout, dim);
    if (!own) {
      int64_t numWarps = int64_t(1) << layout.getInBits(InDim::Warp);
      RankedTensorType type = getType(op.getOperand(0));
      layout = defaultLayout(
          RankedTensorType::get(type.getShape(), type.getElementType()),
          numWarps);
      own = getCoordinateBits(layout, dim);
    }
    bits = *own;
    size_t threads =
        llvm::count_if(bits.owners, [](CoordinateBits::Owner owner) {
          return owner.dim != InDim::Register;
        });
    if (countBelowWarps() < std::min(bits.owners.size(), threads))
      sortLayout();
  }

  /// Makes registers, lanes and warps consecutive along the dimension.
  void sortLayout() {
    llvm::sort(bits.owners, [](auto lhs, auto rhs) {
      return std::pair(lhs.dim, lhs.bit) < std::pair(rhs.dim, rhs.bit);
    });
    for (InDim in : {InDim::Register, InDim::Lane, InDim::Warp}) {
      SmallVector<uint64_t> bases(layout.getFlatBases(in));
      for (auto [position, owner] : llvm::enumerate(bits.owners)) {
        Coords basis(layout.getRank(), 0);
        basis[dim] = int64_t(1) << position;
        if (owner.dim == in)
          bases[owner.bit] = layout.flatten(basis);
      }
      layout = layout.withBases(in, bases);
    }
  }

  /// Computes the totals of runs in each warp.
  SmallVector<Value> reduceRuns(ArrayRef<Value> tiles, int64_t run) {
    SmallVector<Value> totals(tiles);
    if (run > 1) {
      for (Value &tile : totals)
        tile = view(tile, around({shape[dim] / run, run}));
      totals = reduce(totals, dim + 1);
    }
    for (Value &total : totals)
      total = share(total);
    return totals;
  }

  SmallVector<Value> reduce(ArrayRef<Value> tiles, unsigned along) {
    SmallVector<Type> types = llvm::map_to_vector(tiles, [&](Value tile) {
      return getType(tile).getRank() == 1 ? getType(tile).getElementType()
                                          : Type(dropDim(tile, along));
    });
    return createReduce(builder, op, tiles, along, types);
  }

  ReduceOp op;
  LinearLayout layout;
  CoordinateBits bits;
};

/// Returns the bits of the coordinate along the reduced dimension that warps
/// hold, one each. Fails with a diagnostic.
FailureOr<uint64_t> findWarpBits(ReduceOp op) {
  const LinearLayout &layout = getLayout(op.getOperand(0).getType());
  uint64_t bits = 0;
  for (unsigned bit = 0; bit < layout.getInBits(InDim::Warp); ++bit) {
    uint64_t along = layout.getBasis(InDim::Warp, bit)[op.getDim()];
    if ((along & (along - 1)) != 0 || (along & bits) != 0)
      return op.emitOpError("expected a layout whose warps each hold one bit "
                            "of the coordinate along the reduced dimension, "
                            "got ")
             << layout.str();
    bits |= along;
  }
  for (InDim in : {InDim::Register, InDim::Lane})
    for (unsigned bit = 0; bit < layout.getInBits(in); ++bit)
      if (layout.getBasis(in, bit)[op.getDim()] & bits)
        return op.emitOpError("expected a layout whose warps alone hold their "
                              "bits of the coordinate along the reduced "
                              "dimension, got ")
               << layout.str();
  return bits;
}

class LegalizeReduce
    : public tileiras::impl::TileASLegalizeReduceBase<LegalizeReduce> {
public:
  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    if (failed(verifyLayouts(func, LayoutState::Complete)))
      return signalPassFailure();
    SmallVector<ReduceOp> reductions;
    func.walk([&](ReduceOp op) { reductions.push_back(op); });
    for (ReduceOp op : reductions) {
      if (hasOrder(op)) {
        OrderedReduceLegalization(op).run();
        continue;
      }
      if (getReducedWarps(op) == 0)
        continue;
      FailureOr<uint64_t> warpBits = findWarpBits(op);
      if (failed(warpBits))
        return signalPassFailure();
      ReduceLegalization(op, *warpBits).run();
    }
  }
};

} // namespace
