//===- CudaTileInteger.cpp - Integer and bitwise arithmetic -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that traits can't say.
//
//===----------------------------------------------------------------------===//

#include "OpSyntax.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"

using namespace mlir;
using namespace mlir::cuda_tile;

#define GET_OP_CLASSES
#include "tileiras/Dialect/CudaTile/IR/CudaTileInteger.cpp.inc"

void CudaTileDialect::registerIntegerOps() {
  addOperations<
#define GET_OP_LIST
#include "tileiras/Dialect/CudaTile/IR/CudaTileInteger.cpp.inc"
      >();
}

LogicalResult DivIOp::verify() {
  bool isSigned = getSignedness() == Signedness::Signed;
  switch (getRounding()) {
  case RoundingMode::ZERO:
  case RoundingMode::POSITIVE_INF:
    return success();
  case RoundingMode::NEGATIVE_INF:
    if (isSigned)
      return success();
    return emitOpError(
        "expects no rounding mode negative_inf with unsigned operands");
  default:
    return emitOpError("expects rounding mode zero, positive_inf or "
                       "negative_inf, got ")
           << getRounding();
  }
}

LogicalResult NegIOp::verify() {
  if (getOverflow() == IntegerOverflow::NUW)
    return emitOpError("expects overflow none, no_signed_wrap or no_wrap, got "
                       "no_unsigned_wrap");
  return success();
}
