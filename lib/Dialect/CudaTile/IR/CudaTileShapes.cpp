//===- CudaTileShapes.cpp - Checks of the operations on shapes -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reshaping, slicing, packing, selecting, counting.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"

#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::cuda_tile;

void BroadcastOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "bcast");
}

LogicalResult BroadcastOp::verify() {
  TileType source = getSource().getType(), result = getResult().getType();
  for (auto [from, to] : llvm::zip_equal(source.getShape(), result.getShape()))
    if (from != to && from != 1)
      return emitOpError("expects each extent of its operand to be 1 or that "
                         "of the result, got ")
             << source << " and " << result;
  return success();
}

void ReshapeOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "reshape");
}

LogicalResult ReshapeOp::verify() {
  TileType source = getSource().getType(), result = getResult().getType();
  if (source.getNumElements() == result.getNumElements())
    return success();
  return emitOpError("expects as many elements in the result as in the "
                     "operand, got ")
         << result.getNumElements() << " and " << source.getNumElements();
}

LogicalResult PermuteOp::verify() {
  ArrayRef<int64_t> source = getSource().getType().getShape();
  ArrayRef<int64_t> result = getResult().getType().getShape();
  ArrayRef<int32_t> permutation = getPermutation();
  int64_t rank = source.size();
  if (rank < 2)
    return emitOpError("expects an operand of rank 2 or more, got ") << rank;
  llvm::SmallBitVector seen(rank);
  for (int32_t dim : permutation)
    if (dim >= 0 && dim < rank)
      seen.set(dim);
  if (static_cast<int64_t>(permutation.size()) != rank || !seen.all())
    return emitOpError("expects a permutation of 0 to ")
           << rank - 1 << ", got " << getPermutationAttr();
  for (auto [index, dim] : llvm::enumerate(permutation))
    if (result[index] != source[dim])
      return emitOpError("expects dimension ")
             << index << " of the result to have the extent " << source[dim]
             << " of dimension " << dim << " of the operand, got "
             << result[index];
  return success();
}

LogicalResult CatOp::verify() {
  ArrayRef<int64_t> lhs = getLhs().getType().getShape();
  ArrayRef<int64_t> rhs = getRhs().getType().getShape();
  ArrayRef<int64_t> result = getResult().getType().getShape();
  auto dim = static_cast<int64_t>(getDim());
  int64_t rank = lhs.size();
  if (dim < 0 || dim >= rank)
    return emitOpError("expects dim to be less than the rank ")
           << rank << ", got " << dim;
  for (int64_t i = 0; i < rank; ++i) {
    int64_t expected = i == dim ? lhs[i] + rhs[i] : lhs[i];
    if (result[i] != expected || (i != dim && rhs[i] != lhs[i]))
      return emitOpError("expects the extents of dimension ")
             << i << (i == dim ? " to add up" : " to be the same") << ", got "
             << lhs[i] << ", " << rhs[i] << " and " << result[i];
  }
  return success();
}

/// Checks that each dimension has an index, and that sub-tiles fill the tile.
static LogicalResult verifySubTile(Operation *op, TileType whole, TileType part,
                                   size_t numIndices) {
  if (static_cast<int64_t>(numIndices) != whole.getRank())
    return op->emitOpError("expects ")
           << whole.getRank() << " indices, got " << numIndices;
  for (auto [extent, step] : llvm::zip_equal(whole.getShape(), part.getShape()))
    if (extent % step != 0)
      return op->emitOpError("expects extents of ")
             << whole << " that are divisible by those of " << part;
  return success();
}

LogicalResult ExtractOp::verify() {
  return verifySubTile(*this, getSource().getType(), getResult().getType(),
                       getIndices().size());
}

LogicalResult InsertOp::verify() {
  return verifySubTile(*this, getDestination().getType(), getSource().getType(),
                       getIndices().size());
}

//===----------------------------------------------------------------------===//
// pack, unpack
//===----------------------------------------------------------------------===//

/// Returns the bits of an element in packed form: a tf32 has a whole word.
static int64_t getPackedBits(TileType tile) {
  Type elementType = tile.getElementType();
  int64_t width =
      isa<FloatTF32Type>(elementType) ? 32 : getElementBitWidth(elementType);
  return width * tile.getNumElements();
}

static LogicalResult verifyBytes(Operation *op, TileType values,
                                 TileType bytes) {
  if (values.getRank() != 1)
    return op->emitOpError("expects tiles of rank 1, got rank ")
           << values.getRank();
  if (getElementBitWidth(values.getElementType()) == 8)
    return op->emitOpError("expects elements that are not 8 bits wide, got ")
           << values.getElementType();
  if (getPackedBits(values) == getPackedBits(bytes))
    return success();
  return op->emitOpError("expects tiles of the same number of bits, got ")
         << getPackedBits(values) << " in " << values << " and "
         << getPackedBits(bytes) << " in " << bytes;
}

LogicalResult PackOp::verify() {
  return verifyBytes(*this, getSource().getType(), getResult().getType());
}

LogicalResult UnpackOp::verify() {
  return verifyBytes(*this, getResult().getType(), getSource().getType());
}

//===----------------------------------------------------------------------===//
// select, iota
//===----------------------------------------------------------------------===//

LogicalResult SelectOp::verify() {
  if (isa<Float4E2M1FNType>(getResult().getType().getElementType()))
    return emitOpError("expects elements other than f4E2M1FN");
  return success();
}

LogicalResult IotaOp::verify() {
  TileType type = getResult().getType();
  if (type.getRank() != 1)
    return emitOpError("expects a result of rank 1, got rank ")
           << type.getRank();
  unsigned width = getElementBitWidth(type.getElementType());
  if (width < 64 && type.getNumElements() > (int64_t(1) << width))
    return emitOpError("expects at most 2^")
           << width << " elements of " << type.getElementType() << ", got "
           << type.getNumElements();
  return success();
}
