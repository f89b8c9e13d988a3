//===- Passes.td - MLIR passes of the last stage -----------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_NVVMATTACH_PASSES_TD
#define TILEIRAS_TARGET_NVVMATTACH_PASSES_TD

include "mlir/Pass/PassBase.td"

def GPUModulePrepare : Pass<"tileir-gpu-module-prepare", "::mlir::ModuleOp"> {
  let summary = "Write what later stages ask of the module onto gpu.module";
  let description = [{
    Sets `nv_tileaa.compute_capability` where it is absent; fails when it is
    present and another GPU is asked for. Sets `nv_tileaa.debug_info`, unless it
    is `none`.
  }];
  let options = [
    Option<"computeCapability", "compute-capability", "unsigned", "0",
           "GPU, as major*10 + minor; 0 leaves the module's own">,
    Option<"debugInfo", "debug-info", "std::string", "\"none\"",
           "none, lineinfo or full">
  ];
}

def AttachDeviceLibrary : Pass<"attach-device-library", "::mlir::ModuleOp"> {
  let summary = "Give modules that call math helpers their library";
  let description = [{
    Sets `blobLinkedLib` to the path of a bitcode file, or to the bytes of the built-in one, on every `gpu.module`
    that declares a function without defining it, the CUDA driver's own
    functions aside. A module that has the attribute keeps it, and one that
    needs no helper gets none.
  }];
  let options = [
    Option<"path", "path", "std::string", "", "Bitcode file; libclc: the one in this program; empty: none">
  ];
}

def AttachNVVMTarget : Pass<"attach-nvvm-target", "::mlir::ModuleOp"> {
  let summary = "Turn Tile target metadata into #nvvm.target";
  let description = [{
    Gives every `gpu.module` exactly one `#nvvm.target`, replacing the ones it
    had. What the module says about itself, in the order in which it is read:

    * `nv_tileaa.compute_capability`, an integer major*10 + minor;
    * `nv_tileaa.target_spec`, a string `"sm_XX"`, when the first is absent;
    * `nv_tileaa.libnvvm_use_nvgpucomp`, a bool that selects the NVGpuComp path;
    * `nv_tileaa.debug_info`, `"lineinfo"` or `"full"`; the latter gives `-g`.

    Chip and features come from the target table. The target's own SM check is
    off, because it refuses tcgen05 operations that LLVM and ptxas take.
  }];
  let options = [
    Option<"optLevel", "opt-level", "unsigned", "3",
           "Optimisation level (0 to 3)">
  ];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect"];
}

#endif // TILEIRAS_TARGET_NVVMATTACH_PASSES_TD
