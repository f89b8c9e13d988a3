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
    Operations whose work depends on which thread holds what become those of
    nv_tileas: accesses, products, reductions and what re-arranges tiles. All
    others stay: pointers and views, tokens, element-wise work, control flow.
    Types don't change; layouts come later. A `dot` gets its atom, which the
    target and the element types decide; `insert` is said with views and a
    select.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::nv_tileas::TileASDialect"];
}

#endif // TILEIRAS_CONVERSION_TILEAATOTILEAS_PASSES_TD
