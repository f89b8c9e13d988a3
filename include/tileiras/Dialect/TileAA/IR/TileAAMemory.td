//===- TileAAMemory.td - Pointers, views and memory access of nv_tileaa -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILEAAMEMORY_TD
#define TILEIRAS_DIALECT_TILEAA_IR_TILEAAMEMORY_TD

include "tileiras/Dialect/TileAA/IR/TileAAAttributes.td"
include "tileiras/Dialect/TileAA/IR/TileAATypes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

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
  let arguments = (ins TileAA_IntLike:$source);
  let results = (outs TileAA_PtrLike:$result);
}
def TileAA_PtrToIntOp : TileAA_PtrCastOp<"ptr_to_int"> {
  let summary = "pointer to 64-bit integer";
  let arguments = (ins TileAA_PtrLike:$source);
  let results = (outs TileAA_IntLike:$result);
}
def TileAA_BitcastOp : TileAA_PtrCastOp<"bitcast"> {
  let summary = "another pointee type, or the same bits as another element type";
  let arguments = (ins TileAA_AnyTile:$source);
  let results = (outs TileAA_AnyTile:$result);
}

def TileAA_MakeMemRefOp : TileAA_Op<"make_memref", [
    Pure, AttrSizedOperandSegments]> {
  let summary = "a strided array from a base pointer";
  let description = [{
    One operand for each dynamic size and stride of the result type, in order.
    All of one integer type; read as unsigned.
  }];
  let arguments = (ins TileAA_PtrType:$base,
                       Variadic<AnySignlessInteger>:$sizes,
                       Variadic<AnySignlessInteger>:$strides);
  let results = (outs TileAA_MemRefType:$result);
  let assemblyFormat = [{
    $base `,` `sizes` `=` `[` $sizes `]` `,` `strides` `=` `[` $strides `]`
    attr-dict `:` type($base) (`sizes` type($sizes)^)? (`strides` type($strides)^)?
    `->` type($result)
  }];
  let hasVerifier = 1;
}

def TileAA_GetDimSizeOp : TileAA_Op<"get_dim_size", [Pure]> {
  let summary = "size of a dimension of a memref";
  let arguments = (ins TileAA_MemRefType:$source, I64Attr:$dim);
  let results = (outs AnySignlessInteger:$result);
  let assemblyFormat = "$source `,` $dim attr-dict `:` type($source) `->` type($result)";
}

def TileAA_BlockTileOp : TileAA_Op<"block_tile", [Pure]> {
  let summary = "cuts a memref into tiles";
  let arguments = (ins TileAA_MemRefType:$source);
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
// Access. Weak accesses have no scope, all others have one.
//===----------------------------------------------------------------------===//

class TileAA_AccessOp<string mnemonic, list<Trait> traits = []>
    : TileAA_Op<mnemonic, !listconcat(traits, [AttrSizedOperandSegments])>;

def TileAA_TiledLoadOp : TileAA_AccessOp<"tiled_load", [
    MemoryEffects<[MemRead]>]> {
  let summary = "loads tile number `coords` of a tiled view";
  let description = [{
    `in_bounds[d]` promises that the tile lies inside of the memref along tile
    dimension d. Elsewhere elements outside give the padding value; without one
    they are unspecified. A coordinate is a scalar, or along the sparse
    dimension a tensor.
  }];
  let arguments = (ins TileAA_TiledViewType:$view,
                       Variadic<TileAA_IntLike>:$coords,
                       Optional<TileAA_MemTokenType>:$token,
                       TileAA_MemSemanticAttr:$mem_semantic,
                       OptionalAttr<TileAA_MemScopeAttr>:$mem_scope,
                       DenseBoolArrayAttr:$in_bounds,
                       OptionalAttr<TileAA_PaddingValueAttr>:$padding_value,
                       OptionalAttr<I64Attr>:$latency,
                       OptionalAttr<BoolAttr>:$allow_tma);
  let results = (outs TileAA_AnyTensor:$result, TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $mem_semantic (`scope` $mem_scope^)? $view `[` $coords `]` (`token` `=` $token^)?
    (`padding` $padding_value^)? attr-dict
    `:` type($view) `[` type($coords) `]` `->` type($result) `,` type($result_token)
  }];
  let hasVerifier = 1;
}

def TileAA_TiledStoreOp : TileAA_AccessOp<"tiled_store", [
    MemoryEffects<[MemWrite]>]> {
  let summary = "stores to tile number `coords`; elements outside are dropped";
  let arguments = (ins TileAA_AnyTensor:$value,
                       TileAA_TiledViewType:$view,
                       Variadic<TileAA_IntLike>:$coords,
                       Optional<TileAA_MemTokenType>:$token,
                       TileAA_MemSemanticAttr:$mem_semantic,
                       OptionalAttr<TileAA_MemScopeAttr>:$mem_scope,
                       DenseBoolArrayAttr:$in_bounds,
                       OptionalAttr<I64Attr>:$latency,
                       OptionalAttr<BoolAttr>:$allow_tma);
  let results = (outs TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $mem_semantic (`scope` $mem_scope^)? $value `,` $view `[` $coords `]`
    (`token` `=` $token^)? attr-dict
    `:` type($value) `,` type($view) `[` type($coords) `]` `->` type($result_token)
  }];
  let hasVerifier = 1;
}

