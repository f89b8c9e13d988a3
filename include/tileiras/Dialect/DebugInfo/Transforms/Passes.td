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
    subprogram get a lexical block, one for the region, at the source location
    of the region's first operation. A block is a child of the subprogram, also
    if regions nest. The pass keeps existing lexical blocks: a front end knows
    its language better.

    In the location of an inlined operation, the frame that contains the region
    gets the block.
  }];
  let dependentDialects = ["::mlir::cuda_tile::CudaTileDialect"];
}

def DebugInfoDescribeValues : Pass<"debuginfo-describe-values"> {
  let summary = "Describe kernel parameters and values with names";
  let description = [{
    Every parameter of a kernel that has a subprogram becomes a variable, and
    every value whose location has a name (`loc("x"(…))`) and a scope: results,
    of which an operation may have one in addition to tokens, and arguments of
    regions. If a `for` carries a single value, that value and the result are
    one variable. A parameter without a name is called `arg` and its number.

    The pass skips values that the translation can't describe: tokens, and
    numbers of 4 bits.
  }];
  let dependentDialects = ["::mlir::debuginfo::DebugInfoDialect"];
}

def DebugInfoDescribeAssignments : Pass<"debuginfo-describe-assignments"> {
  let summary = "Describe values by the names that the source assigns them to";
  let description = [{
    Bytecode has source locations, but no names. This pass reads the lines of
    Python that locations with scopes refer to, and describes the values that
    those lines assign to a name: the value of `acc = ct.mma(a, b, acc)` is from
    there on the variable `acc` of the subprogram. Several assignments to one
    name are one variable, as in Python. The pass also describes the index of
    loops, values that loops carry, if the next iteration's value has a name,
    and results of branches. A view of an array that is a kernel's parameter is
    a variable with the parameter's name.

    The pass leaves out a name that some line of the function assigns without an
    operation at that location (`x = y`): a debugger would show its old value.

    If there is no such file, or a line assigns nothing at the operation's
    column, there is no description. `debuginfo-describe-values` handles values
    whose location has a name.
  }];
  let dependentDialects = ["::mlir::debuginfo::DebugInfoDialect"];
}

def DebugInfoStripValues : Pass<"debuginfo-strip-values"> {
  let summary = "Erase descriptions of values";
  let description = [{
    The pass runs unless full debug information is requested: the compiled code
    is then the same as without descriptions.
  }];
}

#endif // TILEIRAS_DIALECT_DEBUGINFO_TRANSFORMS_PASSES_TD
