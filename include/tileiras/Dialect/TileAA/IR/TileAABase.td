//===- TileAABase.td - The nv_tileaa dialect -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nv_tileaa ("alias aware") is the second stage: tiles are `tensor` values,
// rank-0 tiles are plain scalars, element-wise work is done by `arith` and
// `math`, control flow by `scf`. What Tile IR leaves implicit about memory is
// explicit here: pointers, memrefs, tiled views and the order of accesses.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILEAABASE_TD
#define TILEIRAS_DIALECT_TILEAA_IR_TILEAABASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def TileAA_Dialect : Dialect {
  let name = "nv_tileaa";
  let cppNamespace = "::mlir::nv_tileaa";
  let summary = "Tiles as tensors, with memory made explicit";
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    /// On a gpu.module: the target as major * 10 + minor (IntegerAttr).
    static llvm::StringRef getComputeCapabilityAttrName() {
      return "nv_tileaa.compute_capability";
    }
    /// On a gpu.module: the target as "sm_XX" (StringAttr).
    static llvm::StringRef getTargetSpecAttrName() {
      return "nv_tileaa.target_spec";
    }
    /// On a kernel: threads and clusters (KernelSpecAttr).
    static llvm::StringRef getKernelSpecAttrName() {
      return "nv_tileaa.kernel_spec";
    }
    /// On a kernel: the hinted number of tile blocks per SM (IntegerAttr).
    static llvm::StringRef getOccupancyAttrName() {
      return "nv_tileaa.occupancy";
    }
    /// On a kernel: the hinted number of CTAs per tile block, which
    /// `tileaa-partition-cta-cluster` follows or not (IntegerAttr).
    static llvm::StringRef getClusterHintAttrName() {
      return "nv_tileaa.cluster_hint";
    }
    /// On a gpu.module: "none", "lineinfo" or "full" (StringAttr).
    static llvm::StringRef getDebugInfoAttrName() {
      return "nv_tileaa.debug_info";
    }
    /// On a gpu.module: a request to libNVVM, which is recorded (BoolAttr).
    static llvm::StringRef getUseNVGpuCompAttrName() {
      return "nv_tileaa.libnvvm_use_nvgpucomp";
    }
    /// On any operation: its results are used again, which schedulers may
    /// consider (UnitAttr).
    static llvm::StringRef getMarkForReuseAttrName() {
      return "nv_tileaa.mark_for_reuse";
    }

    void registerTypes();
    void registerAttributes();
  }];
}

class TileAA_Op<string mnemonic, list<Trait> traits = []>
    : Op<TileAA_Dialect, mnemonic, traits>;

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEAABASE_TD
