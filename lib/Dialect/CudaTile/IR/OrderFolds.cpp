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

using namespace mlir;
using namespace mlir::cuda_tile;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static bool compareIntegers(ComparisonPredicate predicate, int order) {
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

static int getOrder(const APInt &x, const APInt &y, bool isSigned) {
  if (x == y)
    return 0;
  return (isSigned ? x.slt(y) : x.ult(y)) ? -1 : 1;
}

OpFoldResult CmpIOp::fold(FoldAdaptor adaptor) {
  ComparisonPredicate predicate = getComparisonPredicate();
  bool isSigned = getSignedness() == Signedness::Signed;
  if (getLhs() == getRhs())
    return makeSplat(getType(), compareIntegers(predicate, 0));
  if (std::optional<bool> known =
          findComparison(predicate, getSignedness(), getLhs(), getRhs()))
    return makeSplat(getType(), *known);
  return foldBits(getType(), adaptor.getOperands(), [&](ArrayRef<APInt> x) {
    return APInt(1, compareIntegers(predicate, getOrder(x[0], x[1], isSigned)));
  });
}

/// maxi and mini: one of the operands.
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
    return compareIntegers(isFirst, getOrder(x[0], x[1], isSigned)) ? x[0]
                                                                    : x[1];
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

/// maximumNumber and minimumNumber of IEEE 754-2019, or maximum and minimum.
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

static bool compareFloats(ComparisonPredicate predicate, bool isOrdered,
                          APFloat::cmpResult order) {
  if (order == APFloat::cmpUnordered)
    return !isOrdered;
  switch (predicate) {
  case ComparisonPredicate::EQUAL:
    return order == APFloat::cmpEqual;
  case ComparisonPredicate::NOT_EQUAL:
    return order != APFloat::cmpEqual;
  case ComparisonPredicate::LESS_THAN:
    return order == APFloat::cmpLessThan;
  case ComparisonPredicate::LESS_THAN_OR_EQUAL:
    return order != APFloat::cmpGreaterThan;
  case ComparisonPredicate::GREATER_THAN:
    return order == APFloat::cmpGreaterThan;
  case ComparisonPredicate::GREATER_THAN_OR_EQUAL:
    return order != APFloat::cmpLessThan;
  }
  llvm_unreachable("not a predicate");
}

OpFoldResult CmpFOp::fold(FoldAdaptor adaptor) {
  bool isOrdered = getComparisonOrdering() == ComparisonOrdering::ORDERED;
  ComparisonPredicate predicate = getComparisonPredicate();
  // x against itself: equal, or unordered.
  bool ifEqual = compareFloats(predicate, isOrdered, APFloat::cmpEqual);
  bool ifNaN = compareFloats(predicate, isOrdered, APFloat::cmpUnordered);
  if (getLhs() == getRhs() && ifEqual == ifNaN)
    return makeSplat(getType(), ifEqual);
  return foldPredicate(getLhs().getType(), getType(), adaptor.getOperands(),
                       [&](ArrayRef<APFloat> x) {
                         return compareFloats(predicate, isOrdered,
                                              x[0].compare(x[1]));
                       });
}
