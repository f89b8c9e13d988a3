//===- CuteEnums.td - Enumerations of cute -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTE_IR_CUTEENUMS_TD
#define TILEIRAS_DIALECT_CUTE_IR_CUTEENUMS_TD

include "mlir/IR/EnumAttr.td"

// The numbers are LLVM's address spaces.
def Cute_Space : I32Enum<"Space", "which memory", [
    I32EnumCase<"gmem", 1>,
    I32EnumCase<"smem", 3>]> {
  let cppNamespace = "::mlir::cute";
}

#endif // TILEIRAS_DIALECT_CUTE_IR_CUTEENUMS_TD
