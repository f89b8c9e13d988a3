//===- TileAAShape.td - Shapes and collectives of nv_tileaa -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILEAASHAPE_TD
#define TILEIRAS_DIALECT_TILEAA_IR_TILEAASHAPE_TD

include "tileiras/Dialect/TileAA/IR/TileAAAttributes.td"
include "tileiras/Dialect/TileAA/IR/TileAATypes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def TileAA_SplatOp : TileAA_Op<"splat", [Pure]> {
  let summary = "a tensor whose elements are all the scalar";
  let arguments = (ins TileAA_AnyTile:$source);
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def TileAA_UnsplatOp : TileAA_Op<"unsplat", [Pure]> {
  let summary = "the only element of a one-element tensor, as a scalar";
  let arguments = (ins TileAA_AnyTensor:$source);
  let results = (outs TileAA_AnyTile:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def TileAA_MakeRangeOp : TileAA_Op<"make_range", [Pure]> {
  let summary = "0, 1, 2, … along the only dimension";
  let results = (outs RankedTensorOf<[AnySignlessInteger]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def TileAA_ViewOp : TileAA_Op<"view", [Pure]> {
  let summary = "row-major re-interpretation with another shape";
  let arguments = (ins TileAA_AnyTensor:$source);
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def TileAA_BroadcastOp : TileAA_Op<"broadcast", [Pure]> {
  let summary = "stretches dimensions of size one";
  let arguments = (ins TileAA_AnyTensor:$source);
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def TileAA_PermuteOp : TileAA_Op<"permute", [Pure]> {
  let summary = "result dimension i is source dimension permutation[i]";
  let arguments = (ins TileAA_AnyTensor:$source,
                       DenseI32ArrayAttr:$permutation);
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = [{
    $source $permutation attr-dict `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TileAA_CatOp : TileAA_Op<"cat", [Pure]> {
  let summary = "concatenation along a dimension";
  let arguments = (ins TileAA_AnyTensor:$lhs, TileAA_AnyTensor:$rhs,
                       I64Attr:$dim);
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `dim` `=` $dim attr-dict
    `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
}

def TileAA_ExtractOp : TileAA_Op<"extract", [Pure]> {
  let summary = "sub-tile number `indices` of a tile";
  let arguments = (ins TileAA_AnyTensor:$source, Variadic<I32>:$indices);
  let results = (outs TileAA_AnyTile:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` attr-dict `:` type($source) `->` type($result)
  }];
}

def TileAA_InsertOp : TileAA_Op<"insert", [Pure]> {
  let summary = "the destination with sub-tile number `indices` replaced";
  let arguments = (ins TileAA_AnyTensor:$source, TileAA_AnyTensor:$destination,
                       Variadic<I32>:$indices);
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = [{
    $source `,` $destination `[` $indices `]` attr-dict
    `:` type($source) `,` type($destination) `->` type($result)
  }];
}

class TileAA_CombineOp<string mnemonic>
    : TileAA_Op<mnemonic, [RecursiveMemoryEffects, RecursivelySpeculatable,
                           SameOperandsShape]> {
  let description = [{
    The region combines element and accumulator, one pair per operand: block
    arguments are (element 0, accumulator 0, element 1, accumulator 1, …), all
    scalars; it yields the new accumulators. The order of combination is
    unspecified but the same every time.
  }];
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
}

def TileAA_ReduceOp : TileAA_CombineOp<"reduce"> {
  let summary = "combines all elements along a dimension, which goes away";
  let arguments = (ins Variadic<TileAA_AnyTensor>:$operands,
                       I64Attr:$dim, ArrayAttr:$identities);
  // A scalar when the operand has one dimension.
  let results = (outs Variadic<TileAA_AnyTile>:$results);
  let assemblyFormat = [{
    $operands `dim` `=` $dim `identities` `=` $identities attr-dict
    `:` functional-type($operands, results) $body
  }];
}

def TileAA_ScanOp : TileAA_CombineOp<"scan"> {
  let summary = "inclusive prefix combination along a dimension";
  let arguments = (ins Variadic<TileAA_AnyTensor>:$operands,
                       I64Attr:$dim, BoolAttr:$reverse, ArrayAttr:$identities);
  let results = (outs Variadic<TileAA_AnyTensor>:$results);
  let assemblyFormat = [{
    $operands `dim` `=` $dim `reverse` `=` $reverse `identities` `=` $identities
    attr-dict `:` functional-type($operands, results) $body
  }];
}

def TileAA_DotOp : TileAA_Op<"dot", [
    Pure, AllTypesMatch<["c", "result"]>]> {
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
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $c (`fast_acc` $fast_acc^)? attr-dict
    `:` type($a) `,` type($b) `,` type($result)
  }];
  let hasVerifier = 1;
}

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEAASHAPE_TD
