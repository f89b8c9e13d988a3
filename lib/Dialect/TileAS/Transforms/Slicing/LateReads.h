//===- LateReads.h - Capacity for late operands -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operand in shared memory is read to registers as soon as it arrives; its
// buffer is free then, and the other operand of a dot can have the same bytes.
// A dot that reads slices just before use keeps the buffers of both operands
// alive until then, which may exceed the capacity.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_SLICING_LATEREADS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_SLICING_LATEREADS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras {

/// A copy from a buffer that is to move to a dot.
struct LateRead {
  mlir::nv_tileas::CopyOp copy;
  mlir::Operation *dot;
};

/// Returns whether `capacity` bytes of shared memory suffice for all buffers of
/// a function, at their later offsets (BufferLiveness.h), if these copies are
/// late.
bool fitLateReads(mlir::nv_tileaa::FuncOp func, llvm::ArrayRef<LateRead> reads,
                  int64_t capacity);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_SLICING_LATEREADS_H
