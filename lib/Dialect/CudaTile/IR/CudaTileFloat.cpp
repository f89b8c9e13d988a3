//===- CudaTileFloat.cpp - Floating point arithmetic -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which rounding modes and flags exist for which element type; matrix products
// are checked in MatrixProduct.cpp.
//
//===----------------------------------------------------------------------===//

#include "OpSyntax.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"

using namespace mlir;
using namespace mlir::cuda_tile;

#define GET_OP_CLASSES
#include "tileiras/Dialect/CudaTile/IR/CudaTileFloat.cpp.inc"

void CudaTileDialect::registerFloatOps() {
  addOperations<
#define GET_OP_LIST
#include "tileiras/Dialect/CudaTile/IR/CudaTileFloat.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Shared checks
//===----------------------------------------------------------------------===//

static LogicalResult verifyF32Only(Operation *op, StringRef what,
                                   TileType type) {
  if (type.getElementType().isF32())
    return success();
  return op->emitOpError("expects f32 elements for ")
         << what << ", got " << type.getElementType();
}

static LogicalResult verifyFlushToZero(Operation *op, bool flushToZero,
                                       TileType type) {
  return flushToZero ? verifyF32Only(op, "flush_to_zero", type) : success();
}

/// Checks the rounding mode: each type has the IEEE modes, and f32 also has
/// those of `extra`.
static LogicalResult verifyRounding(Operation *op, RoundingMode mode,
                                    ArrayRef<RoundingMode> extra,
                                    TileType type) {
  switch (mode) {
  case RoundingMode::NEAREST_EVEN:
  case RoundingMode::ZERO:
  case RoundingMode::NEGATIVE_INF:
  case RoundingMode::POSITIVE_INF:
    return success();
  default:
    break;
  }
  if (llvm::is_contained(extra, mode))
    return verifyF32Only(
        op, ("rounding mode " + stringifyRoundingMode(mode)).str(), type);
  InFlightDiagnostic diag =
      op->emitOpError("expects rounding mode nearest_even, zero, negative_inf, "
                      "positive_inf");
  for (RoundingMode other : extra)
    diag << ", " << other;
  return diag << "; got " << mode;
}

template <typename OpT>
static LogicalResult verifyRounded(OpT op, ArrayRef<RoundingMode> extra = {}) {
  TileType type = op.getResult().getType();
  if (failed(verifyRounding(op, op.getRoundingMode(), extra, type)))
    return failure();
  return verifyFlushToZero(op, op.getFlushToZero(), type);
}

/// Checks a function with a full and an approximate form.
static LogicalResult verifyApproximable(Operation *op, RoundingMode mode,
                                        TileType type) {
  if (mode == RoundingMode::FULL)
    return success();
  if (mode == RoundingMode::APPROX)
    return verifyF32Only(op, "rounding mode approx", type);
  return op->emitOpError("expects rounding mode full or approx, got ") << mode;
}

//===----------------------------------------------------------------------===//
// The operations
//===----------------------------------------------------------------------===//

LogicalResult AddFOp::verify() { return verifyRounded(*this); }
LogicalResult SubFOp::verify() { return verifyRounded(*this); }
LogicalResult MulFOp::verify() { return verifyRounded(*this); }
LogicalResult FmaOp::verify() { return verifyRounded(*this); }
LogicalResult DivFOp::verify() {
  return verifyRounded(*this, {RoundingMode::APPROX, RoundingMode::FULL});
}
LogicalResult SqrtOp::verify() {
  return verifyRounded(*this, {RoundingMode::APPROX});
}

LogicalResult ExpOp::verify() {
  return verifyApproximable(*this, getRoundingMode(), getResult().getType());
}
LogicalResult TanHOp::verify() {
  return verifyApproximable(*this, getRoundingMode(), getResult().getType());
}

LogicalResult Exp2Op::verify() {
  return verifyFlushToZero(*this, getFlushToZero(), getResult().getType());
}
LogicalResult RsqrtOp::verify() {
  return verifyFlushToZero(*this, getFlushToZero(), getResult().getType());
}
LogicalResult MaxFOp::verify() {
  return verifyFlushToZero(*this, getFlushToZero(), getResult().getType());
}
LogicalResult MinFOp::verify() {
  return verifyFlushToZero(*this, getFlushToZero(), getResult().getType());
}
