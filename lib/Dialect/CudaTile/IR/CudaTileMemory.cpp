//===- CudaTileMemory.cpp - Access through pointers, and tokens -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessVerification.h"
#include "OpSyntax.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::cuda_tile;

#define GET_OP_CLASSES
#include "tileiras/Dialect/CudaTile/IR/CudaTileMemory.cpp.inc"

void CudaTileDialect::registerMemoryOps() {
  addOperations<
#define GET_OP_LIST
#include "tileiras/Dialect/CudaTile/IR/CudaTileMemory.cpp.inc"
      >();
}

LogicalResult LoadPtrTkoOp::verify() {
  TileType result = getResult().getType();
  if (failed(verifyLoadOrdering(*this, getMemoryOrderingSemantics(),
                                getMemoryScope())) ||
      failed(verifyPointee(*this, getSource().getType(), result)) ||
      failed(verifyMask(*this, getMask(), result)))
    return failure();
  if (!getPaddingValue())
    return success();
  if (!getMask())
    return emitOpError("expects a mask with its padding value, got none");
  if (getPaddingValue().getType() != result)
    return emitOpError("expects a padding value of type ")
           << result << ", got " << getPaddingValue().getType();
  return success();
}

LogicalResult StorePtrTkoOp::verify() {
  TileType value = getValue().getType();
  return success(
      succeeded(verifyStoreOrdering(*this, getMemoryOrderingSemantics(),
                                    getMemoryScope())) &&
      succeeded(verifyPointee(*this, getDestination().getType(), value)) &&
      succeeded(verifyMask(*this, getMask(), value)));
}

LogicalResult AllocaOp::verify() {
  auto numElem = static_cast<int64_t>(getNumElem());
  if (numElem < 0)
    return emitOpError("expects num_elem to be 0 or more, got ") << numElem;
  auto pointer = cast<PointerType>(getResult().getType().getElementType());
  int64_t naturalAlignment =
      llvm::divideCeil(getElementBitWidth(pointer.getPointeeType()), 8);
  naturalAlignment = llvm::PowerOf2Ceil(naturalAlignment);
  auto alignment = static_cast<int64_t>(getAlignment());
  if (alignment < naturalAlignment || !llvm::isPowerOf2_64(alignment))
    return emitOpError("expects an alignment that is a power of two of at "
                       "least ")
           << naturalAlignment << ", got " << alignment;
  return success();
}

LogicalResult JoinTokensOp::verify() {
  if (getTokens().size() >= 2)
    return success();
  return emitOpError("expects 2 tokens or more, got ") << getTokens().size();
}
