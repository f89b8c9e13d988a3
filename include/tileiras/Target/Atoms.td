//===- Atoms.td - One row per instruction ------------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of atoms; AtomBase.td describes the fields of a record.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_ATOMS_TD
#define TILEIRAS_TARGET_ATOMS_TD

include "tileiras/Target/AsyncMmaAtoms.td"
include "tileiras/Target/BarrierAtoms.td"
include "tileiras/Target/BulkCopyAtoms.td"
include "tileiras/Target/CopyAtoms.td"
include "tileiras/Target/ReduceAtoms.td"
include "tileiras/Target/WarpMmaAtoms.td"

def AtomTable : GenericTable {
  let FilterClass = "Atom";
  let CppTypeName = "AtomInfo";
  let Fields = [
    "Name", "Mnemonic", "Ptx", "TheKind", "Threads", "M", "N", "K",
    "TransposeOf", "OperandBits", "SpacesA", "SpacesB", "SpacesC", "ElementsA", "ElementsB",
    "ElementsC", "ElementsMnMajor", "FragmentA", "FragmentB", "FragmentC",
    "ElementsOfScales", "ScaleBlock", "TheCompletion", "Capability", "TheSize",
    "MinSize", "MaxSize", "SizeIsMultiple", "TheLowering", "TensorCycles",
    "SharedBytes", "SharedBytesPerSize", "IssueSlots"];
  string TypeOf_TheKind = "Kind";
  string TypeOf_FragmentA = "Fragment";
  string TypeOf_FragmentB = "Fragment";
  string TypeOf_FragmentC = "Fragment";
  string TypeOf_TheCompletion = "Completion";
  string TypeOf_Capability = "code";
  string TypeOf_TheSize = "SizeUnit";
  string TypeOf_TheLowering = "Lowering";
}

def lookupAtomRow : SearchIndex {
  let Table = AtomTable;
  let Key = ["Name"];
}

#endif // TILEIRAS_TARGET_ATOMS_TD
