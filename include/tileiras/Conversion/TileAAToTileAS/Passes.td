//===- Passes.td - nv_tileaa to nv_tileas ------------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_TILEAATOTILEAS_PASSES_TD
#define TILEIRAS_CONVERSION_TILEAATOTILEAS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTileAAToTileAS
    : Pass<"convert-tileaa-to-tileas", "::mlir::nv_tileaa::FuncOp"> {
  let summary = "Convert nv_tileaa to nv_tileas, operation by operation";
  let description = [{
    Operations whose work depends on the distribution of elements over threads
    become nv_tileas operations: accesses, dots, reductions and operations that
    re-arrange tiles. All others stay: pointers and views, tokens, element-wise
    work, control flow. Types don't change, since layouts are assigned later. A
    `dot` gets its MMA atom, which depends on the target and the element types;
    `insert` becomes views and a select.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::nv_tileas::TileASDialect"];
}

#endif // TILEIRAS_CONVERSION_TILEAATOTILEAS_PASSES_TD
