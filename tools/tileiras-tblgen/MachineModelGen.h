//===- MachineModelGen.h - Tables of machines -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TOOLS_TILEIRAS_TBLGEN_MACHINEMODELGEN_H
#define TILEIRAS_TOOLS_TILEIRAS_TBLGEN_MACHINEMODELGEN_H

namespace llvm {
class raw_ostream;
class RecordKeeper;
} // namespace llvm

namespace tileiras::tblgen {

/// Prints the records of MachineModel.td as JSON, which the loop model reads.
void printMachineModel(const llvm::RecordKeeper &records,
                       llvm::raw_ostream &os);

/// Prints the table of MachineModel.cpp.
void emitMachineModel(const llvm::RecordKeeper &records, llvm::raw_ostream &os);

} // namespace tileiras::tblgen

#endif // TILEIRAS_TOOLS_TILEIRAS_TBLGEN_MACHINEMODELGEN_H
