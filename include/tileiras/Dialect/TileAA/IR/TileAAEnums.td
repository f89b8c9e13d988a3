//===- TileAAEnums.td - Enumerations of nv_tileaa ----------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enumerations of operations and types. Where Tile IR has an enumeration of the
// same name, the conversion maps it to these (EnumConversion.h), so that later
// stages do not depend on cuda_tile.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILEAAENUMS_TD
#define TILEIRAS_DIALECT_TILEAA_IR_TILEAAENUMS_TD

include "tileiras/Dialect/TileAA/IR/TileAABase.td"

class TileAA_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::nv_tileaa";
  let genSpecializedAttr = 0;
}
class TileAA_EnumAttr<I32EnumAttr info, string mnemonic>
    : EnumAttr<TileAA_Dialect, info, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

def TileAA_MemSemantic : TileAA_Enum<"MemSemantic",
    "order that a memory access takes part in", [
      I32EnumAttrCase<"WEAK", 0, "weak">,
      I32EnumAttrCase<"RELAXED", 1, "relaxed">,
      I32EnumAttrCase<"ACQUIRE", 2, "acquire">,
      I32EnumAttrCase<"RELEASE", 3, "release">,
      I32EnumAttrCase<"ACQ_REL", 4, "acq_rel">]>;
def TileAA_MemSemanticAttr : TileAA_EnumAttr<TileAA_MemSemantic, "mem_semantic">;

def TileAA_MemScope : TileAA_Enum<"MemScope",
    "threads that an ordered memory access is ordered for", [
      I32EnumAttrCase<"TL_BLK", 0, "tl_blk">,
      I32EnumAttrCase<"GPU", 1, "gpu">,
      I32EnumAttrCase<"SYS", 2, "sys">]>;
def TileAA_MemScopeAttr : TileAA_EnumAttr<TileAA_MemScope, "mem_scope">;

def TileAA_MemSpace : TileAA_Enum<"MemSpace", "where a memref lies", [
      I32EnumAttrCase<"GLOBAL", 0, "global">,
      I32EnumAttrCase<"SHARED", 1, "shared">,
      I32EnumAttrCase<"TENSOR", 2, "tensor">]>;

def TileAA_PaddingValue : TileAA_Enum<"PaddingValue",
    "what a load gives for elements outside of the tensor", [
      I32EnumAttrCase<"ZERO", 0, "zero">,
      I32EnumAttrCase<"NEG_ZERO", 1, "neg_zero">,
      I32EnumAttrCase<"NAN_", 2, "nan">,
      I32EnumAttrCase<"POS_INF", 3, "pos_inf">,
      I32EnumAttrCase<"NEG_INF", 4, "neg_inf">]>;
def TileAA_PaddingValueAttr
    : TileAA_EnumAttr<TileAA_PaddingValue, "padding_value">;

def TileAA_RoundingMode : TileAA_Enum<"RoundingMode",
    "rounding of a floating-point operation", [
      I32EnumAttrCase<"NEAREST_EVEN", 0, "nearest_even">,
      I32EnumAttrCase<"ZERO", 1, "zero">,
      I32EnumAttrCase<"NEGATIVE_INF", 2, "negative_inf">,
      I32EnumAttrCase<"POSITIVE_INF", 3, "positive_inf">,
      I32EnumAttrCase<"APPROX", 4, "approx">,
      I32EnumAttrCase<"FULL", 5, "full">,
      I32EnumAttrCase<"NEAREST_AWAY", 7, "nearest_away">]>;
def TileAA_RoundingModeAttr
    : TileAA_EnumAttr<TileAA_RoundingMode, "rounding_mode">;

def TileAA_Signedness : TileAA_Enum<"Signedness", "how an integer is read", [
      I32EnumAttrCase<"UNSIGNED", 0, "unsigned">,
      I32EnumAttrCase<"SIGNED", 1, "signed">]>;
def TileAA_SignednessAttr : TileAA_EnumAttr<TileAA_Signedness, "signedness">;

def TileAA_RmwMode : TileAA_Enum<"RmwMode", "atomic read-modify-write", [
      I32EnumAttrCase<"AND", 0, "and">,
      I32EnumAttrCase<"OR", 1, "or">,
      I32EnumAttrCase<"XOR", 2, "xor">,
      I32EnumAttrCase<"ADD", 3, "add">,
      I32EnumAttrCase<"ADDF", 4, "addf">,
      I32EnumAttrCase<"MAX", 5, "max">,
      I32EnumAttrCase<"MIN", 6, "min">,
      I32EnumAttrCase<"UMAX", 7, "umax">,
      I32EnumAttrCase<"UMIN", 8, "umin">,
      I32EnumAttrCase<"XCHG", 9, "xchg">]>;
def TileAA_RmwModeAttr : TileAA_EnumAttr<TileAA_RmwMode, "rmw_mode">;

def TileAA_Axis : TileAA_Enum<"Axis", "axis of the grid", [
      I32EnumAttrCase<"X", 0, "x">,
      I32EnumAttrCase<"Y", 1, "y">,
      I32EnumAttrCase<"Z", 2, "z">]>;
def TileAA_AxisAttr : TileAA_EnumAttr<TileAA_Axis, "axis">;

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEAAENUMS_TD
