//===- CuteNVGPUEnums.td - Enumerations of cute_nvgpu ------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enumerations for modifiers of PTX instructions. Their keywords are those of
// the PTX ISA.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUENUMS_TD
#define TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUENUMS_TD

include "mlir/IR/EnumAttr.td"
include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUBase.td"

class CuteNVGPU_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::cute_nvgpu";
  let genSpecializedAttr = 0;
}
class CuteNVGPU_EnumAttr<I32EnumAttr info, string mnemonic>
    : EnumAttr<CuteNVGPU_Dialect, info, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

def CuteNVGPU_CacheModifier : CuteNVGPU_Enum<"CacheModifier",
    "caches that a copy leaves its source in", [
      I32EnumAttrCase<"CA", 0, "ca">,
      I32EnumAttrCase<"CG", 1, "cg">]>;
def CuteNVGPU_CacheModifierAttr
    : CuteNVGPU_EnumAttr<CuteNVGPU_CacheModifier, "cache">;

def CuteNVGPU_RegisterChange : CuteNVGPU_Enum<"RegisterChange",
    "whether registers are taken or given back", [
      I32EnumAttrCase<"INC", 0, "inc">,
      I32EnumAttrCase<"DEC", 1, "dec">]>;
def CuteNVGPU_RegisterChangeAttr
    : CuteNVGPU_EnumAttr<CuteNVGPU_RegisterChange, "change">;

def CuteNVGPU_MemoryOrder : CuteNVGPU_Enum<"MemoryOrder",
    "order that an access takes part in", [
      I32EnumAttrCase<"WEAK", 0, "weak">,
      I32EnumAttrCase<"RELAXED", 1, "relaxed">,
      I32EnumAttrCase<"ACQUIRE", 2, "acquire">,
      I32EnumAttrCase<"RELEASE", 3, "release">,
      I32EnumAttrCase<"ACQ_REL", 4, "acq_rel">]>;
def CuteNVGPU_MemoryOrderAttr
    : CuteNVGPU_EnumAttr<CuteNVGPU_MemoryOrder, "order">;

def CuteNVGPU_MemoryScope : CuteNVGPU_Enum<"MemoryScope",
    "threads that an ordered access is ordered for", [
      I32EnumAttrCase<"CTA", 0, "cta">,
      I32EnumAttrCase<"GPU", 1, "gpu">,
      I32EnumAttrCase<"SYS", 2, "sys">]>;
def CuteNVGPU_MemoryScopeAttr
    : CuteNVGPU_EnumAttr<CuteNVGPU_MemoryScope, "scope">;

def CuteNVGPU_Update : CuteNVGPU_Enum<"Update",
    "how an atomic update combines old and new", [
      I32EnumAttrCase<"AND", 0, "and">,
      I32EnumAttrCase<"OR", 1, "or">,
      I32EnumAttrCase<"XOR", 2, "xor">,
      I32EnumAttrCase<"EXCH", 3, "exch">,
      I32EnumAttrCase<"ADD", 4, "add">,
      I32EnumAttrCase<"MIN", 5, "min">,
      I32EnumAttrCase<"MAX", 6, "max">]>;
def CuteNVGPU_Combination : CuteNVGPU_Enum<"Combination",
    "how the lanes of a warp are combined", [
      I32EnumAttrCase<"ADD", 0, "add">,
      I32EnumAttrCase<"AND", 1, "and">,
      I32EnumAttrCase<"OR", 2, "or">,
      I32EnumAttrCase<"XOR", 3, "xor">,
      I32EnumAttrCase<"MIN", 4, "min">,
      I32EnumAttrCase<"MAX", 5, "max">,
      I32EnumAttrCase<"UMIN", 6, "umin">,
      I32EnumAttrCase<"UMAX", 7, "umax">]>;
def CuteNVGPU_CombinationAttr
    : CuteNVGPU_EnumAttr<CuteNVGPU_Combination, "combination">;

def CuteNVGPU_Extreme : CuteNVGPU_Enum<"Extreme",
    "which number of all lanes of a warp is meant", [
      I32EnumAttrCase<"MIN", 0, "min">,
      I32EnumAttrCase<"MAX", 1, "max">]>;
def CuteNVGPU_ExtremeAttr : CuteNVGPU_EnumAttr<CuteNVGPU_Extreme, "extreme">;

def CuteNVGPU_UpdateAttr : CuteNVGPU_EnumAttr<CuteNVGPU_Update, "update">;

def CuteNVGPU_TensorMapField : CuteNVGPU_Enum<"TensorMapField",
    "a field of a tensor map", [
      I32EnumAttrCase<"GLOBAL_ADDRESS", 0, "global_address">,
      I32EnumAttrCase<"RANK", 1, "rank">,
      I32EnumAttrCase<"BOX_DIM", 2, "box_dim">,
      I32EnumAttrCase<"GLOBAL_DIM", 3, "global_dim">,
      I32EnumAttrCase<"GLOBAL_STRIDE", 4, "global_stride">,
      I32EnumAttrCase<"ELEMENT_STRIDE", 5, "element_stride">,
      I32EnumAttrCase<"ELEMTYPE", 6, "elemtype">,
      I32EnumAttrCase<"INTERLEAVE_LAYOUT", 7, "interleave_layout">,
      I32EnumAttrCase<"SWIZZLE_MODE", 8, "swizzle_mode">,
      I32EnumAttrCase<"FILL_MODE", 9, "fill_mode">,
      I32EnumAttrCase<"SWIZZLE_ATOMICITY", 10, "swizzle_atomicity">]>;
def CuteNVGPU_TensorMapFieldAttr
    : CuteNVGPU_EnumAttr<CuteNVGPU_TensorMapField, "tensor_map_field">;

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUENUMS_TD
