//===- TileASOps.td - Operations of nv_tileas -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEASOPS_TD
#define TILEIRAS_DIALECT_TILEAS_IR_TILEASOPS_TD

include "tileiras/Dialect/TileAA/IR/TileAAAttributes.td"
include "tileiras/Dialect/TileAS/IR/TileASAttributes.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Layouts and synchronisation
//===----------------------------------------------------------------------===//

def TileAS_ConvertLayoutOp : TileAS_Op<"convert_layout", [
    Pure, SameOperandsAndResultShape, SameOperandsAndResultElementType]> {
  let summary = "the same tile, held elsewhere";
  let description = [{
    Renames registers, shuffles within warps or goes through shared memory,
    whichever `dst⁻¹ ∘ src` needs.
  }];
  let arguments = (ins TileAA_AnyTensor:$source);
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasFolder = 1;
}

def TileAS_BarrierOp : TileAS_Op<"barrier"> {
  let summary = "all threads of the CTA meet; memory accesses before are seen after";
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

def TileAS_MakeRangeOp : TileAS_Op<"make_range", [Pure]> {
  let summary = "0, 1, 2, … along the only dimension";
  let results = (outs RankedTensorOf<[AnySignlessInteger]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def TileAS_ViewOp : TileAS_Op<"view", [Pure]> {
  let summary = "row-major re-interpretation with another shape";
  let description = [{
    Moves nothing: the layout of the result is that of the source, reshaped.
  }];
  let arguments = (ins TileAA_AnyTensor:$source);
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def TileAS_BroadcastOp : TileAS_Op<"broadcast", [Pure]> {
  let summary = "stretches dimensions of size one";
  let description = [{
    Moves nothing: the layout of the source is that of the result, projected
    (`broadcastSourceLayout`), so that a thread has what it stretches. Register
    r of the result is that register of the source that holds r's coordinate
    with the stretched dimensions set to zero.
  }];
  let arguments = (ins TileAA_AnyTensor:$source);
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def TileAS_PermuteOp : TileAS_Op<"permute", [Pure]> {
  let summary = "result dimension i is source dimension permutation[i]";
  let description = [{
    Moves nothing: the layout of the result is that of the source, permuted.
  }];
  let arguments = (ins TileAA_AnyTensor:$source,
                       DenseI32ArrayAttr:$permutation);
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = [{
    $source $permutation attr-dict `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TileAS_ExtractSliceOp : TileAS_Op<"extract_slice", [Pure]> {
  let summary = "sub-tile number `indices` of a tile";
  let description = [{
    Selects registers: the layout of the source is that of the result with
    register bits above, one for each bit of the indices; those of the last
    dimension are lowest.
  }];
  let arguments = (ins TileAA_AnyTensor:$source, Variadic<I32>:$indices);
  let results = (outs TileAA_AnyTile:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` attr-dict `:` type($source) `->` type($result)
  }];
}

def TileAS_CatOp : TileAS_Op<"cat", [Pure]> {
  let summary = "concatenation along a dimension";
  let description = [{
    Moves nothing: the layout of the result is that of the sources with one
    register bit more, the highest, which says from which source an element
    comes.
  }];
  let arguments = (ins TileAA_AnyTensor:$lhs, TileAA_AnyTensor:$rhs,
                       I64Attr:$dim);
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `dim` `=` $dim attr-dict
    `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
}

class TileAS_CombineOp<string mnemonic>
    : TileAS_Op<mnemonic, [RecursiveMemoryEffects, RecursivelySpeculatable,
                           SameOperandsShape]> {
  let description = [{
    As nv_tileaa's. All operands have one layout; so have the results of a scan.
    The results of a reduce have the operands' layout with the dimension
    dropped, and then without the register bases that this made zero:
    `layout.dropOut(dim).removeZeroBases(Register).first`. Lanes and warps that
    lay along the dimension all hold the result.
  }];
  let regions = (region SizedRegion<1>:$body);
}

def TileAS_ReduceOp : TileAS_CombineOp<"reduce"> {
  let summary = "combines all elements along a dimension, which goes away";
  let arguments = (ins Variadic<TileAA_AnyTensor>:$operands,
                       I64Attr:$dim, ArrayAttr:$identities);
  let results = (outs Variadic<TileAA_AnyTile>:$results);
  let assemblyFormat = [{
    $operands `dim` `=` $dim `identities` `=` $identities attr-dict
    `:` functional-type($operands, results) $body
  }];
}

def TileAS_ScanOp : TileAS_CombineOp<"scan"> {
  let summary = "inclusive prefix combination along a dimension";
  let arguments = (ins Variadic<TileAA_AnyTensor>:$operands,
                       I64Attr:$dim, BoolAttr:$reverse, ArrayAttr:$identities);
  let results = (outs Variadic<TileAA_AnyTensor>:$results);
  let assemblyFormat = [{
    $operands `dim` `=` $dim `reverse` `=` $reverse `identities` `=` $identities
    attr-dict `:` functional-type($operands, results) $body
  }];
}

def TileAS_DotOp : TileAS_Op<"dot", [Pure, AllTypesMatch<["c", "result"]>]> {
  let summary = "c + a x b, made of `atom` instructions";
  let arguments = (ins TileAA_AnyTensor:$a, TileAA_AnyTensor:$b,
                       TileAA_AnyTensor:$c,
                       TileAS_MmaAtomAttr:$atom,
                       OptionalAttr<TileAA_SignednessAttr>:$signedness_a,
                       OptionalAttr<TileAA_SignednessAttr>:$signedness_b,
                       UnitAttr:$fast_acc);
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $c $atom (`fast_acc` $fast_acc^)? attr-dict
    `:` type($a) `,` type($b) `,` type($result)
  }];
}

//===----------------------------------------------------------------------===//
// Memory: the accesses of nv_tileaa, by thread
//===----------------------------------------------------------------------===//

class TileAS_AccessOp<string mnemonic, list<Trait> traits = []>
    : TileAS_Op<mnemonic, !listconcat(traits, [AttrSizedOperandSegments])>;

def TileAS_TiledLoadOp : TileAS_AccessOp<"tiled_load", [
    MemoryEffects<[MemRead]>]> {
  let summary = "loads tile number `coords` of a tiled view";
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
}

def TileAS_TiledStoreOp : TileAS_AccessOp<"tiled_store", [
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
}

def TileAS_LoadOp : TileAS_AccessOp<"load", [MemoryEffects<[MemRead]>]> {
  let summary = "loads through pointers";
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

def TileAS_StoreOp : TileAS_AccessOp<"store", [MemoryEffects<[MemWrite]>]> {
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

def TileAS_AtomicRmwOp : TileAS_AccessOp<"atomic_rmw", [
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

def TileAS_AtomicCasOp : TileAS_AccessOp<"atomic_cas", [
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

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEASOPS_TD
