//===- TileAAShape.td - Shapes and collectives of nv_tileaa -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILEAASHAPE_TD
#define TILEIRAS_DIALECT_TILEAA_IR_TILEAASHAPE_TD

include "tileiras/Dialect/TileAA/IR/TileOps.td"

def TileAA_SplatOp : TileAA_Op<"splat", [Pure]> {
  let summary = "a tensor whose elements are all the scalar";
  let arguments = (ins TileAA_Scalar:$source);
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def TileAA_UnsplatOp : TileAA_Op<"unsplat", [Pure]> {
  let summary = "the only element of a one-element tensor, as a scalar";
  let arguments = (ins TileAA_AnyTensor:$source);
  let results = (outs TileAA_Scalar:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def TileAA_MakeRangeOp : Tile_MakeRangeOp<TileAA_Dialect>;
def TileAA_ViewOp : Tile_ViewOp<TileAA_Dialect>;
def TileAA_BroadcastOp : Tile_BroadcastOp<TileAA_Dialect>;
def TileAA_PermuteOp : Tile_PermuteOp<TileAA_Dialect>;
def TileAA_CatOp : Tile_CatOp<TileAA_Dialect>;
def TileAA_ExtractOp : Tile_ExtractOp<TileAA_Dialect, "extract">;

def TileAA_InsertOp
    : TileAA_Op<"insert", [Pure, AllTypesMatch<["destination", "result"]>]> {
  let summary = "the destination with sub-tile number `indices` replaced";
  let arguments = (ins TileAA_AnyTensor:$source, TileAA_AnyTensor:$destination,
                       Variadic<I32>:$indices);
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = [{
    $source `,` $destination `[` $indices `]` attr-dict
    `:` type($source) `,` type($destination) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TileAA_ReduceOp : Tile_ReduceOp<TileAA_Dialect>;
def TileAA_ScanOp : Tile_ScanOp<TileAA_Dialect>;

def TileAA_DotOp : Tile_DotOp<TileAA_Dialect> {
  let summary = "c + a x b";
  let description = [{
    a is [B x] M x K, b is [B x] K x N, c is [B x] M x N. Integer operands say
    how they are read. `fast_acc` allows the reduced accumulation of the fp8
    units of sm_90.
  }];
  let arguments = (ins TileAA_AnyTensor:$a, TileAA_AnyTensor:$b,
                       TileAA_AnyTensor:$c,
                       OptionalAttr<TileAA_SignednessAttr>:$signedness_a,
                       OptionalAttr<TileAA_SignednessAttr>:$signedness_b,
                       UnitAttr:$fast_acc);
  let assemblyFormat = [{
    $a `,` $b `,` $c (`fast_acc` $fast_acc^)? attr-dict
    `:` type($a) `,` type($b) `,` type($result)
  }];
}

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEAASHAPE_TD
