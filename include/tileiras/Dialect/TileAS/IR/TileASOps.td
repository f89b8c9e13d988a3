//===- TileASOps.td - Operations of nv_tileas -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations on tiles in registers. Most are those of nv_tileaa (TileOps.td) on
// tensors that have layouts; the descriptions say how the layouts of operands
// and results are related (Contract/LayoutRules.h). Dots and accesses have
// atoms, the instructions that threads execute.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEASOPS_TD
#define TILEIRAS_DIALECT_TILEAS_IR_TILEASOPS_TD

include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUAttributes.td"
include "tileiras/Dialect/TileAA/IR/TileAtomicOps.td"
include "tileiras/Dialect/TileAA/IR/TileOps.td"
include "tileiras/Dialect/TileAS/IR/TileASAgents.td"
include "tileiras/Dialect/TileAS/IR/TileASAttributes.td"
include "tileiras/Dialect/TileAS/IR/TileASBuffers.td"
include "tileiras/Dialect/TileAS/IR/TileASFutures.td"
include "tileiras/Dialect/TileAS/IR/TileASOrder.td"
include "tileiras/Dialect/TileAS/IR/TileASPipelines.td"
include "tileiras/Dialect/TileAS/IR/TileASTmaCopies.td"
include "tileiras/Dialect/TileAS/IR/TileASTensorMaps.td"
include "tileiras/Dialect/TileAS/IR/TileASTensorMemory.td"

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

def TileAS_ConvertLayoutOp : TileAS_Op<"convert_layout", [
    Pure, SameOperandsAndResultShape, SameOperandsAndResultElementType]> {
  let summary = "the same tile in another layout";
  let description = [{
    It renames registers, shuffles within warps or goes through shared memory,
    whichever `dst⁻¹ ∘ src` needs.
  }];
  let arguments = (ins TileAA_AnyTensor:$source);
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

def TileAS_MakeRangeOp : Tile_MakeRangeOp<TileAS_Dialect>;

def TileAS_ViewOp : Tile_ViewOp<TileAS_Dialect> {
  let description = [{
    It moves nothing: the layout of the result is that of the source, reshaped.
  }];
  let hasVerifier = 1;
}

def TileAS_BroadcastOp : Tile_BroadcastOp<TileAS_Dialect> {
  let description = [{
    It moves nothing: the layout of the source is that of the result, projected
    (`broadcastSourceLayout`), so that a thread has what it stretches. Register
    r of the result is that register of the source that holds r's coordinate
    with the stretched dimensions set to zero.
  }];
  let hasVerifier = 1;
}

def TileAS_PermuteOp : Tile_PermuteOp<TileAS_Dialect> {
  let description = [{
    It moves nothing: the layout of the result is that of the source, permuted.
  }];
  let hasVerifier = 1;
}

def TileAS_ExtractSliceOp : Tile_ExtractOp<TileAS_Dialect, "extract_slice"> {
  let description = [{
    It selects registers: the layout of the source is that of the result with
    register bits above, one for each bit of the indices; those of the last
    dimension are lowest.
  }];
}

def TileAS_CatOp : Tile_CatOp<TileAS_Dialect> {
  let description = [{
    It moves nothing: the layout of the result is that of the sources with one
    register bit more, the highest, which says from which source an element
    comes.
  }];
}

defvar CombineLayouts = [{
    It combines as nv_tileaa's. All operands have one layout; so have the
    results of a scan. The results of a reduce have the operands' layout with
    the dimension dropped, and then without the register bases that this made
    zero: `layout.dropOut(dim).removeZeroBases(Register).first`. Lanes and warps
    that are along the dimension all hold the result.
  }];
def TileAS_ReduceOp
    : Tile_ReduceOp<TileAS_Dialect,
                    (ins OptionalAttr<CuteNVGPU_AtomAttr>:$atom)> {
  let description = CombineLayouts # [{

    The atom is the instruction that combines what lanes of a warp hold; without
    one it is a shuffle for each bit of the lane along the dimension
    (`tileas-assign-access-atoms` chooses it).
  }];
}
def TileAS_ScanOp : Tile_ScanOp<TileAS_Dialect> {
  let description = CombineLayouts;
}

def TileAS_DotOp : Tile_DotOp<TileAS_Dialect> {
  let summary = "c + a x b by `atom` instructions";
  let description = [{
    Where the atom reads operands from shared memory,
    `tileas-lower-dot-to-async` makes an `async.dot`.

    Scales are [B x] M x S and [B x] S x N; the atom says how many adjacent
    elements along K share one. The scales of the first ones have the index
    `first_scale`: slices of a dot (`tileas-slicing`) have the scales of the
    whole dot, whose bytes share registers.
  }];
  let arguments = (ins TileAA_AnyTensor:$a, TileAA_AnyTensor:$b,
                       TileAA_AnyTensor:$c,
                       Variadic<TileAA_AnyTensor>:$scales,
                       DefaultValuedAttr<I64Attr, "0">:$first_scale,
                       CuteNVGPU_AtomAttr:$atom,
                       OptionalAttr<TileAA_SignednessAttr>:$signedness_a,
                       OptionalAttr<TileAA_SignednessAttr>:$signedness_b,
                       UnitAttr:$fast_acc, OptionalAttr<TypeAttr>:$packed);
  let assemblyFormat = [{
    $a `,` $b `,` $c (`scales` $scales^ (`from` $first_scale^)?)? $atom
    (`fast_acc` $fast_acc^)? (`packed` $packed^)? attr-dict
    `:` type($a) `,` type($b) `,` type($result) (`scales` type($scales)^)?
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Memory: the accesses of nv_tileaa, by thread
//===----------------------------------------------------------------------===//

/// The instruction of each thread's access; the size of `universal_copy` is the
/// vector width in elements, one if there is no atom.
/// `tileas-assign-access-atoms` chooses it.
defvar TileAS_AccessAtom = (ins OptionalAttr<CuteNVGPU_AtomAttr>:$atom);

def TileAS_TiledLoadOp : Tile_TiledLoadOp<TileAS_Dialect, TileAS_AccessAtom>;
def TileAS_TiledStoreOp : Tile_TiledStoreOp<TileAS_Dialect, TileAS_AccessAtom>;
def TileAS_LoadOp : Tile_LoadOp<TileAS_Dialect, TileAS_AccessAtom>;
def TileAS_StoreOp : Tile_StoreOp<TileAS_Dialect, TileAS_AccessAtom>;
def TileAS_AtomicRmwOp : Tile_AtomicRmwOp<TileAS_Dialect, TileAS_AccessAtom>;
def TileAS_TiledAtomicRmwOp
    : Tile_TiledAtomicRmwOp<TileAS_Dialect, TileAS_AccessAtom>;
def TileAS_AtomicCasOp : Tile_AtomicCasOp<TileAS_Dialect, TileAS_AccessAtom>;

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEASOPS_TD
