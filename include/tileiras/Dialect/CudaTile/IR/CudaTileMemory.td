//===- CudaTileMemory.td - Access through pointers -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Token-ordered (`_tko`) operations are ordered by tokens only, not by their
// place in the program (Tile IR specification, memory model).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDATILE_MEMORY_TD
#define TILEIRAS_CUDATILE_MEMORY_TD

include "tileiras/Dialect/CudaTile/IR/CudaTileOpBase.td"

def CudaTile_OffsetOp
    : CudaTile_Op<"offset", 81, "13.1",
        [Pure, AllTypesMatch<["ptr", "result"]>,
         CudaTile_SameShape<["ptr", "offset", "result"]>]> {
  let summary = "pointers moved by a signed number of elements";
  let arguments = (ins CudaTile_PtrTile:$ptr, CudaTile_IntTile:$offset);
  let results = (outs CudaTile_PtrTile:$result);
  let assemblyFormat = [{
    $ptr `,` $offset attr-dict `:` custom<CudaTileType>(type($ptr)) `,`
    custom<CudaTileType>(type($offset)) `->`
    custom<CudaTileType>(type($result))
  }];
  let hasFolder = 1;
  let folds = ["by 0"];
}

def CudaTile_LoadPtrTkoOp
    : CudaTile_Op<"load_ptr_tko", 61, "13.1",
        [AttrSizedOperandSegments,
         CudaTile_SameShape<["source", "result"]>]> {
  let summary = "gathers an element from each pointer";
  let description = [{
    Elements with a mask of 0 are not read: they are `paddingValue`, or
    undefined. An i1 is a byte; any but 0 reads as 1.
  }];
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
    OptionalAttr<CudaTile_MemoryScopeAttr>:$memory_scope,
    CudaTile_PtrTile:$source, Optional<CudaTile_I1Tile>:$mask,
    Optional<CudaTile_NumberTile>:$paddingValue,
    Optional<CudaTile_Token>:$token,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints);
  let results = (outs CudaTile_Tile:$result, CudaTile_Token:$result_token);
  // A mask and a padding value are told apart by their types when there is
  // only one of them.
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def CudaTile_StorePtrTkoOp
    : CudaTile_Op<"store_ptr_tko", 101, "13.1",
        [AttrSizedOperandSegments,
         CudaTile_SameShape<["destination", "value"]>]> {
  let summary = "scatters an element to each pointer";
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
    OptionalAttr<CudaTile_MemoryScopeAttr>:$memory_scope,
    CudaTile_PtrTile:$destination, CudaTile_Tile:$value,
    Optional<CudaTile_I1Tile>:$mask, Optional<CudaTile_Token>:$token,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints);
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<OrderingAndScope>($memory_ordering_semantics, $memory_scope)
    $destination `,` $value (`,` $mask^)? (`token` `` `=` `` $token^)?
    (`optimization_hints` `=` $optimization_hints^)? attr-dict `:`
    custom<CudaTileType>(type($destination)) `,`
    custom<CudaTileType>(type($value)) ``
    custom<MaskType>(ref($mask), type($mask)) `->`
    custom<CudaTileType>(type($result_token))
  }];
  let hasVerifier = 1;
}

def CudaTile_AllocaOp : CudaTile_Op<"alloca", 113, "13.3"> {
  let summary = "memory until the end of the enclosing block";
  let description = "Private to the tile thread unless `global`.";
  let arguments = (ins I64Attr:$num_elem, I64Attr:$alignment, UnitAttr:$global);
  let results = (outs CudaTile_ScalarPtr:$result);
  let assemblyFormat = [{
    `num_elem` `=` $num_elem `,` `alignment` `=` $alignment
    (`global` $global^)? attr-dict `:` custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

def CudaTile_MakeTokenOp : CudaTile_Op<"make_token", 68, "13.1", [Pure]> {
  let summary = "a token that orders nothing yet";
  let results = (outs CudaTile_Token:$result);
  let assemblyFormat = "attr-dict `:` custom<CudaTileType>(type($result))";
}

def CudaTile_JoinTokensOp : CudaTile_Op<"join_tokens", 60, "13.1", [Pure]> {
  let summary = "a token after all of several";
  let arguments = (ins Variadic<CudaTile_Token>:$tokens);
  let results = (outs CudaTile_Token:$result);
  let assemblyFormat =
      "$tokens attr-dict `:` custom<CudaTileType>(type($result))";
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let folds = ["one token",
               "tokens of make_token",
               "tokens of joins",
               "the same token twice",
               "a token that another one comes after"];
}

def CudaTile_MemoryFenceAliasTkoOp
    : CudaTile_Op<"memory_fence_alias_tko", 122, "13.4"> {
  let summary = "fence between accesses to aliased addresses";
  let arguments = (ins CudaTile_Token:$token);
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = "$token attr-dict";
}

class CudaTile_GridDependencyOp<string mnemonic, int opcode>
    : CudaTile_Op<mnemonic, opcode, "13.4"> {
  let arguments = (ins Optional<CudaTile_Token>:$token);
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = [{
    (`token` `=` $token^)? attr-dict `->`
    custom<CudaTileType>(type($result_token))
  }];
}

def CudaTile_GdcLaunchDependentsTkoOp
    : CudaTile_GridDependencyOp<"gdc_launch_dependents_tko", 119> {
  let summary = "lets dependent grids start";
}
def CudaTile_GdcWaitTkoOp : CudaTile_GridDependencyOp<"gdc_wait_tko", 120> {
  let summary = "waits for the grids this one depends on";
}

#endif // TILEIRAS_CUDATILE_MEMORY_TD
