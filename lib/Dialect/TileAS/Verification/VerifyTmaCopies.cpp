//===- VerifyTmaCopies.cpp - Check buffers of TMA copies ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Verification/VerifyTmaCopies.h"

#include "tileiras/Dialect/TileAS/IR/TmaCopies.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Swizzles depend on addresses, so every stage begins at a multiple of their
/// pattern.
static LogicalResult verifyAlignment(Operation *op, TmaDescriptorIterType desc,
                                     Value buffer) {
  AllocationOpInterface allocation = getAllocation(buffer);
  int64_t alignment =
      planTmaCopy(desc.getView(), desc.getBuffer(), desc.getParts())
          ->getAlignment();
  if (!allocation)
    return op->emitOpError("expected a buffer from '")
           << AllocTensorOp::getOperationName() << "'";
  auto tensor = dyn_cast<AllocTensorOp>(allocation.getOperation());
  bool isAligned = int64_t(allocation.getAlignment()) % alignment == 0;
  bool areStages = !tensor || !tensor.getType().isRing() ||
                   getBufferBytes(tensor.getType()) % alignment == 0;
  if (isAligned && areStages)
    return success();
  InFlightDiagnostic error =
      op->emitOpError("expected a buffer that begins at a multiple of ")
      << alignment << " bytes";
  error.attachNote(allocation->getLoc())
      << "allocated with an alignment of " << allocation.getAlignment();
  return error;
}

LogicalResult tileiras::verifyTmaCopies(FunctionOpInterface func) {
  WalkResult result = func->walk([](Operation *op) {
    LogicalResult verified = success();
    if (auto load = dyn_cast<TiledTmaLoadOp>(op))
      verified =
          verifyAlignment(op, load.getDesc().getType(), load.getDestination());
    else if (auto store = dyn_cast<TiledTmaStoreOp>(op))
      verified =
          verifyAlignment(op, store.getDesc().getType(), store.getSource());
    return failed(verified) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
