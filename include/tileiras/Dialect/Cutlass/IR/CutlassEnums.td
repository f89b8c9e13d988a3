//===- CutlassEnums.td - Enumerations of cutlass -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSENUMS_TD
#define TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSENUMS_TD

include "mlir/IR/EnumAttr.td"

def Cutlass_Role : I32Enum<"Role", "producer or consumer of a pipeline", [
    I32EnumCase<"Producer", 0, "producer">,
    I32EnumCase<"Consumer", 1, "consumer">]> {
  let cppNamespace = "::mlir::cutlass";
}

def Cutlass_Arrival : I32Enum<"Arrival", "the threads that arrive at an mbarrier, and when", [
    // Each thread, when it executes the operation.
    I32EnumCase<"Thread", 0, "thread">,
    // One thread for its warp, when the others have executed the operation.
    I32EnumCase<"Warp", 1, "warp">,
    // Each thread, when the copies (cp.async) that it has started are done.
    I32EnumCase<"Copies", 2, "copies">,
    // One thread; the phase then expects the bytes of bulk copies, too.
    I32EnumCase<"Transactions", 3, "transactions">,
    // The thread that executes the operation, when its MMAs (tcgen05) are
    // complete.
    I32EnumCase<"Mma", 4, "mma">]> {
  let cppNamespace = "::mlir::cutlass";
}

#endif // TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSENUMS_TD
