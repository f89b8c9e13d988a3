//===- TmaLegality.cpp - Accesses that TMA can make -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/TmaLegality.h"

#include "tileiras/Dialect/TileAA/IR/RowVectors.h"
#include "tileiras/Dialect/TileAS/Contract/AccessVectorWidth.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutInference.h"
#include "tileiras/Dialect/TileAS/Contract/TensorMaps.h"
#include "tileiras/Dialect/TileAS/IR/TmaCopies.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::StridedMemRefType;
using nv_tileaa::TiledViewType;

/// The alignment of rows in global memory, and their minimum size
/// (cuTensorMapEncodeTiled).
static constexpr int64_t kRowAlignment = 16;
static constexpr int64_t kMaxSpan = 128;
/// With fewer iterations, finding tensor maps costs more than they save: a
/// round trip to the L2 cache and a fence.
static constexpr uint64_t kMinSteps = 8;

/// Returns whether rows of the array start at multiples of 16 bytes: those of a
/// tile do, which has more than one along every other dimension or advances by
/// known multiples there.
template <typename OpTy>
static bool hasAlignedRows(OpTy op, unsigned contiguous) {
  TiledViewType view = op.getView().getType();
  auto access = cast<nv_tileaa::AccessOpInterface>(op.getOperation());
  unsigned bytes = getMemoryBits(view.getElementType()) / 8;
  nv_tileaa::AccessVector vector =
      nv_tileaa::getRowVector(access, bytes, kRowAlignment);
  if (vector.elements * bytes != kRowAlignment || vector.dim != contiguous)
    return false;
  SmallVector<uint64_t> strides = nv_tileaa::getPromisedStrides(op.getView());
  return llvm::all_of(llvm::seq<unsigned>(view.getRank()), [&](unsigned dim) {
    return dim == contiguous || view.getShape()[dim] > 1 ||
           strides[view.getDimMap()[dim]] * bytes % kRowAlignment == 0;
  });
}

/// Returns whether TMA may load or store at the end of the array. Loads read
/// nothing outside of the array; stores write 16 bytes at once, of which some
/// may be past its last element (docs/Rationale/Emulator.md).
static bool mayEndAnywhere(TiledLoadOp, unsigned) { return true; }
static bool mayEndAnywhere(TiledStoreOp store, unsigned bytes) {
  auto access = cast<nv_tileaa::AccessOpInterface>(store.getOperation());
  return access.getVector(bytes, kRowAlignment).elements * bytes ==
         kRowAlignment;
}

/// Returns a reason that lives as long as the context.
static StringRef keep(MLIRContext *context, const Twine &text) {
  return StringAttr::get(context, text).getValue();
}

/// Returns why TMA can't copy the rows of a tile; empty if it can.
template <typename OpTy>
static StringRef refuseRows(OpTy op, unsigned contiguous) {
  TiledViewType view = op.getView().getType();
  MLIRContext *context = op.getContext();
  unsigned bytes = getMemoryBits(view.getElementType()) / 8;
  if (!hasAlignedRows(op, contiguous))
    return keep(context, "rows are not known to start at multiples of 16 "
                         "bytes: " +
                             nv_tileaa::describeMissingPromise(
                                 op.getView(), bytes, kRowAlignment));
  if (!mayEndAnywhere(op, bytes))
    return keep(context, "it would write 16 bytes at a time, and size " +
                             Twine(view.getDimMap()[contiguous]) +
                             " of the array is not promised to be a multiple "
                             "of " +
                             Twine(kRowAlignment / bytes) +
                             " elements (shape_divisible_by of cuTile Python, "
                             "assume div_by)");
  return "";
}

/// Returns the buffer of a tile whose rows along `contiguous` have `width`
/// bytes.
static StridedMemRefType makeBuffer(TiledViewType view, Type element,
                                    unsigned contiguous, int64_t width) {
  LinearLayout layout = getSwizzledPanels(view.getShape(), contiguous,
                                          getMemoryBits(view.getElementType()),
                                          std::min(width, kMaxSpan));
  return StridedMemRefType::get(view.getShape(), element,
                                LayoutAttr::get(view.getContext(), layout));
}

/// Kernels encode maps of any array whose components are values; a launch, of
/// those whose components are arguments.
static bool canMakeMap(Value view, TensorMapProvider provider) {
  auto tiles = view.getDefiningOp<nv_tileaa::BlockTileOp>();
  return tiles && tiles.getSource().getDefiningOp<nv_tileaa::MakeMemRefOp>() &&
         (provider == TensorMapProvider::Device ||
          getTensorMap(view, OobMode::Zero));
}

