//===- Passes.td - Passes on cute -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTE_TRANSFORMS_PASSES_TD
#define TILEIRAS_DIALECT_CUTE_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def CuteHoistAddresses : Pass<"cute-hoist-addresses"> {
  let summary = "Hoist loop-invariant parts of addresses";
  let description = [{
    Constants become parts of types, and equal operations are merged. A tile
    whose coordinate varies in a loop in some modes only is divided in two
    steps, the loop-invariant modes first. Then loop-invariant operations move
    out of the loop, with the arithmetic that they need.
  }];
  let dependentDialects = ["::mlir::cute::CuteDialect"];
}

#endif // TILEIRAS_DIALECT_CUTE_TRANSFORMS_PASSES_TD
