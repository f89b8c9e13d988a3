//===- SliceLocals.h - Slices in local memory -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where slices of a tile can't be computed when they are taken, all of them are
// computed where the tile stands, and the threads keep them in local memory:
//
//   %x, %k = tiled_load …             for i
//   tiled_store %y … token = %k   =>    %xi = tiled_load …
//                                       local_store %xi, slot = 0[i of n]
//                                     for i
//                                       %xi = local_load slot = 0[i of n]
//                                       tiled_store …
//
// So do tiles that a loop carries, if what takes them stands in the loop:
//
//   for k iter_args(%s = %a)          for i { local_store slice i of %a }
//     …                               for k
//     yield f(%s)                 =>    …
//                                       for i
//                                         %si = local_load slot = 0[i of n]
//                                         local_store f(%si), slot = 0[i of n]
//
// A thread finds only what it kept itself: both sides have the same slices.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICELOCALS_H
#define TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICELOCALS_H

#include "SlicePlan.h"

namespace tileiras {

/// The first number that no slot of the function has.
int64_t findFreeSlot(mlir::nv_tileaa::FuncOp func);

/// Gives the tiles of a plan their slots, before its parts are made.
void assignSlots(SlicePlan &plan, int64_t &nextSlot);

/// The loops that fill the slots, after its parts were made.
llvm::SmallVector<mlir::scf::ForOp> makeLocals(SlicePlan &plan);

/// Keeps the tiles that the loop carries and for which `isLarge` holds in local
/// memory, if their slices can be computed from slices. `isSmall` is that of
/// plans. Gives the loops that were made; none if it can't be done.
llvm::SmallVector<mlir::scf::ForOp>
keepCarried(mlir::scf::ForOp loop, llvm::function_ref<bool(mlir::Type)> isLarge,
            std::function<bool(mlir::Type)> isSmall, int64_t &nextSlot);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICELOCALS_H
