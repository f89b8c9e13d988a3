//===- SharedMemoryStaging.h - Round trips through shared memory -*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads of different warps exchange values through shared memory, and all
// such memory is a value of the IR: a trip is
//
//   %buffer = nv_tileas.alloc_tensor
//   nv_tileas.copy %tile, %buffer
//   %moved = nv_tileas.copy %buffer
//
// Three passes make trips: tileas-legalize-reduce turns a reduction across
// warps into a conversion between two reductions,
// tileas-materialize-shared-results sends what one thread did for all (atomic
// operations, ordered loads) to the others, and
// tileas-materialize-convert-layout replaces the conversions. After them no
// operation needs memory that is not in the IR, tileas-assign-smem places the
// buffers, and tileas-insert-memory-barriers makes threads meet.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_CONTRACT_SHAREDMEMORYSTAGING_H
#define TILEIRAS_DIALECT_TILEAS_CONTRACT_SHAREDMEMORYSTAGING_H

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Layout/ConversionPlan.h"

namespace tileiras {

/// What takes more shared memory than this goes in parts, down to one register
/// of a thread at a time.
inline constexpr int64_t kMaxStagingBytes = 32 * 1024;

/// How a convert_layout between tiles with layouts is done on `target`.
ConversionPlan planConversion(mlir::nv_tileas::ConvertLayoutOp op,
                              const TargetInfo &target);

/// Whether one thread acts for all that hold an element of `op`'s result:
/// atomic operations, and loads that may see what others write meanwhile (all
/// but the weak ones). Two threads that read for themselves could get different
/// values, and part ways.
bool executesOnOneThread(mlir::Operation *op);

/// Whether `user` copies its operand to a buffer: it takes it from the threads
/// that own it.
bool isStoreToBuffer(mlir::Operation *user);

/// Whether the first result of such an operation is held by several warps and
/// read: by more than copies to buffers, which take it from the thread that
/// acted.
bool needsSharedResult(mlir::Operation *op);

/// The bits of a warp's number that vary along the dimension that `op` reduces.
uint64_t getReducedWarps(mlir::nv_tileas::ReduceOp op);

/// One trip, in two halves, so that several tiles can be on their way at once.
class StagedConversion {
public:
  /// Nothing is created yet.
  StagedConversion(mlir::Type resultType, SharedMemoryPlan plan)
      : resultType(resultType), plan(std::move(plan)) {}

  int64_t getBytes() const { return plan.getBufferBytes(); }
  /// The buffer has no room for the whole tile: its parts take turns.
  bool hasParts() const { return plan.getNumRounds() != 1; }

  /// Creates the buffer, and the copy of the first part of `tile`, which has
  /// the layout that the plan starts from.
  void start(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tile);
  /// Creates the other copies. Gives the tile at its destination.
  mlir::Value finish(mlir::OpBuilder &builder, mlir::Location loc);

private:
  void store(mlir::OpBuilder &builder, mlir::Location loc, int64_t part);

  mlir::Type resultType;
  SharedMemoryPlan plan;
  mlir::Value tile, buffer;
};

/// The plan of a trip of a tile with layout `src` to layout `dst` on `target`.
SharedMemoryPlan planStaging(const LinearLayout &src, const LinearLayout &dst,
                             mlir::Type elementType, const TargetInfo &target);

/// The buffer of such a plan.
mlir::Value createBuffer(mlir::OpBuilder &builder, mlir::Location loc,
                         const SharedMemoryPlan &plan, mlir::Type elementType);

/// The plan of a buffer that copies from global memory fill whole, in vectors
/// of `elements` neighbours along `dim`, by threads as in layout `src`, and
/// that is read to layout `dst`; none where threads have no such vectors.
std::optional<SharedMemoryPlan> planFill(const LinearLayout &src,
                                         const LinearLayout &dst,
                                         mlir::Type elementType,
                                         const TargetInfo &target, unsigned dim,
                                         int64_t elements);

/// The buffer as it is read by who wants its tile after `moves`, views and
/// permutations in program order: the same bytes, with another layout.
mlir::nv_tileaa::StridedMemRefType
getBufferAfter(llvm::ArrayRef<mlir::Operation *> moves,
               mlir::nv_tileaa::StridedMemRefType buffer);

/// The atom of one side of a trip.
mlir::nv_tileas::AtomAttr getAtom(mlir::MLIRContext *context,
                                  const SharedAccess &access,
                                  unsigned elementBits);
} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_CONTRACT_SHAREDMEMORYSTAGING_H
