//===- ShapeFolds.cpp - Folds of what moves elements around -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A splat stays one whatever its shape. Other constants are rearranged element
// by element, if the result is small; iota is not made a constant, since a
// thread computes its elements faster than it loads them.
//
//===----------------------------------------------------------------------===//

#include "Folding.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::cuda_tile;

//===----------------------------------------------------------------------===//
// Constants with coordinates
//===----------------------------------------------------------------------===//

namespace {
/// The elements of a constant tile by their coordinates.
class ConstantTile {
public:
  static std::optional<ConstantTile> read(TileType type, Attribute value) {
    std::optional<ElementBits> bits = readConstant(value);
    if (!bits)
      return std::nullopt;
    return ConstantTile(type, std::move(*bits));
  }

  bool isSplat() const { return bits.size() == 1; }
  const APInt &at(ArrayRef<int64_t> coordinates) const {
    return bits[isSplat() ? 0 : linearize(coordinates, strides)];
  }

private:
  ConstantTile(TileType type, ElementBits bits)
      : strides(computeStrides(type.getShape())), bits(std::move(bits)) {}

  SmallVector<int64_t> strides;
  ElementBits bits;
};
} // namespace

/// Returns the tile with the element `get(c)` at coordinates c; null if it is
/// too large.
static Attribute
makeRearranged(TileType type,
               function_ref<const APInt &(ArrayRef<int64_t>)> get) {
  int64_t numElements = type.getNumElements();
  if (numElements > maxFoldedElements)
    return {};
  SmallVector<int64_t> strides = computeStrides(type.getShape());
  ElementBits bits;
  for (int64_t i = 0; i < numElements; ++i)
    bits.push_back(get(delinearize(i, strides)));
  return makeConstant(type, bits);
}

/// Returns the tile whose element at coordinates c is the element of `operand`,
/// a constant of type `source`, at `find(c)`.
static Attribute
foldMoved(TileType source, TileType result, Attribute operand,
          function_ref<SmallVector<int64_t>(ArrayRef<int64_t>)> find) {
  std::optional<ConstantTile> tile = ConstantTile::read(source, operand);
  if (!tile)
    return {};
  if (tile->isSplat())
    return makeConstant(result, tile->at({}));
  return makeRearranged(result,
                        [&](ArrayRef<int64_t> coordinates) -> const APInt & {
                          return tile->at(find(coordinates));
                        });
}

//===----------------------------------------------------------------------===//
// Reshaping
//===----------------------------------------------------------------------===//

OpFoldResult IotaOp::fold(FoldAdaptor) {
  if (getType().getNumElements() == 1)
    return makeSplat(getType(), 0);
  return {};
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  TileType source = getSource().getType();
  if (source == getType())
    return getSource();
  return foldMoved(source, getType(), adaptor.getSource(),
                   [&](ArrayRef<int64_t> coordinates) {
                     SmallVector<int64_t> found(coordinates);
                     for (auto [coordinate, extent] :
                          llvm::zip_equal(found, source.getShape()))
                       if (extent == 1)
                         coordinate = 0;
                     return found;
                   });
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  std::optional<ElementBits> bits = readConstant(adaptor.getSource());
  if (!bits)
    return {};
  return makeConstant(getType(), *bits);
}

