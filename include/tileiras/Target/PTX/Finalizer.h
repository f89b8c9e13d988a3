//===- Finalizer.h - Final rewriting of PTX text ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM 22 prints at most PTX 9.0, always the version that it was given, and
// knows no GPU newer than itself. Drivers and assemblers accept a text only up
// to their own version, so the text should require no more than it uses.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_PTX_FINALIZER_H
#define TILEIRAS_TARGET_PTX_FINALIZER_H

#include "tileiras/Target/PTX/PtxVersion.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace tileiras {

/// The changes to the text that LLVM printed.
struct FinalizeRequest {
  /// The `.target` to state, for a GPU for which LLVM made code under another
  /// name. If empty, it stays.
  std::string target;
  /// The lowest version that supports that target.
  PtxVersion targetMinVersion = 0;
  /// The operand of `.language`, given to each entry that has a `.reqntid`: 7
  /// is Tile IR. It needs PTX 9.2.
  std::optional<unsigned> language;
};

/// Rewrites `.target`, adds `.language`, and lowers or raises `.version` to the
/// version that the result needs. Numbers calls from 0, so that the text does
/// not depend on earlier compilations of the process. Joins the bytes of large
/// arrays to words, for which ptxas needs less time and memory. Works on lines;
/// everything else stays as it is.
std::string finalizePTX(llvm::StringRef ptx, const FinalizeRequest &request);

} // namespace tileiras

#endif // TILEIRAS_TARGET_PTX_FINALIZER_H
