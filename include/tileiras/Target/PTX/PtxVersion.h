//===- PtxVersion.h - Which .version a PTX text needs -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// "9.0" for 90.
std::string formatPtxVersion(PtxVersion version);

/// 90 for "9.0"; 0 for anything else.
PtxVersion parsePtxVersion(llvm::StringRef text);

/// The `.version` that `ptx` states; 0 when it states none.
PtxVersion statedPtxVersion(llvm::StringRef ptx);

/// The lowest version that has every directive, instruction and modifier of
/// `ptx`, going by PtxVersions.td. For what that table does not know, the
/// answer is the version that the text states. The `.target` is not looked at.
PtxVersion requiredPtxVersion(llvm::StringRef ptx);

} // namespace tileiras

#endif // TILEIRAS_TARGET_PTX_PTXVERSION_H
