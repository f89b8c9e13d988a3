//===- SelectFolds.cpp - Folds of select and offset -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Folding.h"

using namespace mlir;
using namespace mlir::cuda_tile;

/// select(x == y, x, y) is y, and select(x != y, x, y) is x; null if the
/// operation is none of these.
static Value findCompared(SelectOp op) {
  auto compare = op.getCond().getDefiningOp<CmpIOp>();
  if (!compare)
    return {};
  Value x = op.getValIfTrue(), y = op.getValIfFalse();
  bool isSame = (compare.getLhs() == x && compare.getRhs() == y) ||
                (compare.getLhs() == y && compare.getRhs() == x);
  if (!isSame)
    return {};
  switch (compare.getComparisonPredicate()) {
  case ComparisonPredicate::EQUAL:
    return y;
  case ComparisonPredicate::NOT_EQUAL:
    return x;
  default:
    return {};
  }
}

static bool isSplatOf(Attribute operand, uint64_t value) {
  std::optional<APInt> splat = readSplat(operand);
  return splat && *splat == value;
}

OpFoldResult SelectOp::fold(FoldAdaptor adaptor) {
  if (getValIfTrue() == getValIfFalse())
    return getValIfTrue();
  if (std::optional<APInt> condition = readSplat(adaptor.getCond()))
    return condition->isOne() ? getValIfTrue() : getValIfFalse();
  if (getType() == getCond().getType() &&
      isSplatOf(adaptor.getValIfTrue(), 1) &&
      isSplatOf(adaptor.getValIfFalse(), 0))
    return getCond();
  if (Value compared = findCompared(*this))
    return compared;
  return foldBits(getType(), adaptor.getOperands(),
                  [](ArrayRef<APInt> x) { return x[0].isOne() ? x[1] : x[2]; });
}

OpFoldResult OffsetOp::fold(FoldAdaptor adaptor) {
  if (isSplatOf(adaptor.getOffset(), 0))
    return getPtr();
  return {};
}
