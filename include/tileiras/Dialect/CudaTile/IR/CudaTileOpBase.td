//===- CudaTileOpBase.td - What the operation files share -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes, traits and attribute defaults used by the operations of every
// concern; CudaTileBase.td holds the record itself.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDATILE_OPBASE_TD
#define TILEIRAS_CUDATILE_OPBASE_TD

include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/LoopLikeInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tileiras/Dialect/CudaTile/IR/CudaTileAttributes.td"
include "tileiras/Dialect/CudaTile/IR/CudaTileTypes.td"

//===----------------------------------------------------------------------===//
// Attributes with the default that the text form elides
//===----------------------------------------------------------------------===//

class CudaTile_Rounding<string mode>
    : DefaultValuedAttr<CudaTile_RoundingModeAttr, "RoundingMode::" # mode>;
def CudaTile_Overflow
    : DefaultValuedAttr<CudaTile_IntegerOverflowAttr, "IntegerOverflow::NONE">;
/// One flag for each index of a view access: the tile lies inside the tensor
/// along that dimension. Empty means that none does.
def CudaTile_Inbounds : DefaultValuedAttr<DenseBoolArrayAttr, "{}">;

//===----------------------------------------------------------------------===//
// Relations between shapes and elements of tiles
//===----------------------------------------------------------------------===//

class CudaTile_SameShape<list<string> names>
    : AllMatchSameOperatorTrait<names,
        "::llvm::cast<::mlir::cuda_tile::TileType>($_self.getType()).getShape()",
        "shape">;
class CudaTile_SameRank<list<string> names>
    : AllMatchSameOperatorTrait<names,
        "::llvm::cast<::mlir::cuda_tile::TileType>($_self.getType()).getRank()",
        "rank">;
class CudaTile_SameElementType<list<string> names>
    : AllMatchSameOperatorTrait<names,
        "::llvm::cast<::mlir::cuda_tile::TileType>($_self.getType())"
        ".getElementType()",
        "element type">;

/// The i1 tile of the shape of another.
class CudaTile_I1Like<string from, string to>
    : TypesMatchWith<to # " is an i1 tile of the shape of " # from, from, to,
        "::llvm::cast<::mlir::cuda_tile::TileType>($_self).withElementType("
        "::mlir::IntegerType::get($_self.getContext(), 1))">;

/// Operations that are undefined for some operands may be speculated where they
/// are known to have none of these.
def CudaTile_SpeculatableIfDefined
    : DeclareOpInterfaceMethods<ConditionallySpeculatable>;

/// Result names as the text form prints them, by hand.
def CudaTile_ResultNames
    : DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>;
/// Operations whose regions hold operations of the dialect, printed there
/// without its prefix; and those that name what their regions take, too.
def CudaTile_RegionSyntax
    : DeclareOpInterfaceMethods<OpAsmOpInterface, ["getDefaultDialect"]>;
def CudaTile_RegionNames
    : DeclareOpInterfaceMethods<OpAsmOpInterface,
        ["getAsmResultNames", "getAsmBlockArgumentNames", "getDefaultDialect"]>;

#endif // TILEIRAS_CUDATILE_OPBASE_TD
