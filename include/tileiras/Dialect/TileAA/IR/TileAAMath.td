//===- TileAAMath.td - Arithmetic with rounding modes ------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These operations have a rounding mode, flush to zero or a meaning that the
// upstream dialects lack. All others use arith and math on tensors.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILEAAMATH_TD
#define TILEIRAS_DIALECT_TILEAA_IR_TILEAAMATH_TD

include "tileiras/Dialect/TileAA/IR/TileAAAttributes.td"
include "tileiras/Dialect/TileAA/IR/TileAATypes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

defvar NearestEven = "::mlir::nv_tileaa::RoundingMode::NEAREST_EVEN";

class TileAA_ElementwiseOp<string mnemonic, list<Trait> traits = []>
    : TileAA_Op<mnemonic, !listconcat(traits, [Pure, Elementwise])>;

class TileAA_RoundedBinaryOp<string mnemonic>
    : TileAA_ElementwiseOp<mnemonic, [SameOperandsAndResultType]> {
  let arguments = (ins TileAA_ArithmeticLike:$lhs, TileAA_ArithmeticLike:$rhs,
    DefaultValuedAttr<TileAA_RoundingModeAttr, NearestEven>:$rounding_mode,
    UnitAttr:$ftz);
  let results = (outs TileAA_ArithmeticLike:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`rounding` $rounding_mode^)? (`ftz` $ftz^)? attr-dict
    `:` type($result)
  }];
  let hasVerifier = 1;
}
class TileAA_RoundedUnaryOp<string mnemonic>
    : TileAA_ElementwiseOp<mnemonic, [SameOperandsAndResultType]> {
  let arguments = (ins TileAA_ArithmeticLike:$source,
    DefaultValuedAttr<TileAA_RoundingModeAttr, NearestEven>:$rounding_mode,
    UnitAttr:$ftz);
  let results = (outs TileAA_ArithmeticLike:$result);
  let assemblyFormat = [{
    $source (`rounding` $rounding_mode^)? (`ftz` $ftz^)? attr-dict
    `:` type($result)
  }];
  let hasVerifier = 1;
}
class TileAA_MinMaxOp<string mnemonic>
    : TileAA_ElementwiseOp<mnemonic, [SameOperandsAndResultType]> {
  let arguments = (ins TileAA_ArithmeticLike:$lhs, TileAA_ArithmeticLike:$rhs,
                       UnitAttr:$propagate_nan, UnitAttr:$ftz);
  let results = (outs TileAA_ArithmeticLike:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`propagate_nan` $propagate_nan^)? (`ftz` $ftz^)? attr-dict
    `:` type($result)
  }];
  let hasVerifier = 1;
}

def TileAA_AddFOp : TileAA_RoundedBinaryOp<"addf"> {
  let summary = "floating-point addition with rounding mode and ftz";
}
def TileAA_SubFOp : TileAA_RoundedBinaryOp<"subf"> {
  let summary = "floating-point subtraction with rounding mode and ftz";
}
def TileAA_MulFOp : TileAA_RoundedBinaryOp<"mulf"> {
  let summary = "floating-point product with rounding mode and ftz";
}
def TileAA_DivFOp : TileAA_RoundedBinaryOp<"divf"> {
  let summary = "floating-point quotient with rounding mode and ftz";
}
def TileAA_SqrtOp : TileAA_RoundedUnaryOp<"sqrt"> {
  let summary = "square root with rounding mode and ftz";
}
def TileAA_RsqrtOp : TileAA_RoundedUnaryOp<"rsqrt"> {
  let summary = "reciprocal square root with ftz";
}
def TileAA_ExpOp : TileAA_RoundedUnaryOp<"exp"> {
  let summary = "e^x, approximated by exp2 and one product";
}
def TileAA_Exp2Op : TileAA_RoundedUnaryOp<"exp2"> {
  let summary = "2^x with ftz";
}
def TileAA_TanhOp : TileAA_RoundedUnaryOp<"tanh"> {
  let summary = "hyperbolic tangent, approximated";
}
def TileAA_MaxFOp : TileAA_MinMaxOp<"maxf"> {
  let summary = "maximum with ftz";
}
def TileAA_MinFOp : TileAA_MinMaxOp<"minf"> {
  let summary = "minimum with ftz";
}

def TileAA_FmaOp : TileAA_ElementwiseOp<"fma", [SameOperandsAndResultType]> {
  let summary = "fused multiply and add with rounding mode and ftz";
  let arguments = (ins
    TileAA_ArithmeticLike:$lhs, TileAA_ArithmeticLike:$rhs, TileAA_ArithmeticLike:$acc,
    DefaultValuedAttr<TileAA_RoundingModeAttr, NearestEven>:$rounding_mode,
    UnitAttr:$ftz);
  let results = (outs TileAA_ArithmeticLike:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc (`rounding` $rounding_mode^)? (`ftz` $ftz^)?
    attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def TileAA_Atan2Op : TileAA_ElementwiseOp<"atan2", [SameOperandsAndResultType]> {
  let summary = "angle of the point (x, y), also that of two zeros";
  let description = [{
    The result is that of IEEE 754-2019, 9.2.1: between -pi and pi, in radians.
    If both are zeros it is y for a positive x, and pi with the sign of y for a
    negative one; `math.atan2` folds to NaN there.
  }];
  let arguments = (ins TileAA_ArithmeticLike:$y, TileAA_ArithmeticLike:$x);
  let results = (outs TileAA_ArithmeticLike:$result);
  let assemblyFormat = "$y `,` $x attr-dict `:` type($result)";
}

def TileAA_MulhiUIOp
    : TileAA_ElementwiseOp<"mulhiui", [SameOperandsAndResultType]> {
  let summary = "high half of the unsigned product";
  let arguments = (ins TileAA_IntLike:$lhs, TileAA_IntLike:$rhs);
  let results = (outs TileAA_IntLike:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
}

def TileAA_FpToFpOp
    : TileAA_ElementwiseOp<"fp_to_fp", [SameOperandsAndResultShape]> {
  let summary = "conversion between any two float types";
  let arguments = (ins TileAA_FloatLike:$source,
    DefaultValuedAttr<TileAA_RoundingModeAttr, NearestEven>:$rounding_mode);
  let results = (outs TileAA_FloatLike:$result);
  let assemblyFormat = [{
    $source (`rounding` $rounding_mode^)? attr-dict
    `:` type($source) `->` type($result)
  }];
}

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEAAMATH_TD
