//===- CudaTileAtomics.td - Atomic operations -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One transaction for each element; a tile as a whole is not atomic.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDATILE_ATOMICS_TD
#define TILEIRAS_CUDATILE_ATOMICS_TD

include "tileiras/Dialect/CudaTile/IR/CudaTileOpBase.td"

def CudaTile_AtomicCASTkoOp
    : CudaTile_Op<"atomic_cas_tko", 7, "13.1",
        [AttrSizedOperandSegments, AllTypesMatch<["cmp", "val", "result"]>,
         CudaTile_SameShape<["pointers", "result"]>]> {
  let summary = "compare and swap; the result is the old value";
  let description = [{
    The comparison is bitwise. Elements with a mask of 0 give back `cmp`.
  }];
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
    CudaTile_MemoryScopeAttr:$memory_scope, CudaTile_PtrTile:$pointers,
    CudaTile_Tile:$cmp, CudaTile_Tile:$val, Optional<CudaTile_I1Tile>:$mask,
    Optional<CudaTile_Token>:$token);
  let results = (outs CudaTile_Tile:$result, CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<EnumKeyword>($memory_ordering_semantics)
    custom<EnumKeyword>($memory_scope) $pointers `,` $cmp `,` $val
    (`,` $mask^)? (`token` `` `=` `` $token^)? attr-dict `:`
    custom<CudaTileType>(type($pointers)) `,` custom<CudaTileType>(type($val))
    `` custom<MaskType>(ref($mask), type($mask)) `->`
    custom<CudaTileType>(type($result)) `,`
    custom<CudaTileType>(type($result_token))
  }];
  let hasVerifier = 1;
}

def CudaTile_AtomicRMWTkoOp
    : CudaTile_Op<"atomic_rmw_tko", 8, "13.1",
        [AttrSizedOperandSegments, AllTypesMatch<["arg", "result"]>,
         CudaTile_SameShape<["pointers", "result"]>]> {
  let summary = "read, compute, write; the result is the old value";
  let description = [{
    `addf` rounds to nearest even. Elements with a mask of 0 have no defined
    result.
  }];
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
    CudaTile_MemoryScopeAttr:$memory_scope, CudaTile_PtrTile:$pointers,
    CudaTile_AtomicRMWModeAttr:$mode, CudaTile_Tile:$arg,
    Optional<CudaTile_I1Tile>:$mask, Optional<CudaTile_Token>:$token);
  let results = (outs CudaTile_Tile:$result, CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<EnumKeyword>($memory_ordering_semantics)
    custom<EnumKeyword>($memory_scope) $pointers `,` custom<EnumKeyword>($mode)
    `,` $arg (`,` $mask^)? (`token` `` `=` `` $token^)? attr-dict `:`
    custom<CudaTileType>(type($pointers)) `,` custom<CudaTileType>(type($arg))
    `` custom<MaskType>(ref($mask), type($mask)) `->`
    custom<CudaTileType>(type($result)) `,`
    custom<CudaTileType>(type($result_token))
  }];
  let hasVerifier = 1;
}

def CudaTile_AtomicRedViewTkoOp
    : CudaTile_Op<"atomic_red_view_tko", 117, "13.3",
        [AttrSizedOperandSegments]> {
  let summary = "combines a tile into a tile of a view";
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
    CudaTile_MemoryScopeAttr:$memory_scope, CudaTile_AnyTileView:$view,
    Variadic<CudaTile_IntTile>:$index, CudaTile_AtomicRMWModeAttr:$mode,
    CudaTile_Tile:$value, Optional<CudaTile_Token>:$token,
    CudaTile_Inbounds:$inbounds);
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<EnumKeyword>($memory_ordering_semantics)
    custom<EnumKeyword>($memory_scope) $view `[` $index `]` `,`
    custom<EnumKeyword>($mode) `,` $value (`token` `=` $token^)? ``
    custom<Inbounds>(ref($index), $inbounds) attr-dict-with-keyword `:`
    custom<CudaTileType>(type($value)) `,` custom<CudaTileType>(type($view)) ``
    custom<IndexTypes>(ref($index), type($index)) `->`
    custom<CudaTileType>(type($result_token))
  }];
  let hasVerifier = 1;
  let added = [CudaTile_Added<"inbounds", "13.5">];
}

#endif // TILEIRAS_CUDATILE_ATOMICS_TD
