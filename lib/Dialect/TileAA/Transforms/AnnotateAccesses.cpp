//===- AnnotateAccesses.cpp - Facts about accesses to memory --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass derives facts about accesses from facts about values.
//
// A tile of a view starts at the element  origin(d) = coordinate(d) * step(d)
// of each dimension d, and the address of its element i is
//
//   base + bytes * sum over d of (origin(d) + i(d)) * stride(d)
//
// Rows are along a dimension of stride one; the address of their first elements
// is a multiple of each common divisor of the summands. Runs are parts of rows
// that are in bounds or out of bounds as a whole: both the origin and the size
// of the array are multiples of their length.
//
// The facts of a tensor of pointers are those of its value; its runs end where
// the mask changes.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/Transforms/Passes.h"

#include "tileiras/Analysis/ReadOnlyLoads.h"
#include "tileiras/Analysis/TileFacts.h"
#include "tileiras/Dialect/TileAA/IR/RowVectors.h"

#include "llvm/ADT/TypeSwitch.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEAAANNOTATEACCESSES
#include "tileiras/Dialect/TileAA/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

namespace {

/// No access needs a larger alignment: it is the largest unit of swizzles of
/// shared memory.
constexpr uint64_t kMaxAlignment = 1024;

/// Runs along one dimension, and the alignment of their first elements.
struct Runs {
  unsigned dim = 0;
  int64_t length = 1;
  uint64_t alignment = 1;

  /// Compares vectors by length, then runs by length.
  bool isBetterThan(const Runs &other, unsigned elementBytes) const {
    auto rank = [&](const Runs &runs) {
      uint64_t bytes = runs.length * uint64_t(elementBytes);
      return std::pair(std::min(runs.alignment, bytes), runs.length);
    };
    return rank(*this) > rank(other);
  }
};

unsigned getElementBytes(AccessOpInterface access) {
  return getMemoryBits(getElementTypeOrSelf(access.getTile())) / 8;
}

void annotate(AccessOpInterface access, const Runs &runs) {
  // Hardware requires the alignment of an element for every access.
  uint64_t alignment = std::clamp<uint64_t>(
      runs.alignment, getElementBytes(access), kMaxAlignment);
  Builder builder(access.getContext());
  access.setAlignmentAttr(builder.getI64IntegerAttr(alignment));
  auto tile = dyn_cast<RankedTensorType>(access.getTile());
  if (!tile)
    return;
  SmallVector<int64_t> contiguity(tile.getRank(), 1);
  if (!contiguity.empty())
    contiguity[runs.dim] = runs.length;
  access.setContiguityAttr(builder.getDenseI64ArrayAttr(contiguity));
}

//===----------------------------------------------------------------------===//
// Tiles of views
//===----------------------------------------------------------------------===//

class ViewAccess {
public:
  ViewAccess(Value view, ValueRange coords, ArrayRef<bool> inBounds,
             const TileFacts &facts)
      : view(cast<TiledViewType>(view.getType())), memref(view, facts),
        inBounds(inBounds) {
    for (auto [dim, coord] : llvm::enumerate(coords)) {
      uint64_t divisor = facts.getAxisFacts(coord).getDivisor();
      uint64_t step = getPowerOfTwoDivisor(this->view.getSteps()[dim]);
      origins.push_back(
          isSparse(dim) ? 1 : std::min(divisor, kMaxDivisor / step) * step);
    }
    for (unsigned dim = 0; dim < origins.size(); ++dim)
      if (isInside(dim))
        this->inBounds[dim] = true;
  }

  ArrayRef<bool> getInBounds() const { return inBounds; }

  /// Tiles of the index space start inside of the array, so that the sizes
  /// limit their origins. Tiles of a gather_scatter_view start anywhere.
  bool fitsIn32Bits() const {
    return !view.getSparseDim() && memref.largest <= INT32_MAX;
  }

  Runs findRuns(unsigned elementBytes) const {
    std::optional<unsigned> row = getRowDim(view);
    unsigned last = origins.empty() ? 0 : origins.size() - 1;
    return {row.value_or(last), row ? getRunLength(*row) : 1,
            getAlignment(row, elementBytes)};
  }

private:
  bool isSparse(unsigned dim) const {
    return view.getSparseDim() && unsigned(*view.getSparseDim()) == dim;
  }

