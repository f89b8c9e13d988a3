//===- RowVectors.h - Vectors that may cross the end of a row ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a view has rows: elements along a dimension whose stride is one,
// which are neighbours in memory whatever the size of the array. Cut into
// vectors from the start of a tile's row on, at most one vector of each row is
// inside of the array in part: the one that the array ends in. Who can access
// a part of a vector needs to know how rows are aligned, and nothing of sizes;
// who can't, asks AccessOpInterface::getVector, which counts those elements
// only that are inside or outside together.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_ROWVECTORS_H
#define TILEIRAS_DIALECT_TILEAA_IR_ROWVECTORS_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include <string>

namespace mlir::nv_tileaa {

/// The dimension of the tiles of a view that rows lie along: the last one with
/// a stride of one, if one of more than one element, and not the sparse one.
std::optional<unsigned> getRowDim(TiledViewType view);

/// The view of an access; null for an access through pointers.
TypedValue<TiledViewType> getAccessedView(AccessOpInterface access);

/// As AccessOpInterface::getVector, of an access through a view that may be
/// made of a part of a vector: the first elements of it, which are inside of
/// the array.
AccessVector getRowVector(AccessOpInterface access, unsigned elementBytes,
                          unsigned maxBytes = 16);

/// What the strides of the array of a view are promised to be multiples of, by
/// dimension of the array, in elements. Only what values are computed from is
/// looked at, no loops and branches.
SmallVector<uint64_t> getPromisedStrides(Value view);

/// Which promise is missing for rows of the view's tiles to start at multiples
/// of `bytes`, and who makes it, as the reason in a remark.
std::string describeMissingPromise(Value view, unsigned elementBytes,
                                   unsigned bytes);

} // namespace mlir::nv_tileaa

#endif // TILEIRAS_DIALECT_TILEAA_IR_ROWVECTORS_H
