//===- LoweringReferenceGen.h - Lowerings of NVVM operations ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TOOLS_TILEIRAS_TBLGEN_LOWERINGREFERENCEGEN_H
#define TILEIRAS_TOOLS_TILEIRAS_TBLGEN_LOWERINGREFERENCEGEN_H

namespace llvm {
class raw_ostream;
class RecordKeeper;
} // namespace llvm

namespace tileiras::tblgen {

/// Prints a page in Markdown about the operations of nvvm, and those of llvm
/// that are intrinsics: the LLVM IR for each.
void printLoweringReference(const llvm::RecordKeeper &records,
                            llvm::raw_ostream &os);

} // namespace tileiras::tblgen

#endif // TILEIRAS_TOOLS_TILEIRAS_TBLGEN_LOWERINGREFERENCEGEN_H
