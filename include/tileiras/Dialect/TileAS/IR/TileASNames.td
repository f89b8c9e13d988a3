//===- TileASNames.td - The prefix of schedule attributes -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEASNAMES_TD
#define TILEIRAS_DIALECT_TILEAS_IR_TILEASNAMES_TD

include "mlir/IR/DialectBase.td"

def TileASNames_Dialect : Dialect {
  let name = "tileas";
  let cppNamespace = "::mlir::nv_tileas";
  let summary = "Names of the attributes that schedule a kernel";
  let description = [{
    The documented names of a schedule and of its constraints begin with
    `tileas.`; MLIR lets the dialect of that name check them. It has nothing
    else (IR/Schedule.h).
  }];
  let hasOperationAttrVerify = 1;
}

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEASNAMES_TD
