//===- CudaTileInteger.td - Integer and bitwise arithmetic -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise on tiles of i1, i8, i16, i32, i64; arithmetic wraps unless an
// overflow promise is given.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDATILE_INTEGER_TD
#define TILEIRAS_CUDATILE_INTEGER_TD

include "tileiras/Dialect/CudaTile/IR/CudaTileOpBase.td"

class CudaTile_IntBinaryBase<string mnemonic, int opcode, list<Trait> traits>
    : CudaTile_Op<mnemonic, opcode, "13.1",
        [AllTypesMatch<["lhs", "rhs", "result"]>] # traits> {
  let results = (outs CudaTile_IntTile:$result);
  let hasFolder = 1;
}

class CudaTile_BitwiseOp<string mnemonic, int opcode>
    : CudaTile_IntBinaryBase<mnemonic, opcode, [Pure, Commutative]> {
  let arguments = (ins CudaTile_IntTile:$lhs, CudaTile_IntTile:$rhs);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` custom<CudaTileType>(type($result))
  }];
}

class CudaTile_OverflowOp<string mnemonic, int opcode, list<Trait> traits = []>
    : CudaTile_IntBinaryBase<mnemonic, opcode, [Pure] # traits> {
  let arguments = (ins CudaTile_IntTile:$lhs, CudaTile_IntTile:$rhs,
                       CudaTile_Overflow:$overflow);
  let assemblyFormat = [{
    $lhs `,` $rhs `` custom<Overflow>($overflow) attr-dict `:`
    custom<CudaTileType>(type($result))
  }];
}

class CudaTile_SignednessOp<string mnemonic, int opcode, list<Trait> traits = []>
    : CudaTile_IntBinaryBase<mnemonic, opcode, [Pure] # traits> {
  let arguments = (ins CudaTile_IntTile:$lhs, CudaTile_IntTile:$rhs,
                       CudaTile_SignednessAttr:$signedness);
  let assemblyFormat = [{
    $lhs `,` $rhs custom<EnumKeyword>($signedness) attr-dict `:`
    custom<CudaTileType>(type($result))
  }];
}

def CudaTile_AndIOp : CudaTile_BitwiseOp<"andi", 4> {
  let summary = "bitwise and";
  let folds = ["constants",
               "x & x",
               "x & 0",
               "x & ~0",
               "low bits of a multiple"];
}
def CudaTile_OrIOp : CudaTile_BitwiseOp<"ori", 82> {
  let summary = "bitwise or";
  let folds = ["constants",
               "x | x",
               "x | 0",
               "x | ~0"];
}
def CudaTile_XOrIOp : CudaTile_BitwiseOp<"xori", 108> {
  let summary = "bitwise exclusive or";
  let folds = ["constants",
               "x ^ x",
               "x ^ 0"];
}

def CudaTile_AddIOp : CudaTile_OverflowOp<"addi", 3, [Commutative]> {
  let summary = "sum";
  let hasCanonicalizer = 1;
  let folds = ["constants unless a promise is broken",
               "x + 0",
               "(x + c) + d without promises"];
}
def CudaTile_SubIOp : CudaTile_OverflowOp<"subi", 104> {
  let summary = "difference";
  let folds = ["constants unless a promise is broken",
               "x - x",
               "x - 0"];
}
def CudaTile_MulIOp : CudaTile_OverflowOp<"muli", 78, [Commutative]> {
  let summary = "low half of the product";
  let hasCanonicalizer = 1;
  let folds = ["constants unless a promise is broken",
               "x * 0",
               "x * 1",
               "(x * c) * d without promises"];
}
def CudaTile_ShLIOp : CudaTile_OverflowOp<"shli", 96> {
  let summary = "left shift by an unsigned amount";
  let folds = ["constants unless a promise is broken or the amount is too large",
               "x << 0"];
}

def CudaTile_MaxIOp : CudaTile_SignednessOp<"maxi", 70, [Commutative]> {
  let summary = "larger of two";
  let folds = ["constants",
               "max(x, x)",
               "operands of known order"];
}
def CudaTile_MinIOp : CudaTile_SignednessOp<"mini", 72, [Commutative]> {
  let summary = "smaller of two";
  let folds = ["constants",
               "min(x, x)",
               "operands of known order"];
}
def CudaTile_ShRIOp : CudaTile_SignednessOp<"shri", 97> {
  let summary = "right shift: arithmetic if signed, logical if unsigned";
  let folds = ["constants unless the amount is too large",
               "x >> 0"];
}
def CudaTile_RemIOp
    : CudaTile_IntBinaryBase<"remi", 90,
        [NoMemoryEffect, CudaTile_SpeculatableIfDefined]> {
  let summary = "remainder of a truncating division: the dividend's sign";
  let description = [{
    Undefined for a zero divisor, and for the least signed number by -1.
  }];
  let arguments = (ins CudaTile_IntTile:$lhs, CudaTile_IntTile:$rhs,
                       CudaTile_SignednessAttr:$signedness);
  let assemblyFormat = [{
    $lhs `,` $rhs custom<EnumKeyword>($signedness) attr-dict `:`
    custom<CudaTileType>(type($result))
  }];
  let folds = ["constants unless undefined",
               "x % 1",
               "a multiple of the divisor",
               "an unsigned x below the divisor"];
}

def CudaTile_DivIOp
    : CudaTile_IntBinaryBase<"divi", 21,
        [NoMemoryEffect, CudaTile_SpeculatableIfDefined]> {
  let summary = "quotient, rounded to zero, up or down";
  let description = [{
    `rounding<positive_inf>` is a ceiling, `negative_inf` a floor division; the
    latter has no unsigned form. A zero divisor, and the least signed number by
    -1, are undefined: it may be speculated only where neither can be.
  }];
  let arguments = (ins CudaTile_IntTile:$lhs, CudaTile_IntTile:$rhs,
                       CudaTile_SignednessAttr:$signedness,
                       CudaTile_Rounding<"ZERO">:$rounding);
  let assemblyFormat = [{
    $lhs `,` $rhs custom<EnumKeyword>($signedness) ``
    custom<SpacedRounding>($rounding, "RoundingMode::ZERO") attr-dict `:`
    custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
  let folds = ["constants unless undefined",
               "x / 1"];
}

def CudaTile_MulhiIOp
    : CudaTile_Op<"mulhii", 77, "13.1",
        [Pure, Commutative, AllTypesMatch<["x", "y", "result"]>]> {
  let summary = "high half of the unsigned product";
  let arguments = (ins CudaTile_IntTile:$x, CudaTile_IntTile:$y);
  let results = (outs CudaTile_IntTile:$result);
  let assemblyFormat = [{
    $x `,` $y attr-dict `:` custom<CudaTileType>(type($result))
  }];
  let hasFolder = 1;
  let folds = ["constants",
               "x * 0",
               "x * 1"];
}

def CudaTile_AbsIOp
    : CudaTile_Op<"absi", 1, "13.1",
        [Pure, AllTypesMatch<["source", "result"]>]> {
  let summary = "absolute value: read as signed, result unsigned";
  let arguments = (ins CudaTile_IntTile:$source);
  let results = (outs CudaTile_IntTile:$result);
  let assemblyFormat = [{
    $source attr-dict `:` custom<CudaTileType>(type($result))
  }];
  let hasFolder = 1;
  let folds = ["constants",
               "|x| of a number known not to be negative",
               "| |x| |"];
}

def CudaTile_NegIOp
    : CudaTile_Op<"negi", 80, "13.1",
        [Pure, AllTypesMatch<["source", "result"]>]> {
  let summary = "two's complement negation";
  let arguments = (ins CudaTile_IntTile:$source, CudaTile_Overflow:$overflow);
  let results = (outs CudaTile_IntTile:$result);
  let assemblyFormat = [{
    $source `` custom<Overflow>($overflow) attr-dict `:`
    custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
  let added = [CudaTile_Added<"overflow", "13.2", "none">];
  let hasFolder = 1;
  let folds = ["constants unless a promise is broken",
               "-(-x)"];
}

def CudaTile_CmpIOp
    : CudaTile_Op<"cmpi", 15, "13.1",
        [Pure, AllTypesMatch<["lhs", "rhs"]>, CudaTile_I1Like<"lhs", "result">]> {
  let summary = "elementwise comparison";
  let arguments = (ins CudaTile_ComparisonPredicateAttr:$comparison_predicate,
                       CudaTile_IntTile:$lhs, CudaTile_IntTile:$rhs,
                       CudaTile_SignednessAttr:$signedness);
  let results = (outs CudaTile_I1Tile:$result);
  let assemblyFormat = [{
    custom<EnumKeyword>($comparison_predicate) $lhs `,` $rhs `,`
    custom<EnumKeyword>($signedness) attr-dict `:`
    custom<CudaTileType>(type($lhs)) `->` custom<CudaTileType>(type($result))
  }];
  let hasFolder = 1;
  let folds = ["constants",
               "x against x",
               "operands of known order",
               "whether a widened truth value is not 0"];
}

def CudaTile_MmaIOp
    : CudaTile_Op<"mmai", 74, "13.1",
        [Pure, AllTypesMatch<["acc", "result"]>,
         CudaTile_SameElementType<["lhs", "rhs"]>,
         CudaTile_SameRank<["lhs", "rhs", "acc"]>]> {
  let summary = "integer matrix multiply-accumulate: i8 x i8 + i32";
  let arguments = (ins CudaTile_I8Tile:$lhs, CudaTile_I8Tile:$rhs,
                       CudaTile_I32Tile:$acc,
                       CudaTile_SignednessAttr:$signedness_lhs,
                       CudaTile_SignednessAttr:$signedness_rhs);
  let results = (outs CudaTile_I32Tile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc custom<EnumKeyword>($signedness_lhs)
    custom<EnumKeyword>($signedness_rhs) attr-dict `:`
    custom<CudaTileType>(type($lhs)) `,` custom<CudaTileType>(type($rhs)) `,`
    custom<CudaTileType>(type($acc))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let folds = ["a factor of 0"];
}

#endif // TILEIRAS_CUDATILE_INTEGER_TD
