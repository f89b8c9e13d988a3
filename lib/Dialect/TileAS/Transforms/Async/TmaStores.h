//===- TmaStores.h - Stores that TMA makes ----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Candidates are weak stores of tiles that change their layout through shared
// memory for the store alone.
//
// Order: TMA writes after the thread that started it has continued, and through
// another proxy. So only weak stores are candidates whose tokens order them
// among one another, if at all; a store that follows another one waits until
// that one is complete. An access that a token orders before or after a store
// would need a separate wait and fences.
//
// Excluded are tiles of few vectors for each thread, as the overhead of TMA, a
// fence, a barrier and a map, exceeds their cost; and stores of innermost
// loops, whose shared memory serves copies in flight.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_TMASTORES_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_TMASTORES_H

#include "tileiras/Dialect/TileAS/Analysis/TmaLegality.h"

namespace tileiras {

/// A store that TMA can make, and its plan.
struct TmaStorePlan {
  mlir::nv_tileas::TiledStoreOp store;
  mlir::nv_tileas::ConvertLayoutOp convert;
  /// Views and permutations between the conversion and the store, backwards.
  llvm::SmallVector<mlir::Operation *> moves;
  TmaAccess access;
  /// The buffer as a writer of the tile before these sees it.
  mlir::nv_tileaa::StridedMemRefType seen;
  mlir::nv_tileas::AtomAttr write;
  /// Whether it comes after a store of this pass, which must be complete.
  bool isOrdered = false;

  int64_t getBytes() const {
    return mlir::nv_tileas::getBufferBytes(access.desc.getBuffer());
  }
};

/// Plans the stores of a kernel that may use `limit` bytes of shared memory;
/// for each other store of such a tile a remark gives the reason.
llvm::SmallVector<TmaStorePlan> planTmaStores(mlir::nv_tileaa::FuncOp func,
                                              const TargetInfo &target,
                                              int64_t limit, int64_t numWarps,
                                              TensorMapProvider provider);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_TMASTORES_H
