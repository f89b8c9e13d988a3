//===- Passes.td - Bodies -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_TILEASTOLLVM_PASSES_TD
#define TILEIRAS_CONVERSION_TILEASTOLLVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTileASToLLVM
    : Pass<"convert-nv-tileas-to-llvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lower the bodies of kernels: tiles become registers";
  let description = [{
    Functions have been converted before (`convert-nv-tile-func-to-llvm`), every
    tensor has a layout, which is checked first (`tileas-verify-layouts`), and
    every buffer has an offset in shared memory (`tileas-assign-smem`). Then, in
    this order:

    1. tiles become registers, and addresses layouts and coordinates of cute,
       which are hoisted out of loops (`cute-hoist-addresses`). Operations on
       tiles that no other pattern matches are left to the PDL patterns of
       `builtin.module`s in the module, which are removed;
    2. pipelines become states and barrier objects, in cutlass, and these
       instructions (`convert-cutlass-to-cute-nvgpu`);
    3. structured control flow becomes branches;
    4. instructions become nvvm's (`convert-cute-nvgpu-to-nvvm`) and addresses
       integer arithmetic (`convert-cute-to-llvm`);
    5. scalars, branches and functions become LLVM's, and casts cancel.

    Afterwards only llvm and nvvm operations are left.
  }];
  let options = [
    Option<"indexBitwidth", "index-bitwidth", "unsigned", "32",
           "Width of the index type; 0 for the width of a pointer">,
    Option<"skipPipeline", "skip-pipeline", "bool", "false",
           "Stop before pipelines are converted in modules that have them, "
           "for inspection">,
    Option<"toInstructions", "to-instructions", "bool", "false",
           "Stop when the module consists of addresses of cute and "
           "instructions of cute_nvgpu">,
    Option<"fromInstructions", "from-instructions", "bool", "false",
           "Start from the result of to-instructions">,
    Option<"libraryFunctions", "library-functions", "bool", "false",
           "Call the device library for every mathematical function, also for "
           "those that this compiler has code for">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::cute::CuteDialect",
                           "::mlir::cute_nvgpu::CuteNVGPUDialect",
                           "::mlir::cutlass::CutlassDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::pdl::PDLDialect",
                           "::mlir::pdl_interp::PDLInterpDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::ub::UBDialect"];
}

#endif // TILEIRAS_CONVERSION_TILEASTOLLVM_PASSES_TD
