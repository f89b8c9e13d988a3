//===- RowVectors.h - Vectors that may cross the end of a row ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a view has rows: elements along a dimension whose stride is one,
// which are contiguous in memory whatever the size of the array. If a tile's
// row is divided into vectors from its start on, at most one vector of each row
// is partly in bounds: the one in which the array ends. An access that can
// transfer a part of a vector depends on the alignment of rows only, not on the
// array's sizes. Any other access uses AccessOpInterface::getVector, whose
// vectors are in bounds or out of bounds as a whole.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_ROWVECTORS_H
#define TILEIRAS_DIALECT_TILEAA_IR_ROWVECTORS_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include <string>

namespace mlir::nv_tileaa {

/// Returns the dimension of the view's tiles along which rows run: the last one
/// of stride one that has more than one element and is not sparse.
std::optional<unsigned> getRowDim(TiledViewType view);

/// Returns the view of an access; null for an access through pointers.
TypedValue<TiledViewType> getAccessedView(AccessOpInterface access);

/// As AccessOpInterface::getVector, for an access through a view that can
/// transfer a part of a vector: the first elements of it, which are in bounds.
AccessVector getRowVector(AccessOpInterface access, unsigned elementBytes,
                          unsigned maxBytes = 16);

/// Returns known divisors of the strides of a view's array, by dimension of the
/// array, in elements. The search follows the definitions of values, and no
/// loops or branches.
SmallVector<uint64_t> getPromisedStrides(Value view);

/// Describes, as the reason in a remark, which assumption is missing to prove
/// that rows of the view's tiles start at multiples of `bytes`, and which
/// operation would state it.
std::string describeMissingPromise(Value view, unsigned elementBytes,
                                   unsigned bytes);

} // namespace mlir::nv_tileaa

#endif // TILEIRAS_DIALECT_TILEAA_IR_ROWVECTORS_H
