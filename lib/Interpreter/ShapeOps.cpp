//===- ShapeOps.cpp - Operations that join, cut and reorder tiles ---------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results are tiles whose elements are elements of the operands, or bits of
// them: each operation says which element is at each coordinate. Unspecified
// elements stay unspecified.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Operations.h"

using namespace llvm;
using namespace mlir;
using namespace mlir::cuda_tile;

namespace tileiras::interpreter {

namespace {

using Coordinates = SmallVector<int64_t, 4>;

/// An element of a tile.
struct ElementOf {
  const Tile &tile;
  size_t index;
};

/// Sets the result of \p op to elements of other tiles; \p find gives the
/// element at the coordinates.
template <typename Find>
LogicalResult gather(Execution &execution, Operation *op, Find find) {
  Tile result(cast<TileType>(op->getResult(0).getType()));
  for (size_t n = 0; n < result.size(); ++n) {
    ElementOf source = find(getCoordinates(result.getShape(), n));
    result.copyElement(n, source.tile, source.index);
  }
  execution.set(op->getResult(0), std::move(result));
  return success();
}

ElementOf at(const Tile &tile, ArrayRef<int64_t> coordinates) {
  return {tile, getElementIndex(tile.getShape(), coordinates)};
}

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

LogicalResult constant(Execution &execution, ConstantOp op) {
  Tile result(op.getType());
  for (auto [n, bits] : enumerate(readConstant(op.getValue())))
    result.setBits(n, bits);
  execution.set(op.getResult(), std::move(result));
  return success();
}

/// Values that don't fit the type wrap.
LogicalResult iota(Execution &execution, IotaOp op) {
  Tile result(op.getType());
  for (size_t n = 0; n < result.size(); ++n)
    result.setBits(n, n & maskTrailingOnes<uint64_t>(result.getWidth()));
  execution.set(op.getResult(), std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// The elements of one tile
//===----------------------------------------------------------------------===//

LogicalResult reshape(Execution &execution, ReshapeOp op) {
  const Tile &source = execution.getTile(op.getSource());
  Tile result(op.getType());
  for (size_t n = 0; n < result.size(); ++n)
    result.copyElement(n, source, n);
  execution.set(op.getResult(), std::move(result));
  return success();
}

LogicalResult broadcast(Execution &execution, BroadcastOp op) {
  const Tile &source = execution.getTile(op.getSource());
  return gather(execution, op, [&](Coordinates c) {
    for (auto [coordinate, extent] : zip_equal(c, source.getShape()))
      coordinate = extent == 1 ? 0 : coordinate;
    return at(source, c);
  });
}

LogicalResult permute(Execution &execution, PermuteOp op) {
  const Tile &source = execution.getTile(op.getSource());
  return gather(execution, op, [&](const Coordinates &c) {
    Coordinates from(c.size());
    for (auto [coordinate, dim] : zip_equal(c, op.getPermutation()))
      from[dim] = coordinate;
    return at(source, from);
  });
}

/// Returns the coordinates where sub-tile `indices` of a tile begins.
LogicalResult findSubTile(Execution &execution, Operation *op,
                          ValueRange indices, ArrayRef<int64_t> whole,
                          ArrayRef<int64_t> part, Coordinates &start) {
  for (auto [d, value] : enumerate(indices)) {
    const Tile &index = execution.getTile(value);
    if (failed(execution.checkSpecified(op, index, "index")))
      return failure();
    uint64_t count = whole[d] / part[d];
    if (index.getBits(0) >= count)
      return execution.fault(op, "has index " + Twine(index.getBits(0)) +
                                     " of " + Twine(count) + " in dimension " +
                                     Twine(d));
    start.push_back(index.getBits(0) * part[d]);
  }
  return success();
}

LogicalResult extract(Execution &execution, ExtractOp op) {
  const Tile &source = execution.getTile(op.getSource());
  Coordinates start;
  if (failed(findSubTile(execution, op, op.getIndices(), source.getShape(),
                         op.getType().getShape(), start)))
    return failure();
  return gather(execution, op, [&](Coordinates c) {
    for (auto [coordinate, first] : zip_equal(c, start))
      coordinate += first;
    return at(source, c);
  });
}

//===----------------------------------------------------------------------===//
// The elements of several tiles
//===----------------------------------------------------------------------===//

LogicalResult insert(Execution &execution, InsertOp op) {
  const Tile &source = execution.getTile(op.getSource());
  const Tile &destination = execution.getTile(op.getDestination());
  Coordinates start;
  if (failed(findSubTile(execution, op, op.getIndices(), destination.getShape(),
                         source.getShape(), start)))
    return failure();
  return gather(execution, op, [&](const Coordinates &c) {
    Coordinates inside = c;
    for (auto [coordinate, first] : zip_equal(inside, start))
      coordinate -= first;
    bool isInside = all_of(zip_equal(inside, source.getShape()), [](auto pair) {
      auto [coordinate, extent] = pair;
      return coordinate >= 0 && coordinate < extent;
    });
    return isInside ? at(source, inside) : at(destination, c);
  });
}

LogicalResult cat(Execution &execution, CatOp op) {
  const Tile &lhs = execution.getTile(op.getLhs());
  const Tile &rhs = execution.getTile(op.getRhs());
  int64_t dim = op.getDim();
  return gather(execution, op, [&](Coordinates c) {
    if (c[dim] < lhs.getShape()[dim])
      return at(lhs, c);
    c[dim] -= lhs.getShape()[dim];
    return at(rhs, c);
  });
}

/// The value that is not selected may be unspecified.
LogicalResult select(Execution &execution, SelectOp op) {
  const Tile &condition = execution.getTile(op.getCond());
  const Tile &ifTrue = execution.getTile(op.getValIfTrue());
  const Tile &ifFalse = execution.getTile(op.getValIfFalse());
  Tile result(op.getType());
  for (size_t n = 0; n < result.size(); ++n) {
    result.copyElement(n, condition.getBits(n) ? ifTrue : ifFalse, n);
    if (condition.isUnspecified(n))
      result.setUnspecified(n);
  }
  execution.set(op.getResult(), std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

/// The bits of an element in `pack` and `unpack`.
unsigned getPackedBits(Type type) {
  return type.isTF32() ? 32 : getElementBitWidth(type);
}

/// Cuts the same string of bits, low ones first, into elements of another size.
LogicalResult recut(Execution &execution, Operation *op) {
  const Tile &source = execution.getTile(op->getOperand(0));
  Tile result(cast<TileType>(op->getResult(0).getType()));
  Type fromType = source.getElementType(), toType = result.getElementType();
  unsigned from = getPackedBits(fromType), to = getPackedBits(toType);
  for (size_t n = 0; n < result.size(); ++n) {
    uint64_t bits = 0;
    for (unsigned bit = 0; bit < to; ++bit) {
      size_t position = n * to + bit, element = position / from;
      uint64_t stored = toStorage(fromType, source.getBits(element));
      bits |= ((stored >> (position % from)) & 1) << bit;
      if (source.isUnspecified(element))
        result.setUnspecified(n);
    }
    result.setBits(n, fromStorage(toType, bits));
  }
  execution.set(op->getResult(0), std::move(result));
  return success();
}

LogicalResult pack(Execution &execution, PackOp op) {
  return recut(execution, op);
}
LogicalResult unpack(Execution &execution, UnpackOp op) {
  return recut(execution, op);
}

} // namespace

void addShapeOps(OperationTable &table) {
  table.add<broadcast>();
  table.add<cat>();
  table.add<constant>();
  table.add<extract>();
  table.add<insert>();
  table.add<iota>();
  table.add<pack>();
  table.add<permute>();
  table.add<reshape>();
  table.add<select>();
  table.add<unpack>();
}

} // namespace tileiras::interpreter
