//===- TensorLoads.cpp - Loads of loops that TMA can make --------*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorLoads.h"

#include "tileiras/Dialect/TileAS/IR/TensorCopies.h"
#include "tileiras/Dialect/TileAS/Transforms/TensorMaps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::StridedMemRefType;
using nv_tileaa::TiledViewType;

/// What addresses of rows are multiples of in global memory, and rows at least
/// (cuTensorMapEncodeTiled).
static constexpr int64_t kRowAlignment = 16;
static constexpr int64_t kWidestSpan = 128;

/// What the program assumes a number to be a multiple of.
static int64_t getAssumedDivisor(Value value) {
  int64_t divisor = 1;
  while (Operation *op = value.getDefiningOp()) {
    if (auto assume = dyn_cast<nv_tileaa::AssumeOp>(op)) {
      if (auto known = dyn_cast<nv_tileaa::DivByAttr>(assume.getPredicate()))
        divisor = std::max(divisor, int64_t(known.getDivisor()));
    } else if (!isa<arith::ExtSIOp, arith::ExtUIOp>(op)) {
      break;
    }
    value = op->getOperand(0);
  }
  return divisor;
}

/// What the strides of the array of a view are multiples of.
static SmallVector<int64_t> getStrideDivisors(Value view) {
  auto array = cast<nv_tileaa::MakeMemRefOp>(
      view.getDefiningOp<nv_tileaa::BlockTileOp>().getSource().getDefiningOp());
  SmallVector<int64_t> divisors;
  ValueRange dynamic = array.getStrides();
  for (int64_t stride : array.getType().getStrides()) {
    if (!ShapedType::isDynamic(stride)) {
      divisors.push_back(stride);
      continue;
    }
    divisors.push_back(getAssumedDivisor(dynamic.front()));
    dynamic = dynamic.drop_front();
  }
  return divisors;
}

/// Whether rows of the array start at multiples of 16 bytes: those of a tile
/// do, which has more than one along every other dimension or steps by known
/// multiples there.
static bool hasAlignedRows(TiledLoadOp load, unsigned contiguous) {
  TiledViewType view = load.getView().getType();
  auto access = cast<nv_tileaa::AccessOpInterface>(load.getOperation());
  unsigned bytes = getMemoryBits(view.getElementType()) / 8;
  nv_tileaa::AccessVector vector = access.getVector(bytes, kRowAlignment);
  if (vector.elements * bytes != kRowAlignment || vector.dim != contiguous)
    return false;
  SmallVector<int64_t> divisors = getStrideDivisors(load.getView());
  return llvm::all_of(llvm::seq<unsigned>(view.getRank()), [&](unsigned dim) {
    return dim == contiguous || view.getShape()[dim] > 1 ||
           divisors[view.getDimMap()[dim]] * bytes % kRowAlignment == 0;
  });
}

/// The buffer of a tile whose rows along `contiguous` have so many bytes.
static StridedMemRefType makeBuffer(TiledViewType view, unsigned contiguous,
                                    int64_t width) {
  LinearLayout layout = getSwizzledPanels(view.getShape(), contiguous,
                                          getMemoryBits(view.getElementType()),
                                          std::min(width, kWidestSpan));
  return StridedMemRefType::get(view.getShape(), view.getElementType(),
                                LayoutAttr::get(view.getContext(), layout));
}

/// Kernels make maps of any array whose parts are values; a launch, of those
/// whose parts are arguments.
static bool canMakeMap(Value view, TensorMapHome home) {
  auto tiles = view.getDefiningOp<nv_tileaa::BlockTileOp>();
  return tiles && tiles.getSource().getDefiningOp<nv_tileaa::MakeMemRefOp>() &&
         (home == TensorMapHome::Device || getTensorMap(view, OobMode::Zero));
}

