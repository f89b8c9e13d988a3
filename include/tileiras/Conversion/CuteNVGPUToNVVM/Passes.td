//===- Passes.td - Instructions -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_CUTENVGPUTONVVM_PASSES_TD
#define TILEIRAS_CONVERSION_CUTENVGPUTONVVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertCuteNVGPUToNVVM
    : Pass<"convert-cute-nvgpu-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Convert each operation of cute_nvgpu to one of nvvm or llvm";
  let description = [{
    This is part of the fifth phase of `convert-nv-tileas-to-llvm`. Operands and
    results have LLVM's types already. An instruction that the target of the
    module lacks is an error. Afterwards no operation of cute_nvgpu is left.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

#endif // TILEIRAS_CONVERSION_CUTENVGPUTONVVM_PASSES_TD
