//===- OpEncodingGen.h - The generators -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generators of tileiras-tblgen that start from the op records of cuda_tile
// (OpRecords.h): C++ tables for the bytecode reader and writer, and the
// reference.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TBLGEN_OPENCODINGGEN_H
#define TILEIRAS_TBLGEN_OPENCODINGGEN_H

namespace llvm {
class raw_ostream;
class RecordKeeper;
} // namespace llvm

namespace tileiras::tblgen {

/// Writes the tables of OpEncoding.h as C++ initialisers.
void emitOpEncodings(const llvm::RecordKeeper &records, llvm::raw_ostream &os);

/// Writes a line for each operation, for people and tests.
void printOpEncodings(const llvm::RecordKeeper &records, llvm::raw_ostream &os);

/// Writes the reference of all operations as Markdown. The records are those of
/// CudaTileReference.td.
void printOpReference(const llvm::RecordKeeper &records, llvm::raw_ostream &os);

/// Writes the rules of verifiers: operation, tabulator, rule; a line each.
void printOpRules(const llvm::RecordKeeper &records, llvm::raw_ostream &os);

} // namespace tileiras::tblgen

#endif // TILEIRAS_TBLGEN_OPENCODINGGEN_H
