//===- Passes.td - Passes on cuda_tile ---------------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Optional passes on Tile IR: optimisations that a user asks for by an option
// or that prepare loops for the conversion, and passes that edit symbols and
// debug information.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUDATILE_TRANSFORMS_PASSES_TD
#define TILEIRAS_DIALECT_CUDATILE_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def FuseFMA : InterfacePass<"fuse-fma", "::mlir::FunctionOpInterface"> {
  let summary = "Contract multiplications and additions to fma";
  let description = [{
    `addf(mulf(a, b), c)` becomes `fma(a, b, c)`, `subf(mulf(a, b), c)` becomes
    `fma(a, b, negf(c))`: one rounding replaces two, so results change. The
    rewrite applies if rounding mode and `flush_to_zero` are the same and the
    product has no other use. Of two products in a sum the left one is fused.

    No pipeline runs this by default: front ends that require contraction emit
    `fma`, and others rely on two roundings.
  }];
  let dependentDialects = ["::mlir::cuda_tile::CudaTileDialect"];
}

def LoopSplit : InterfacePass<"loop-split", "::mlir::FunctionOpInterface"> {
  let summary = "Split loops where a condition on their counter changes";
  let description = [{
    LoopSplit.cpp describes the rewrite. The integer attribute
    `loop_split_threshold` on an `if`, its `for` or the kernel (the innermost
    counts) overrides the option. The conditions become constants;
    canonicalisation removes the arms.
  }];
  let options = [
    Option<"threshold", "split-threshold", "int", /*default=*/"1",
           "The number of operations that one arm of the branch must have, "
           "unless one of them is expensive; 0 splits no loop">];
  let dependentDialects = ["::mlir::cuda_tile::CudaTileDialect"];
}

def LoopToFor : InterfacePass<"loop-to-for", "::mlir::FunctionOpInterface"> {
  let summary = "Convert counted loops to for loops";
  let description = [{
    LoopToFor.cpp describes the rewrite. `while tile < tiles: …; tile += blocks`
    of persistent kernels is such a loop.
  }];
  let dependentDialects = ["::mlir::cuda_tile::CudaTileDialect"];
}

def LoopToWhile : InterfacePass<"loop-to-while", "::mlir::FunctionOpInterface"> {
  let summary = "Move the exit of loops to the top";
  let description = [{
    LoopToWhile.cpp describes the rewrite. Loops of CUDA Tile C++ get the form
    in which `loop-to-for` finds a counter.
  }];
  let dependentDialects = ["::mlir::cuda_tile::CudaTileDialect"];
}

def RenameSymbol : Pass<"rename-symbol", "::mlir::cuda_tile::ModuleOp"> {
  let summary = "Give a kernel or global another name";
  let description = [{
    Renames the symbol, its uses and, in debug information, the linkage name of
    the kernel's subprogram. A name that another symbol has is an error.
  }];
  let options = [Option<"from", "from", "std::string", /*default=*/"",
                        "The name of the symbol">,
                 Option<"to", "to", "std::string", /*default=*/"",
                        "The new name">];
}

def SynthesizeDebugInfoScopes
    : Pass<"synthesize-debug-info-scopes", "::mlir::cuda_tile::ModuleOp"> {
  let summary = "Give each kernel without debug information a scope";
  let description = [{
    Debug information needs scopes (Tile IR specification, section 9.1); this
    pass creates them for front ends that only emit file locations. Each kernel
    without a scope gets a `di_subprogram`, with the kernel's name and linkage
    name, in the file and at the line of its location; its operations get a
    `di_loc` of that scope at their own location, or at the kernel's if they
    have none. The location of a call site is the caller's, since that is in the
    kernel.

    The file of the compile unit is that of the module's location. An unknown
    location becomes line 1 of `<unknown>`. Kernels with a scope are unchanged,
    and globals have none.
  }];
}

#endif // TILEIRAS_DIALECT_CUDATILE_TRANSFORMS_PASSES_TD
