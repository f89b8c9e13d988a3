//===- TileAAMath.cpp - Rounding of arithmetic in nv_tileaa ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rounding modes of an operation are those of Tile IR, except that arith or
// math is used for operations that round to nearest even and keep subnormals.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

static LogicalResult verifyF32(Operation *op, StringRef what) {
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  if (element.isF32())
    return success();
  return op->emitOpError("expected f32 for ") << what << ", got " << element;
}

/// Checks that `ftz`, `approx` and `full` are used with f32 only.
template <typename OpTy>
static LogicalResult verifyRounding(OpTy op, ArrayRef<RoundingMode> allowed) {
  using enum RoundingMode;
  RoundingMode mode = op.getRoundingMode();
  if (!llvm::is_contained(allowed, mode)) {
    InFlightDiagnostic diag = op.emitOpError("expected rounding ");
    llvm::interleave(
        allowed,
        [&](RoundingMode known) { diag << stringifyRoundingMode(known); },
        [&] { diag << " or "; });
    return diag << ", got " << stringifyRoundingMode(mode);
  }
  if ((mode == APPROX || mode == FULL) &&
      failed(verifyF32(op, stringifyRoundingMode(mode))))
    return failure();
  return op.getFtz() ? verifyF32(op, "ftz") : success();
}

static constexpr RoundingMode kAllModes[] = {
    RoundingMode::NEAREST_EVEN, RoundingMode::ZERO,
    RoundingMode::NEGATIVE_INF, RoundingMode::POSITIVE_INF,
    RoundingMode::APPROX,       RoundingMode::FULL};
static constexpr ArrayRef<RoundingMode> kIEEE(kAllModes, 4);

LogicalResult AddFOp::verify() { return verifyRounding(*this, kIEEE); }
LogicalResult SubFOp::verify() { return verifyRounding(*this, kIEEE); }
LogicalResult MulFOp::verify() { return verifyRounding(*this, kIEEE); }
LogicalResult FmaOp::verify() { return verifyRounding(*this, kIEEE); }
LogicalResult DivFOp::verify() { return verifyRounding(*this, kAllModes); }
LogicalResult SqrtOp::verify() {
  return verifyRounding(*this, ArrayRef(kAllModes).drop_back());
}
LogicalResult RsqrtOp::verify() {
  return verifyRounding(*this, RoundingMode::NEAREST_EVEN);
}
LogicalResult Exp2Op::verify() {
  return verifyRounding(*this, RoundingMode::NEAREST_EVEN);
}
LogicalResult ExpOp::verify() {
  return verifyRounding(*this, RoundingMode::APPROX);
}
LogicalResult TanhOp::verify() {
  return verifyRounding(*this, RoundingMode::APPROX);
}
LogicalResult MaxFOp::verify() {
  return getFtz() ? verifyF32(*this, "ftz") : success();
}
LogicalResult MinFOp::verify() {
  return getFtz() ? verifyF32(*this, "ftz") : success();
}
