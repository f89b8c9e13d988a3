//===- BufferAllocation.cpp - Offsets of buffers in shared memory ---------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First fit, largest buffer first, gives the bytes that the buffers need. In
// that many bytes they are then placed once more, in program order and each
// after the one before: two round trips in sequence need a barrier in between
// only if they share bytes. Where that does not fit, the first placement
// remains.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/BufferLiveness.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tileiras;

namespace {

/// Gives `buffer` the lowest offset from `minOffset` on where it fits among
/// those of `placed` that live with it.
void placeFrom(Buffer &buffer, int64_t minOffset, ArrayRef<Buffer *> placed) {
  buffer.offset = llvm::alignTo(minOffset, buffer.alignment);
  for (bool moved = true; moved;) {
    moved = false;
    for (Buffer *other : placed)
      if (buffer.livesWith(*other) && buffer.overlaps(*other)) {
        buffer.offset =
            llvm::alignTo(other->offset + other->bytes, buffer.alignment);
        moved = true;
      }
  }
}

int64_t getTotal(ArrayRef<Buffer> buffers) {
  int64_t total = 0;
  for (const Buffer &buffer : buffers)
    total = std::max(total, buffer.offset + buffer.bytes);
  return total;
}

void placeLargestFirst(MutableArrayRef<Buffer> buffers) {
  SmallVector<Buffer *> order, placed;
  for (Buffer &buffer : buffers)
    order.push_back(&buffer);
  llvm::sort(order, [](const Buffer *lhs, const Buffer *rhs) {
    return std::tie(rhs->bytes, lhs->start) < std::tie(lhs->bytes, rhs->start);
  });
  for (Buffer *buffer : order) {
    placeFrom(*buffer, 0, placed);
    placed.push_back(buffer);
  }
}

/// Places each after the one before, from the start again where the `total`
/// bytes end. Returns false if they do not suffice for that.
bool placeInTurn(MutableArrayRef<Buffer> buffers, int64_t total) {
  SmallVector<Buffer *> placed;
  int64_t next = 0;
  for (Buffer &buffer : buffers) {
    placeFrom(buffer, next, placed);
    if (buffer.offset + buffer.bytes > total)
      placeFrom(buffer, 0, placed);
    if (buffer.offset + buffer.bytes > total)
      return false;
    placed.push_back(&buffer);
    next = buffer.offset + buffer.bytes;
  }
  return true;
}

} // namespace

int64_t tileiras::placeBuffers(SmallVector<Buffer> &buffers) {
  placeLargestFirst(buffers);
  int64_t total = getTotal(buffers);
  SmallVector<Buffer> inTurn = buffers;
  if (placeInTurn(inTurn, total))
    buffers = std::move(inTurn);
  return total;
}