  /// A tile of the index space starts inside of the array. Tiles of a
  /// gather_scatter_view start anywhere.
  bool isInside(unsigned dim) const {
    uint64_t size = view.getShape()[dim];
    return !view.getSparseDim() && origins[dim] % size == 0 &&
           memref.sizes[view.getDimMap()[dim]] % size == 0;
  }

  int64_t getRunLength(unsigned dim) const {
    int64_t length = view.getShape()[dim];
    if (inBounds[dim])
      return length;
    return std::min<uint64_t>(
        {uint64_t(length), origins[dim], memref.sizes[view.getDimMap()[dim]]});
  }

  /// Returns the alignment of the first elements of rows; of all elements if
  /// there are no rows.
  uint64_t getAlignment(std::optional<unsigned> row,
                        unsigned elementBytes) const {
    uint64_t elements = kMaxDivisor / elementBytes;
    for (unsigned dim = 0; dim < origins.size(); ++dim) {
      uint64_t stride = memref.strides[view.getDimMap()[dim]];
      uint64_t index = 1;
      if (dim == row || (view.getShape()[dim] == 1 && !isSparse(dim)))
        index = origins[dim];
      elements =
          std::min(elements, std::min(stride, kMaxDivisor / index) * index);
    }
    return std::min(memref.base, elements * elementBytes);
  }

  TiledViewType view;
  MemRefFacts memref;
  /// Powers of two that divide the first element of the tile.
  SmallVector<uint64_t> origins;
  SmallVector<bool> inBounds;
};

template <typename OpTy> void annotateView(OpTy op, const TileFacts &facts) {
  ViewAccess access(op.getView(), op.getCoords(), op.getInBounds(), facts);
  op.setInBounds(access.getInBounds());
  op.setIndexBits(access.fitsIn32Bits() ? 32 : 64);
  annotate(op, access.findRuns(getElementBytes(op)));
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

void annotatePointers(AccessOpInterface access, Value pointers, Value mask,
                      const TileFacts &facts) {
  AxisFacts known = facts.getAxisFacts(pointers);
  AxisFacts masked = mask ? facts.getAxisFacts(mask) : AxisFacts();
  unsigned elementBytes = getElementBytes(access);
  Runs best;
  best.alignment = known.getDivisor();
  best.dim = known.getRank() - 1;
  for (unsigned dim = 0; dim < known.getRank(); ++dim) {
    int64_t length = known.getContiguity(dim);
    if (mask)
      length = std::min(length, masked.getConstancy(dim));
    Runs runs = {dim, length, known.getDivisor(dim, length)};
    if (runs.isBetterThan(best, elementBytes))
      best = runs;
  }
  annotate(access, best);
}

class AnnotateAccesses
    : public tileiras::impl::TileAAAnnotateAccessesBase<AnnotateAccesses> {
public:
  void runOnOperation() override {
    FuncOp func = getOperation();
    SmallVector<AccessOpInterface> accesses;
    func.walk([&](AccessOpInterface access) { accesses.push_back(access); });
    if (accesses.empty())
      return markAllAnalysesPreserved();
    TileFacts facts(func);
    for (Operation *load : findReadOnlyLoads(func))
      llvm::TypeSwitch<Operation *>(load).Case<TiledLoadOp, LoadOp>(
          [](auto op) { op.setReadOnly(true); });
    for (AccessOpInterface access : accesses)
      llvm::TypeSwitch<Operation *>(access)
          .Case<TiledLoadOp, TiledStoreOp, TiledAtomicRmwOp>(
              [&](auto op) { annotateView(op, facts); })
          .Case([&](LoadOp op) {
            annotatePointers(op, op.getSource(), op.getMask(), facts);
          })
          .Case([&](StoreOp op) {
            annotatePointers(op, op.getDestination(), op.getMask(), facts);
          })
          .Case<AtomicRmwOp, AtomicCasOp>([&](auto op) {
            annotatePointers(op, op.getPointers(), op.getMask(), facts);
          });
  }
};

} // namespace
