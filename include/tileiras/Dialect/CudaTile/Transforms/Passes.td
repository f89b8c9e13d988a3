//===- Passes.td - Passes on cuda_tile ---------------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUDATILE_TRANSFORMS_PASSES_TD
#define TILEIRAS_DIALECT_CUDATILE_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def SynthesizeDebugInfoScopes
    : Pass<"synthesize-debug-info-scopes", "::mlir::cuda_tile::ModuleOp"> {
  let summary = "Give each kernel without debug information a scope";
  let description = [{
    Debug information needs scopes (Tile IR specification, section 9.1); a front
    end that knows places in files only gets them here. Each kernel without a
    scope becomes a `di_subprogram`, named and linked like the kernel, in the
    file and at the line of its location; its operations get a `di_loc` of that
    scope at their own place, or at the kernel's if they have none. The place of
    a call site is the caller's, since that is in the kernel.

    The file of the compile unit is that of the module's location. Where no
    place is known, it is line 1 of `<unknown>`. Kernels with a scope stay as
    they are, globals have none.
  }];
}

#endif // TILEIRAS_DIALECT_CUDATILE_TRANSFORMS_PASSES_TD
