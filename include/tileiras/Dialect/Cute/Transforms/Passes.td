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
  let summary = "What a loop does not change of an address comes before it";
  let description = [{
    Constants become parts of types, operations that are the same are merged,
    tiles whose coordinate changes in a loop only in part are cut in two steps,
    the constant part first, and what then does not change in a loop moves out
    of it, with the arithmetic that it needs.
  }];
  let dependentDialects = ["::mlir::cute::CuteDialect"];
}

#endif // TILEIRAS_DIALECT_CUTE_TRANSFORMS_PASSES_TD
