//===- TensorMapCache.h - Cache of tensor maps ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cache is an array of entries in global memory (TensorMapAddress.h):
// `entries` for maps that stay, followed by private ones.
//
// Searching a map: a hash of its key selects the first of a few entries that
// are probed. In an entry with this hash that is Ready, the keys are compared;
// an entry with this hash that is Building is waited for, since the thread that
// builds it depends on no other. A free one is claimed by compare-and-swap, and
// then built. So two threads that search the same key reach the same entry:
// entries are never freed, and both claim the first free one. If no entry is
// left, a private one is claimed.
//
// A map that is in the cache is found in one round trip to the L2 cache, also
// where several are needed: the first entries of all searches are read
// together, by relaxed loads. That the state is Ready is then acquired by the
// fence below, and a key that is equal has been written completely: its words
// are never 0, and never change. Only where something else is found the other
// entries are probed.
//
// Memory order (PTX ISA, "Memory consistency model" and "Proxies"): the thread
// that builds a map writes it and its key, releases the writes to the proxy of
// tensor maps (fence.proxy.tensormap::generic.release), and then stores the tag
// with `release`. A thread that finds it has read the tag, acquires the 128
// bytes from the proxy (fence.proxy.tensormap::generic.acquire, which makes an
// acquire pattern of a relaxed read, too), and then starts copies. Each thread
// that uses the map does the latter in each launch, as a cache of the SM may
// have old bytes of the map. A private entry is passed to its next owner by a
// store of 0 with `release` and a compare-and-swap with `acquire`.
//
// The number of private entries is the number of CTAs that can be resident at
// the same time on all SMs. So no thread waits for one for longer than a
// resident CTA needs to return it, also where CTAs wait for each other.
//
// An array with a size of zero has no elements to copy, and TMA has no such
// arrays. Its map is that of an array of one element, in the 16 bytes that stay
// zero.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_TMA_TENSORMAPCACHE_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_TMA_TENSORMAPCACHE_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/TargetInfo.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace tileiras::to_llvm {

/// Creates the caches that the kernels of the module search.
void createTensorMapCaches(mlir::gpu::GPUModuleOp module,
                           const TargetInfo &target);

/// A tensor map in a cache: its address, and whether the entry is private (i1).
struct FoundTensorMap {
  mlir::Value address, isPrivate;
};

/// Finds or builds the maps of `arrays` (converted), in one thread.
llvm::SmallVector<FoundTensorMap>
findTensorMaps(mlir::OpBuilder &builder, mlir::Location loc,
               llvm::ArrayRef<mlir::nv_tileas::FindTmaDescOp> ops,
               mlir::ValueRange arrays);

/// Frees the entry if it is private.
void returnTensorMap(mlir::OpBuilder &builder, mlir::Location loc,
                     FoundTensorMap map);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_TMA_TENSORMAPCACHE_H
