//===- FuzzBytecode.cpp - Fuzzes the bytecode reader ----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "TileIR.h"

#include "tileiras/Bytecode/BytecodeReader.h"

using namespace tileiras;
using namespace tileiras::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef bytes(reinterpret_cast<const char *>(data), size);
  QuietContext context;
  auto module = readBytecode({bytes, "fuzz"}, context.get());
  requireErrorsExplain(module, context);
  if (module)
    requireTextRoundTrip(*module);
  return 0;
}
