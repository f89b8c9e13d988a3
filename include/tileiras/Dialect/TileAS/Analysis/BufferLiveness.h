//===- BufferLiveness.h - Live ranges of buffers ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer lives from its allocation to the last operation of the same block
// that uses it or a view of it, or holds such a use; a buffer that an
// asynchronous MMA reads, to the last use of its future. Operations are
// numbered in program order, so a live range is an interval. What is allocated
// before a loop and used in it lives through the whole loop; what is allocated
// in a loop lives in one iteration. Mbarriers live to the end of their block,
// and so do buffers that TMA stores from.
//
// A circular buffer that one agent fills and another reads conflicts with the
// allocations of the reader until it has read the last stage and has waited for
// the MMAs that do: no copy to it is in flight any more.
//
// Agents run concurrently, so a buffer that one of them allocates lives as long
// as any buffer of another. In a group of several agents each has its own copy:
// that of agent i is `i * stride` bytes after the first.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_BUFFERLIVENESS_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_BUFFERLIVENESS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras {

/// The operations of a region by number, in program order.
class ProgramOrder {
public:
  /// The first and the last operation of an operation: itself, and the last one
  /// that its regions contain.
  struct Range {
    unsigned start = 0, end = 0;
  };

  explicit ProgramOrder(mlir::Region &region) { enumerate(region); }

  /// Returns the range of an operation that the region contains.
  Range lookup(mlir::Operation *op) const { return ranges.lookup(op); }

private:
  void enumerate(mlir::Region &region);

  llvm::DenseMap<mlir::Operation *, Range> ranges;
  unsigned next = 0;
};

struct Buffer {
  mlir::nv_tileas::AllocationOpInterface op;
  /// Sizes are in bytes; `offset` is zero until it is assigned.
  int64_t bytes, alignment, offset;
  /// Indices of the first and the last operation of the live range.
  unsigned start, end;
  /// The region of the agents that allocate it, null where all threads do, and
  /// the index of the last operation of all agents.
  mlir::Region *agents = nullptr;
  unsigned agentsEnd = 0;
  int64_t copies = 1, stride = 0;
  /// The agents that read a circular buffer to its end, and the operation up to
  /// which they do.
  mlir::Region *reader = nullptr;
  unsigned readUntil = 0;

  bool livesWith(const Buffer &other) const {
    return start <= other.end && other.start <= end && !isReadBefore(other) &&
           !other.isReadBefore(*this);
  }
  bool overlaps(const Buffer &other) const {
    return overlapsAt(offset, other, other.offset);
  }
  /// Returns whether some bytes belong to both at the same time, for any agent.
  bool conflictsWith(const Buffer &other) const;
  /// Returns the last operation at which it is alive.
  unsigned getLastUse() const { return std::max(end, agentsEnd); }

private:
  bool isReadBefore(const Buffer &other) const {
    return reader && reader == other.agents && readUntil < other.start;
  }
  bool overlapsAt(int64_t here, const Buffer &other, int64_t there) const {
    return here < there + other.bytes && there < here + bytes;
  }
};

/// Collects the buffers of a function in one memory, in program order.
llvm::SmallVector<Buffer> collectBuffers(
    mlir::Region &body,
    mlir::nv_tileaa::MemSpace space = mlir::nv_tileaa::MemSpace::SHARED);

/// Assigns offsets to all of them. Returns the bytes that they occupy.
int64_t placeBuffers(llvm::SmallVector<Buffer> &buffers);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_BUFFERLIVENESS_H
