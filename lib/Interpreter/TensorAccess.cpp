//===- TensorAccess.cpp - Elements of a tile of a view --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorAccess.h"

#include "tileiras/Interpreter/Numbers.h"

#include "llvm/Support/CheckedArithmetic.h"

using namespace llvm;
using namespace mlir;
using namespace mlir::cuda_tile;

namespace tileiras::interpreter {

namespace {

/// The access, with the parameters of its type and operands.
class Access {
public:
  Access(Execution &execution, const TensorAccess &access)
      : execution(execution), access(access),
        type(cast<TileView>(access.view.getType())),
        tensor(execution.getTensor(access.view)),
        tileShape(type.getViewTileShape()), dimMap(type.getDimMap()),
        steps(type.getTraversalSteps()) {}

  /// Reads the indices, and checks the assumptions about them.
  LogicalResult start();
  /// Returns the location of element \p n of the tile; nullopt beyond the
  /// tensor.
  FailureOr<std::optional<ElementAddress>> find(size_t n) const;
  size_t size() const { return type.getViewTileType().getNumElements(); }

private:
  LogicalResult startDimension(unsigned d, const Tile &index);

  Execution &execution;
  const TensorAccess &access;
  TileView type;
  const TensorView &tensor;
  SmallVector<int64_t> tileShape;
  SmallVector<int32_t> dimMap;
  SmallVector<int64_t> steps;
  /// The tensor's index of each coordinate, by dimension of the tile.
  SmallVector<SmallVector<uint64_t>> positions;
};

LogicalResult Access::startDimension(unsigned d, const Tile &index) {
  bool isSparse = type.getViewSparseDim() == int32_t(d);
  uint64_t extent = tensor.sizes[dimMap[d]];
  uint64_t space = getIndexSpace(type, tensor, d);
  if (!isSparse && index.getBits(0) >= space)
    return execution.fault(
        access.op, "has index " + Twine(index.getBits(0)) + " in dimension " +
                       Twine(d) + " of an index space of " + Twine(space));
  auto &indices = positions.emplace_back();
  for (int64_t t = 0; t < tileShape[d]; ++t) {
    indices.push_back(isSparse ? index.getBits(t)
                               : index.getBits(0) * steps[d] + t);
    bool isPromised = !access.inbounds.empty() && access.inbounds[d];
    if (isPromised && indices.back() >= extent)
      return execution.fault(access.op,
                             "breaks its promise of being in bounds: "
                             "element " +
                                 Twine(indices.back()) + " of " +
                                 Twine(extent) + " in dimension " + Twine(d));
  }
  return success();
}

LogicalResult Access::start() {
  for (auto [d, value] : enumerate(access.indices)) {
    const Tile &index = execution.getTile(value);
    if (failed(execution.checkSpecified(access.op, index, "index")) ||
        failed(startDimension(d, index)))
      return failure();
  }
  return success();
}

FailureOr<std::optional<ElementAddress>> Access::find(size_t n) const {
  std::optional<int64_t> offset = 0; // in elements
  for (auto [d, t] : enumerate(getCoordinates(tileShape, n))) {
    uint64_t position = positions[d][t];
    if (position >= uint64_t(tensor.sizes[dimMap[d]]))
      return std::optional<ElementAddress>();
    if (offset)
      offset =
          checkedMulAdd(int64_t(position), tensor.strides[dimMap[d]], *offset);
  }
  int64_t elementBits = getStorageBits(tensor.type.getElementType());
  auto bits = offset ? checkedMul(*offset, elementBits) : std::nullopt;
  if (!bits)
    return execution.fault(access.op, "leaves the 64 bits of an address" +
                                          describeElement(tileShape, n));
  Pointer pointer = tensor.base;
  pointer.address += *bits >> 3;
  return std::optional(ElementAddress{pointer, (*bits & 7) != 0});
}

} // namespace

uint64_t getIndexSpace(TileView view, const TensorView &tensor, unsigned dim) {
  return divideCeil(uint64_t(tensor.sizes[view.getDimMap()[dim]]),
                    uint64_t(view.getTraversalSteps()[dim]));
}

LogicalResult visitElements(
    Execution &execution, const TensorAccess &access,
    llvm::function_ref<LogicalResult(size_t, std::optional<ElementAddress>)>
        visit) {
  Access elements(execution, access);
  if (failed(elements.start()))
    return failure();
  for (size_t n = 0; n < elements.size(); ++n) {
    auto address = elements.find(n);
    if (failed(address) || failed(visit(n, *address)))
      return failure();
  }
  return success();
}

} // namespace tileiras::interpreter
