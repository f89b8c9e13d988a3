//===- TileAAShape.td - Shapes and collectives of nv_tileaa -*- tablegen -*-==//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These operations change the shape of tiles or combine their elements. Most
// are instances of the classes of TileOps.td; the others exist in nv_tileaa
// only, since nv_tileas expresses them by views, selects or MMA atoms.
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

def TileAA_UnpackOp : TileAA_Op<"unpack", [Pure]> {
  let summary = "bytes as two numbers of 4 bits each";
  let description = [{
    The two numbers of a byte are adjacent along `dim`, the one in the low bits
    first. A dot whose instruction reads numbers of 4 bits uses the bytes; for
    other uses nv_tileas expands this operation.

    ```mlir
    %numbers = nv_tileaa.unpack %bytes dim = 1
        : tensor<16x32xi8> -> tensor<16x64xf4E2M1FN>
    ```
  }];
  let arguments = (ins TileAA_AnyTensor:$source, I64Attr:$dim);
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = [{
    $source `dim` `=` $dim attr-dict `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}

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
    a is [B x] M x K, b is [B x] K x N, c is [B x] M x N. Integer operands have
    a signedness. `fast_acc` allows the reduced accumulation of the fp8 units of
    sm_90.

    With scales, [B x] M x S and [B x] S x N, each block of K / S adjacent
    elements along K is multiplied by its scale:

    ```mlir
    %d = nv_tileaa.dot %a, %b, %c scales %sa, %sb
        : tensor<16x64xf8E4M3FN>, tensor<64x8xf8E4M3FN>, tensor<16x8xf32>
          scales tensor<16x2xf8E8M0FNU>, tensor<2x8xf8E8M0FNU>
    ```
  }];
  let arguments = (ins TileAA_AnyTensor:$a, TileAA_AnyTensor:$b,
                       TileAA_AnyTensor:$c,
                       Variadic<TileAA_AnyTensor>:$scales,
                       OptionalAttr<TileAA_SignednessAttr>:$signedness_a,
                       OptionalAttr<TileAA_SignednessAttr>:$signedness_b,
                       UnitAttr:$fast_acc, OptionalAttr<TypeAttr>:$packed);
  let assemblyFormat = [{
    $a `,` $b `,` $c (`scales` $scales^)? (`fast_acc` $fast_acc^)?
    (`packed` $packed^)? attr-dict
    `:` type($a) `,` type($b) `,` type($result) (`scales` type($scales)^)?
  }];
  let hasVerifier = 1;
}

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEAASHAPE_TD
