//===- MessageFilter.h - Edits messages of a language server ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's language server is one function that reads standard input, writes
// standard output, and has no hook for the text of a hover. So its messages go
// through a pipe, and another process passes them on, which outlives the server
// however that ends:
//
//     server ── standard output ──▶ pipe ──▶ edit ──▶ the real standard output
//
// A message is `Content-Length: N`, an empty line, and N bytes of JSON.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TOOLS_MESSAGEFILTER_H
#define TILEIRAS_TOOLS_MESSAGEFILTER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

namespace tileiras {

/// Runs \p server with its standard output edited, and returns its result. \p
/// edit changes a message and returns whether it did; unchanged messages are
/// passed on as they were.
int runFiltered(llvm::function_ref<int()> server,
                llvm::function_ref<bool(llvm::json::Object &)> edit);

} // namespace tileiras

#endif // TILEIRAS_TOOLS_MESSAGEFILTER_H
