//===- Passes.td - Passes on nv_tileaa ---------------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_TRANSFORMS_PASSES_TD
#define TILEIRAS_DIALECT_TILEAA_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TileAAAnnotateAccesses
    : Pass<"tileaa-annotate-accesses", "::mlir::nv_tileaa::FuncOp"> {
  let summary = "Write down what is known of each access to memory";
  let description = [{
    Runs the analyses of `lib/Analysis` on the function and puts what they find
    on the accesses: `alignment`, `contiguity`, `in_bounds`, `index_bits` and
    `read_only`. Layouts and code are chosen from these attributes alone; what
    the program says with `assume` has then done its work. Facts that stand on an
    access already are replaced, but `in_bounds` and `read_only` only become
    stronger: they may come from the program.
  }];
}

#endif // TILEIRAS_DIALECT_TILEAA_TRANSFORMS_PASSES_TD
