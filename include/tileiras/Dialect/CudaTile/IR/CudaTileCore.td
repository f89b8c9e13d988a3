//===- CudaTileCore.td - Modules, kernels, constants and shapes -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What holds a program together, and what moves elements of tiles around.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDATILE_CORE_TD
#define TILEIRAS_CUDATILE_CORE_TD

include "tileiras/Dialect/CudaTile/IR/CudaTileOpBase.td"

//===----------------------------------------------------------------------===//
// Program structure
//===----------------------------------------------------------------------===//

def CudaTile_ModuleOp
    : CudaTile_Op<"module", 75, "13.1",
        [IsolatedFromAbove, NoRegionArguments, NoTerminator, SingleBlock,
         SymbolTable, HasOnlyGraphRegion, Symbol,
         CudaTile_RegionSyntax]> {
  let summary = "compilation unit: kernels and globals";
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<StrAttr>:$producer);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name)>];
  let skipDefaultBuilders = 1;
  let isInstruction = 0;
  let added = [CudaTile_Added<"producer", "13.3">];
}

def CudaTile_EntryOp
    : CudaTile_Op<"entry", 22, "13.1",
        [FunctionOpInterface, IsolatedFromAbove,
         SingleBlockImplicitTerminator<"ReturnOp">, AffineScope,
         AutomaticAllocationScope,
         CudaTile_RegionSyntax]> {
  let summary = "kernel";
  let description = "Runs once for each tile block; arguments are rank-0 tiles.";
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs,
                       OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let builders = [
    OpBuilder<(ins "::llvm::StringRef":$name, "::mlir::FunctionType":$type)>];
  let skipDefaultBuilders = 1;
  let hasVerifier = 1;
  let isInstruction = 0;
  let extraClassDeclaration = [{
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
  }];
}

