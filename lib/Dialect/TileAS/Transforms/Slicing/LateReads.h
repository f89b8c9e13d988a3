//===- LateReads.h - Room for buffers that products read --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operand that goes through shared memory is read to registers as soon as it
// is there; its buffer is free then, and the other operand of a product can
// have the same bytes. A product that reads slices when it needs them keeps the
// buffers of both operands until then, for which there may be no room.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_SLICING_LATEREADS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_SLICING_LATEREADS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras {

/// A copy from a buffer that is to be made where a product stands.
struct LateRead {
  mlir::nv_tileas::CopyOp copy;
  mlir::Operation *product;
};

/// Whether `room` bytes of shared memory do for all buffers of a function,
/// placed as they will be (BufferLiveness.h), if these copies are made late.
bool fitLateReads(mlir::nv_tileaa::FuncOp func, llvm::ArrayRef<LateRead> reads,
                  int64_t room);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_SLICING_LATEREADS_H
