//===- TileASBase.td - The nv_tileas dialect -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nv_tileas ("assembly") is the third stage: every tensor carries a layout that
// says which register of which thread holds which element, and target-dependent
// choices are made: atoms of copies and MMAs, shared memory, barriers.
// Target-independent operations stay those of nv_tileaa, arith, math and scf.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEASBASE_TD
#define TILEIRAS_DIALECT_TILEAS_IR_TILEASBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "tileiras/Dialect/TileAA/IR/TileAATypes.td"

def TileAS_Dialect : Dialect {
  let name = "nv_tileas";
  let cppNamespace = "::mlir::nv_tileas";
  let summary = "Tiles spread over threads";
  let dependentDialects = ["::mlir::cute_nvgpu::CuteNVGPUDialect",
                           "::mlir::nv_tileaa::TileAADialect",
                           "::mlir::nv_tileas::TileASNamesDialect"];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let extraClassDeclaration = [{
    /// The attribute of a kernel with the bytes of shared memory that it uses
    /// (IntegerAttr).
    static llvm::StringRef getSharedMemoryAttrName() {
      return "nv_tileas.shared_memory";
    }
    /// The attribute of an argument that is a tensor map, which says how to
    /// encode it (TensorMapAttr).
    static llvm::StringRef getTensorMapAttrName() {
      return "nv_tileas.tensor_map";
    }
    void registerAttributes();
  }];
}

class TileAS_Op<string mnemonic, list<Trait> traits = []>
    : Op<TileAS_Dialect, mnemonic, traits>;

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEASBASE_TD
