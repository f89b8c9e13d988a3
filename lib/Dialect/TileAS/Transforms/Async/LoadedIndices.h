//===- LoadedIndices.h - Indices of tiles that a loop loads -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where an iteration loads the index of its tile, of a page or of an expert,
// the copy of the tile would wait for that load. So each iteration loads the
// index of the next one:
//
//   for i                                 %0 = load %table[lb], mask = lb < ub
//     %p = load %table[i]                 for i iter_args(%p = %0)
//     copy %view[%p, …]             =>      copy %view[%p, …]
//                                           %n = load %table[i + s],
//                                                     mask = i + s < ub
//                                           yield %n
//
// That is one mechanism for both forms of the loop: tileas-unspecialized-
// pipeline moves the load ahead together with the copies, and
// tileas-materialize-schedule gives it to the producer warp with them. Either
// way an index arrives while the copies of the iteration before are started.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_LOADEDINDICES_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_LOADEDINDICES_H

#include "tileiras/Dialect/TileAS/Analysis/AsyncLoads.h"

namespace tileiras {

/// Lets the loop carry the indices that the positions of `loads` need and an
/// iteration loads; returns the loop that replaces it, and how many those are.
std::pair<mlir::scf::ForOp, size_t>
carryLoadedIndices(mlir::scf::ForOp loop, llvm::ArrayRef<AsyncLoad> loads);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_LOADEDINDICES_H
