//===- OrderFolds.cpp - Folds of comparisons and extrema -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integers are ordered with or without sign; floats may be unordered.
//
//===----------------------------------------------------------------------===//

#include "Facts.h"
#include "Folding.h"

#include "tileiras/Dialect/CudaTile/IR/Comparisons.h"

using namespace mlir;
using namespace mlir::cuda_tile;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static int getOrder(const APInt &x, const APInt &y, bool isSigned) {
  if (x == y)
    return 0;
  return (isSigned ? x.slt(y) : x.ult(y)) ? -1 : 1;
}

OpFoldResult CmpIOp::fold(FoldAdaptor adaptor) {
  ComparisonPredicate predicate = getComparisonPredicate();
  bool isSigned = getSignedness() == Signedness::Signed;
  if (getLhs() == getRhs())
    return makeSplat(getType(), holds(predicate, 0));
  if (std::optional<bool> known =
          findComparison(predicate, getSignedness(), getLhs(), getRhs()))
    return makeSplat(getType(), *known);
  std::optional<APInt> right = readSplat(adaptor.getRhs());
  auto widened = getLhs().getDefiningOp<ExtIOp>();
  if (predicate == ComparisonPredicate::NOT_EQUAL && right && right->isZero() &&
      widened && widened.getFrom().getType() == getType())
    return widened.getFrom();
  return foldBits(getType(), adaptor.getOperands(), [&](ArrayRef<APInt> x) {
    return APInt(1, holds(predicate, getOrder(x[0], x[1], isSigned)));
  });
}

/// Folds maxi and mini to one of the operands.
template <typename OpT>
static OpFoldResult foldIntegerExtremum(OpT op, ArrayRef<Attribute> operands,
                                        ComparisonPredicate isFirst) {
  if (op.getLhs() == op.getRhs())
    return op.getLhs();
  bool isSigned = op.getSignedness() == Signedness::Signed;
  if (std::optional<bool> known =
          findComparison(isFirst, op.getSignedness(), op.getLhs(), op.getRhs()))
    return *known ? op.getLhs() : op.getRhs();
  return foldBits(op.getType(), operands, [&](ArrayRef<APInt> x) {
    return holds(isFirst, getOrder(x[0], x[1], isSigned)) ? x[0] : x[1];
  });
}

OpFoldResult MaxIOp::fold(FoldAdaptor adaptor) {
  return foldIntegerExtremum(*this, adaptor.getOperands(),
                             ComparisonPredicate::GREATER_THAN_OR_EQUAL);
}

OpFoldResult MinIOp::fold(FoldAdaptor adaptor) {
  return foldIntegerExtremum(*this, adaptor.getOperands(),
                             ComparisonPredicate::LESS_THAN_OR_EQUAL);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

using ExtremumFn = APFloat (*)(const APFloat &, const APFloat &);

/// Folds maximumNumber and minimumNumber of IEEE 754-2019, or maximum and
/// minimum.
template <typename OpT>
static Attribute foldFloatExtremum(OpT op, ArrayRef<Attribute> operands,
                                   ExtremumFn number, ExtremumFn propagating) {
  ExtremumFn compute = op.getPropagateNan() ? propagating : number;
  return foldFloats(op.getType(), operands, op.getFlushToZero(),
                    [&](ArrayRef<APFloat> x) { return compute(x[0], x[1]); });
}

OpFoldResult MaxFOp::fold(FoldAdaptor adaptor) {
  return foldFloatExtremum(*this, adaptor.getOperands(), llvm::maximumnum,
                           llvm::maximum);
}
OpFoldResult MinFOp::fold(FoldAdaptor adaptor) {
  return foldFloatExtremum(*this, adaptor.getOperands(), llvm::minimumnum,
                           llvm::minimum);
}

OpFoldResult CmpFOp::fold(FoldAdaptor adaptor) {
  ComparisonOrdering ordering = getComparisonOrdering();
  ComparisonPredicate predicate = getComparisonPredicate();
  // A comparison of x with itself is equal, or unordered.
  bool ifEqual = holds(predicate, ordering, APFloat::cmpEqual);
  bool ifNaN = holds(predicate, ordering, APFloat::cmpUnordered);
  if (getLhs() == getRhs() && ifEqual == ifNaN)
    return makeSplat(getType(), ifEqual);
  return foldPredicate(getLhs().getType(), getType(), adaptor.getOperands(),
                       [&](ArrayRef<APFloat> x) {
                         return holds(predicate, ordering, x[0].compare(x[1]));
                       });
}
