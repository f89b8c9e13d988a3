//===- TileAtomicOps.td - Atomic RMW on tiles of views -----*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILEATOMICOPS_TD
#define TILEIRAS_DIALECT_TILEAA_IR_TILEATOMICOPS_TD

include "tileiras/Dialect/TileAA/IR/TileOps.td"

class Tile_TiledAtomicRmwOp<Dialect dialect, dag atom = (ins)>
    : Tile_AccessOp<dialect, "tiled_atomic_rmw", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "combines a tile into tile number `coords` of a tiled view";
  let description = [{
    Performs `*p = mode(*p, value)` atomically for each element, without order
    to other accesses. Elements outside of the memref are dropped; `in_bounds`
    and `index_bits` are as in `tiled_load`. With `multicast`, the address names
    several replicas, and the operation modifies each of them.

    ```mlir
    %1 = nv_tileaa.tiled_atomic_rmw <addf> <relaxed> <gpu> %view[%i], %tile
        {in_bounds = array<i1: false>}
        : tensor<64xf32>, !view[i32] -> !nv_tileaa.mem_token
    ```
  }];
  let arguments = !con((ins TileAA_AnyTensor:$value,
                            TileAA_TiledViewType:$view,
                            Variadic<TileAA_IntLike>:$coords,
                            Optional<TileAA_MemTokenType>:$token,
                            TileAA_RmwModeAttr:$mode,
                            TileAA_MemSemanticAttr:$mem_semantic,
                            TileAA_MemScopeAttr:$mem_scope,
                            DenseBoolArrayAttr:$in_bounds,
                            UnitAttr:$multicast), atom,
                            Tile_AccessFacts, Tile_ViewAccessFacts);
  let results = (outs TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $mode $mem_semantic $mem_scope $view `[` $coords `]` `,` $value
    (`token` `=` $token^)? attr-dict
    `:` type($value) `,` type($view) `[` type($coords) `]` `->` type($result_token)
  }];
  let extraClassDeclaration = [{
    Type getTile() { return getValue().getType(); }
    LogicalResult verifyTile() {
      if (getMulticast() && failed(::mlir::nv_tileaa::verifyMulticast(
                                *this, getView().getType(), getMemSemantic())))
        return failure();
      return ::mlir::nv_tileaa::verifyTiledAtomicRmw(
          *this, getView().getType(), getValue().getType(), getCoords(),
          getInBounds(), getMode(), getMemSemantic());
    }
  }];
}

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEATOMICOPS_TD
