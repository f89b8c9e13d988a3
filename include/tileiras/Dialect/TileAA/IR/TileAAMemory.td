//===- TileAAMemory.td - Pointers, views and accesses ------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pointers, views, tokens and accesses. Accesses are instances of the classes
// of TileOps.td; tokens alone order weak accesses, as in Tile IR.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILEAAMEMORY_TD
#define TILEIRAS_DIALECT_TILEAA_IR_TILEAAMEMORY_TD

include "tileiras/Dialect/TileAA/IR/TileAtomicOps.td"
include "tileiras/Dialect/TileAA/IR/TileOps.td"

def TileAA_AddPtrOp : TileAA_Op<"addptr", [
    Pure, Elementwise, SameOperandsAndResultShape,
    AllTypesMatch<["ptr", "result"]>]> {
  let summary = "pointer plus signed offset in elements";
  let arguments = (ins TileAA_PtrLike:$ptr, TileAA_IntLike:$offset);
  let results = (outs TileAA_PtrLike:$result);
  let assemblyFormat = "$ptr `,` $offset attr-dict `:` type($ptr) `,` type($offset)";
}

class TileAA_PtrCastOp<string mnemonic>
    : TileAA_Op<mnemonic, [Pure, Elementwise, SameOperandsAndResultShape]> {
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
}
def TileAA_IntToPtrOp : TileAA_PtrCastOp<"int_to_ptr"> {
  let summary = "64-bit integer to pointer";
  let arguments = (ins TileAA_I64Like:$source);
  let results = (outs TileAA_PtrLike:$result);
}
def TileAA_PtrToIntOp : TileAA_PtrCastOp<"ptr_to_int"> {
  let summary = "pointer to 64-bit integer";
  let arguments = (ins TileAA_PtrLike:$source);
  let results = (outs TileAA_I64Like:$result);
}
def TileAA_BitcastOp : TileAA_PtrCastOp<"bitcast"> {
  let summary = "another pointee type, or the same bits as another element type";
  let arguments = (ins TileAA_AnyTile:$source);
  let results = (outs TileAA_AnyTile:$result);
  let hasVerifier = 1;
}

def TileAA_MakeMemRefOp : TileAA_Op<"make_memref", [
    Pure, AttrSizedOperandSegments]> {
  let summary = "a strided array from a base pointer";
  let description = [{
    There is one operand for each dynamic size and stride of the result type, in
    order, read as unsigned.
  }];
  let arguments = (ins TileAA_PtrType:$base,
                       Variadic<TileAA_Integer>:$sizes,
                       Variadic<TileAA_Integer>:$strides);
  let results = (outs TileAA_GlobalMemRef:$result);
  let assemblyFormat = [{
    $base `,` `sizes` `=` `[` $sizes `]` `,` `strides` `=` `[` $strides `]`
    attr-dict `:` type($base) (`sizes` type($sizes)^)? (`strides` type($strides)^)?
    `->` type($result)
  }];
  let hasVerifier = 1;
}

def TileAA_GetDimSizeOp : TileAA_Op<"get_dim_size", [Pure]> {
  let summary = "size of a dimension of a memref";
  let arguments = (ins TileAA_GlobalMemRef:$source, I64Attr:$dim);
  let results = (outs TileAA_Integer:$result);
  let assemblyFormat = "$source `,` $dim attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def TileAA_BlockTileOp : TileAA_Op<"block_tile", [Pure]> {
  let summary = "cuts a memref into tiles";
  let arguments = (ins TileAA_GlobalMemRef:$source);
  let results = (outs TileAA_TiledViewType:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

def TileAA_CreateMemTokenOp : TileAA_Op<"create_mem_token", [Pure]> {
  let summary = "a token that orders nothing";
  let results = (outs TileAA_MemTokenType:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def TileAA_JoinMemTokenOp : TileAA_Op<"join_mem_token", [Pure]> {
  let summary = "a token after all of its operands";
  let arguments = (ins Variadic<TileAA_MemTokenType>:$tokens);
  let results = (outs TileAA_MemTokenType:$result);
  let assemblyFormat = "$tokens attr-dict `:` type($result)";
}

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

def TileAA_TiledLoadOp : Tile_TiledLoadOp<TileAA_Dialect>;
def TileAA_TiledStoreOp : Tile_TiledStoreOp<TileAA_Dialect>;
def TileAA_LoadOp : Tile_LoadOp<TileAA_Dialect>;
def TileAA_StoreOp : Tile_StoreOp<TileAA_Dialect>;
def TileAA_AtomicRmwOp : Tile_AtomicRmwOp<TileAA_Dialect>;
def TileAA_TiledAtomicRmwOp : Tile_TiledAtomicRmwOp<TileAA_Dialect>;
def TileAA_AtomicCasOp : Tile_AtomicCasOp<TileAA_Dialect>;

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEAAMEMORY_TD
