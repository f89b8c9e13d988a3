//===- TileASTensorMaps.td - Tensor maps that kernels make -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where nobody makes tensor maps for a launch, the kernel does. Maps are kept in
// a *cache* in global memory, which outlives the launch: who needs the map of
// an array looks for one that was made of the same base, sizes and strides, and
// makes it where there is none. A map in the cache never changes. Where the
// cache has no room the map is *private*, in a place that is given back.
//
// `tileas-build-tma-descs` puts these operations in place of
// `make_tiled_tma_desc`; lib/Conversion/TileASToLLVM/Tma/TensorMapCache.h says what
// lies where.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEASTENSORMAPS_TD
#define TILEIRAS_DIALECT_TILEAS_IR_TILEASTENSORMAPS_TD

include "tileiras/Dialect/TileAS/IR/TileASTensorCopies.td"

def TileAS_FindTmaDescOp : TileAS_Op<"find_tma_desc", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "the tensor map of an array, from a cache of the kernel";
  let description = [{
    Cache number `cache` of the kernel, which has `entries` places, holds maps of
    this type and `oob_mode` alone. One thread of the agent, or of the CTA, that
    which starts tensor copies, finds the map or makes it, and sees it; to others
    the result has no meaning.

    `is_private` says that `return_tma_desc` has to give the place back.

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
  let summary = "a tensor map is used no more";
  let description = [{
    By the thread that `find_tma_desc` gave it, once the copies that were started
    with it are done.

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
