//===- TileOps.td - Operations of both tile dialects -------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some operations exist twice: in nv_tileaa, and in nv_tileas, where their
// tensors have layouts. Operands, attributes, syntax and verifiers are the same
// and are written here once, as classes with the dialect as a parameter.
// Functions of TileVerification.h check how operands and results are related;
// `verifyTile` calls them with the operation's types and attributes.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILEOPS_TD
#define TILEIRAS_DIALECT_TILEAA_IR_TILEOPS_TD

include "tileiras/Dialect/TileAA/IR/TileAAAttributes.td"
include "tileiras/Dialect/TileAA/IR/TileAAInterfaces.td"
include "tileiras/Dialect/TileAA/IR/TileAATypes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// The verifier calls the operation's `verifyTile`.
def Tile_VerifiedTile : NativeOpTrait<"VerifiedTile"> {
  let cppNamespace = "::mlir::nv_tileaa";
}
/// The operation's region combines elements and accumulators.
def Tile_Combines : NativeOpTrait<"CombinesElements"> {
  let cppNamespace = "::mlir::nv_tileaa";
}

class Tile_Op<Dialect dialect, string mnemonic, list<Trait> traits = []>
    : Op<dialect, mnemonic, !listconcat(traits, [Tile_VerifiedTile])>;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

