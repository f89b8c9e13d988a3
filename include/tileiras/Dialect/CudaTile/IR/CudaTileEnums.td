//===- CudaTileEnums.td - Enumerations of Tile IR -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers are those of the bytecode; the strings those of the text form.
// Each enumeration `X` has an attribute `XAttr`, which the operations take.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDATILE_ENUMS_TD
#define TILEIRAS_CUDATILE_ENUMS_TD

include "tileiras/Dialect/CudaTile/IR/CudaTileBase.td"

class CudaTile_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::cuda_tile";
  let genSpecializedAttr = 0;
}

class CudaTile_EnumAttr<EnumInfo enumInfo, string mnemonic>
    : EnumAttr<CudaTile_Dialect, enumInfo, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

def CudaTile_Signedness : CudaTile_Enum<"Signedness",
    "how an operation reads the sign bit of its integers", [
      I32EnumAttrCase<"Unsigned", 0, "unsigned">,
      I32EnumAttrCase<"Signed", 1, "signed">]>;
def CudaTile_SignednessAttr
    : CudaTile_EnumAttr<CudaTile_Signedness, "signedness">;

def CudaTile_IntegerOverflow : CudaTile_Enum<"IntegerOverflow",
    "promise about integer overflow; breaking it is undefined behaviour", [
      I32EnumAttrCase<"NONE", 0, "none">,
      I32EnumAttrCase<"NSW", 1, "no_signed_wrap">,
      I32EnumAttrCase<"NUW", 2, "no_unsigned_wrap">,
      I32EnumAttrCase<"NW", 3, "no_wrap">]>;
def CudaTile_IntegerOverflowAttr
    : CudaTile_EnumAttr<CudaTile_IntegerOverflow, "overflow">;

/// A case that came after the first version ("13.4"): files of earlier ones
/// can't hold it.
class CudaTile_LaterCase<string symbol, int value, string keyword,
                         string since_>
    : I32EnumAttrCase<symbol, value, keyword> {
  string since = since_;
}

def CudaTile_RoundingMode : CudaTile_Enum<"RoundingMode", "rounding mode", [
      I32EnumAttrCase<"NEAREST_EVEN", 0, "nearest_even">,
      I32EnumAttrCase<"ZERO", 1, "zero">,
      I32EnumAttrCase<"NEGATIVE_INF", 2, "negative_inf">,
      I32EnumAttrCase<"POSITIVE_INF", 3, "positive_inf">,
      I32EnumAttrCase<"APPROX", 4, "approx">,
      I32EnumAttrCase<"FULL", 5, "full">,
      I32EnumAttrCase<"NEAREST_INT_TO_ZERO", 6, "nearest_int_to_zero">,
      CudaTile_LaterCase<"NEAREST_AWAY", 7, "nearest_away", "13.4">]>;
def CudaTile_RoundingModeAttr
    : CudaTile_EnumAttr<CudaTile_RoundingMode, "rounding">;

def CudaTile_ComparisonPredicate : CudaTile_Enum<"ComparisonPredicate",
    "comparison predicate", [
      I32EnumAttrCase<"EQUAL", 0, "equal">,
      I32EnumAttrCase<"NOT_EQUAL", 1, "not_equal">,
      I32EnumAttrCase<"LESS_THAN", 2, "less_than">,
      I32EnumAttrCase<"LESS_THAN_OR_EQUAL", 3, "less_than_or_equal">,
      I32EnumAttrCase<"GREATER_THAN", 4, "greater_than">,
      I32EnumAttrCase<"GREATER_THAN_OR_EQUAL", 5, "greater_than_or_equal">]>;
def CudaTile_ComparisonPredicateAttr
    : CudaTile_EnumAttr<CudaTile_ComparisonPredicate, "comparison_predicate">;

def CudaTile_ComparisonOrdering : CudaTile_Enum<"ComparisonOrdering",
    "result of a float comparison with a NaN: false if ordered, true if not", [
      I32EnumAttrCase<"UNORDERED", 0, "unordered">,
      I32EnumAttrCase<"ORDERED", 1, "ordered">]>;