def CudaTile_GlobalOp
    : CudaTile_Op<"global", 49, "13.1",
        [HasParent<"ModuleOp">, DeclareOpInterfaceMethods<Symbol,
            ["getVisibility", "setVisibility"]>]> {
  let summary = "device array that lives as long as the module";
  let description = [{
    `public` globals are visible to the host and never removed; a `constant`
    one does not change while a kernel runs. Alignment 0 is the natural one.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       CudaTile_DenseConstantAttr:$value,
                       DefaultValuedAttr<I64Attr, "0">:$alignment,
                       UnitAttr:$constant,
                       DefaultValuedAttr<CudaTile_SymbolVisibilityAttr,
                                         "SymbolVisibility::Public">
                           :$symbol_visibility);
  let assemblyFormat = [{
    custom<GlobalVisibility>($symbol_visibility) (`constant` $constant^)?
    $sym_name (`alignment` `=` $alignment^)? attr-dict
    custom<GlobalValue>($value)
  }];
  let hasVerifier = 1;
  let isInstruction = 0;
  let added = [CudaTile_Added<"symbol_visibility", "13.3", "public">,
               CudaTile_Added<"constant", "13.3">];
  let extraClassDeclaration = [{
    /// The type of the value as a tile.
    ::mlir::cuda_tile::TileType getTileType();
  }];
}

def CudaTile_GetGlobalOp
    : CudaTile_Op<"get_global", 44, "13.1",
        [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "pointer to a global";
  let arguments = (ins FlatSymbolRefAttr:$name);
  let results = (outs CudaTile_ScalarPtr:$result);
  let assemblyFormat =
      "$name attr-dict `:` custom<CudaTileType>(type($result))";
}

//===----------------------------------------------------------------------===//
// Values from nothing
//===----------------------------------------------------------------------===//

def CudaTile_ConstantOp
    : CudaTile_Op<"constant", 16, "13.1",
        [Pure, ConstantLike, CudaTile_ResultNames]> {
  let summary = "tile literal";
  let arguments = (ins CudaTile_DenseConstantAttr:$value);
  let results = (outs CudaTile_NumberTile:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
  let folds = ["to its value"];
}

def CudaTile_IotaOp : CudaTile_Op<"iota", 58, "13.1", [Pure]> {
  let summary = "0 to n-1, unsigned, in a tile of rank 1";
  let results = (outs CudaTile_IntTile:$result);
  let assemblyFormat = "attr-dict `:` custom<CudaTileType>(type($result))";
  let hasVerifier = 1;
  let hasFolder = 1;
  let folds = ["of one element"];
}

def CudaTile_GetTileBlockIdOp
    : CudaTile_Op<"get_tile_block_id", 48, "13.1",
        [Pure, AllTypesMatch<["blockId_x", "blockId_y", "blockId_z"]>]> {
  let summary = "coordinates of this tile block in the grid";
  let results = (outs CudaTile_ScalarI32:$blockId_x,
                      CudaTile_ScalarI32:$blockId_y,
                      CudaTile_ScalarI32:$blockId_z);
  let assemblyFormat = "attr-dict `:` custom<CudaTileType>(type($blockId_x))";
}

def CudaTile_GetNumTileBlocksOp
    : CudaTile_Op<"get_num_tile_blocks", 46, "13.1",
        [Pure, AllTypesMatch<["gridSize_x", "gridSize_y", "gridSize_z"]>]> {
  let summary = "extents of the grid; at most 2^24 - 1 each";
  let results = (outs CudaTile_ScalarI32:$gridSize_x,
                      CudaTile_ScalarI32:$gridSize_y,
                      CudaTile_ScalarI32:$gridSize_z);
  let assemblyFormat = "attr-dict `:` custom<CudaTileType>(type($gridSize_x))";
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

class CudaTile_ReshapingOp<string mnemonic, int opcode, list<Trait> traits>
    : CudaTile_Op<mnemonic, opcode, "13.1",
        [Pure, CudaTile_SameElementType<["source", "result"]>] # traits> {
  let arguments = (ins CudaTile_Tile:$source);
  let results = (outs CudaTile_Tile:$result);
  let assemblyFormat = [{
    $source attr-dict `:` custom<CudaTileType>(type($source)) `->`
    custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_BroadcastOp
    : CudaTile_ReshapingOp<"broadcast", 11,
        [CudaTile_ResultNames, CudaTile_SameRank<["source", "result"]>]> {
  let summary = "stretches extents of 1";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let folds = ["constants",
               "to the same type",
               "of a broadcast"];
}

def CudaTile_ReshapeOp
    : CudaTile_ReshapingOp<"reshape", 91, [CudaTile_ResultNames]> {
  let summary = "the same elements, row-major, in another shape";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let folds = ["constants",
               "to the same type",
               "of a reshape"];
}

def CudaTile_PermuteOp
    : CudaTile_Op<"permute", 83, "13.1",
        [Pure, CudaTile_SameElementType<["source", "result"]>,
         CudaTile_SameRank<["source", "result"]>]> {
  let summary = "dimension i of the result is dimension permutation[i]";
  let arguments = (ins CudaTile_Tile:$source, DenseI32ArrayAttr:$permutation);
  let results = (outs CudaTile_Tile:$result);
  let assemblyFormat = [{
    $source $permutation attr-dict `:` custom<CudaTileType>(type($source)) `->`
    custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let folds = ["constants",
               "identity",
               "of a permute"];
}

def CudaTile_CatOp
    : CudaTile_Op<"cat", 12, "13.1",
        [Pure, CudaTile_SameElementType<["lhs", "rhs", "result"]>,
         CudaTile_SameRank<["lhs", "rhs", "result"]>]> {
  let summary = "concatenates two tiles";
  let arguments = (ins CudaTile_Tile:$lhs, CudaTile_Tile:$rhs, I64Attr:$dim);
  let results = (outs CudaTile_Tile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `dim` `=` $dim attr-dict `:`
    custom<CudaTileType>(type($lhs)) `,` custom<CudaTileType>(type($rhs)) `->`
    custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let folds = ["constants"];
}

def CudaTile_ExtractOp
    : CudaTile_Op<"extract", 38, "13.1",
        [NoMemoryEffect, CudaTile_SpeculatableIfDefined,
         CudaTile_SameElementType<["source", "result"]>,
         CudaTile_SameRank<["source", "result"]>]> {
  let summary = "sub-tile number `indices` of a tile";
  let description = [{
    The indices count sub-tiles of the result's shape, unsigned. One out of
    range is undefined.
  }];
  let arguments = (ins CudaTile_Tile:$source,
                       Variadic<CudaTile_ScalarI32>:$indices);
  let results = (outs CudaTile_Tile:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` attr-dict `:` custom<CudaTileType>(type($source))
    `->` custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let folds = ["constants",
               "of all"];
}

def CudaTile_InsertOp
    : CudaTile_Op<"insert", 118, "13.4",
        [NoMemoryEffect, CudaTile_SpeculatableIfDefined,
         AllTypesMatch<["destination", "result"]>,
         CudaTile_SameElementType<["source", "destination"]>,
         CudaTile_SameRank<["source", "destination"]>]> {
  let summary = "a tile with its sub-tile number `indices` replaced";
  let arguments = (ins CudaTile_Tile:$source, CudaTile_Tile:$destination,
                       Variadic<CudaTile_ScalarI32>:$indices);
  let results = (outs CudaTile_Tile:$result);
  let assemblyFormat = [{
    $source `,` $destination `[` $indices `]` attr-dict `:`
    custom<CudaTileType>(type($source)) `,`
    custom<CudaTileType>(type($destination))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let folds = ["constants",
               "of all"];
}

class CudaTile_BytesOp<string mnemonic, int opcode>
    : CudaTile_Op<mnemonic, opcode, "13.3",
        [Pure, CudaTile_SameRank<["source", "result"]>]> {
  let assemblyFormat = [{
    $source attr-dict `:` custom<CudaTileType>(type($source)) `->`
    custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_PackOp : CudaTile_BytesOp<"pack", 111> {
  let summary = "the bytes of a rank-1 tile";
  let description = [{
    i1 counts 1 bit, i4 and f4E2M1FN 4, tf32 32. Low bits come first.
  }];
  let arguments = (ins CudaTile_NumberOrI4Tile:$source);
  let results = (outs CudaTile_I8Tile:$result);
  let hasFolder = 1;
  let folds = ["constants",
               "of unpack"];
}

def CudaTile_UnpackOp : CudaTile_BytesOp<"unpack", 112> {
  let summary = "a rank-1 tile from its bytes";
  let arguments = (ins CudaTile_I8Tile:$source);
  let results = (outs CudaTile_NumberOrI4Tile:$result);
  let hasFolder = 1;
  let folds = ["constants",
               "of pack"];
}

def CudaTile_SelectOp
    : CudaTile_Op<"select", 95, "13.1",
        [Pure, AllTypesMatch<["val_if_true", "val_if_false", "result"]>,
         CudaTile_SameShape<["cond", "result"]>]> {
  let summary = "one of two values, element by element";
  let arguments = (ins CudaTile_I1Tile:$cond, CudaTile_Tile:$val_if_true,
                       CudaTile_Tile:$val_if_false);
  let results = (outs CudaTile_Tile:$result);
  let assemblyFormat = [{
    $cond `,` $val_if_true `,` $val_if_false attr-dict `:`
    custom<CudaTileType>(type($cond)) `,` custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let folds = ["constants",
               "equal values",
               "a constant condition",
               "the condition itself",
               "values that the condition compares",
               "a negated condition",
               "a select of the same condition",
               "1 and 0"];
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// The region combines an earlier value with a later one, for each operand, in
/// the order of indices; it holds only operations without effects. Which
/// adjacent values are combined first is not specified, but the same in each
/// run (docs/Rationale/CudaTile.md).
class CudaTile_AggregateOp<string mnemonic, int opcode, Trait names>
    : CudaTile_Op<mnemonic, opcode, "13.1",
        [RecursiveMemoryEffects, SameOperandsShape,
         SingleBlockImplicitTerminator<"YieldOp">, names]> {
  let results = (outs Variadic<CudaTile_Tile>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def CudaTile_ReduceOp : CudaTile_AggregateOp<"reduce", 88, CudaTile_RegionNames> {
  let summary = "combines the elements along a dimension, which goes away";
  let arguments = (ins Variadic<CudaTile_Tile>:$operands, I32Attr:$dim,
                       ArrayAttr:$identities);
}

def CudaTile_ScanOp : CudaTile_AggregateOp<"scan", 94, CudaTile_RegionSyntax> {
  let summary = "inclusive prefixes along a dimension";
  let arguments = (ins Variadic<CudaTile_Tile>:$operands, I32Attr:$dim,
                       BoolAttr:$reverse, ArrayAttr:$identities);
}

#endif // TILEIRAS_CUDATILE_CORE_TD