class Tile_MakeRangeOp<Dialect dialect> : Op<dialect, "make_range", [Pure]> {
  let summary = "0, 1, 2, … along the only dimension";
  let results = (outs TileAA_IntLine:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

/// An operation that re-arranges one tensor into another.
class Tile_MoveOp<Dialect dialect, string mnemonic>
    : Tile_Op<dialect, mnemonic, [Pure]> {
  let arguments = (ins TileAA_AnyTensor:$source);
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
}

class Tile_ViewOp<Dialect dialect> : Tile_MoveOp<dialect, "view"> {
  let summary = "row-major re-interpretation with another shape";
  let extraClassDeclaration = [{
    LogicalResult verifyTile() {
      return ::mlir::nv_tileaa::verifyView(*this, getSource().getType(),
                                           getType());
    }
  }];
}

class Tile_BroadcastOp<Dialect dialect> : Tile_MoveOp<dialect, "broadcast"> {
  let summary = "stretches dimensions of size one";
  let extraClassDeclaration = [{
    LogicalResult verifyTile() {
      return ::mlir::nv_tileaa::verifyBroadcast(*this, getSource().getType(),
                                                getType());
    }
  }];
}

class Tile_PermuteOp<Dialect dialect> : Tile_MoveOp<dialect, "permute"> {
  let summary = "result dimension i is source dimension permutation[i]";
  let arguments = (ins TileAA_AnyTensor:$source,
                       DenseI32ArrayAttr:$permutation);
  let assemblyFormat = [{
    $source $permutation attr-dict `:` type($source) `->` type($result)
  }];
  let extraClassDeclaration = [{
    LogicalResult verifyTile() {
      return ::mlir::nv_tileaa::verifyPermute(*this, getSource().getType(),
                                              getType(), getPermutation());
    }
  }];
}

class Tile_CatOp<Dialect dialect> : Tile_Op<dialect, "cat", [Pure]> {
  let summary = "concatenation along a dimension";
  let arguments = (ins TileAA_AnyTensor:$lhs, TileAA_AnyTensor:$rhs,
                       I64Attr:$dim);
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `dim` `=` $dim attr-dict
    `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
  let extraClassDeclaration = [{
    LogicalResult verifyTile() {
      return ::mlir::nv_tileaa::verifyCat(*this, getLhs().getType(),
                                          getRhs().getType(), getType(),
                                          getDim());
    }
  }];
}

class Tile_ExtractOp<Dialect dialect, string mnemonic>
    : Tile_Op<dialect, mnemonic, [Pure]> {
  let summary = "sub-tile number `indices` of a tile";
  let arguments = (ins TileAA_AnyTensor:$source, Variadic<I32>:$indices);
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` attr-dict `:` type($source) `->` type($result)
  }];
  let extraClassDeclaration = [{
    LogicalResult verifyTile() {
      return ::mlir::nv_tileaa::verifySubTile(
          *this, getSource().getType(), getType(), getIndices().size());
    }
  }];
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

class Tile_CombineOp<Dialect dialect, string mnemonic>
    : Tile_Op<dialect, mnemonic, [
        RecursiveMemoryEffects, RecursivelySpeculatable, SameOperandsShape,
        Tile_Combines]> {
  let description = [{
    The region combines an earlier value along the dimension with a later one,
    one pair per operand: block arguments are (earlier 0, later 0, earlier 1,
    later 1, …), all scalars; it yields the combination, which is assumed to be
    associative. Which adjacent values are combined first is not specified, but
    the same every time. With `commutes` any two values may be combined.
    Identities are not combined with anything.
  }];
  let regions = (region SizedRegion<1>:$body);
}

class Tile_ReduceOp<Dialect dialect, dag atom = (ins)>
    : Tile_CombineOp<dialect, "reduce"> {
  let summary = "combines all elements along a dimension, which goes away";
  let arguments = !con((ins Variadic<TileAA_AnyTensor>:$operands, I64Attr:$dim,
                            ArrayAttr:$identities, UnitAttr:$commutes), atom);
  // The results are scalars if the operands have one dimension.
  let results = (outs Variadic<TileAA_AnyTile>:$results);
  let assemblyFormat = [{
    $operands `dim` `=` $dim `identities` `=` $identities attr-dict
    `:` functional-type($operands, results) $body
  }];
  let extraClassDeclaration = [{
    LogicalResult verifyTile() {
      return ::mlir::nv_tileaa::verifyReduce(*this, getDim(), getIdentities());
    }
  }];
}

class Tile_ScanOp<Dialect dialect> : Tile_CombineOp<dialect, "scan"> {
  let summary = "inclusive prefix combination along a dimension";
  let arguments = (ins Variadic<TileAA_AnyTensor>:$operands,
                       I64Attr:$dim, BoolAttr:$reverse, ArrayAttr:$identities);
  let results = (outs Variadic<TileAA_AnyTensor>:$results);
  let assemblyFormat = [{
    $operands `dim` `=` $dim `reverse` `=` $reverse `identities` `=` $identities
    attr-dict `:` functional-type($operands, results) $body
  }];
  let extraClassDeclaration = [{
    LogicalResult verifyTile() {
      return ::mlir::nv_tileaa::verifyScan(*this, getDim(), getIdentities());
    }
  }];
}

/// There are either no scales, or two tiles: the scales of a and of b. With
/// `packed`, each byte of a and b holds two numbers of this type, which are
/// adjacent along K, the one in the low bits first.
class Tile_DotOp<Dialect dialect>
    : Tile_Op<dialect, "dot", [Pure, AllTypesMatch<["c", "result"]>]> {
  let results = (outs TileAA_AnyTensor:$result);
  let extraClassDeclaration = [{
    bool isScaled() { return !getScales().empty(); }
    /// The number of scales of a row of a, and of a column of b.
    int64_t getScalesOfRow() {
      return ::llvm::cast<RankedTensorType>(getScales()[0].getType())
          .getShape().back();
    }
    /// The tiles of numbers that are multiplied, also if bytes hold two each.
    RankedTensorType getNumbersOfA() {
      return ::mlir::nv_tileaa::getNumbers(getA().getType(), getPacked(),
                                           getA().getType().getRank() - 1);
    }
    RankedTensorType getNumbersOfB() {
      return ::mlir::nv_tileaa::getNumbers(getB().getType(), getPacked(),
                                           getB().getType().getRank() - 2);
    }
    int64_t getDepth() { return getNumbersOfA().getShape().back(); }

    LogicalResult verifyTile() {
      using namespace ::mlir::nv_tileaa;
      return success(
          succeeded(verifyPacked(*this, getA().getType(), getB().getType(),
                                 getPacked())) &&
          succeeded(verifyDot(*this, getNumbersOfA(), getNumbersOfB(),
                              getC().getType(), getSignednessA(),
                              getSignednessB())) &&
          succeeded(verifyScales(*this, getNumbersOfA(), getNumbersOfB(),
                                 getScales().getTypes())));
    }
  }];
}

//===----------------------------------------------------------------------===//
// Accesses. Weak accesses have no scope, all others have one.
//===----------------------------------------------------------------------===//

/// The facts that `tileaa-annotate-accesses` proves and later stages rely on,
/// after the other arguments. Tile_AccessOpInterface defines each fact.
defvar Tile_AccessFacts = (ins OptionalAttr<I64Attr>:$alignment,
                               OptionalAttr<DenseI64ArrayAttr>:$contiguity);

def TileAA_IndexBits : ConfinedAttr<I32Attr, [
    AttrConstraint<CPred<"::llvm::is_contained({32, 64}, "
                         "::llvm::cast<::mlir::IntegerAttr>($_self).getInt())">,
                   "whose value is 32 or 64">]>;
/// Facts of accesses through views.
defvar Tile_ViewAccessFacts = (ins OptionalAttr<TileAA_IndexBits>:$index_bits);
/// Facts of loads.
defvar Tile_LoadFacts = (ins UnitAttr:$read_only);

class Tile_AccessOp<Dialect dialect, string mnemonic, list<Trait> traits>
    : Tile_Op<dialect, mnemonic,
              !listconcat(traits, [AttrSizedOperandSegments,
                                   Tile_AccessOpInterface])>;

class Tile_TiledLoadOp<Dialect dialect, dag atom = (ins)>
    : Tile_AccessOp<dialect, "tiled_load", [
    MemoryEffects<[MemRead]>]> {
  let summary = "loads tile number `coords` of a tiled view";
  let description = [{
    `in_bounds[d]` promises that the tile is inside of the memref along tile
    dimension d. Otherwise, elements outside have the padding value; without one
    they are unspecified. A coordinate is a scalar, or along the sparse
    dimension a tensor. A tile of tf32 of a view of f32 is rounded to nearest,
    ties to even, as by `fp_to_fp` after the load.

    `index_bits` is the width of signed numbers that hold all sizes and strides
    of the memref, and the tile's first index along each of its dimensions. With
    `read_only`, no thread writes the loaded elements while the kernel runs.
    With `multicast`, the address names several replicas, which are loaded and
    combined.
  }];
  let arguments = !con((ins TileAA_TiledViewType:$view,
                            Variadic<TileAA_IntLike>:$coords,
                            Optional<TileAA_MemTokenType>:$token,
                            TileAA_MemSemanticAttr:$mem_semantic,
                            OptionalAttr<TileAA_MemScopeAttr>:$mem_scope,
                            DenseBoolArrayAttr:$in_bounds,
                            OptionalAttr<TileAA_PaddingValueAttr>:$padding_value,
                            OptionalAttr<I64Attr>:$latency,
                            OptionalAttr<BoolAttr>:$allow_tma,
                            OptionalAttr<TileAA_RmwModeAttr>:$multicast),
                            atom, Tile_AccessFacts,
                            Tile_ViewAccessFacts, Tile_LoadFacts);
  let results = (outs TileAA_AnyTensor:$result, TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $mem_semantic (`scope` $mem_scope^)? $view `[` $coords `]` (`token` `=` $token^)?
    (`padding` $padding_value^)? attr-dict
    `:` type($view) `[` type($coords) `]` `->` type($result) `,` type($result_token)
  }];
  let extraClassDeclaration = [{
    Type getTile() { return getResult().getType(); }
    LogicalResult verifyTile() {
      if (failed(::mlir::nv_tileaa::verifyReadOnly(*this, getReadOnly(),
                                                   getMemSemantic())) ||
          failed(::mlir::nv_tileaa::verifyMulticastLoad(
              *this, getView().getType(), getMulticast(), getMemSemantic())))
        return failure();
      return ::mlir::nv_tileaa::verifyTiledAccess(
          *this, getView().getType(), getResult().getType(), getCoords(),
          getInBounds(), getPaddingValue(), getMemSemantic(), getMemScope());
    }
  }];
}

class Tile_TiledStoreOp<Dialect dialect, dag atom = (ins)>
    : Tile_AccessOp<dialect, "tiled_store", [
    MemoryEffects<[MemWrite]>]> {
  let summary = "stores to tile number `coords`; elements outside are dropped";
  let description = [{
    With `multicast`, the address names several replicas, and all get the tile.
  }];
  let arguments = !con((ins TileAA_AnyTensor:$value,
                            TileAA_TiledViewType:$view,
                            Variadic<TileAA_IntLike>:$coords,
                            Optional<TileAA_MemTokenType>:$token,
                            TileAA_MemSemanticAttr:$mem_semantic,
                            OptionalAttr<TileAA_MemScopeAttr>:$mem_scope,
                            DenseBoolArrayAttr:$in_bounds,
                            OptionalAttr<I64Attr>:$latency,
                            OptionalAttr<BoolAttr>:$allow_tma,
                            UnitAttr:$multicast), atom, Tile_AccessFacts,
                            Tile_ViewAccessFacts);
  let results = (outs TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $mem_semantic (`scope` $mem_scope^)? $value `,` $view `[` $coords `]`
    (`token` `=` $token^)? attr-dict
    `:` type($value) `,` type($view) `[` type($coords) `]` `->` type($result_token)
  }];
  let extraClassDeclaration = [{
    Type getTile() { return getValue().getType(); }
    LogicalResult verifyTile() {
      if (getMulticast() && failed(::mlir::nv_tileaa::verifyMulticast(
                                *this, getView().getType(), getMemSemantic())))
        return failure();
      return ::mlir::nv_tileaa::verifyTiledAccess(
          *this, getView().getType(), getValue().getType(), getCoords(),
          getInBounds(), std::nullopt, getMemSemantic(), getMemScope());
    }
  }];
}

class Tile_LoadOp<Dialect dialect, dag atom = (ins)>
    : Tile_AccessOp<dialect, "load", [MemoryEffects<[MemRead]>]> {
  let summary = "loads through pointers";
  let description = [{
    Where the mask is false the result is `other`, or unspecified without it.
    Operands are scalars or tensors. `read_only` is as in `tiled_load`.
  }];
  let arguments = !con((ins TileAA_PtrLike:$source,
                            Optional<TileAA_I1Like>:$mask,
                            Optional<TileAA_AnyTile>:$other,
                            Optional<TileAA_MemTokenType>:$token,
                            TileAA_MemSemanticAttr:$mem_semantic,
                            OptionalAttr<TileAA_MemScopeAttr>:$mem_scope,
                            OptionalAttr<I64Attr>:$latency), atom, Tile_AccessFacts,
                            Tile_LoadFacts);
  let results = (outs TileAA_AnyTile:$result, TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $mem_semantic (`scope` $mem_scope^)? $source (`,` `mask` `=` $mask^)?
    (`,` `other` `=` $other^)? (`token` `=` $token^)? attr-dict
    `:` type($source) (`,` `mask` type($mask)^)? (`,` `other` type($other)^)?
    `->` type($result) `,` type($result_token)
  }];
  let extraClassDeclaration = [{
    Type getTile() { return getResult().getType(); }
    LogicalResult verifyTile() {
      if (failed(::mlir::nv_tileaa::verifyReadOnly(*this, getReadOnly(),
                                                   getMemSemantic())))
        return failure();
      return ::mlir::nv_tileaa::verifyPointerAccess(
          *this, getSource().getType(), getResult().getType(),
          getMask(), getOther(), getMemSemantic(), getMemScope());
    }
  }];
}

class Tile_StoreOp<Dialect dialect, dag atom = (ins)>
    : Tile_AccessOp<dialect, "store", [MemoryEffects<[MemWrite]>]> {
  let summary = "stores through pointers, where the mask is true";
  let arguments = !con((ins TileAA_PtrLike:$destination,
                            TileAA_AnyTile:$value,
                            Optional<TileAA_I1Like>:$mask,
                            Optional<TileAA_MemTokenType>:$token,
                            TileAA_MemSemanticAttr:$mem_semantic,
                            OptionalAttr<TileAA_MemScopeAttr>:$mem_scope,
                            OptionalAttr<I64Attr>:$latency), atom, Tile_AccessFacts);
  let results = (outs TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $mem_semantic (`scope` $mem_scope^)? $destination `,` $value
    (`,` `mask` `=` $mask^)? (`token` `=` $token^)? attr-dict
    `:` type($destination) `,` type($value) (`,` `mask` type($mask)^)?
    `->` type($result_token)
  }];
  let extraClassDeclaration = [{
    Type getTile() { return getValue().getType(); }
    LogicalResult verifyTile() {
      return ::mlir::nv_tileaa::verifyPointerAccess(
          *this, getDestination().getType(), getValue().getType(),
          getMask(), Value(), getMemSemantic(), getMemScope());
    }
  }];
}

class Tile_AtomicRmwOp<Dialect dialect, dag atom = (ins)>
    : Tile_AccessOp<dialect, "atomic_rmw", [
    MemoryEffects<[MemRead, MemWrite]>, AllTypesMatch<["value", "result"]>]> {
  let summary = "combines elements in memory with a value, where the mask is true";
  let description = [{
    Performs `old = *p; *p = mode(old, value); result = old` atomically for each
    element. Where the mask is false the result is unspecified.
  }];
  let arguments = !con((ins TileAA_PtrLike:$pointers,
                            TileAA_AnyTile:$value,
                            Optional<TileAA_I1Like>:$mask,
                            Optional<TileAA_MemTokenType>:$token,
                            TileAA_RmwModeAttr:$mode,
                            TileAA_MemSemanticAttr:$mem_semantic,
                            TileAA_MemScopeAttr:$mem_scope), atom, Tile_AccessFacts);
  let results = (outs TileAA_AnyTile:$result, TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $mode $mem_semantic $mem_scope $pointers `,` $value
    (`,` `mask` `=` $mask^)? (`token` `=` $token^)? attr-dict
    `:` type($pointers) `,` type($value) (`,` `mask` type($mask)^)?
    `->` type($result_token)
  }];
  let extraClassDeclaration = [{
    Type getTile() { return getResult().getType(); }
    LogicalResult verifyTile() {
      return ::mlir::nv_tileaa::verifyAtomicRmw(*this, getPointers().getType(),
          getValue().getType(), getMask(), getMode(), getMemSemantic());
    }
  }];
}

class Tile_AtomicCasOp<Dialect dialect, dag atom = (ins)>
    : Tile_AccessOp<dialect, "atomic_cas", [
    MemoryEffects<[MemRead, MemWrite]>,
    AllTypesMatch<["cmp", "value", "result"]>]> {
  let summary = "replaces elements in memory that are as expected, where the mask is true";
  let description = [{
    Each element on its own: `old = *p; if (old == cmp) *p = value; result =
    old`, in one step, bits compared. Where the mask is false the result is
    `cmp`.
  }];
  let arguments = !con((ins TileAA_PtrLike:$pointers,
                            TileAA_AnyTile:$cmp,
                            TileAA_AnyTile:$value,
                            Optional<TileAA_I1Like>:$mask,
                            Optional<TileAA_MemTokenType>:$token,
                            TileAA_MemSemanticAttr:$mem_semantic,
                            TileAA_MemScopeAttr:$mem_scope), atom, Tile_AccessFacts);
  let results = (outs TileAA_AnyTile:$result, TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $mem_semantic $mem_scope $pointers `,` $cmp `,` $value
    (`,` `mask` `=` $mask^)? (`token` `=` $token^)? attr-dict
    `:` type($pointers) `,` type($value) (`,` `mask` type($mask)^)?
    `->` type($result_token)
  }];
  let extraClassDeclaration = [{
    Type getTile() { return getResult().getType(); }
    LogicalResult verifyTile() {
      return ::mlir::nv_tileaa::verifyAtomicCas(*this, getPointers().getType(),
          getValue().getType(), getMask(), getMemSemantic());
    }
  }];
}

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEOPS_TD