def CudaTile_ComparisonOrderingAttr
    : CudaTile_EnumAttr<CudaTile_ComparisonOrdering, "comparison_ordering">;

def CudaTile_AtomicRMWMode : CudaTile_Enum<"AtomicRMWMode",
    "what an atomic read-modify-write computes", [
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
def CudaTile_AtomicRMWModeAttr
    : CudaTile_EnumAttr<CudaTile_AtomicRMWMode, "atomic_rmw_mode">;

def CudaTile_MemoryScope : CudaTile_Enum<"MemoryScope",
    "who takes part in a synchronising access", [
      I32EnumAttrCase<"TL_BLK", 0, "tl_blk">,
      I32EnumAttrCase<"DEVICE", 1, "device">,
      I32EnumAttrCase<"SYS", 2, "sys">]>;
def CudaTile_MemoryScopeAttr
    : CudaTile_EnumAttr<CudaTile_MemoryScope, "memory_scope">;

def CudaTile_MemoryOrderingSemantics
    : CudaTile_Enum<"MemoryOrderingSemantics", "memory ordering", [
      I32EnumAttrCase<"WEAK", 0, "weak">,
      I32EnumAttrCase<"RELAXED", 1, "relaxed">,
      I32EnumAttrCase<"ACQUIRE", 2, "acquire">,
      I32EnumAttrCase<"RELEASE", 3, "release">,
      I32EnumAttrCase<"ACQ_REL", 4, "acq_rel">]>;
def CudaTile_MemoryOrderingSemanticsAttr
    : CudaTile_EnumAttr<CudaTile_MemoryOrderingSemantics,
                        "memory_ordering_semantics">;

// Lower case symbols: NAN is a macro of the C library.
def CudaTile_PaddingValue : CudaTile_Enum<"PaddingValue",
    "what a load reads beyond the tensor", [
      I32EnumAttrCase<"zero", 0>,
      I32EnumAttrCase<"neg_zero", 1>,
      I32EnumAttrCase<"nan", 2>,
      I32EnumAttrCase<"pos_inf", 3>,
      I32EnumAttrCase<"neg_inf", 4>]>;
def CudaTile_PaddingValueAttr
    : CudaTile_EnumAttr<CudaTile_PaddingValue, "padding_value">;

def CudaTile_SymbolVisibility : CudaTile_Enum<"SymbolVisibility",
    "who can see a global: the host too, or the device only", [
      I32EnumAttrCase<"Public", 0, "public">,
      I32EnumAttrCase<"Private", 1, "private">]>;
def CudaTile_SymbolVisibilityAttr
    : CudaTile_EnumAttr<CudaTile_SymbolVisibility, "symbol_visibility">;

def CudaTile_MultimemReductionKind : CudaTile_Enum<"MultimemReductionKind",
    "reduction over the replicas of a multicast pointer", [
      I32EnumAttrCase<"ADD", 0, "add">,
      I32EnumAttrCase<"MIN", 1, "min">,
      I32EnumAttrCase<"MAX", 2, "max">,
      I32EnumAttrCase<"AND", 3, "and">,
      I32EnumAttrCase<"OR", 4, "or">,
      I32EnumAttrCase<"XOR", 5, "xor">,
      I32EnumAttrCase<"UMIN", 6, "umin">,
      I32EnumAttrCase<"UMAX", 7, "umax">]>;
def CudaTile_MultimemReductionKindAttr
    : CudaTile_EnumAttr<CudaTile_MultimemReductionKind,
                        "multimem_reduction_kind">;

def CudaTile_PtrAttr : CudaTile_Enum<"PtrAttr",
    "what an address names: memory, one replica, or all replicas of it", [
      I32EnumAttrCase<"NONE", 0, "none">,
      I32EnumAttrCase<"UNICAST", 1, "unicast">,
      I32EnumAttrCase<"MULTICAST", 2, "multicast">]>;
def CudaTile_PtrAttrAttr : CudaTile_EnumAttr<CudaTile_PtrAttr, "ptr_attr">;

#endif // TILEIRAS_CUDATILE_ENUMS_TD
