//===- TileASTensorMaps.td - Tensor maps that kernels make -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a launch comes without tensor maps, the kernel encodes them. Maps are
// kept in a *cache* in global memory, which outlives the launch: the thread
// that needs the map of an array looks for one with the same base, sizes and
// strides, and encodes it where there is none. A map in the cache never
// changes. Where the cache is full the map is *private*, in an entry that is
// returned.
//
// `tileas-build-tma-descs` replaces `make_tiled_tma_desc` by these operations;
// lib/Conversion/TileASToLLVM/Tma/TensorMapCache.h describes the layout of the
// cache.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEASTENSORMAPS_TD
#define TILEIRAS_DIALECT_TILEAS_IR_TILEASTENSORMAPS_TD

include "tileiras/Dialect/TileAS/IR/TileASTmaCopies.td"

def TileAS_FindTmaDescOp : TileAS_Op<"find_tma_desc", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "the tensor map of an array, from a cache of the kernel";
  let description = [{
    Cache `cache` of the kernel, which has `entries` entries, holds only maps of
    this type and `oob_mode`. One thread of the agent, or of the CTA, the one
    that starts tensor copies, finds or encodes the map, and sees it; for other
    threads the result has no meaning.

    `is_private` says that `return_tma_desc` has to return the entry.

    ```mlir
    %desc, %is_private = nv_tileas.find_tma_desc %array in cache 0 of 64
        : !array -> !nv_tileas.tma_descriptor_iter<!view, !buffer>
    ```
  }];
  let arguments = (ins TileAA_GlobalMemRef:$array,
                       DefaultValuedAttr<TileAS_OobModeAttr,
                           "::mlir::nv_tileas::OobMode::Zero">:$oob_mode,
                       ConfinedAttr<I32Attr, [IntNonNegative]>:$cache,
                       ConfinedAttr<I32Attr, [IntPositive]>:$entries);
  let results = (outs TileAS_TmaDescriptorIterType:$desc, I1:$is_private);
  let assemblyFormat = [{
    $array `in` `cache` $cache `of` $entries (`oob_mode` $oob_mode^)? attr-dict
    `:` type($array) `->` qualified(type($desc))
  }];
  let hasVerifier = 1;
}

def TileAS_ReturnTmaDescOp : TileAS_Op<"return_tma_desc", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "ends the use of a tensor map";
  let description = [{
    The thread that `find_tma_desc` gave it to executes this once the copies
    that were started with it are complete.

    ```mlir
    nv_tileas.return_tma_desc %desc, %is_private : !desc
    ```
  }];
  let arguments = (ins TileAS_TmaDescriptorIterType:$desc, I1:$is_private);
  let assemblyFormat = [{
    $desc `,` $is_private attr-dict `:` qualified(type($desc))
  }];
}

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEASTENSORMAPS_TD
