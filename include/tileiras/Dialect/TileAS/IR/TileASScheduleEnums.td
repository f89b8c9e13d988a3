//===- TileASScheduleEnums.td - Enumerations of schedules -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEASSCHEDULEENUMS_TD
#define TILEIRAS_DIALECT_TILEAS_IR_TILEASSCHEDULEENUMS_TD

include "mlir/IR/EnumAttr.td"

class TileAS_ScheduleEnum<string name, string summary,
                          list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::nv_tileas";
  let genSpecializedAttr = 0;
}

def TileAS_ReplicaKind
    : TileAS_ScheduleEnum<"ReplicaKind", "what replicas divide", [
      I32EnumAttrCase<"Rows", 0, "rows">,
      I32EnumAttrCase<"Columns", 1, "columns">,
      I32EnumAttrCase<"Iterations", 2, "iterations">]>;

def TileAS_ScheduleMode
    : TileAS_ScheduleEnum<"ScheduleMode", "how a kernel overlaps its work", [
      I32EnumAttrCase<"Serial", 0, "serial">,
      I32EnumAttrCase<"Pipelined", 1, "pipelined">,
      I32EnumAttrCase<"WarpSpecialized", 2, "warp_specialized">]>;

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEASSCHEDULEENUMS_TD
