//===- CudaTileAtomics.cpp - Atomic operations -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of orderings, modes and element types.
//
//===----------------------------------------------------------------------===//

#include "AccessVerification.h"
#include "OpSyntax.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"

using namespace mlir;
using namespace mlir::cuda_tile;

#define GET_OP_CLASSES
#include "tileiras/Dialect/CudaTile/IR/CudaTileAtomics.cpp.inc"

void CudaTileDialect::registerAtomicOps() {
  addOperations<
#define GET_OP_LIST
#include "tileiras/Dialect/CudaTile/IR/CudaTileAtomics.cpp.inc"
      >();
}

static LogicalResult verifyAtomicOrdering(Operation *op,
                                          MemoryOrderingSemantics ordering,
                                          MemoryScope scope) {
  using enum MemoryOrderingSemantics;
  return verifyOrdering(op, ordering, {RELAXED, ACQUIRE, RELEASE, ACQ_REL},
                        scope);
}

LogicalResult AtomicCASTkoOp::verify() {
  TileType value = getVal().getType();
  if (failed(verifyAtomicOrdering(*this, getMemoryOrderingSemantics(),
                                  getMemoryScope())) ||
      failed(verifyPointee(*this, getPointers().getType(), value)) ||
      failed(verifyMask(*this, getMask(), value)))
    return failure();
  Type elementType = value.getElementType();
  if (elementType.isInteger(32) || elementType.isInteger(64) ||
      isa<Float32Type, Float64Type>(elementType))
    return success();
  return emitOpError("expects i32, i64, f32 or f64 elements, got ")
         << elementType;
}

LogicalResult AtomicRMWTkoOp::verify() {
  TileType value = getArg().getType();
  return success(
      succeeded(verifyAtomicOrdering(*this, getMemoryOrderingSemantics(),
                                     getMemoryScope())) &&
      succeeded(verifyPointee(*this, getPointers().getType(), value)) &&
      succeeded(verifyMask(*this, getMask(), value)) &&
      succeeded(verifyAtomicMode(*this, getMode(), value.getElementType())));
}

LogicalResult AtomicRedViewTkoOp::verify() {
  if (failed(verifyOrdering(*this, getMemoryOrderingSemantics(),
                            {MemoryOrderingSemantics::RELAXED},
                            getMemoryScope())))
    return failure();
  if (getMemoryScope() == MemoryScope::SYS)
    return emitOpError("expects memory scope tl_blk or device, got sys");
  auto view = cast<TileView>(getView().getType());
  if (view.getViewSparseDim())
    return emitOpError("expects a partition_view or strided_view, got ")
           << view;
  if (view.getPaddingValue())
    return emitOpError("expects a view without padding value, got ") << view;
  if (getMode() == AtomicRMWMode::XCHG)
    return emitOpError("expects a mode that combines, got xchg");
  TileType value = getValue().getType();
  if (failed(verifyViewAccess(*this, view, value, getIndex(), getInbounds())))
    return failure();
  return verifyAtomicMode(*this, getMode(), value.getElementType());
}
