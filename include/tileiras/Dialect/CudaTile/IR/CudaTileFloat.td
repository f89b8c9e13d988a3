//===- CudaTileFloat.td - Floating point arithmetic -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise on tiles of f16, bf16, f32, f64, and the matrix products.
// Functions of f16 and bf16 are evaluated in f32. `flush_to_zero`, `approx`
// and (for division) `full` exist for f32 only.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDATILE_FLOAT_TD
#define TILEIRAS_CUDATILE_FLOAT_TD

include "tileiras/Dialect/CudaTile/IR/CudaTileOpBase.td"

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

class CudaTile_FloatUnaryBase<string mnemonic, int opcode>
    : CudaTile_Op<mnemonic, opcode, "13.1",
        [Pure, AllTypesMatch<["source", "result"]>]> {
  let results = (outs CudaTile_BaseFloatTile:$result);
}

class CudaTile_FloatUnaryOp<string mnemonic, int opcode>
    : CudaTile_FloatUnaryBase<mnemonic, opcode> {
  let arguments = (ins CudaTile_BaseFloatTile:$source);
  let assemblyFormat = [{
    $source attr-dict `:` custom<CudaTileType>(type($result))
  }];
}

class CudaTile_FloatUnaryFtzOp<string mnemonic, int opcode>
    : CudaTile_FloatUnaryBase<mnemonic, opcode> {
  let arguments = (ins CudaTile_BaseFloatTile:$source,
                       UnitAttr:$flush_to_zero);
  let assemblyFormat = [{
    $source (`flush_to_zero` $flush_to_zero^)? attr-dict `:`
    custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

/// exp and tanh: `full` unless `approx` is asked for.
class CudaTile_FloatUnaryApproxOp<string mnemonic, int opcode, string sinceMode>
    : CudaTile_FloatUnaryBase<mnemonic, opcode> {
  let arguments = (ins CudaTile_BaseFloatTile:$source,
                       CudaTile_Rounding<"FULL">:$rounding_mode);
  let assemblyFormat = [{
    $source custom<Rounding>($rounding_mode, "RoundingMode::FULL")
    attr-dict `:` custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
  let added = [CudaTile_Added<"rounding_mode", sinceMode, "full">];
}

def CudaTile_AbsFOp : CudaTile_FloatUnaryOp<"absf", 0> {
  let summary = "absolute value";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let folds = ["constants",
               "| |x| |",
               "|-x|"];
}
def CudaTile_NegFOp : CudaTile_FloatUnaryOp<"negf", 79> {
  let summary = "flips the sign";
  let hasFolder = 1;
  let folds = ["constants",
               "-(-x)"];
}
def CudaTile_CeilOp : CudaTile_FloatUnaryOp<"ceil", 13> {
  let summary = "rounds up to an integral value";
  let hasFolder = 1;
  let folds = ["constants",
               "of ceil or floor"];
}
def CudaTile_FloorOp : CudaTile_FloatUnaryOp<"floor", 39> {
  let summary = "rounds down to an integral value";
  let hasFolder = 1;
  let folds = ["constants",
               "of ceil or floor"];
}
def CudaTile_CosOp : CudaTile_FloatUnaryOp<"cos", 18> {
  let summary = "cosine";
}
def CudaTile_CosHOp : CudaTile_FloatUnaryOp<"cosh", 19> {
  let summary = "hyperbolic cosine";
}
def CudaTile_SinOp : CudaTile_FloatUnaryOp<"sin", 98> {
  let summary = "sine";
}
def CudaTile_SinHOp : CudaTile_FloatUnaryOp<"sinh", 99> {
  let summary = "hyperbolic sine";
}
def CudaTile_TanOp : CudaTile_FloatUnaryOp<"tan", 105> {
  let summary = "tangent";
}
def CudaTile_LogOp : CudaTile_FloatUnaryOp<"log", 63> {
  let summary = "natural logarithm";
}
def CudaTile_Log2Op : CudaTile_FloatUnaryOp<"log2", 64> {
  let summary = "logarithm to base 2";
}
def CudaTile_Exp2Op : CudaTile_FloatUnaryFtzOp<"exp2", 24> {
  let summary = "power of 2";
}
def CudaTile_RsqrtOp : CudaTile_FloatUnaryFtzOp<"rsqrt", 93> {
  let summary = "reciprocal square root";
}
def CudaTile_ExpOp : CudaTile_FloatUnaryApproxOp<"exp", 23, "13.3"> {
  let summary = "power of e";
}
def CudaTile_TanHOp : CudaTile_FloatUnaryApproxOp<"tanh", 106, "13.2"> {
  let summary = "hyperbolic tangent";
}

def CudaTile_SqrtOp : CudaTile_FloatUnaryBase<"sqrt", 100> {
  let summary = "square root";
  let arguments = (ins CudaTile_BaseFloatTile:$source,
                       CudaTile_Rounding<"NEAREST_EVEN">:$rounding_mode,
                       UnitAttr:$flush_to_zero);
  let assemblyFormat = [{
    $source custom<Rounding>($rounding_mode, "RoundingMode::NEAREST_EVEN")
    (`flush_to_zero` $flush_to_zero^)? attr-dict `:`
    custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let folds = ["constants unless approx"];
}

//===----------------------------------------------------------------------===//
// Two and three operands
//===----------------------------------------------------------------------===//

class CudaTile_FloatBinaryBase<string mnemonic, int opcode,
                               list<Trait> traits = []>
    : CudaTile_Op<mnemonic, opcode, "13.1",
        [Pure, AllTypesMatch<["lhs", "rhs", "result"]>] # traits> {
  let results = (outs CudaTile_BaseFloatTile:$result);
}

class CudaTile_FloatBinaryRoundedOp<string mnemonic, int opcode,
                                    list<Trait> traits = []>
    : CudaTile_FloatBinaryBase<mnemonic, opcode, traits> {
  let arguments = (ins CudaTile_BaseFloatTile:$lhs, CudaTile_BaseFloatTile:$rhs,
                       CudaTile_Rounding<"NEAREST_EVEN">:$rounding_mode,
                       UnitAttr:$flush_to_zero);
  let assemblyFormat = [{
    $lhs `,` $rhs custom<Rounding>($rounding_mode, "RoundingMode::NEAREST_EVEN")
    (`flush_to_zero` $flush_to_zero^)? attr-dict `:`
    custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_AddFOp : CudaTile_FloatBinaryRoundedOp<"addf", 2, [Commutative]> {
  let summary = "sum";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let folds = ["constants",
               "x + zero of the sign that changes nothing",
               "a product goes to the left"];
}
def CudaTile_SubFOp : CudaTile_FloatBinaryRoundedOp<"subf", 103> {
  let summary = "difference";
  let hasFolder = 1;
  let folds = ["constants",
               "x - zero of the sign that changes nothing"];
}
def CudaTile_MulFOp : CudaTile_FloatBinaryRoundedOp<"mulf", 76, [Commutative]> {
  let summary = "product";
  let hasFolder = 1;
  let folds = ["constants",
               "x * 1"];
}

def CudaTile_DivFOp : CudaTile_FloatBinaryRoundedOp<"divf", 20> {
  let summary = "quotient";
  let description = [{
    `approx` is x times the reciprocal of y, at most 2 ulp off while |y| is in
    [2^-126, 2^126], and 0 (NaN for an infinite x) above; `full` is at most
    2 ulp off over the full range.
  }];
  let hasFolder = 1;
  let folds = ["constants unless approx or full",
               "x / 1 unless approx or full"];
}

def CudaTile_RemFOp : CudaTile_FloatBinaryBase<"remf", 89> {
  let summary = "x - trunc(x / y) * y, with the sign of x";
  let arguments = (ins CudaTile_BaseFloatTile:$lhs,
                       CudaTile_BaseFloatTile:$rhs);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` custom<CudaTileType>(type($result))
  }];
  let hasFolder = 1;
  let folds = ["constants"];
}

class CudaTile_FloatExtremumOp<string mnemonic, int opcode>
    : CudaTile_FloatBinaryBase<mnemonic, opcode, [Commutative]> {
  let description = [{
    A NaN loses against a number; with `propagate_nan` it wins. -0 < +0.
  }];
  let arguments = (ins CudaTile_BaseFloatTile:$lhs, CudaTile_BaseFloatTile:$rhs,
                       UnitAttr:$propagate_nan, UnitAttr:$flush_to_zero);
  let assemblyFormat = [{
    $lhs `,` $rhs `` custom<ExtremumFlags>($flush_to_zero, $propagate_nan)
    attr-dict `:` custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let folds = ["constants"];
}

def CudaTile_MaxFOp : CudaTile_FloatExtremumOp<"maxf", 69> {
  let summary = "larger of two";
}
def CudaTile_MinFOp : CudaTile_FloatExtremumOp<"minf", 71> {
  let summary = "smaller of two";
}

def CudaTile_FmaOp
    : CudaTile_Op<"fma", 40, "13.1",
        [Pure, AllTypesMatch<["lhs", "rhs", "acc", "result"]>]> {
  let summary = "lhs * rhs + acc, rounded once";
  let arguments = (ins CudaTile_BaseFloatTile:$lhs, CudaTile_BaseFloatTile:$rhs,
                       CudaTile_BaseFloatTile:$acc,
                       CudaTile_Rounding<"NEAREST_EVEN">:$rounding_mode,
                       UnitAttr:$flush_to_zero);
  let results = (outs CudaTile_BaseFloatTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc
    custom<Rounding>($rounding_mode, "RoundingMode::NEAREST_EVEN")
    (`flush_to_zero` $flush_to_zero^)? attr-dict `:`
    custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let folds = ["constants"];
}

def CudaTile_Atan2Op
    : CudaTile_Op<"atan2", 110, "13.2",
        [Pure, AllTypesMatch<["x", "y", "result"]>]> {
  let summary = "arc tangent of x/y, in the quadrant of both signs";
  let arguments = (ins CudaTile_BaseFloatTile:$x, CudaTile_BaseFloatTile:$y);
  let results = (outs CudaTile_BaseFloatTile:$result);
  let assemblyFormat = [{
    $x `,` $y attr-dict `:` custom<CudaTileType>(type($result))
  }];
}

// Printed as `fpowf`, its name since 13.4; the parser takes `pow` as well.
def CudaTile_PowOp
    : CudaTile_Op<"fpowf", 84, "13.1",
        [Pure, AllTypesMatch<["source", "exponent", "result"]>]> {
  let summary = "power with a float exponent";
  let arguments = (ins CudaTile_BaseFloatTile:$source,
                       CudaTile_BaseFloatTile:$exponent);
  let results = (outs CudaTile_BaseFloatTile:$result);
  let assemblyFormat = [{
    $source `,` $exponent attr-dict `:` custom<CudaTileType>(type($result))
  }];
}

def CudaTile_FPowIOp
    : CudaTile_Op<"fpowi", 121, "13.4",
        [Pure, AllTypesMatch<["source", "result"]>,
         CudaTile_SameShape<["source", "exponent"]>]> {
  let summary = "power with an integer exponent";
  let arguments = (ins CudaTile_BaseFloatTile:$source,
                       CudaTile_FPowIExponentTile:$exponent);
  let results = (outs CudaTile_BaseFloatTile:$result);
  let assemblyFormat = [{
    $source `,` $exponent attr-dict `:` custom<CudaTileType>(type($source)) `,`
    custom<CudaTileType>(type($exponent))
  }];
}

def CudaTile_CmpFOp
    : CudaTile_Op<"cmpf", 14, "13.1",
        [Pure, AllTypesMatch<["lhs", "rhs"]>, CudaTile_I1Like<"lhs", "result">]> {
  let summary = "elementwise comparison";
  let description = "With a NaN: false if `ordered`, true if `unordered`.";
  let arguments = (ins CudaTile_ComparisonPredicateAttr:$comparison_predicate,
                       CudaTile_ComparisonOrderingAttr:$comparison_ordering,
                       CudaTile_BaseFloatTile:$lhs, CudaTile_BaseFloatTile:$rhs);
  let results = (outs CudaTile_I1Tile:$result);
  let assemblyFormat = [{
    custom<EnumKeyword>($comparison_predicate)
    custom<EnumKeyword>($comparison_ordering) $lhs `,` $rhs attr-dict `:`
    custom<CudaTileType>(type($lhs)) `->` custom<CudaTileType>(type($result))
  }];
  let hasFolder = 1;
  let folds = ["constants",
               "x against x where a NaN makes no difference"];
}

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

def CudaTile_MmaFOp
    : CudaTile_Op<"mmaf", 73, "13.1",
        [Pure, AllTypesMatch<["acc", "result"]>,
         CudaTile_SameElementType<["lhs", "rhs"]>,
         CudaTile_SameRank<["lhs", "rhs", "acc"]>]> {
  let summary = "matrix multiply-accumulate";
  let description = [{
    lhs MxK, rhs KxN, acc MxN; or all with a batch dimension in front.
    `fast_acc` (13.3) allows the shorter fp8 accumulator of sm_90.
  }];
  let arguments = (ins CudaTile_MmaFloatTile:$lhs, CudaTile_MmaFloatTile:$rhs,
                       CudaTile_MmaAccumulatorTile:$acc, UnitAttr:$fast_acc);
  let results = (outs CudaTile_MmaAccumulatorTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc (`fast_acc` $fast_acc^)? attr-dict `:`
    custom<CudaTileType>(type($lhs)) `,` custom<CudaTileType>(type($rhs)) `,`
    custom<CudaTileType>(type($acc))
  }];
  let hasVerifier = 1;
  let added = [CudaTile_Added<"fast_acc", "13.3">];
}

def CudaTile_MmaFScaledOp
    : CudaTile_Op<"mmaf_scaled", 114, "13.3",
        [Pure, AllTypesMatch<["acc", "result"]>,
         CudaTile_SameElementType<["lhs", "rhs"]>,
         CudaTile_SameElementType<["lhs_scale", "rhs_scale"]>,
         CudaTile_SameRank<["lhs", "rhs", "acc", "lhs_scale", "rhs_scale"]>]> {
  let summary = "matrix multiply-accumulate of block-scaled operands";
  let description = [{
    Each run of V elements along K shares a scale: lhs_scale is M x K/V,
    rhs_scale K/V x N.
  }];
  let arguments = (ins CudaTile_ScaledFloatTile:$lhs,
                       CudaTile_ScaledFloatTile:$rhs, CudaTile_F32Tile:$acc,
                       CudaTile_ScaleFloatTile:$lhs_scale,
                       CudaTile_ScaleFloatTile:$rhs_scale);
  let results = (outs CudaTile_F32Tile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc `,` $lhs_scale `,` $rhs_scale attr-dict `:`
    custom<CudaTileType>(type($lhs)) `,` custom<CudaTileType>(type($rhs)) `,`
    custom<CudaTileType>(type($acc)) `,`
    custom<CudaTileType>(type($lhs_scale)) `,`
    custom<CudaTileType>(type($rhs_scale))
  }];
  let hasVerifier = 1;
}

#endif // TILEIRAS_CUDATILE_FLOAT_TD
