//===- Passes.td - cuda_tile to nv_tileaa ------------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_CUDATILETOTILEAA_PASSES_TD
#define TILEIRAS_CONVERSION_CUDATILETOTILEAA_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertCudaTileToTileAA
    : Pass<"convert-cudatile-to-tileaa", "::mlir::ModuleOp"> {
  let summary = "Convert Tile IR to tensors, with memory made explicit";
  let description = [{
    Turns each `cuda_tile.module` into a `gpu.module` and each `entry` of it
    into a kernel, an `nv_tileaa.func` with a `kernel_spec`. Tiles become
    tensors, rank-0 tiles become scalars; element-wise work becomes `arith` and
    `math`, control flow becomes `scf`. After it no cuda_tile operation or type
    is left.

    The target comes from `compute-capability` and is written to the gpu.module
    and to each kernel as `nv_tileaa.compute_capability` and
    `nv_tileaa.target_spec`. The hints of an entry override `num-warps`;
    `num_cta_in_cga` becomes `nv_tileaa.cluster_hint`, which
    `tileaa-partition-cta-cluster` follows or not.

    An operation that the target cannot do, or that this compiler does not
    support yet, is an error at that operation.
  }];
  let options = [
    Option<"computeCapability", "compute-capability", "int", "0",
           "The target as major * 10 + minor, such as 90">,
    Option<"numWarps", "num-warps", "unsigned", "4",
           "Warps of a CTA if the entry has no hint">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::math::MathDialect", "::mlir::nv_tileaa::TileAADialect",
    "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect"
  ];
}

#endif // TILEIRAS_CONVERSION_CUDATILETOTILEAA_PASSES_TD
