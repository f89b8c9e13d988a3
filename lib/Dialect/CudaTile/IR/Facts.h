//===- Facts.h - What is known of integers while folding -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts come from constants, `assume`, the limits of the grid, and counters,
// and are followed through a few operations, a bounded number of steps up. They
// serve folds only: what memory accesses need of divisibility and equality is
// found on nv_tileaa (include/tileiras/Analysis), from the assumes, which stay.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_CUDATILE_IR_FACTS_H
#define TILEIRAS_LIB_DIALECT_CUDATILE_IR_FACTS_H

#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"

#include "llvm/IR/ConstantRange.h"

#include <optional>

namespace mlir::cuda_tile {

/// Returns a range that contains each element of a tile of integers.
llvm::ConstantRange getRange(Value value);

/// Returns a power of two, at most 2^62, that divides each element of a tile of
/// integers.
uint64_t getDivisor(Value value);

/// Returns the result of a comparison, if it is known and the same in each
/// element.
std::optional<bool> findComparison(ComparisonPredicate predicate,
                                   Signedness signedness, Value lhs, Value rhs);

/// Whether `strong` implies `weak`.
bool implies(Attribute strong, Attribute weak);

/// Whether a constant keeps a promise; false if in doubt.
bool holdsFor(Attribute predicate, DenseElementsAttr constant);

} // namespace mlir::cuda_tile

#endif // TILEIRAS_LIB_DIALECT_CUDATILE_IR_FACTS_H
