//===- SharedMemoryStaging.h - Staging in shared memory ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads of different warps exchange values through shared memory, and all
// such memory is a value of the IR. A staged exchange (a round trip) is
//
//   %buffer = nv_tileas.alloc_tensor
//   nv_tileas.copy %tile, %buffer
//   %moved = nv_tileas.copy %buffer
//
// Three passes stage values: tileas-legalize-reduce turns a reduction across
// warps into a conversion between two reductions,
// tileas-materialize-shared-results broadcasts the results of single-thread
// operations (atomics, ordered loads), and tileas-materialize-convert-layout
// replaces the conversions. After them no operation needs memory that is not in
// the IR; tileas-assign-smem allocates the buffers, and
// tileas-insert-memory-barriers inserts the barriers.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_CONTRACT_SHAREDMEMORYSTAGING_H
#define TILEIRAS_DIALECT_TILEAS_CONTRACT_SHAREDMEMORYSTAGING_H

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Layout/ConversionPlan.h"

namespace tileiras {

/// A tile that needs more shared memory than this is staged in parts, down to
/// one register of a thread at a time.
inline constexpr int64_t kMaxStagingBytes = 32 * 1024;

/// Plans the conversion between tiles with layouts on `target`.
ConversionPlan planConversion(mlir::nv_tileas::ConvertLayoutOp op,
                              const TargetInfo &target);

/// Returns whether one thread acts for all that hold an element of `op`'s
/// result: atomic operations, and loads that may see what others write
/// meanwhile (all but the weak ones). Two threads that read independently could
/// get different values, and diverge.
bool executesOnOneThread(mlir::Operation *op);

/// Returns whether `user` copies its operand to a buffer: it reads it from the
/// threads that own it.
bool isStoreToBuffer(mlir::Operation *user);

/// Returns whether the first result of such an operation is held by several
/// warps and read: by more than copies to buffers, which read it from the
/// thread that acted.
bool needsSharedResult(mlir::Operation *op);

/// Returns the bits of the warp index that vary along the dimension that `op`
/// reduces.
uint64_t getReducedWarps(mlir::nv_tileas::ReduceOp op);

/// One round trip, in two halves, so that several tiles can be in flight at
/// once.
class StagedConversion {
public:
  /// The constructor creates no operations yet.
  StagedConversion(mlir::Type resultType, SharedMemoryPlan plan)
      : resultType(resultType), plan(std::move(plan)) {}

  int64_t getBytes() const { return plan.getBufferBytes(); }
  /// Whether the buffer is smaller than the tile, which is then staged in
  /// parts.
  bool hasParts() const { return plan.getNumRounds() != 1; }

  /// Creates the buffer, and the copy of the first part of `tile`, which has
  /// the layout that the plan starts from.
  void start(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tile);
  /// Creates the other copies. Returns the tile at its destination.
  mlir::Value finish(mlir::OpBuilder &builder, mlir::Location loc);

private:
  void store(mlir::OpBuilder &builder, mlir::Location loc, int64_t part);

  mlir::Type resultType;
  SharedMemoryPlan plan;
  mlir::Value tile, buffer;
};

/// Plans the staging of a tile with layout `src` to layout `dst` on `target`.
SharedMemoryPlan planStaging(const LinearLayout &src, const LinearLayout &dst,
                             mlir::Type elementType, const TargetInfo &target);

/// Creates the buffer of such a plan.
mlir::Value createBuffer(mlir::OpBuilder &builder, mlir::Location loc,
                         const SharedMemoryPlan &plan, mlir::Type elementType);

/// Plans a buffer that async copies from global memory fill as a whole, in
/// vectors of `elements` adjacent elements along `dim`, by threads as in layout
/// `src`, and that is read to layout `dst`; none where threads have no such
/// vectors.
std::optional<SharedMemoryPlan> planFill(const LinearLayout &src,
                                         const LinearLayout &dst,
                                         mlir::Type elementType,
                                         const TargetInfo &target, unsigned dim,
                                         int64_t elements);

/// Returns the type of the buffer for a reader of its tile after `moves`, views
/// and permutations in program order: the same bytes, with another layout.
mlir::nv_tileaa::StridedMemRefType
getBufferAfter(llvm::ArrayRef<mlir::Operation *> moves,
               mlir::nv_tileaa::StridedMemRefType buffer);

/// Returns the atom of one half of a round trip.
mlir::nv_tileas::AtomAttr getAtom(mlir::MLIRContext *context,
                                  const SharedAccess &access,
                                  unsigned elementBits);
} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_CONTRACT_SHAREDMEMORYSTAGING_H
