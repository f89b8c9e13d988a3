//===- Comparisons.cpp - What comparison predicates say -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/IR/Comparisons.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using llvm::APFloat;

bool cuda_tile::holds(ComparisonPredicate predicate, int order) {
  switch (predicate) {
  case ComparisonPredicate::EQUAL:
    return order == 0;
  case ComparisonPredicate::NOT_EQUAL:
    return order != 0;
  case ComparisonPredicate::LESS_THAN:
    return order < 0;
  case ComparisonPredicate::LESS_THAN_OR_EQUAL:
    return order <= 0;
  case ComparisonPredicate::GREATER_THAN:
    return order > 0;
  case ComparisonPredicate::GREATER_THAN_OR_EQUAL:
    return order >= 0;
  }
  llvm_unreachable("not a predicate");
}

bool cuda_tile::holds(ComparisonPredicate predicate,
                      ComparisonOrdering ordering, APFloat::cmpResult order) {
  switch (order) {
  case APFloat::cmpLessThan:
    return holds(predicate, -1);
  case APFloat::cmpEqual:
    return holds(predicate, 0);
  case APFloat::cmpGreaterThan:
    return holds(predicate, 1);
  case APFloat::cmpUnordered:
    return ordering == ComparisonOrdering::UNORDERED;
  }
  llvm_unreachable("not an order");
}
