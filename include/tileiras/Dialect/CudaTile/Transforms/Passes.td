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

def FuseFMA : InterfacePass<"fuse-fma", "::mlir::FunctionOpInterface"> {
  let summary = "Fuse products with the sums that use them";
  let description = [{
    `addf(mulf(a, b), c)` becomes `fma(a, b, c)`, `subf(mulf(a, b), c)` becomes
    `fma(a, b, negf(c))`: one rounding where there were two, so results change.
    Only if rounding mode and `flush_to_zero` are the same and nothing else uses
    the product. Of two products in a sum the left one is fused.

    No pipeline runs this on its own account: front ends that want contraction
    write `fma`, and others count on two roundings.
  }];
  let dependentDialects = ["::mlir::cuda_tile::CudaTileDialect"];
}

def LoopSplit : InterfacePass<"loop-split", "::mlir::FunctionOpInterface"> {
  let summary = "Split loops where a condition on their counter changes";
  let description = [{
    See the head of LoopSplit.cpp. The integer attribute `loop_split_threshold`
    on an `if`, its `for` or the kernel (the innermost counts) overrides the
    option. The conditions become constants; canonicalisation removes the arms.
  }];
  let options = [
    Option<"threshold", "split-threshold", "int", /*default=*/"1",
           "How many operations one arm of the branch must have, unless an "
           "expensive one is among them; 0 splits no loop">];
  let dependentDialects = ["::mlir::cuda_tile::CudaTileDialect"];
}

def LoopToFor : InterfacePass<"loop-to-for", "::mlir::FunctionOpInterface"> {
  let summary = "Make loops that count up to a bound for loops";
  let description = [{
    See the head of LoopToFor.cpp. `while tile < tiles: …; tile += blocks` of
    persistent kernels is such a loop.
  }];
  let dependentDialects = ["::mlir::cuda_tile::CudaTileDialect"];
}

def LoopToWhile : InterfacePass<"loop-to-while", "::mlir::FunctionOpInterface"> {
  let summary = "Make loops leave where they begin";
  let description = [{
    See the head of LoopToWhile.cpp. Loops of CUDA Tile C++ get the form in which
    `loop-to-for` finds a counter.
  }];
  let dependentDialects = ["::mlir::cuda_tile::CudaTileDialect"];
}

def RenameSymbol : Pass<"rename-symbol", "::mlir::cuda_tile::ModuleOp"> {
  let summary = "Give a kernel or global another name";
  let description = [{
    The symbol, its uses and, in debug information, the name under which the
    kernel's subprogram links. A name that another symbol has is refused.
  }];
  let options = [Option<"from", "from", "std::string", /*default=*/"",
                        "The name of the symbol">,
                 Option<"to", "to", "std::string", /*default=*/"",
                        "Its name from now on">];
}

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
