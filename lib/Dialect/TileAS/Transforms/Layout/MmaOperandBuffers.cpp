//===- MmaOperandBuffers.cpp - Operands of MMAs in buffers ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MmaOperandBuffers.h"

#include "tileiras/Dialect/TileAA/IR/RowVectors.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutInference.h"
#include "tileiras/Dialect/TileAS/Contract/SharedMemoryStaging.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::StridedMemRefType;

static bool isMove(Operation *op) {
  return isa_and_present<ViewOp, PermuteOp>(op);
}

/// Returns whether `op` is element-wise, with one tensor as its operand.
static bool isCast(Operation *op) {
  return op && op->hasTrait<OpTrait::Elementwise>() &&
         op->getNumOperands() == 1 && op->getNumResults() == 1;
}

/// Returns the views and permutations before a value, the last one first.
static SmallVector<Operation *> collectMoves(Value value) {
  SmallVector<Operation *> moves;
  for (Operation *def = value.getDefiningOp(); isMove(def);
       def = def->getOperand(0).getDefiningOp())
    moves.push_back(def);
  return moves;
}

Operation *tileiras::findLoad(Value operand, bool throughCasts) {
  Operation *def = operand.getDefiningOp();
  while (isMove(def) || (throughCasts && isCast(def)))
    def = def->getOperand(0).getDefiningOp();
  return isa_and_present<TiledLoadOp, LoadOp>(def) ? def : nullptr;
}

/// Returns the layout of a tile in memory that is contiguous along `dim`.
static LinearLayout getLinear(ArrayRef<int64_t> shape, unsigned dim) {
  unsigned rank = shape.size();
  LinearLayout tile =
      LinearLayout::identity1D(shape[dim], InDim::Offset, dim, rank);
  for (unsigned other = rank; other-- != 0;)
    if (other != dim)
      tile = tile *
             LinearLayout::identity1D(shape[other], InDim::Offset, other, rank);
  return tile;
}

/// Returns the only dimension that the first basis of an input is along.
static std::optional<unsigned> getFirstDim(const LinearLayout &layout,
                                           InDim in) {
  if (layout.getInBits(in) == 0)
    return std::nullopt;
  Coords first = layout.getBasis(in, 0);
  for (unsigned dim = 0; dim < first.size(); ++dim)
    if (first[dim] != 0)
      return dim;
  return std::nullopt;
}

/// Returns the contiguous dimension of the tile of a load.
static std::optional<unsigned> getContiguousDim(Operation *load) {
  auto access = cast<nv_tileaa::AccessOpInterface>(load);
  Type element = getElementTypeOrSelf(load->getResult(0));
  nv_tileaa::AccessVector vector =
      nv_tileaa::getRowVector(access, getMemoryBits(element) / 8);
  if (vector.elements <= 1)
    return std::nullopt;
  return vector.dim;
}

std::optional<unsigned> tileiras::findContiguousDim(Value operand) {
  Operation *load = findLoad(operand, /*throughCasts=*/true);
  std::optional<unsigned> dim = load ? getContiguousDim(load) : std::nullopt;
  if (!dim)
    return std::nullopt;
  auto type = cast<RankedTensorType>(load->getResult(0).getType());
  LinearLayout seen = getLinear(type.getShape(), *dim);
  SmallVector<Operation *> path;
  for (Operation *def = operand.getDefiningOp(); def != load;
       def = def->getOperand(0).getDefiningOp())
    path.push_back(def);
  for (Operation *op : llvm::reverse(path))
    if (isMove(op))
      seen = *resultLayoutFrom(op, seen);
  return getFirstDim(seen, InDim::Offset);
}

/// Returns the atom of the widest vectors that store a tile to a buffer; null
/// where there is none.
static AtomAttr findStoreAtom(StridedMemRefType buffer, Type tile) {
  const AtomInfo *copy = lookupAtom("universal_copy");
  for (unsigned bits = copy->MaxSize; bits >= copy->MinSize; bits /= 2) {
    AtomAttr atom = AtomAttr::get(buffer.getContext(), copy, bits);
    if (planCopy(buffer, tile, atom))
      return atom;
  }
  return {};
}

namespace {

/// Tries the layouts that a buffer of one tile may have.
class BufferPlanner {
public:
  BufferPlanner(DotOp dot, AtomOperand operand, Value tile,
                ArrayRef<Operation *> moves)
      : atom(dot.getAtom()), operand(operand), tile(tile),
        type(cast<RankedTensorType>(tile.getType())), moves(moves) {}

