//===- LegalizeReduce.cpp - Reductions across warps -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp reduces what it has; what several warps have must meet first. Let the
// bits of the coordinate along the reduced dimension that warps hold be `w`,
// and the others `h`. The order in which elements are combined is free, so
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
// Views and permutations move nothing. All warps that had parts have the
// result.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Transforms/LayoutRules.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Transforms/SharedMemory.h"

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
struct Runs {
  SmallVector<int64_t> sizes;
  SmallVector<bool> inWarps;
};

Runs findRuns(int64_t size, uint64_t warpBits) {
  Runs runs;
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

class Legalization {
public:
  Legalization(ReduceOp op, uint64_t warpBits)
      : op(op), dim(op.getDim()), builder(op), loc(op.getLoc()),
        shape(cast<RankedTensorType>(op.getOperand(0).getType()).getShape()),
        warpBits(warpBits), runs(findRuns(shape[dim], warpBits)) {}

  void run() {
    SmallVector<Value> tiles = llvm::map_to_vector(
        op.getOperands(), [&](Value tile) { return bringWarpsForward(tile); });
    // In each warp.
    if (shape[dim] != getNumParts())
      tiles = reduce(tiles, dim + 1, getPartialTypes(tiles));
    for (Value &tile : tiles)
      tile = moveToRegisters(tile);
    // In each thread.
    op->replaceAllUsesWith(reduce(tiles, dim, op.getResultTypes()));
    op->erase();
  }

private:
  /// Partial results: the size of the dimension that warps hold.
  int64_t getNumParts() const { return int64_t(1) << llvm::popcount(warpBits); }

  /// `middle` in place of the reduced dimension.
  SmallVector<int64_t> around(ArrayRef<int64_t> middle) const {
    SmallVector<int64_t> result(shape.take_front(dim));
    llvm::append_range(result, middle);
    llvm::append_range(result, shape.drop_front(dim + 1));
    return result;
  }

  /// [a, n, b] as [a, w, h, b], or as [a, w, b] where warps hold all of it.
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

  Value view(Value tile, ArrayRef<int64_t> sizes) {
    auto type = cast<RankedTensorType>(tile.getType());
    if (type.getShape() == sizes)
      return tile;
    auto to = RankedTensorType::get(sizes, type.getElementType());
    return ViewOp::create(
        builder, loc, withLayout(to, viewLayout(getLayout(type), sizes)), tile);
  }

  Value permute(Value tile, ArrayRef<int32_t> order) {
    auto type = cast<RankedTensorType>(tile.getType());
    SmallVector<int64_t> sizes = llvm::map_to_vector(
        order, [&](int32_t i) { return type.getDimSize(i); });
    auto to = RankedTensorType::get(sizes, type.getElementType());
    return PermuteOp::create(
        builder, loc, withLayout(to, permuteLayout(getLayout(type), order)),
        tile, order);
  }

  SmallVector<Type> getPartialTypes(ArrayRef<Value> tiles) const {
    return llvm::map_to_vector(tiles, [&](Value tile) -> Type {
      auto type = cast<RankedTensorType>(tile.getType());
      LinearLayout layout = getLayout(type)
                                .dropOut(dim + 1)
                                .removeZeroBases(InDim::Register)
                                .first;
      return withLayout(
          RankedTensorType::get(layout.getOutSizes(), type.getElementType()),
          layout);
    });
  }

  SmallVector<Value> reduce(ArrayRef<Value> tiles, unsigned along,
                            TypeRange types) {
    auto result =
        ReduceOp::create(builder, loc, types, tiles, along, op.getIdentities(),
                         /*atom=*/AtomAttr());
    IRMapping mapping;
    op.getBody().cloneInto(&result.getBody(), mapping);
    return result.getResults();
  }

  /// The partial results of all warps in registers of every thread.
  Value moveToRegisters(Value tile) {
    auto type = cast<RankedTensorType>(tile.getType());
    const LinearLayout &from = getLayout(type);
    SmallVector<uint64_t> registers(from.getFlatBases(InDim::Register)), warps;
    for (auto [bit, basis] : llvm::enumerate(from.getFlatBases(InDim::Warp))) {
      bool isPart = from.getBasis(InDim::Warp, bit)[dim] != 0;
      warps.push_back(isPart ? 0 : basis);
      if (isPart)
        registers.push_back(basis);
    }
    LinearLayout to = from.withBases(InDim::Register, registers)
                          .withBases(InDim::Warp, warps);
    return ConvertLayoutOp::create(builder, loc, withLayout(type, to), tile);
  }

  ReduceOp op;
  unsigned dim;
  OpBuilder builder;
  Location loc;
  ArrayRef<int64_t> shape;
  uint64_t warpBits;
  Runs runs;
};

/// The bits of the coordinate along the reduced dimension that warps hold, one
/// each. Fails with a diagnostic.
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
    func.walk([&](ReduceOp op) {
      if (getReducedWarps(op) != 0)
        reductions.push_back(op);
    });
    for (ReduceOp op : reductions) {
      FailureOr<uint64_t> warpBits = findWarpBits(op);
      if (failed(warpBits))
        return signalPassFailure();
      Legalization(op, *warpBits).run();
    }
  }
};

} // namespace
