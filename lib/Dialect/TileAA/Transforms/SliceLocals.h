//===- SliceLocals.h - Slices in local memory -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If slices of a tile can't be computed where they are used, all of them are
// computed where the tile is defined, and the threads keep them in local
// memory:
//
//   %x, %k = tiled_load …             for i
//   tiled_store %y … token = %k   =>    %xi = tiled_load …
//                                       local_store %xi, slot = 0[i of n]
//                                     for i
//                                       %xi = local_load slot = 0[i of n]
//                                       tiled_store …
//
// Tiles that a loop carries are also kept there if their users are in the loop:
//
//   for k iter_args(%s = %a)          for i { local_store slice i of %a }
//     …                               for k
//     yield f(%s)                 =>    …
//                                       for i
//                                         %si = local_load slot = 0[i of n]
//                                         local_store f(%si), slot = 0[i of n]
//
// A thread reads only what it stored itself, so stores and loads must have the
// same slices.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICELOCALS_H
#define TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICELOCALS_H

#include "SlicePlan.h"

namespace tileiras {

/// Returns the first slot number that is free in the function.
int64_t findFreeSlot(mlir::nv_tileaa::FuncOp func);

/// Assigns slots to the tiles of a plan, before its parts are made.
void assignSlots(SlicePlan &plan, int64_t &nextSlot);

/// Makes the loops that fill the slots, after the plan's parts were made.
llvm::SmallVector<mlir::scf::ForOp> makeLocals(SlicePlan &plan);

/// Keeps the tiles that the loop carries and for which `isLarge` holds in local
/// memory, if their slices can be computed from slices. `isSmall` is passed to
/// the plans. Returns the loops that were made; none if it is impossible.
llvm::SmallVector<mlir::scf::ForOp>
keepCarried(mlir::scf::ForOp loop, llvm::function_ref<bool(mlir::Type)> isLarge,
            std::function<bool(mlir::Type)> isSmall, int64_t &nextSlot);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICELOCALS_H
