//===- LayoutTable.h - Layouts as tables for readers ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints Markdown that tells which thread holds which element, for the hover of
// an editor.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TOOLS_LAYOUTTABLE_H
#define TILEIRAS_TOOLS_LAYOUTTABLE_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace tileiras {

/// Returns a table for each `#nv_tileas.layout<{…}>` in a text: each once, the
/// first few only. Layouts are linear, so a row for each bit of lane and warp
/// indices shows all of them: the coordinates of lane 5 are those of lanes 1
/// and 4 combined by exclusive or. Empty if there is no layout.
std::string describeLayouts(llvm::StringRef text);

} // namespace tileiras

#endif // TILEIRAS_TOOLS_LAYOUTTABLE_H
