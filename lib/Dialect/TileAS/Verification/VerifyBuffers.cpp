//===- VerifyBuffers.cpp - Check buffers in shared memory -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Verification/VerifyBuffers.h"

#include "tileiras/Dialect/TileAS/Analysis/BufferLiveness.h"
#include "tileiras/Dialect/TileAS/Contract/SharedMemoryStaging.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Starts the message about what is wrong with the function's buffers.
static InFlightDiagnostic refuse(Operation *op) {
  return op->emitError("fails to do bufferization analysis: '")
         << op->getName() << "' ";
}

/// Checks operations that exchange values between warps by themselves.
static LogicalResult verifyExchange(Operation *op, const TargetInfo &target) {
  if (auto convert = dyn_cast<ConvertLayoutOp>(op)) {
    if (planConversion(convert, target).kind == ConversionKind::SharedMemory)
      return refuse(op) << "crosses warps, which takes a buffer that "
                           "tileas-materialize-convert-layout makes";
  } else if (auto reduce = dyn_cast<ReduceOp>(op)) {
    if (getReducedWarps(reduce) != 0)
      return refuse(op) << "crosses warps, which tileas-legalize-reduce splits";
  } else if (needsSharedResult(op)) {
    return refuse(op) << "has a result that other warps hold too, which takes "
                         "a buffer that tileas-materialize-shared-results "
                         "makes";
  }
  return success();
}

static LogicalResult verifyOffsets(ArrayRef<Buffer> buffers, int64_t reserved) {
  for (const Buffer &buffer : buffers) {
    AllocationOpInterface op = buffer.op;
    if (!op.getOffset())
      return refuse(op) << "has no offset, which tileas-assign-smem chooses";
    int64_t end =
        buffer.offset + (buffer.copies - 1) * buffer.stride + buffer.bytes;
    if (end > reserved)
      return refuse(op) << "ends at byte " << end << " of shared memory, but "
                        << reserved << " are reserved";
    if (buffer.copies > 1 && buffer.stride < buffer.bytes)
      return refuse(op) << "takes " << buffer.bytes << " bytes for each of "
                        << buffer.copies
                        << " agents, which 'agent_strides' puts "
                        << buffer.stride << " bytes apart";
  }
  return success();
}

/// Sorted by their start, a buffer can only overlap those that have not ended.
static LogicalResult verifyNoOverlap(ArrayRef<Buffer> buffers) {
  SmallVector<const Buffer *> alive;
  for (const Buffer &buffer : buffers) {
    llvm::erase_if(alive, [&](const Buffer *other) {
      return other->getLastUse() < buffer.start;
    });
    for (const Buffer *other : alive)
      if (buffer.conflictsWith(*other)) {
        InFlightDiagnostic error = refuse(buffer.op)
                                   << "overlaps another buffer that lives at "
                                      "the same time";
        error.attachNote(other->op->getLoc()) << "the other buffer";
        return error;
      }
    alive.push_back(&buffer);
  }
  return success();
}

LogicalResult tileiras::verifyBuffers(FunctionOpInterface func,
                                      const TargetInfo &target) {
  WalkResult result = func->walk([&](Operation *op) {
    return failed(verifyExchange(op, target)) ? WalkResult::interrupt()
                                              : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  auto reserved = func->getAttrOfType<IntegerAttr>(
      TileASDialect::getSharedMemoryAttrName());
  SmallVector<Buffer> buffers = collectBuffers(func.getFunctionBody());
  return success(
      succeeded(verifyOffsets(buffers, reserved ? reserved.getInt() : 0)) &&
      succeeded(verifyNoOverlap(buffers)));
}
