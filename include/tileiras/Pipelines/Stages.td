//===- Stages.td - The stages of a compilation -------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names of the stages, in the order of `enum class Stage` (Stage.h). The
// tool's help text and all parsers of a stage's name use this table.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_PIPELINES_STAGES_TD
#define TILEIRAS_PIPELINES_STAGES_TD

include "llvm/TableGen/SearchableTable.td"

defvar stageNames = ["tile", "tileaa", "tileas", "cute", "llvm", "llvmir", "ptx", "cubin"];

class StageRow<int number, string name> {
  bits<8> Number = number;
  string Name = name;
}

foreach number = !range(stageNames) in
  def stage_ # number : StageRow<number, stageNames[number]>;

def StageTable : GenericTable {
  let FilterClass = "StageRow";
  let CppTypeName = "StageRow";
  let Fields = ["Number", "Name"];
  let PrimaryKey = ["Number"];
  let PrimaryKeyName = "lookupStageRow";
}

#endif // TILEIRAS_PIPELINES_STAGES_TD
