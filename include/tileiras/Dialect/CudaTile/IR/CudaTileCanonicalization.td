//===- CudaTileCanonicalization.td - Rewrites of expressions -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Patterns that make new operations of few old ones. What gives an operand or a
// constant is a fold (lib/Dialect/CudaTile/IR/*Folds.cpp); what moves regions
// around is C++ (Canonicalize*.cpp there). All are exact: bits of results stay
// but those of a NaN that an operation makes, which Tile IR leaves open.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDATILE_CANONICALIZATION_TD
#define TILEIRAS_CUDATILE_CANONICALIZATION_TD

include "mlir/IR/PatternBase.td"
include "tileiras/Dialect/CudaTile/IR/CudaTileOps.td"

//===----------------------------------------------------------------------===//
// Constraints and code
//===----------------------------------------------------------------------===//

class Is<string predicate, string text> : Constraint<CPred<predicate>, text>;

def IsAllOnes : Is<"isSplatOf($0, [](const ::llvm::APInt &x) {"
                   " return x.isAllOnes(); })", "all ones">;
def IsOne : Is<"isSplatOf($0, [](const ::llvm::APInt &x) {"
               " return x.isOne(); })", "one">;
def IsZero : Is<"isSplatOf($0, [](const ::llvm::APInt &x) {"
                " return x.isZero(); })", "zero">;
def IsSameAttr : Is<"$0 == $1", "the same attribute">;
def IsNoMulF : Is<"!$0.getDefiningOp<::mlir::cuda_tile::MulFOp>()",
                  "no product">;
def IsMulF : Is<"$0.getDefiningOp<::mlir::cuda_tile::MulFOp>()", "product">;
def IsI1 : Is<"getElementTypeOrSelf($0.getType()).isInteger(1)",
              "truth values">;
def IsWideInt : Is<"isa<IntegerType>(getElementTypeOrSelf($0.getType())) && "
                   "!getElementTypeOrSelf($0.getType()).isInteger(1)",
                   "integers wider than truth values">;

/// A constant of all ones of the type of a value.
def AllOnesLike : NativeCodeCall<"buildAllOnes($_builder, $_loc, $0)">;
/// dims[i] = inner[outer[i]].
def ComposePermutations : NativeCodeCall<"composePermutations($0, $1)">;

defvar NoPromise = ConstantEnumCase<CudaTile_IntegerOverflowAttr, "none">;
/// The operations of a pattern get the source location of its root.
defvar AtRoot = (location $root);
defvar ZeroExtend = ConstantEnumCase<CudaTile_SignednessAttr, "unsigned">;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// (x + c) + d -> x + (c + d). An overflow promise of either sum does not hold
/// for the new ones.
class Reassociate<Op op>
    : Pat<(op:$root (op $x, (CudaTile_ConstantOp:$c $_), NoPromise),
                    (CudaTile_ConstantOp:$d $_), NoPromise),
          (op $x, (op $c, $d, NoPromise, (returnType $x), AtRoot), NoPromise, AtRoot)>;
def ReassociateAddI : Reassociate<CudaTile_AddIOp>;
def ReassociateMulI : Reassociate<CudaTile_MulIOp>;

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

def AbsOfNegF : Pat<(CudaTile_AbsFOp:$root (CudaTile_NegFOp $x)),
                    (CudaTile_AbsFOp $x, AtRoot)>;

/// Moves a product to the left of a sum, where fuse-fma looks for it.
def ProductToTheLeft
    : Pat<(CudaTile_AddFOp:$root $x, $product, $mode, $ftz),
          (CudaTile_AddFOp $product, $x, $mode, $ftz, AtRoot),
          [(IsMulF $product), (IsNoMulF $x)]>;

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

class Collapse<Op op> : Pat<(op:$root (op $x)), (op $x, AtRoot)>;
def BitcastOfBitcast : Collapse<CudaTile_BitcastOp>;
def PtrToPtrOfPtrToPtr : Collapse<CudaTile_PtrToPtrOp>;
def ExtOfSameExt
    : Pat<(CudaTile_ExtIOp:$root (CudaTile_ExtIOp $x, $inner), $outer),
          (CudaTile_ExtIOp $x, $outer, AtRoot), [(IsSameAttr $inner, $outer)]>;
/// A number that was extended by zeros has no sign to extend.
def ExtOfZeroExt
    : Pat<(CudaTile_ExtIOp:$root (CudaTile_ExtIOp $x, ZeroExtend), $_),
          (CudaTile_ExtIOp $x, ZeroExtend, AtRoot)>;
def TruncOfTrunc
    : Pat<(CudaTile_TruncIOp:$root (CudaTile_TruncIOp $x, NoPromise),
                                   NoPromise),
          (CudaTile_TruncIOp $x, NoPromise, AtRoot)>;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

def BroadcastOfBroadcast : Collapse<CudaTile_BroadcastOp>;
def ReshapeOfReshape : Collapse<CudaTile_ReshapeOp>;
def PermuteOfPermute
    : Pat<(CudaTile_PermuteOp:$root (CudaTile_PermuteOp $x, $inner), $outer),
          (CudaTile_PermuteOp $x, (ComposePermutations $inner, $outer),
                              AtRoot)>;

//===----------------------------------------------------------------------===//
// select
//===----------------------------------------------------------------------===//

/// select(!c, x, y) -> select(c, y, x).
def SelectOfNot
    : Pat<(CudaTile_SelectOp:$root (CudaTile_XOrIOp $c, $ones), $x, $y),
          (CudaTile_SelectOp $c, $y, $x, AtRoot), [(IsAllOnes $ones)]>;
/// select(c, select(c, x, _), y) -> select(c, x, y), and the other arm.
def SelectOfSelectIfTrue
    : Pat<(CudaTile_SelectOp:$root $c, (CudaTile_SelectOp $c, $x, $_), $y),
          (CudaTile_SelectOp $c, $x, $y, AtRoot)>;
def SelectOfSelectIfFalse
    : Pat<(CudaTile_SelectOp:$root $c, $x, (CudaTile_SelectOp $c, $_, $y)),
          (CudaTile_SelectOp $c, $x, $y, AtRoot)>;
/// select(c, false, true) -> !c.
def SelectIsNot
    : Pat<(CudaTile_SelectOp:$root $c, $x, $y),
          (CudaTile_XOrIOp $c, (AllOnesLike $c, AtRoot), AtRoot),
          [(IsI1 $x), (IsZero $x), (IsAllOnes $y)]>;
/// select(c, 1, 0) and select(c, 0, 1) -> the truth value as a number.
def SelectIsExtension
    : Pat<(CudaTile_SelectOp:$root $c, $x, $y),
          (CudaTile_ExtIOp $c, ZeroExtend, AtRoot),
          [(IsWideInt $x), (IsOne $x), (IsZero $y)]>;
def SelectIsExtensionOfNot
    : Pat<(CudaTile_SelectOp:$root $c, $x, $y),
          (CudaTile_ExtIOp
              (CudaTile_XOrIOp $c, (AllOnesLike $c, AtRoot), (returnType $c),
                               AtRoot),
              ZeroExtend, AtRoot),
          [(IsWideInt $x), (IsZero $x), (IsOne $y)]>;

#endif // TILEIRAS_CUDATILE_CANONICALIZATION_TD
