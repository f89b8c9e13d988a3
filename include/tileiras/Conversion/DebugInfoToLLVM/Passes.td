//===- Passes.td - Debug information for LLVM --------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_PASSES_TD
#define TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertDebugInfoToLLVM
    : Pass<"convert-debuginfo-to-llvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Convert scopes and debug values to LLVM's debug information";
  let description = [{
    Scopes and values are converted if `nv_tileaa.debug_info` requests them;
    otherwise a location with a scope becomes its file location alone, which
    gives no debug information.

    A `#cuda_tile.di_loc` becomes a location fused with the scope as a
    `#llvm.di_subprogram` or `#llvm.di_lexical_block`; a call site remains
    a call site. Operations of a function without a subprogram, and those whose
    scope is in another subprogram, get an unknown location, since a location in
    a file alone is no debug information. There is one compile unit, the first
    that is found.

    | `nv_tileaa.debug_info` | emission kind       | in PTX            | values  |
    |------------------------|---------------------|-------------------|---------|
    | `lineinfo`             | DebugDirectivesOnly | `.loc`            | dropped |
    | `full`                 | Full                | `.loc`, `.debug_*`| kept    |

    A `debuginfo.value` becomes an opaque copy of its operand and
    `llvm.intr.dbg.value`, or `llvm.intr.dbg.declare`, of that copy; an aggregate
    becomes these for each number in it, as fragments. A value that can't be
    resolved or described is an error at the operation.

    LLVM's LineTablesOnly would mark the PTX as `debug`, and ptxas would then
    not optimise.
  }];
  let options = [
    Option<"optLevel", "opt-level", "unsigned", "3",
           "Optimisation level; above 0 the compile unit is optimised">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::debuginfo::DebugInfoDialect"];
}

#endif // TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_PASSES_TD
