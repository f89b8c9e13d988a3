//===- FuzzTileIRText.cpp - Fuzzes the parser of Tile IR text -------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "TileIR.h"

using namespace tileiras::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  QuietContext context;
  auto module = parseText(text, context);
  requireErrorsExplain(module, context);
  if (module)
    requireTextRoundTrip(*module);
  return 0;
}
