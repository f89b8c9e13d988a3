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
  let summary = "Functions and their launch metadata, before the bodies";
  let description = [{
    Rewrites `nv_tileaa.func` and `nv_tileaa.return` to `func.func` and
    `func.return` with LLVM-compatible arguments (bare pointers). On kernels,
    those with `nv_tileaa.kernel_spec`, `nv_tileaa.compute_capability` and
    `nv_tileaa.target_spec`, the metadata becomes `nvvm.*` attributes:

    | from                          | to                                     |
    |-------------------------------|----------------------------------------|
    | kernel_spec                   | `cute.kernel`                          |
    | kernel_spec.numWarps          | `nvvm.reqntid` = 32 * numWarps; with an `agent_switch`, 32 * the warps of its agents |
    | kernel_spec.clusterDim{X,Y,Z} | `nvvm.cluster_dim`, `nvvm.blocksareclusters`, where the target has clusters and there is more than one CTA |
    | –                             | `nvvm.minctasm` = 1                    |
    | nv_tileaa.occupancy           | `nvvm.maxnreg`                         |

    compute_capability and target_spec are consumed. Operations of cutlass stay
    as they are.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::NVVM::NVVMDialect",
                           "::mlir::cute::CuteDialect",
                           "::mlir::cutlass::CutlassDialect"];
}

def CuteKernelToNvvmRewrite
    : Pass<"cute-kernel-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "cute.kernel becomes nvvm.kernel, once arguments are LLVM's";
  let description = [{
    On the arguments of kernels `cute_nvgpu.grid_constant` becomes
    `nvvm.grid_constant`.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

#endif // TILEIRAS_CONVERSION_TILEFUNCTOLLVM_PASSES_TD
