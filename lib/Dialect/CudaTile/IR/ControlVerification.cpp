//===- ControlVerification.cpp - Checks of control flow -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that go around a loop, leave it, or leave a branch, have the types
// that the other side expects; and one leaves only what one is in.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"

using namespace mlir;
using namespace mlir::cuda_tile;

//===----------------------------------------------------------------------===//
// Operations with regions
//===----------------------------------------------------------------------===//

/// Checks that no view is carried, since users of tensor and tile views need
/// their definitions.
static LogicalResult verifyCarried(Operation *op, TypeRange types,
                                   StringRef what) {
  for (Type type : types)
    if (isa<TensorViewType, TileView>(type))
      return op->emitOpError("expects no view among its ")
             << what << ", got " << type;
  return success();
}

static LogicalResult verifyTypes(Operation *op, TypeRange actual,
                                 TypeRange expected, StringRef what) {
  if (actual == expected)
    return success();
  InFlightDiagnostic diag = op->emitOpError("expects ") << what << " of types ";
  diag << SmallVector<Type>(expected) << ", got ";
  return diag << SmallVector<Type>(actual);
}

LogicalResult ForOp::verify() {
  if (failed(verifyCarried(*this, getResultTypes(), "results")))
    return failure();
  return verifyTypes(*this, getInitValues().getTypes(), getResultTypes(),
                     "initial values");
}

LogicalResult ForOp::verifyRegions() {
  SmallVector<Type> expected{getLowerBound().getType()};
  llvm::append_range(expected, getInitValues().getTypes());
  return verifyTypes(*this, getRegion().getArgumentTypes(), expected,
                     "region arguments");
}

LogicalResult LoopOp::verify() {
  if (failed(verifyCarried(*this, getInitValues().getTypes(), "iter_values")))
    return failure();
  return verifyCarried(*this, getResultTypes(), "results");
}

static LogicalResult verifyEnd(Operation *op, Block &block, bool isExpected,
                               StringRef expected) {
  if (isExpected)
    return success();
  return op->emitOpError("expects its region to end in ")
         << expected << ", got " << block.back().getName();
}

LogicalResult LoopOp::verifyRegions() {
  Block &body = getRegion().front();
  if (failed(verifyTypes(*this, getRegion().getArgumentTypes(),
                         getInitValues().getTypes(), "region arguments")))
    return failure();
  return verifyEnd(*this, body, isa<ContinueOp, BreakOp>(body.back()),
                   "continue or break");
}

LogicalResult IfOp::verify() {
  if (failed(verifyCarried(*this, getResultTypes(), "results")))
    return failure();
  if (getNumResults() && getElseRegion().empty())
    return emitOpError("expects an else region, since it has results");
  return success();
}

LogicalResult IfOp::verifyRegions() {
  for (Region &region : getOperation()->getRegions()) {
    if (region.empty())
      continue;
    Operation &end = region.front().back();
    if (failed(verifyEnd(*this, region.front(),
                         isa<YieldOp, ContinueOp, BreakOp, ReturnOp>(end),
                         "yield, continue, break or return")))
      return failure();
    if (isa<YieldOp>(end) && failed(verifyTypes(&end, end.getOperandTypes(),
                                                getResultTypes(), "operands")))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Operations that leave regions
//===----------------------------------------------------------------------===//

/// Returns the operation around `op`, apart from branches.
static Operation *getParentAroundIfs(Operation *op) {
  do {
    op = op->getParentOp();
  } while (isa_and_nonnull<IfOp>(op));
  return op;
}

static LogicalResult verifyLeaves(Operation *op, Operation *left,
                                  bool isExpected, StringRef expected) {
  if (isExpected)
    return success();
  InFlightDiagnostic diag = op->emitOpError("expects to be in ")
                            << expected << ", with nothing but ifs in between";
  if (left)
    diag << ", got " << left->getName();
  return diag;
}

LogicalResult BreakOp::verify() {
  Operation *loop = getParentAroundIfs(*this);
  if (failed(
          verifyLeaves(*this, loop, isa_and_nonnull<LoopOp>(loop), "a loop")))
    return failure();
  return verifyTypes(*this, getOperandTypes(), loop->getResultTypes(),
                     "operands");
}

LogicalResult ContinueOp::verify() {
  Operation *loop = getParentAroundIfs(*this);
  if (failed(verifyLeaves(*this, loop, isa_and_nonnull<LoopOp, ForOp>(loop),
                          "a loop or for")))
    return failure();
  TypeRange expected = loop->getResultTypes();
  if (auto infinite = dyn_cast<LoopOp>(loop))
    return verifyTypes(*this, getOperandTypes(),
                       infinite.getInitValues().getTypes(), "operands");
  return verifyTypes(*this, getOperandTypes(), expected, "operands");
}

LogicalResult ReturnOp::verify() {
  Operation *kernel = getParentAroundIfs(*this);
  if (failed(verifyLeaves(*this, kernel, isa_and_nonnull<EntryOp>(kernel),
                          "an entry")))
    return failure();
  return verifyTypes(*this, getOperandTypes(), {}, "operands");
}