template <typename OpTy>
static std::optional<TmaAccess> plan(OpTy op, TensorMapProvider provider,
                                     StridedMemRefType given,
                                     StringRef &reason) {
  TiledViewType view = op.getView().getType();
  std::optional<unsigned> innermost = getContiguousDim(view.getSource());
  auto refuse = [&](StringRef text) {
    reason = text;
    return std::nullopt;
  };
  if (!op.getAllowTma().value_or(true))
    return refuse("the program forbids it");
  if (!innermost)
    return refuse("no dimension of the array is known to be contiguous");
  if (!canMakeMap(op.getView(), provider))
    return refuse("its tensor map takes more than arguments of the kernel");
  // A launch checks the sizes.
  if (provider == TensorMapProvider::Device &&
      op.getIndexBits().value_or(64) != 32)
    return refuse("sizes or strides of the array may take more than 32 bits");
  unsigned contiguous = llvm::find(view.getDimMap(), int32_t(*innermost)) -
                        view.getDimMap().begin();
  unsigned bits = getMemoryBits(view.getElementType());
  int64_t width = view.getShape()[contiguous] * bits / 8;
  if (width < kRowAlignment)
    return refuse("rows of the tile have fewer than 16 bytes");
  if (StringRef rows = refuseRows(op, contiguous); !rows.empty())
    return refuse(rows);
  StridedMemRefType buffer =
      given ? given
            : makeBuffer(view, getElementTypeOrSelf(op.getTile()), contiguous,
                         width);
  std::optional<TmaCopyPlan> copy = planTmaCopy(view, buffer);
  if (!copy || getBufferBytes(buffer) % copy->getAlignment() != 0)
    return refuse("the reader of the tile requires another order");
  return TmaAccess{
      TmaDescriptorIterType::get(op.getContext(), view, buffer, /*parts=*/1),
      copy->getAlignment()};
}

std::optional<TmaAccess> tileiras::planTmaAccess(TiledLoadOp load,
                                                 TensorMapProvider provider,
                                                 StridedMemRefType given,
                                                 StringRef &reason) {
  return plan(load, provider, given, reason);
}

std::optional<TmaAccess> tileiras::planTmaAccess(TiledStoreOp store,
                                                 TensorMapProvider provider,
                                                 StringRef &reason) {
  return plan(store, provider, StridedMemRefType(), reason);
}

StringRef tileiras::refuseToFindMaps(scf::ForOp loop) {
  if (llvm::none_of(*loop.getBody(), [](Operation &op) {
        return isa<DotOp>(op) || isAsyncMma(&op);
      }))
    return "a loop without dots does not pay for finding tensor maps";
  std::optional<APInt> steps = loop.getStaticTripCount();
  if (steps && steps->ult(kMinSteps))
    return "a loop of few iterations does not pay for finding tensor maps";
  return "";
}

/// Returns the minimum for one access of a warp: a matrix is a wavefront, and
/// so are 128 bytes.
static unsigned countMinWavefronts(const SharedAccess &access,
                                   StridedMemRefType buffer) {
  if (access.matrix)
    return access.matrix->numMatrices;
  unsigned bits =
      getMemoryBits(buffer.getElementType()) * access.getVectorElements();
  return std::max(1u, 32 * bits / 1024);
}

/// A name, and the widest and narrowest of its sizes.
using AtomSizes = std::tuple<StringRef, unsigned, unsigned>;

/// Returns the first of these atoms, the widest first, that fits, with at most
/// `slower` times as many wavefronts as the bytes need; null where none does.
static AtomAttr findAtom(ArrayRef<AtomSizes> atoms, StridedMemRefType buffer,
                         Type tile, unsigned slower) {
  for (auto [name, maxSize, minSize] : atoms)
    for (unsigned size = maxSize; size >= minSize; size /= 2) {
      auto atom = AtomAttr::get(buffer.getContext(), lookupAtom(name), size);
      std::optional<SharedAccess> access = planCopy(buffer, tile, atom);
      if (access &&
          access->wavefronts <= slower * countMinWavefronts(*access, buffer))
        return atom;
    }
  return {};
}

AtomAttr tileiras::findReadAtom(StridedMemRefType buffer, Type tile) {
  return findAtom(
      {{"ldsm", 4u, 1u}, {"ldsm.trans", 4u, 1u}, {"universal_copy", 128u, 32u}},
      buffer, tile, /*slower=*/1);
}

AtomAttr tileiras::findWriteAtom(StridedMemRefType buffer, Type tile) {
  return findAtom(
      {{"stsm", 4u, 1u}, {"stsm.trans", 4u, 1u}, {"universal_copy", 128u, 32u}},
      buffer, tile, /*slower=*/2);
}

StridedMemRefType tileiras::getBufferBefore(ArrayRef<Operation *> moves,
                                            StridedMemRefType buffer) {
  LinearLayout seen = getBufferLayout(buffer);
  for (Operation *move : moves)
    seen = *sourceLayoutFrom(move, seen);
  return StridedMemRefType::get(seen.getOutSizes(), buffer.getElementType(),
                                LayoutAttr::get(buffer.getContext(), seen));
}
