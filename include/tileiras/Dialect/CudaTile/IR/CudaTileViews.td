//===- CudaTileViews.td - Access through views -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tensor_view is a pointer with sizes and strides; a tile view cuts it into
// tiles, which accesses name by an index for each dimension.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDATILE_VIEWS_TD
#define TILEIRAS_CUDATILE_VIEWS_TD

include "tileiras/Dialect/CudaTile/IR/CudaTileOpBase.td"

def CudaTile_MakeTensorViewOp
    : CudaTile_Op<"make_tensor_view", 67, "13.1",
        [NoMemoryEffect, AttrSizedOperandSegments, CudaTile_ResultNames]> {
  let summary = "tensor of a base pointer, sizes and strides";
  let arguments = (ins CudaTile_ScalarPtr:$base,
                       Variadic<CudaTile_ScalarInt>:$dynamicShape,
                       Variadic<CudaTile_ScalarInt>:$dynamicStrides);
  let results = (outs CudaTile_TensorView:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

class CudaTile_MakeViewOp<string mnemonic, int opcode, string since,
                          Type viewType>
    : CudaTile_Op<mnemonic, opcode, since,
        [Pure, CudaTile_ResultNames,
         TypesMatchWith<"the view is over the tensor_view operand", "result",
           "tensor_view",
           "::mlir::cuda_tile::getViewedType($_self)">]> {
  let arguments = (ins CudaTile_TensorView:$tensor_view);
  let results = (outs viewType:$result);
  let assemblyFormat =
      "$tensor_view attr-dict `:` custom<CudaTileType>(type($result))";
}

def CudaTile_MakePartitionViewOp
    : CudaTile_MakeViewOp<"make_partition_view", 66, "13.1",
                          CudaTile_PartitionViewType> {
  let summary = "tensor cut into tiles";
}
def CudaTile_MakeStridedViewOp
    : CudaTile_MakeViewOp<"make_strided_view", 116, "13.3",
                          CudaTile_StridedViewType> {
  let summary = "tensor cut into tiles at given distances";
}
def CudaTile_MakeGatherScatterViewOp
    : CudaTile_MakeViewOp<"make_gather_scatter_view", 115, "13.3",
                          CudaTile_GatherScatterViewType> {
  let summary = "tensor whose rows are chosen one by one";
}

def CudaTile_GetIndexSpaceShapeOp
    : CudaTile_Op<"get_index_space_shape", 45, "13.1", [NoMemoryEffect]> {
  let summary = "number of tiles of a view in each dimension";
  let arguments = (ins CudaTile_AnyTileView:$src);
  let results = (outs Variadic<CudaTile_ScalarInt>:$result);
  let assemblyFormat = [{
    $src attr-dict `:` custom<ShapeQueryTypes>(type($src), type($result))
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let folds = ["extents that the type or make_tensor_view says"];
}

def CudaTile_GetTensorShapeOp
    : CudaTile_Op<"get_tensor_shape", 47, "13.1", [NoMemoryEffect]> {
  let summary = "extents of a tensor";
  let arguments = (ins CudaTile_TensorView:$src);
  let results = (outs Variadic<CudaTile_ScalarInt>:$result);
  let assemblyFormat = [{
    $src attr-dict `:` custom<ShapeQueryTypes>(type($src), type($result))
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let folds = ["extents that the type or make_tensor_view says"];
}

def CudaTile_LoadViewTkoOp
    : CudaTile_Op<"load_view_tko", 62, "13.1", [AttrSizedOperandSegments]> {
  let summary = "loads a tile of a view";
  let description = [{
    Elements beyond the tensor are the view's padding value, or unspecified.
  }];
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
    OptionalAttr<CudaTile_MemoryScopeAttr>:$memory_scope,
    CudaTile_AnyTileView:$view, Variadic<CudaTile_IntTile>:$index,
    Optional<CudaTile_Token>:$token,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints,
    CudaTile_Inbounds:$inbounds);
  let results = (outs CudaTile_Tile:$tile, CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<OrderingAndScope>($memory_ordering_semantics, $memory_scope)
    $view `[` $index `]` (`token` `=` $token^)?
    (`optimization_hints` `=` $optimization_hints^)? ``
    custom<Inbounds>(ref($index), $inbounds) attr-dict-with-keyword `:`
    custom<CudaTileType>(type($view)) ``
    custom<IndexTypes>(ref($index), type($index)) `->`
    custom<CudaTileType>(type($tile)) `,`
    custom<CudaTileType>(type($result_token))
  }];
  let hasVerifier = 1;
  let added = [CudaTile_Added<"inbounds", "13.4">];
}

def CudaTile_StoreViewTkoOp
    : CudaTile_Op<"store_view_tko", 102, "13.1", [AttrSizedOperandSegments]> {
  let summary = "stores a tile of a view";
  let description = "Elements beyond the tensor are dropped.";
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
    OptionalAttr<CudaTile_MemoryScopeAttr>:$memory_scope,
    CudaTile_Tile:$tile, CudaTile_AnyTileView:$view,
    Variadic<CudaTile_IntTile>:$index, Optional<CudaTile_Token>:$token,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints,
    CudaTile_Inbounds:$inbounds);
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<OrderingAndScope>($memory_ordering_semantics, $memory_scope)
    $tile `,` $view `[` $index `]` (`token` `=` $token^)?
    (`optimization_hints` `=` $optimization_hints^)? ``
    custom<Inbounds>(ref($index), $inbounds) attr-dict-with-keyword `:`
    custom<CudaTileType>(type($tile)) `,` custom<CudaTileType>(type($view)) ``
    custom<IndexTypes>(ref($index), type($index)) `->`
    custom<CudaTileType>(type($result_token))
  }];
  let hasVerifier = 1;
  let added = [CudaTile_Added<"inbounds", "13.4">];
}

//===----------------------------------------------------------------------===//
// All replicas of a multicast pointer
//===----------------------------------------------------------------------===//

def CudaTile_MultimemReduction
    : DefaultValuedAttr<CudaTile_MultimemReductionKindAttr,
                        "MultimemReductionKind::ADD">;

def CudaTile_MultimemLoadReduceViewTkoOp
    : CudaTile_Op<"multimem_load_reduce_view_tko", 123, "13.5",
        [AttrSizedOperandSegments]> {
  let summary = "loads a tile from each replica and combines them";
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
    OptionalAttr<CudaTile_MemoryScopeAttr>:$memory_scope,
    CudaTile_MultimemReduction:$reduction, CudaTile_AnyTileView:$view,
    Variadic<CudaTile_IntTile>:$index, Optional<CudaTile_Token>:$token,
    CudaTile_Inbounds:$inbounds);
  let results = (outs CudaTile_Tile:$reduced_values,
                      CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<OrderingAndScope>($memory_ordering_semantics, $memory_scope)
    $view `[` $index `]` (`token` `=` $token^)? ``
    custom<Inbounds>(ref($index), $inbounds) attr-dict-with-keyword `:`
    custom<CudaTileType>(type($view)) ``
    custom<IndexTypes>(ref($index), type($index)) `->`
    custom<CudaTileType>(type($reduced_values)) `,`
    custom<CudaTileType>(type($result_token))
  }];
  let hasVerifier = 1;
}

