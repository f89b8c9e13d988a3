//===- OperandSlice.cpp - Operands slice by slice -------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandSlice.h"

#include "tileiras/Dialect/TileAS/Contract/SharedMemoryStaging.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Returns the layout of the first `size` elements along `dim`; none if a
/// register moves within the slice and beyond it at once, or threads beyond it.
static std::optional<LinearLayout> cutLayout(const LinearLayout &layout,
                                             unsigned dim, int64_t size) {
  Coords sizes(layout.getOutSizes());
  sizes[dim] = size;
  SmallVector<LinearLayout::DimBases> inputs;
  for (InDim in : {InDim::Register, InDim::Lane, InDim::Warp}) {
    LinearLayout::DimBases &input = inputs.emplace_back();
    input.dim = in;
    for (unsigned bit = 0; bit < layout.getInBits(in); ++bit) {
      Coords basis = layout.getBasis(in, bit);
      if (basis[dim] < size) {
        input.bases.push_back(basis);
        continue;
      }
      int64_t beyond = basis[dim];
      basis[dim] = 0;
      if (in != InDim::Register || beyond % size != 0 ||
          llvm::any_of(basis, [](int64_t part) { return part != 0; }))
        return std::nullopt;
    }
  }
  return LinearLayout::fromBases(inputs, sizes);
}

OperandRead::OperandRead(Value tile, unsigned users) {
  if (!llvm::hasNItems(tile.getUses(), users))
    return;
  Operation *def = tile.getDefiningOp();
  for (; isa_and_present<ViewOp, PermuteOp>(def);
       def = def->getOperand(0).getDefiningOp()) {
    if (!def->getOperand(0).hasOneUse())
      return;
    moves.push_back(def);
  }
  std::reverse(moves.begin(), moves.end());
  auto found = dyn_cast_or_null<CopyOp>(def);
  if (found && !found.isStore() && !found.getSlice() &&
      !found.getDestination() && found.getBuffer().getType().getParts() == 1)
    copy = found;
}

nv_tileaa::StridedMemRefType OperandRead::getBuffer() {
  return getBufferAfter(moves, copy.getBuffer().getType());
}

void OperandRead::erase() {
  for (Operation *move : llvm::reverse(moves))
    move->erase();
  copy.erase();
}

OperandSlice::OperandSlice(Value tile, unsigned dim, int64_t size,
                           unsigned users)
    : tile(tile), dim(dim), read(tile, users) {
  auto type = cast<RankedTensorType>(tile.getType());
  std::optional<LinearLayout> layout = cutLayout(getLayout(type), dim, size);
  if (!layout)
    return;
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = size;
  sliceType =
      RankedTensorType::get(shape, type.getElementType(),
                            LayoutAttr::get(type.getContext(), *layout));
  if (read.copy && !getAllocation(read.copy.getSource()))
    read.copy = nullptr;
}

bool OperandSlice::isPossible() {
  if (!sliceType || !read.copy)
    return bool(sliceType);
  nv_tileaa::StridedMemRefType buffer = read.getBuffer();
  std::optional<SharedAccess> access =
      planCopy(buffer, sliceType, read.copy.getAtom());
  if (!access)
    return false;
  // Slices in between follow: layouts are linear.
  SmallVector<int64_t> origin(sliceType.getRank(), 0);
  for (int64_t &at = origin[dim] = sliceType.getDimSize(dim);
       at < buffer.getShape()[dim]; at *= 2)
    if (!mayBeginAt(origin, buffer, *access))
      return false;
  return true;
}

bool OperandSlice::mayBeReadAt(Operation *dot) const {
  CopyOp copy = read.copy;
  if (!copy)
    return true;
  if (copy->getBlock() != dot->getBlock())
    return false;
  AllocationOpInterface source = getAllocation(copy.getSource());
  for (Operation *op = copy->getNextNode(); op != dot; op = op->getNextNode()) {
    if (op->getNumRegions() != 0 && !isMemoryEffectFree(op))
      return false;
    auto store = dyn_cast<CopyOp>(op);
    if (isa<AsyncCopyOp, TiledTmaLoadOp>(op) ||
        (store && store.isStore() &&
         getAllocation(store.getDestination()) == source))
      return false;
  }
  return true;
}

Value OperandSlice::get(OpBuilder &builder, Location loc, int64_t index) {
  CopyOp copy = read.copy;
  if (!copy)
    return extract(builder, loc, index);
  if (!buffer)
    buffer = read.moves.empty()
                 ? copy.getSource()
                 : BufferViewOp::create(builder, copy.getLoc(),
                                        read.getBuffer(), copy.getSource(),
                                        /*stage=*/Value())
                       .getResult();
  SmallVector<int64_t> origin(sliceType.getRank(), 0);
  origin[dim] = index * sliceType.getDimSize(dim);
  return CopyOp::create(builder, copy.getLoc(), sliceType, buffer,
                        /*destination=*/Value(), copy.getAtom(), /*part=*/0,
                        builder.getDenseI64ArrayAttr(origin))
      .getResult();
}

void OperandSlice::eraseRead() {
  if (read.copy)
    read.erase();
}

/// Selects some of the tile's registers: first they are renamed, so that their
/// highest bits are the index of the slice.
Value OperandSlice::extract(OpBuilder &builder, Location loc, int64_t index) {
  auto type = cast<RankedTensorType>(tile.getType());
  if (!renamed) {
    auto order = llvm::to_vector(llvm::seq<unsigned>(type.getRank()));
    LinearLayout layout = getLayout(sliceType).repeatTo(type.getShape(), order);
    renamed =
        ConvertLayoutOp::create(builder, loc, withLayout(type, layout), tile);
  }
  SmallVector<Value> indices;
  for (int64_t i = 0; i < type.getRank(); ++i)
    indices.push_back(arith::ConstantOp::create(
        builder, loc, builder.getI32IntegerAttr(i == dim ? index : 0)));
  return ExtractSliceOp::create(builder, loc, sliceType, renamed, indices);
}