  std::optional<OperandBuffer> plan() const {
    SmallVector<unsigned> dims;
    Operation *load = findLoad(tile, /*throughCasts=*/false);
    if (std::optional<unsigned> dim =
            load && load->getResult(0) == tile
                ? getContiguousDim(load)
                : getFirstDim(getLayout(type), InDim::Register))
      dims.push_back(*dim);
    for (unsigned dim = type.getRank(); dim-- != 0;)
      dims.push_back(dim);
    for (unsigned dim : dims)
      if (std::optional<OperandBuffer> result = planAlong(dim))
        return result;
    return std::nullopt;
  }

private:
  std::optional<OperandBuffer> planAlong(unsigned dim) const {
    unsigned bits = getMemoryBits(type.getElementType());
    int64_t row = type.getDimSize(dim) * bits / 8;
    for (auto [span, unit] :
         {std::pair(128u, 16u), std::pair(128u, 32u), std::pair(64u, 16u),
          std::pair(32u, 16u), std::pair(16u, 16u)})
      if (row >= span)
        if (std::optional<OperandBuffer> result = planWith(
                getSwizzledPanels(type.getShape(), dim, bits, span, unit)))
          return result;
    return std::nullopt;
  }

  std::optional<OperandBuffer> planWith(const LinearLayout &layout) const {
    auto stored =
        StridedMemRefType::get(type.getShape(), type.getElementType(),
                               LayoutAttr::get(type.getContext(), layout));
    StridedMemRefType seen = getBufferAfter(moves, stored);
    std::optional<MatrixDescriptorLayout> matched =
        matchOperandBuffer(atom, operand, seen);
    AtomAttr store = matched ? findStoreAtom(stored, type) : AtomAttr();
    if (!store)
      return std::nullopt;
    return OperandBuffer{tile, store, stored, seen, getPatternBytes(*matched)};
  }

  AtomAttr atom;
  AtomOperand operand;
  Value tile;
  RankedTensorType type;
  ArrayRef<Operation *> moves;
};

} // namespace

/// Returns whether the first bytes of a buffer are contiguous in the memory
/// that `load` reads, at least as many as the largest copies of threads and the
/// smallest boxes of tensor maps have.
static bool isFilledInVectors(Operation *load, const LinearLayout &buffer,
                              unsigned elementBits) {
  constexpr unsigned kVectorBytes = 16;
  auto access = cast<nv_tileaa::AccessOpInterface>(load);
  nv_tileaa::AccessVector vector =
      nv_tileaa::getRowVector(access, elementBits / 8, kVectorBytes);
  if (vector.elements * elementBits != kVectorBytes * 8)
    return false;
  for (unsigned bit = 0; bit < llvm::Log2_64(vector.elements); ++bit) {
    Coords adjacent(buffer.getRank(), 0);
    adjacent[vector.dim] = int64_t(1) << bit;
    if (buffer.getInBits(InDim::Offset) <= bit ||
        buffer.getBasis(InDim::Offset, bit) != adjacent)
      return false;
  }
  return true;
}

std::optional<OperandBuffer> tileiras::planScaleBuffer(DotOp dot,
                                                       AtomOperand operand) {
  constexpr int64_t kAlignment = 128;
  Value scales = dot.getScales()[operand == AtomOperand::A ? 0 : 1];
  std::optional<LinearLayout> layout = getSharedScales(
      operand, cast<RankedTensorType>(scales.getType()).getShape());
  if (!layout)
    return std::nullopt;
  // The threads that were to hold them do not matter.
  SmallVector<Operation *> moves;
  Operation *load = scales.getDefiningOp();
  for (; isMove(load) || isa_and_present<ConvertLayoutOp>(load);
       load = load->getOperand(0).getDefiningOp())
    if (isMove(load))
      moves.push_back(load);
  if (!isa_and_present<TiledLoadOp>(load))
    return std::nullopt;
  for (Operation *move : moves) {
    layout = sourceLayoutFrom(move, *layout);
    if (!layout)
      return std::nullopt;
  }
  Value tile = load->getResult(0);
  auto type = cast<RankedTensorType>(tile.getType());
  if (!isFilledInVectors(load, *layout, getMemoryBits(type.getElementType())))
    return std::nullopt;
  auto stored =
      StridedMemRefType::get(type.getShape(), type.getElementType(),
                             LayoutAttr::get(type.getContext(), *layout));
  AtomAttr store = findStoreAtom(stored, type);
  if (!store)
    return std::nullopt;
  SmallVector<Operation *> forward(llvm::reverse(moves));
  return OperandBuffer{tile, store, stored, getBufferAfter(forward, stored),
                       kAlignment};
}

std::optional<OperandBuffer> tileiras::planOperandBuffer(DotOp dot,
                                                         AtomOperand operand) {
  Value value = operand == AtomOperand::A ? dot.getA() : dot.getB();
  SmallVector<Operation *> moves = collectMoves(value);
  // The tile before all moves is stored, if possible.
  for (size_t count = moves.size() + 1; count-- != 0;) {
    Value tile = count == 0 ? value : moves[count - 1]->getOperand(0);
    SmallVector<Operation *> forward(
        llvm::reverse(ArrayRef(moves).take_front(count)));
    if (std::optional<OperandBuffer> result =
            BufferPlanner(dot, operand, tile, forward).plan())
      return result;
  }
  return std::nullopt;
}
