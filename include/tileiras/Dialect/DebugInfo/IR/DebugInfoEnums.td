//===- DebugInfoEnums.td - Enumerations of debuginfo -------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_DEBUGINFO_IR_DEBUGINFOENUMS_TD
#define TILEIRAS_DIALECT_DEBUGINFO_IR_DEBUGINFOENUMS_TD

include "mlir/IR/EnumAttr.td"

def DebugInfo_Kind
    : I32Enum<"Kind", "what the operand of a description is", [
    // The value itself, from here on.
    I32EnumCase<"Value", 0, "value">,
    // The address of memory that holds it, wherever the variable is in scope.
    I32EnumCase<"Declare", 1, "declare">,
    // The address of memory that holds it from here on.
    I32EnumCase<"Addr", 2, "addr">]> {
  let cppNamespace = "::mlir::debuginfo";
}

#endif // TILEIRAS_DIALECT_DEBUGINFO_IR_DEBUGINFOENUMS_TD
