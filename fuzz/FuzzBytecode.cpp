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
#include "tileiras/Bytecode/BytecodeWriter.h"

using namespace tileiras;
using namespace tileiras::fuzz;

static std::string write(mlir::ModuleOp module, const QuietContext &context) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  require(succeeded(writeBytecode(module, os)),
          "not written: " + context.firstError() + "\n" + print(module));
  return bytes;
}

/// A module that was read can be written in the newest version, is the same
/// code when it is read again, and the same bytes when that is written.
/// Locations that bytecode can't hold may be lost the first time.
static void requireBytecodeRoundTrip(mlir::ModuleOp module,
                                     const QuietContext &context) {
  std::string bytes = write(module, context);
  QuietContext other;
  auto again = readBytecode({bytes, "written"}, other.get());
  require(bool(again), "what was written is not read: " + other.firstError() +
                           "\n" + print(module));
  std::string before = print(module, /*locations=*/false);
  std::string after = print(*again, /*locations=*/false);
  require(before == after,
          "bytecode read back differs:\n" + before + "\nbecame\n" + after);
  require(write(*again, other) == bytes,
          "written again, the bytes differ:\n" + print(module));
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef bytes(reinterpret_cast<const char *>(data), size);
  QuietContext context;
  auto module = readBytecode({bytes, "fuzz"}, context.get());
  requireErrorsExplain(module, context);
  if (module) {
    requireTextRoundTrip(*module);
    requireBytecodeRoundTrip(*module, context);
  }
  return 0;
}