OpFoldResult PermuteOp::fold(FoldAdaptor adaptor) {
  ArrayRef<int32_t> permutation = getPermutation();
  if (isIdentityPermutation(SmallVector<int64_t>(permutation)))
    return getSource();
  return foldMoved(getSource().getType(), getType(), adaptor.getSource(),
                   [&](ArrayRef<int64_t> coordinates) {
                     SmallVector<int64_t> found(coordinates.size());
                     for (auto [dim, coordinate] :
                          llvm::zip_equal(permutation, coordinates))
                       found[dim] = coordinate;
                     return found;
                   });
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

OpFoldResult CatOp::fold(FoldAdaptor adaptor) {
  TileType left = getLhs().getType(), right = getRhs().getType();
  auto lhs = ConstantTile::read(left, adaptor.getLhs());
  auto rhs = ConstantTile::read(right, adaptor.getRhs());
  if (!lhs || !rhs)
    return {};
  if (lhs->isSplat() && rhs->isSplat() && lhs->at({}) == rhs->at({}))
    return makeConstant(getType(), lhs->at({}));
  uint64_t dim = getDim();
  int64_t boundary = left.getShape()[dim];
  return makeRearranged(getType(),
                        [&](ArrayRef<int64_t> coordinates) -> const APInt & {
                          if (coordinates[dim] < boundary)
                            return lhs->at(coordinates);
                          SmallVector<int64_t> shifted(coordinates);
                          shifted[dim] -= boundary;
                          return rhs->at(shifted);
                        });
}

/// Returns the offset in `whole` of the part with index `indices`, of the shape
/// of `part`; none if the indices are not constant or out of range.
static std::optional<SmallVector<int64_t>>
findOrigin(TileType whole, TileType part, ArrayRef<Attribute> indices) {
  SmallVector<int64_t> origin;
  for (auto [extent, step, index] :
       llvm::zip_equal(whole.getShape(), part.getShape(), indices)) {
    std::optional<APInt> value = readSplat(index);
    if (!value || value->uge(extent / step))
      return std::nullopt;
    origin.push_back(value->getZExtValue() * step);
  }
  return origin;
}

OpFoldResult ExtractOp::fold(FoldAdaptor adaptor) {
  TileType source = getSource().getType();
  // The part is the whole tile: any index but 0 is undefined.
  if (source == getType())
    return getSource();
  if (std::optional<APInt> splat = readSplat(adaptor.getSource()))
    return makeConstant(getType(), *splat);
  auto origin = findOrigin(source, getType(), adaptor.getIndices());
  if (!origin)
    return {};
  return foldMoved(source, getType(), adaptor.getSource(),
                   [&](ArrayRef<int64_t> coordinates) {
                     SmallVector<int64_t> found(coordinates);
                     for (auto [coordinate, begin] :
                          llvm::zip_equal(found, *origin))
                       coordinate += begin;
                     return found;
                   });
}

OpFoldResult InsertOp::fold(FoldAdaptor adaptor) {
  TileType part = getSource().getType(), whole = getType();
  if (part == whole)
    return getSource();
  auto source = ConstantTile::read(part, adaptor.getSource());
  auto destination = ConstantTile::read(whole, adaptor.getDestination());
  if (!source || !destination)
    return {};
  if (source->isSplat() && destination->isSplat() &&
      source->at({}) == destination->at({}))
    return getDestination();
  auto origin = findOrigin(whole, part, adaptor.getIndices());
  if (!origin)
    return {};
  return makeRearranged(
      whole, [&](ArrayRef<int64_t> coordinates) -> const APInt & {
        SmallVector<int64_t> inside(coordinates);
        for (size_t dim = 0; dim < inside.size(); ++dim) {
          inside[dim] -= (*origin)[dim];
          if (inside[dim] < 0 || inside[dim] >= part.getShape()[dim])
            return destination->at(coordinates);
        }
        return source->at(inside);
      });
}

/// An extract is speculatable if its indices are known to be in range.
static Speculation::Speculatability
getPartSpeculatability(TileType whole, TileType part, ValueRange indices) {
  auto constants = llvm::map_to_vector(indices, [](Value index) -> Attribute {
    auto constant = index.getDefiningOp<ConstantOp>();
    return constant ? constant.getValue() : Attribute();
  });
  return findOrigin(whole, part, constants) ? Speculation::Speculatable
                                            : Speculation::NotSpeculatable;
}

Speculation::Speculatability ExtractOp::getSpeculatability() {
  return getPartSpeculatability(getSource().getType(), getType(), getIndices());
}
Speculation::Speculatability InsertOp::getSpeculatability() {
  return getPartSpeculatability(getType(), getSource().getType(), getIndices());
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

/// Splits the bits of `operand`, low ones first, into elements of `result`. A
/// tf32 has more bits in bytes than as a number, at unspecified positions.
static Attribute foldBytes(TileType source, TileType result,
                           Attribute operand) {
  for (TileType type : {source, result})
    if (type.getNumElements() > maxFoldedElements ||
        isa<FloatTF32Type>(type.getElementType()))
      return {};
  std::optional<ElementBits> bits = readConstant(operand);
  if (!bits)
    return {};
  unsigned from = getElementBitWidth(source.getElementType());
  unsigned to = getElementBitWidth(result.getElementType());
  APInt all(from * source.getNumElements(), 0);
  for (int64_t i = 0; i < source.getNumElements(); ++i)
    all.insertBits(bits->size() == 1 ? bits->front() : (*bits)[i], i * from);
  ElementBits cut;
  for (int64_t i = 0; i < result.getNumElements(); ++i)
    cut.push_back(all.extractBits(to, i * to));
  return makeConstant(result, cut);
}

OpFoldResult PackOp::fold(FoldAdaptor adaptor) {
  auto inner = getSource().getDefiningOp<UnpackOp>();
  if (inner && !isa<FloatTF32Type>(getSource().getType().getElementType()))
    return inner.getSource();
  return foldBytes(getSource().getType(), getType(), adaptor.getSource());
}

OpFoldResult UnpackOp::fold(FoldAdaptor adaptor) {
  auto inner = getSource().getDefiningOp<PackOp>();
  if (inner && inner.getSource().getType() == getType())
    return inner.getSource();
  return foldBytes(getSource().getType(), getType(), adaptor.getSource());
}
