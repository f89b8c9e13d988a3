//===- PtxVersion.h - The .version that PTX text requires -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans PTX text for the newest feature that it uses, by the table
// PtxVersions.td. The finaliser states that version, so that older drivers and
// assemblers accept the text.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_PTX_PTXVERSION_H
#define TILEIRAS_TARGET_PTX_PTXVERSION_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace tileiras {

/// A PTX ISA version as major*10 + minor: 90 is 9.0. Minor versions have never
/// passed 9.
using PtxVersion = unsigned;

/// Returns "9.0" for 90.
std::string formatPtxVersion(PtxVersion version);

/// Returns 90 for "9.0"; 0 for any other text.
PtxVersion parsePtxVersion(llvm::StringRef text);

/// Returns the `.version` that `ptx` states; 0 if it states none.
PtxVersion statedPtxVersion(llvm::StringRef ptx);

/// Returns the lowest version that has every directive, instruction and
/// modifier of `ptx`, according to PtxVersions.td. If the table lacks one of
/// them, the result is the version that the text states. The `.target` is
/// ignored.
PtxVersion requiredPtxVersion(llvm::StringRef ptx);

} // namespace tileiras

#endif // TILEIRAS_TARGET_PTX_PTXVERSION_H
