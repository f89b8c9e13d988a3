//===- SharedScratch.h - Shared memory that an operation borrows -*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions, reductions and the results of atomic operations and ordered
// loads that cross warps pass values through shared memory. Each has the
// scratch space for itself between two barriers: all share the same bytes, the
// first ones of the kernel's global_smem. How many bytes an operation takes is
// computed here, for the pass that plans shared memory and for the lowering
// that uses it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_SHAREDSCRATCH_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_SHAREDSCRATCH_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Layout/ConversionPlan.h"
#include "tileiras/Target/TargetInfo.h"

namespace tileiras::to_llvm {

/// The buffer that all of them share, an i8 array in shared memory.
inline constexpr llvm::StringLiteral kSharedMemoryName = "global_smem";
/// Of the buffer: the rows of swizzled matrices ask for this much.
inline constexpr unsigned kSharedMemoryAlignment = 128;
/// What takes more scratch space than this works in rounds, down to one register
/// of a thread at a time.
inline constexpr int64_t kMaxScratchBytes = 32 * 1024;

/// How a convert_layout is done on `target`.
ConversionPlan planConversion(mlir::nv_tileas::ConvertLayoutOp op,
                              const TargetInfo &target);

/// A reduce along a dimension that is spread over warps.
struct WarpReduction {
  /// Warp bits that vary along the dimension; 0: warps need not meet.
  uint64_t warpMask = 0;
  /// Results per thread that go through memory at a time, and how many rounds
  /// that makes.
  int64_t resultsPerRound = 1, rounds = 1;
  /// Of one round: every operand's results of all threads.
  int64_t bytes = 0;
};
WarpReduction planWarpReduction(mlir::nv_tileas::ReduceOp op);

/// Whether one thread acts for all that hold an element of `op`'s result:
/// atomic operations, and loads that may see what others write meanwhile (all
/// but the weak ones). Two threads that read for themselves could get different
/// values, and part ways.
bool isMadeOnce(mlir::Operation *op);

/// Such results whose elements are held in several warps: the thread that acts
/// tells the others.
struct SharedResult {
  /// Registers of a thread that go through memory at a time; 0: warps need not
  /// meet.
  int64_t registersPerRound = 0;
  /// Of one round: those registers of all threads; a scalar's only once.
  int64_t bytes = 0;
};
SharedResult planSharedResult(mlir::Operation *op);

/// Scratch space that `op` takes, in bytes; 0 for most operations.
int64_t getScratchBytes(mlir::Operation *op, const TargetInfo &target);

/// The target of a gpu.module, from nv_tileaa.compute_capability; null (and a
/// diagnostic) without.
const TargetInfo *getTarget(mlir::Operation *module);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_SHAREDSCRATCH_H
