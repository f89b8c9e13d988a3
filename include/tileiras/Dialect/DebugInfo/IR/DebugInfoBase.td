//===- DebugInfoBase.td - The debuginfo dialect ------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// debuginfo describes the values of a program for a debugger. An operation has
// the name, the scope and the program's type of a value, and is kept through
// all stages next to the operation that computes the value.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_DEBUGINFO_IR_DEBUGINFOBASE_TD
#define TILEIRAS_DIALECT_DEBUGINFO_IR_DEBUGINFOBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def DebugInfo_Dialect : Dialect {
  let name = "debuginfo";
  let cppNamespace = "::mlir::debuginfo";
  let summary = "Values that a debugger shows";
  let dependentDialects = ["::mlir::cuda_tile::CudaTileDialect"];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
}

class DebugInfo_Op<string mnemonic, list<Trait> traits = []>
    : Op<DebugInfo_Dialect, mnemonic, traits>;

#endif // TILEIRAS_DIALECT_DEBUGINFO_IR_DEBUGINFOBASE_TD
