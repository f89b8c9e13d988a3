//===- Passes.td - Protocols -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_CUTLASSTOCUTENVGPU_PASSES_TD
#define TILEIRAS_CONVERSION_CUTLASSTOCUTENVGPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertCutlassToCuteNVGPU
    : Pass<"convert-cutlass-to-cute-nvgpu", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lower pipelines to mbarrier instructions and polling loops";
  let description = [{
    A state becomes two integers, the stage and the phase, also where loops and
    branches carry it. A wait becomes a loop of structured control flow that polls
    an mbarrier; an arrival becomes an instruction of the threads that arrive.
    Afterwards no operation of cutlass is left.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::cute_nvgpu::CuteNVGPUDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // TILEIRAS_CONVERSION_CUTLASSTOCUTENVGPU_PASSES_TD
