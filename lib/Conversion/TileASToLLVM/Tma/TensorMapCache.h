//===- TensorMapCache.h - Where kernels keep their tensor maps --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cache is an array of places in global memory (TensorMapAddress.h),
// `entries` for maps that stay, and behind them private ones.
//
// Looking for a map. Its key has a hash, which says where the search begins; it
// goes on for a few places. In one with this hash that is Ready the key
// decides; one with this hash that is Building is waited for: who builds it
// needs nothing from others. A free one is taken by compare-and-swap, and then
// built. So two that look for the same key meet at the same place: places are
// never freed, and both take the first free one. Where no place is left a
// private one is taken.
//
// A map that was there before is found in one trip to the L2 cache, also where
// several are wanted: the first places of all are read together, and relaxed.
// That the state is Ready is then acquired by the fence below, and a key that
// is right has been written whole: its words are never 0, and never change.
// Only where something else is there the search begins.
//
// What is read when (PTX ISA, "Memory consistency model" and "Proxies"): who
// builds a map writes it and its key, releases the writes to the proxy of
// tensor maps (fence.proxy.tensormap::generic.release), and then stores the tag
// with `release`. Who finds it has read the tag, acquires the 128 bytes from
// the proxy (fence.proxy.tensormap::generic.acquire, which makes an acquire
// pattern of a relaxed read, too), and then starts copies. Everybody does the
// latter in each launch, as an SM may have old bytes of the map in a cache of
// its own. A private place comes to its next owner by a store of 0 with
// `release` and a compare-and-swap with `acquire`.
//
// How many private places: as many as there can be CTAs at the same time, for
// each SM those that find room there. Then nobody waits for one for longer than
// a CTA that is under way takes to give it back, also where CTAs wait for each
// other.
//
// An array with a size of zero has nothing that could be copied, and TMA has no
// such arrays. Its map is that of an array of one element, in the 16 bytes that
// stay zero.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_TMA_TENSORMAPCACHE_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_TMA_TENSORMAPCACHE_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/TargetInfo.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace tileiras::to_llvm {

/// Makes the caches that the kernels of the module look into.
void createTensorMapCaches(mlir::gpu::GPUModuleOp module,
                           const TargetInfo &target);

/// A tensor map in a cache: its address, and whether the place is private (i1).
struct FoundTensorMap {
  mlir::Value address, isPrivate;
};

/// Finds or makes the maps of `arrays` (converted), in one thread.
llvm::SmallVector<FoundTensorMap>
findTensorMaps(mlir::OpBuilder &builder, mlir::Location loc,
               llvm::ArrayRef<mlir::nv_tileas::FindTmaDescOp> ops,
               mlir::ValueRange arrays);

/// Gives the place back where it is private.
void returnTensorMap(mlir::OpBuilder &builder, mlir::Location loc,
                     FoundTensorMap map);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_TMA_TENSORMAPCACHE_H
