//===- AccessFacts.cpp - Facts about accesses to memory ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

#include "tileiras/Dialect/TileAA/IR/TileAAInterfaces.cpp.inc"

AccessVector nv_tileaa::findVector(std::optional<uint64_t> alignment,
                                   std::optional<ArrayRef<int64_t>> contiguity,
                                   unsigned elementBytes, unsigned maxBytes) {
  AccessVector vector;
  if (!contiguity || contiguity->empty())
    return vector;
  const int64_t *longest = llvm::max_element(*contiguity);
  uint64_t bytes = std::min<uint64_t>(alignment.value_or(1), maxBytes);
  vector.dim = longest - contiguity->begin();
  vector.elements = std::clamp<int64_t>(bytes / elementBytes, 1, *longest);
  return vector;
}

LogicalResult
nv_tileaa::verifyAccessFacts(Operation *op, Type tile,
                             std::optional<uint64_t> alignment,
                             std::optional<ArrayRef<int64_t>> contiguity) {
  if (alignment && !llvm::isPowerOf2_64(*alignment))
    return op->emitOpError("expected an alignment that is a power of two, got ")
           << *alignment;
  if (!contiguity)
    return success();
  auto tensor = dyn_cast<RankedTensorType>(tile);
  size_t rank = tensor ? tensor.getRank() : 0;
  if (contiguity->size() != rank)
    return op->emitOpError("expected a contiguity for each of ")
           << rank << " dimensions, got " << contiguity->size();
  unsigned numRuns = 0;
  for (auto [dim, length] : llvm::enumerate(*contiguity)) {
    numRuns += length > 1;
    if (length < 1 || length > tensor.getDimSize(dim) ||
        !llvm::isPowerOf2_64(length))
      return op->emitOpError("expected a contiguity that is a power of two up "
                             "to the size of dimension ")
             << dim << ", " << tensor.getDimSize(dim) << ", got " << length;
  }
  if (numRuns > 1)
    return op->emitOpError("expected runs along one dimension, got ")
           << numRuns;
  return success();
}
