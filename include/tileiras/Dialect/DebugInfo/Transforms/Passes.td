//===- Passes.td - Passes on debuginfo ---------------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_DEBUGINFO_TRANSFORMS_PASSES_TD
#define TILEIRAS_DIALECT_DEBUGINFO_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def DebugInfoScopeRegions : Pass<"debuginfo-scope-regions"> {
  let summary = "Give the regions of branches and loops lexical blocks";
  let description = [{
    Operations in a region of `if`, `for` and the like whose scope is a
    subprogram get a lexical block of it, one for the region, at the place of the
    region's first operation. A block is a child of the subprogram, also where
    regions nest. Lexical blocks that are there already stay: a front end knows
    its language better.

    Of an inlined operation the block goes to the frame that the region is in.
  }];
  let dependentDialects = ["::mlir::cuda_tile::CudaTileDialect"];
}

def DebugInfoDescribeValues : Pass<"debuginfo-describe-values"> {
  let summary = "Describe kernel parameters and values with names";
  let description = [{
    Every parameter of a kernel that has a subprogram becomes a variable, and
    every value whose location has a name (`loc("x"(…))`) and a scope: results,
    of which an operation may have one beside tokens, and arguments of regions.
    What a `for` carries, if that is one value, is the variable of its result. A
    parameter without a name is called `arg` and its number.

    Passed over is what the translation can't describe: tokens, and numbers of 4
    bits.
  }];
  let dependentDialects = ["::mlir::debuginfo::DebugInfoDialect"];
}

def DebugInfoDescribeAssignments : Pass<"debuginfo-describe-assignments"> {
  let summary = "Describe values by the names that the source assigns them to";
  let description = [{
    Bytecode holds places, but no names. This pass reads the lines of Python that
    locations with scopes name, and describes what those assign to a name:
    the value of `acc = ct.mma(a, b, acc)` is from there on the variable `acc`
    of the subprogram. Several assignments to one name are one variable, as in
    Python. Of loops the index is described, what they carry, if it has a name
    where it is continued with, and so are results of branches. A view of an
    array that is a kernel's parameter is a variable by the parameter's name.

    A name is left out that some line of the function assigns without an
    operation at that place (`x = y`): it would be shown with what it was before.

    Where there is no such file, or a line assigns nothing at the operation's
    column, nothing is described. Values whose location has a name are left to
    `debuginfo-describe-values`.
  }];
  let dependentDialects = ["::mlir::debuginfo::DebugInfoDialect"];
}

def DebugInfoStripValues : Pass<"debuginfo-strip-values"> {
  let summary = "Erase descriptions of values";
  let description = [{
    For everything but full debug information: what is compiled is then the same
    as if nothing had been described.
  }];
}

#endif // TILEIRAS_DIALECT_DEBUGINFO_TRANSFORMS_PASSES_TD
