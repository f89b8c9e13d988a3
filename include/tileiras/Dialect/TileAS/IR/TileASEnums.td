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

def TileAS_MmaKind : I32EnumAttr<"MmaKind", "unit that multiplies", [
    I32EnumAttrCase<"Fma", 0, "fma">,
    I32EnumAttrCase<"MmaSync", 1, "mma_sync">]> {
  let cppNamespace = "::mlir::nv_tileas";
}

def TileAS_CopyKind : I32EnumAttr<"CopyKind", "instruction that copies", [
    I32EnumAttrCase<"Universal", 0, "universal">,
    I32EnumAttrCase<"Ldsm", 1, "ldsm">,
    I32EnumAttrCase<"LdsmTrans", 2, "ldsm_trans">]> {
  let cppNamespace = "::mlir::nv_tileas";
}

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEASENUMS_TD
