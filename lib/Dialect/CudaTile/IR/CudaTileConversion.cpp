//===- CudaTileConversion.cpp - Conversions between element types ---------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of widths and rounding modes.
//
//===----------------------------------------------------------------------===//

#include "OpSyntax.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"

using namespace mlir;
using namespace mlir::cuda_tile;

#define GET_OP_CLASSES
#include "tileiras/Dialect/CudaTile/IR/CudaTileConversion.cpp.inc"

void CudaTileDialect::registerConversionOps() {
  addOperations<
#define GET_OP_LIST
#include "tileiras/Dialect/CudaTile/IR/CudaTileConversion.cpp.inc"
      >();
}

LogicalResult BitcastOp::verify() {
  Type source = getSource().getType().getElementType();
  Type result = getResult().getType().getElementType();
  if (getElementBitWidth(source) == getElementBitWidth(result))
    return success();
  return emitOpError("expects element types of the same width, got ")
         << source << " and " << result;
}

LogicalResult ExtIOp::verify() {
  Type from = getFrom().getType().getElementType();
  Type to = getTo().getType().getElementType();
  if (getElementBitWidth(from) < getElementBitWidth(to))
    return success();
  return emitOpError("expects a result wider than its operand, got ")
         << to << " from " << from;
}

LogicalResult TruncIOp::verify() {
  Type from = getFrom().getType().getElementType();
  Type to = getTo().getType().getElementType();
  if (getElementBitWidth(from) > getElementBitWidth(to))
    return success();
  return emitOpError("expects a result narrower than its operand, got ")
         << to << " from " << from;
}

LogicalResult FToIOp::verify() {
  if (getRoundingMode() == RoundingMode::NEAREST_INT_TO_ZERO)
    return success();
  return emitOpError("expects rounding mode nearest_int_to_zero, got ")
         << getRoundingMode();
}

LogicalResult IToFOp::verify() {
  if (getRoundingMode() != RoundingMode::NEAREST_EVEN)
    return emitOpError("expects rounding mode nearest_even, got ")
           << getRoundingMode();
  if (isa<Float8E8M0FNUType>(getTo().getType().getElementType()))
    return emitOpError("expects a result with a sign and a zero, got "
                       "f8E8M0FNU");
  return success();
}

//===----------------------------------------------------------------------===//
// ftof
//===----------------------------------------------------------------------===//

/// The modes in which one float type may become another: those that the
/// instructions of all targets, or exactness, provide.
static ArrayRef<RoundingMode> getFToFModes(Type from, Type to) {
  using enum RoundingMode;
  static const RoundingMode scale[] = {ZERO, POSITIVE_INF};
  static const RoundingMode nearest[] = {NEAREST_EVEN};
  static const RoundingMode half[] = {NEAREST_EVEN, ZERO};
  static const RoundingMode tensor[] = {NEAREST_EVEN, ZERO, NEAREST_AWAY};
  static const RoundingMode ieee[] = {NEAREST_EVEN, ZERO, NEGATIVE_INF,
                                      POSITIVE_INF};
  static const RoundingMode exact[] = {NEAREST_EVEN, ZERO, NEGATIVE_INF,
                                       POSITIVE_INF, NEAREST_AWAY};
  if (isa<Float8E8M0FNUType>(to))
    return scale;
  if (getElementBitWidth(to) <= 8)
    return nearest;
  if (getElementBitWidth(to) > getElementBitWidth(from))
    return exact;
  if (isa<Float16Type, BFloat16Type>(to))
    return half;
  if (isa<FloatTF32Type>(to))
    return tensor;
  return ieee;
}

LogicalResult FToFOp::verify() {
  Type from = getFrom().getType().getElementType();
  Type to = getTo().getType().getElementType();
  if (from == to)
    return emitOpError("expects two different element types, got ")
           << from << " twice";
  ArrayRef<RoundingMode> modes = getFToFModes(from, to);
  if (llvm::is_contained(modes, getRoundingMode()))
    return success();
  InFlightDiagnostic diag = emitOpError("expects rounding mode ");
  llvm::interleave(
      modes, [&](RoundingMode mode) { diag << mode; }, [&] { diag << " or "; });
  return diag << " from " << from << " to " << to << ", got "
              << getRoundingMode();
}
