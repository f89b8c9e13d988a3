//===- AsyncLoadPlan.h - Which loads of a loop become copies ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where tensor maps are available, a tile goes by TMA if its rows start at
// multiples of 16 bytes and its padding is zero (TmaLoads.h). Where the kernel
// has to find its maps itself, that holds for loops with MMAs and more than a
// few iterations. All else goes by cp.async, in the largest vectors that both
// memory and the readers of the buffer allow.
//
// Excluded are loads with a memory order (only weak ones take part, whose token
// comes from outside of the loop and has no other use), addresses that need
// more of the loop than scalars, computed or loaded (LoadedIndices.h), and
// vectors of less than 4 bytes.
// cp.async copies bits unchanged: a load that rounds goes by TMA, or is split
// into a load and a conversion.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_ASYNCLOADPLAN_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_ASYNCLOADPLAN_H

#include "tileiras/Dialect/TileAS/Analysis/AsyncLoads.h"
#include "tileiras/Dialect/TileAS/Analysis/TmaLegality.h"

#include "tileiras/Dialect/TileAS/Contract/TensorMapProvider.h"

#include "mlir/IR/Remarks.h"

namespace tileiras {

/// Returns why iterations of the loop can't be counted ahead; empty if they
/// can.
llvm::StringRef refuseToCountAhead(mlir::scf::ForOp loop);

/// Returns whether iterations of the loop can be counted ahead, and it contains
/// no loops.
bool mayHaveCopiesInFlight(mlir::scf::ForOp loop);

class AsyncLoadPlanner {
public:
  /// `nest` is the nest of the loop (LoopNest.h).
  AsyncLoadPlanner(mlir::scf::ForOp loop,
                   llvm::ArrayRef<mlir::Operation *> nest,
                   const TargetInfo &target, TensorMapProvider tensorMaps)
      : loop(loop), nest(nest), target(target), tensorMaps(tensorMaps) {}

  /// Returns none where the load stays unchanged, with the reason in a remark.
  /// Another one gives the reason why a load does not go by TMA.
  std::optional<AsyncLoad> plan(mlir::nv_tileas::TiledLoadOp load);

  /// Returns whether the tile's reader takes it from shared memory.
  bool isReadThroughSharedMemory(mlir::nv_tileas::TiledLoadOp load);

  /// Returns whether TMA may load the tile, whatever reads it.
  bool mayGoByTma(mlir::nv_tileas::TiledLoadOp load);

private:
  mlir::remark::RemarkOpts getRemark();
  llvm::StringRef refuseToMove(mlir::nv_tileas::TiledLoadOp load);
  bool findReader(AsyncLoad &result, llvm::StringRef &reason);
  bool planBuffer(AsyncLoad &result, llvm::StringRef &reason);
  void findOtherReads(AsyncLoad &result, mlir::Value tile,
                      mlir::nv_tileaa::StridedMemRefType seen);

  llvm::StringRef refuseTma();
  std::optional<TmaAccess> planTmaCopy(mlir::nv_tileas::TiledLoadOp load,
                                       mlir::nv_tileaa::StridedMemRefType given,
                                       llvm::StringRef &reason);
  bool planTma(AsyncLoad &result);
  bool planTma(AsyncLoad &result, llvm::StringRef &reason);
  mlir::nv_tileas::TmaDescriptorIterType
  cutIntoParts(mlir::nv_tileas::TmaDescriptorIterType desc,
               mlir::nv_tileas::TiledLoadOp load);

  bool planCopies(AsyncLoad &result, const LinearLayout &dst, unsigned bytes);

  mlir::scf::ForOp loop;
  llvm::ArrayRef<mlir::Operation *> nest;
  const TargetInfo &target;
  TensorMapProvider tensorMaps;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_ASYNCLOADPLAN_H
