//===- AtomReferenceGen.h - Reference of the atoms --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TOOLS_TILEIRAS_TBLGEN_ATOMREFERENCEGEN_H
#define TILEIRAS_TOOLS_TILEIRAS_TBLGEN_ATOMREFERENCEGEN_H

namespace llvm {
class raw_ostream;
class RecordKeeper;
} // namespace llvm

namespace tileiras::tblgen {

/// Prints a page in Markdown about the records of Atoms.td.
void printAtomReference(const llvm::RecordKeeper &records,
                        llvm::raw_ostream &os);

} // namespace tileiras::tblgen

#endif // TILEIRAS_TOOLS_TILEIRAS_TBLGEN_ATOMREFERENCEGEN_H