def TileAA_LoadOp : TileAA_AccessOp<"load", [MemoryEffects<[MemRead]>]> {
  let summary = "loads through pointers";
  let description = [{
    Where the mask is false the result is `other`, or unspecified without it.
    Scalars and tensors alike.
  }];
  let arguments = (ins TileAA_PtrLike:$source,
                       Optional<TileAA_I1Like>:$mask,
                       Optional<TileAA_AnyTile>:$other,
                       Optional<TileAA_MemTokenType>:$token,
                       TileAA_MemSemanticAttr:$mem_semantic,
                       OptionalAttr<TileAA_MemScopeAttr>:$mem_scope,
                       OptionalAttr<I64Attr>:$latency);
  let results = (outs TileAA_AnyTile:$result, TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $mem_semantic (`scope` $mem_scope^)? $source (`,` `mask` `=` $mask^)?
    (`,` `other` `=` $other^)? (`token` `=` $token^)? attr-dict
    `:` type($source) (`,` `mask` type($mask)^)? (`,` `other` type($other)^)?
    `->` type($result) `,` type($result_token)
  }];
}

def TileAA_StoreOp : TileAA_AccessOp<"store", [MemoryEffects<[MemWrite]>]> {
  let summary = "stores through pointers, where the mask is true";
  let arguments = (ins TileAA_PtrLike:$destination,
                       TileAA_AnyTile:$value,
                       Optional<TileAA_I1Like>:$mask,
                       Optional<TileAA_MemTokenType>:$token,
                       TileAA_MemSemanticAttr:$mem_semantic,
                       OptionalAttr<TileAA_MemScopeAttr>:$mem_scope,
                       OptionalAttr<I64Attr>:$latency);
  let results = (outs TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $mem_semantic (`scope` $mem_scope^)? $destination `,` $value
    (`,` `mask` `=` $mask^)? (`token` `=` $token^)? attr-dict
    `:` type($destination) `,` type($value) (`,` `mask` type($mask)^)?
    `->` type($result_token)
  }];
}

def TileAA_AtomicRmwOp : TileAA_AccessOp<"atomic_rmw", [
    MemoryEffects<[MemRead, MemWrite]>, AllTypesMatch<["value", "result"]>]> {
  let summary = "combines elements in memory with a value, where the mask is true";
  let description = [{
    Each element on its own: `old = *p; *p = mode(old, value); result = old`, in
    one step. Where the mask is false the result is unspecified.
  }];
  let arguments = (ins TileAA_PtrLike:$pointers,
                       TileAA_AnyTile:$value,
                       Optional<TileAA_I1Like>:$mask,
                       Optional<TileAA_MemTokenType>:$token,
                       TileAA_RmwModeAttr:$mode,
                       TileAA_MemSemanticAttr:$mem_semantic,
                       TileAA_MemScopeAttr:$mem_scope);
  let results = (outs TileAA_AnyTile:$result, TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $mode $mem_semantic $mem_scope $pointers `,` $value
    (`,` `mask` `=` $mask^)? (`token` `=` $token^)? attr-dict
    `:` type($pointers) `,` type($value) (`,` `mask` type($mask)^)?
    `->` type($result_token)
  }];
}

def TileAA_AtomicCasOp : TileAA_AccessOp<"atomic_cas", [
    MemoryEffects<[MemRead, MemWrite]>,
    AllTypesMatch<["cmp", "value", "result"]>]> {
  let summary = "replaces elements in memory that are as expected, where the mask is true";
  let description = [{
    Each element on its own: `old = *p; if (old == cmp) *p = value; result =
    old`, in one step, bits compared. Where the mask is false the result is
    `cmp`.
  }];
  let arguments = (ins TileAA_PtrLike:$pointers,
                       TileAA_AnyTile:$cmp,
                       TileAA_AnyTile:$value,
                       Optional<TileAA_I1Like>:$mask,
                       Optional<TileAA_MemTokenType>:$token,
                       TileAA_MemSemanticAttr:$mem_semantic,
                       TileAA_MemScopeAttr:$mem_scope);
  let results = (outs TileAA_AnyTile:$result, TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $mem_semantic $mem_scope $pointers `,` $cmp `,` $value
    (`,` `mask` `=` $mask^)? (`token` `=` $token^)? attr-dict
    `:` type($pointers) `,` type($value) (`,` `mask` type($mask)^)?
    `->` type($result_token)
  }];
}

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEAAMEMORY_TD
