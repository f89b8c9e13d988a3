//===- TileASEnums.td - Enumerations of nv_tileas -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEASENUMS_TD
#define TILEIRAS_DIALECT_TILEAS_IR_TILEASENUMS_TD

include "mlir/IR/EnumAttr.td"

class TileAS_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::nv_tileas";
  let genSpecializedAttr = 0;
}

def TileAS_PipelineRole : TileAS_Enum<"PipelineRole", "a side of a pipeline", [
      I32EnumAttrCase<"Producer", 0, "producer">,
      I32EnumAttrCase<"Consumer", 1, "consumer">]>;

def TileAS_CompletionKind
    : TileAS_Enum<"CompletionKind", "what ends a phase of a pipeline", [
      I32EnumAttrCase<"Threads", 0, "threads">,
      I32EnumAttrCase<"CpAsync", 1, "cp_async">,
      I32EnumAttrCase<"Group", 2, "group">,
      I32EnumAttrCase<"Tx", 3, "tx">,
      I32EnumAttrCase<"Mma", 4, "mma">]>;

def TileAS_OobMode
    : TileAS_Enum<"OobMode", "what a load finds outside of the array", [
      I32EnumAttrCase<"Zero", 0, "zero">,
      I32EnumAttrCase<"NaN", 1, "nan">]>;

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEASENUMS_TD
