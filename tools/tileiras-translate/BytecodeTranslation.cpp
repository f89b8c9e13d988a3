//===- BytecodeTranslation.cpp - Bytecode as a translation ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BytecodeTranslation.h"

#include "tileiras/Bytecode/BytecodeReader.h"
#include "tileiras/Bytecode/BytecodeWriter.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace tileiras;

namespace cl = llvm::cl;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

namespace {
/// Parses "13.4", in the supported range.
struct VersionParser : cl::parser<std::string> {
  using cl::parser<std::string>::parser;

  bool parse(cl::Option &option, StringRef, StringRef text,
             std::string &value) {
    std::optional<BytecodeVersion> version = BytecodeVersion::parse(text);
    if (!version || *version < kOldestBytecodeVersion ||
        *version > kNewestBytecodeVersion)
      return option.error(
          "expected a version from " + kOldestBytecodeVersion.str() + " to " +
          kNewestBytecodeVersion.str() + ", got '" + text + "'");
    value = text.str();
    return false;
  }
};
} // namespace

static cl::opt<std::string, false, VersionParser> &getVersionOption() {
  static cl::opt<std::string, false, VersionParser> option(
      "bytecode-version", cl::value_desc("MAJOR.MINOR"),
      cl::desc("Version of the bytecode to write"),
      cl::init(kNewestBytecodeVersion.str()));
  return option;
}

/// This can't be an action, since an action needs an input: it ends the
/// program.
static void registerListVersions() {
  static cl::opt<bool> option(
      "list-versions", cl::desc("Print the versions of bytecode and exit"),
      cl::ValueDisallowed, cl::callback([](const bool &) {
        for (BytecodeVersion version : getBytecodeVersions())
          llvm::outs() << version.str() << '\n';
        exit(0);
      }));
}

//===----------------------------------------------------------------------===//
// Translations
//===----------------------------------------------------------------------===//

static LogicalResult writeModule(Operation *op, raw_ostream &os) {
  BytecodeWriterOptions options;
  options.version = *BytecodeVersion::parse(getVersionOption().getValue());
  return writeBytecode(op, os, options);
}

/// Removes the builtin module around it, which the user did not write.
static OwningOpRef<Operation *> readModule(StringRef bytes,
                                           MLIRContext *context) {
  OwningOpRef<mlir::ModuleOp> outer =
      readBytecode(llvm::MemoryBufferRef(bytes, "bytecode"), context);
  if (!outer)
    return nullptr;
  Operation *module = &outer->getBody()->front();
  module->remove();
  return module;
}

static LogicalResult writeAndRead(Operation *op, raw_ostream &os) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (failed(writeModule(op, stream)))
    return failure();
  OwningOpRef<Operation *> again = readModule(bytes, op->getContext());
  if (!again)
    return op->emitError("what was written can't be read");
  again->print(os);
  os << '\n';
  return success();
}

static void registerDialect(DialectRegistry &registry) {
  registry.insert<cuda_tile::CudaTileDialect>();
}

void tileiras::registerBytecodeTranslations() {
  getVersionOption();
  registerListVersions();
  TranslateFromMLIRRegistration("mlir-to-cudatilebc",
                                "cuda_tile module to Tile IR bytecode",
                                writeModule, registerDialect);
  TranslateToMLIRRegistration("cudatilebc-to-mlir",
                              "Tile IR bytecode to cuda_tile module",
                              readModule, registerDialect);
  TranslateFromMLIRRegistration(
      "test-cudatile-roundtrip",
      "cuda_tile module to bytecode and back, printed", writeAndRead,
      registerDialect);
}
