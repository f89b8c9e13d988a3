//===- Passes.td - Function boundary -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_TILEFUNCTOLLVM_PASSES_TD
#define TILEIRAS_CONVERSION_TILEFUNCTOLLVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTileFuncToLLVM
    : Pass<"convert-nv-tile-func-to-llvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Convert function boundaries and launch metadata";
  let description = [{
    This runs before bodies are converted. It rewrites `nv_tileaa.func` and
    `nv_tileaa.return` to `func.func` and `func.return` with LLVM-compatible
    arguments (bare pointers). On kernels, the functions with
    `nv_tileaa.kernel_spec`, `nv_tileaa.compute_capability` and
    `nv_tileaa.target_spec`, the metadata becomes `nvvm.*` attributes:

    | from                          | to                                     |
    |-------------------------------|----------------------------------------|
    | kernel_spec                   | `cute.kernel`                          |
    | kernel_spec.numWarps          | `nvvm.reqntid` = 32 * numWarps; with an `agent_switch`, 32 * the warps of its agents |
    | kernel_spec.clusterDim{X,Y,Z} | `nvvm.cluster_dim`, `nvvm.blocksareclusters`, where the target has clusters and there is more than one CTA |
    | –                             | `nvvm.minctasm` = 1                    |
    | nv_tileaa.occupancy           | `nvvm.maxnreg`                         |

    compute_capability and target_spec are removed. Operations of cutlass are
    unchanged.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::NVVM::NVVMDialect",
                           "::mlir::cute::CuteDialect",
                           "::mlir::cutlass::CutlassDialect"];
}

def CuteKernelToNvvmRewrite
    : Pass<"cute-kernel-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Convert cute.kernel to nvvm.kernel when arguments have LLVM's types";
  let description = [{
    On the arguments of kernels `cute_nvgpu.grid_constant` becomes
    `nvvm.grid_constant`.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

#endif // TILEIRAS_CONVERSION_TILEFUNCTOLLVM_PASSES_TD
