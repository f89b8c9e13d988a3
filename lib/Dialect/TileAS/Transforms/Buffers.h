//===- Buffers.h - When buffers live, and where ------------------*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer lives from its allocation to the last operation of the same block
// that uses it or a view of it, or holds such a use. Operations are numbered in program order, so
// that is an interval. What is allocated before a loop and used in it lives
// through the whole loop; what is allocated in a loop lives in one iteration.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_BUFFERS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_BUFFERS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras {

struct Buffer {
  mlir::nv_tileas::AllocationOpInterface op;
  /// In bytes; `offset` is where it lies, zero as long as that is not decided.
  int64_t bytes, alignment, offset;
  /// Numbers of the first and the last operation of its life.
  unsigned start, end;

  bool livesWith(const Buffer &other) const {
    return start <= other.end && other.start <= end;
  }
  bool overlaps(const Buffer &other) const {
    return offset < other.offset + other.bytes && other.offset < offset + bytes;
  }
};

/// Those of a function, in program order.
llvm::SmallVector<Buffer> collectBuffers(mlir::Region &body);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_BUFFERS_H