std::optional<TensorLoad> tileiras::planTensorLoad(TiledLoadOp load,
                                                   TensorMapHome home,
                                                   StridedMemRefType given,
                                                   StringRef &why) {
  TiledViewType view = load.getView().getType();
  std::optional<unsigned> innermost = getContiguousDim(view.getSource());
  auto refuse = [&](StringRef reason) {
    why = reason;
    return std::nullopt;
  };
  if (!load.getAllowTma().value_or(true))
    return refuse("the program forbids it");
  // Copies by TMA are not ordered behind what threads wrote, and may be made by
  // another agent.
  Value token = load.getToken();
  if (token && !load.getReadOnly() &&
      !token.getDefiningOp<nv_tileaa::CreateMemTokenOp>())
    return refuse("a token orders it behind other accesses");
  if (!innermost)
    return refuse("no dimension of the array is known to be contiguous");
  if (!canMakeMap(load.getView(), home))
    return refuse("its tensor map takes more than arguments of the kernel");
  // A launch checks the sizes.
  if (home == TensorMapHome::Device && load.getIndexBits().value_or(64) != 32)
    return refuse("sizes or strides of the array may take more than 32 bits");
  unsigned contiguous = llvm::find(view.getDimMap(), int32_t(*innermost)) -
                        view.getDimMap().begin();
  unsigned bits = getMemoryBits(view.getElementType());
  int64_t width = view.getShape()[contiguous] * bits / 8;
  if (width < kRowAlignment)
    return refuse("rows of the tile have fewer than 16 bytes");
  if (!hasAlignedRows(load, contiguous))
    return refuse("rows are not known to start at multiples of 16 bytes");
  StridedMemRefType stage = given ? given : makeBuffer(view, contiguous, width);
  std::optional<TensorCopyPlan> plan = planTensorCopy(view, stage);
  if (!plan || getBufferBytes(stage) % plan->getAlignment() != 0)
    return refuse("what reads the tile wants it in another order");
  return TensorLoad{TmaDescriptorIterType::get(load.getContext(), view, stage),
                    plan->getAlignment()};
}

/// Of one access of a warp: a matrix is a wavefront, and so are 128 bytes.
static unsigned countLeastWavefronts(const SharedAccess &access,
                                     StridedMemRefType buffer) {
  if (access.matrix)
    return access.matrix->numMatrices;
  unsigned bits =
      getMemoryBits(buffer.getElementType()) * access.getVectorElements();
  return std::max(1u, 32 * bits / 1024);
}

AtomAttr tileiras::findReadAtom(StridedMemRefType buffer, Type tile) {
  MLIRContext *context = buffer.getContext();
  for (auto [name, most, least] :
       {std::tuple("ldsm", 4u, 1u), std::tuple("ldsm.trans", 4u, 1u),
        std::tuple("universal_copy", 128u, 32u)})
    for (unsigned size = most; size >= least; size /= 2) {
      auto atom = AtomAttr::get(context, lookupAtom(name), size);
      std::optional<SharedAccess> access = planCopy(buffer, tile, atom);
      if (access && access->wavefronts <= countLeastWavefronts(*access, buffer))
        return atom;
    }
  return {};
}

TensorRing::TensorRing(OpBuilder &builder, Location loc, int64_t stages) {
  barriers = AllocMBarrierOp::create(
      builder, loc, MBarrierType::get(builder.getContext(), stages),
      /*offset=*/IntegerAttr());
  auto constant = [&](int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  };
  for (int64_t stage = 0; stage < stages; ++stage)
    AsyncMBarrierInitOp::create(
        builder, loc, nv_tileaa::MemTokenType::get(builder.getContext()),
        getBarrier(builder, loc, constant(stage)), constant(1));
  // Copies find them made, and what was in the ring's bytes before is over.
  ProxyFenceOp::create(builder, loc);
  BarrierOp::create(builder, loc);
}

Value TensorRing::getBarrier(OpBuilder &builder, Location loc,
                             Value slot) const {
  return BufferViewOp::create(
      builder, loc, MBarrierType::get(builder.getContext(), 1), barriers, slot);
}
