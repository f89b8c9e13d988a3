//===- Comparisons.h - What comparison predicates say -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUDATILE_IR_COMPARISONS_H
#define TILEIRAS_DIALECT_CUDATILE_IR_COMPARISONS_H

#include "tileiras/Dialect/CudaTile/IR/CudaTileAttributes.h"

#include "llvm/ADT/APFloat.h"

namespace mlir::cuda_tile {

/// Whether `lhs predicate rhs`, where `order` is negative, zero or positive as
/// lhs is less than rhs, equal to it or greater.
bool holds(ComparisonPredicate predicate, int order);

/// The same for floats. An ordered comparison with a NaN is false whatever the
/// predicate is, an unordered one true.
bool holds(ComparisonPredicate predicate, ComparisonOrdering ordering,
           llvm::APFloat::cmpResult order);

} // namespace mlir::cuda_tile

#endif // TILEIRAS_DIALECT_CUDATILE_IR_COMPARISONS_H