def CudaTile_MultimemReduceViewTkoOp
    : CudaTile_Op<"multimem_reduce_view_tko", 124, "13.5",
        [AttrSizedOperandSegments]> {
  let summary = "combines a tile into each replica";
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
    CudaTile_MemoryScopeAttr:$memory_scope,
    CudaTile_MultimemReduction:$reduction, CudaTile_AnyTileView:$view,
    CudaTile_Tile:$tile, Variadic<CudaTile_IntTile>:$index,
    Optional<CudaTile_Token>:$token, CudaTile_Inbounds:$inbounds);
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<EnumKeyword>($memory_ordering_semantics)
    custom<EnumKeyword>($memory_scope)
    $view `,` $tile `[` $index `]` (`token` `=` $token^)? ``
    custom<Inbounds>(ref($index), $inbounds) attr-dict-with-keyword `:`
    custom<CudaTileType>(type($view)) `,` custom<CudaTileType>(type($tile)) ``
    custom<IndexTypes>(ref($index), type($index)) `->`
    custom<CudaTileType>(type($result_token))
  }];
  let hasVerifier = 1;
}

def CudaTile_MultimemStoreViewTkoOp
    : CudaTile_Op<"multimem_store_view_tko", 125, "13.5",
        [AttrSizedOperandSegments]> {
  let summary = "stores a tile to each replica";
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
    OptionalAttr<CudaTile_MemoryScopeAttr>:$memory_scope,
    CudaTile_AnyTileView:$view, CudaTile_Tile:$tile,
    Variadic<CudaTile_IntTile>:$index, Optional<CudaTile_Token>:$token,
    CudaTile_Inbounds:$inbounds);
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<OrderingAndScope>($memory_ordering_semantics, $memory_scope)
    $view `,` $tile `[` $index `]` (`token` `=` $token^)? ``
    custom<Inbounds>(ref($index), $inbounds) attr-dict-with-keyword `:`
    custom<CudaTileType>(type($view)) `,` custom<CudaTileType>(type($tile)) ``
    custom<IndexTypes>(ref($index), type($index)) `->`
    custom<CudaTileType>(type($result_token))
  }];
  let hasVerifier = 1;
}

#endif // TILEIRAS_CUDATILE_VIEWS_TD
