//===- RoundTrip.cpp - Bytecode to text and bytecode and back -------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoundTrip.h"

#include "tileiras/Bytecode/BytecodeReader.h"
#include "tileiras/Bytecode/BytecodeWriter.h"

#include "mlir/IR/OperationSupport.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace tileiras;

using Module = OwningOpRef<mlir::ModuleOp>;

namespace {
/// Keeps the first error that is reported while it lives.
class FirstError {
public:
  explicit FirstError(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (text.empty())
            text = diagnostic.str();
        }) {}

  std::string text;

private:
  ScopedDiagnosticHandler handler;
};
} // namespace

static Module decode(MLIRContext *context, StringRef bytes) {
  return readBytecode(llvm::MemoryBufferRef(bytes, "bytecode"), context);
}

static std::optional<std::string> encode(Module &module,
                                         BytecodeVersion version) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  if (failed(writeBytecode(*module, os, {version})))
    return std::nullopt;
  return bytes;
}

/// Prints with all locations.
static std::string print(Module &module, bool generic) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  flags.enableDebugInfo();
  if (generic)
    flags.printGenericOpForm();
  module->print(os, flags);
  return text;
}

static bool
isSame(Module &a, Module &b,
       OperationEquivalence::Flags flags = OperationEquivalence::Flags::None) {
  return OperationEquivalence::isEquivalentTo(*a, *b, flags);
}

/// Locations of block arguments are not in the pretty form, so these are only
/// compared in printed form.
static std::optional<std::string> checkText(Module &module, bool generic) {
  std::string form = generic ? "generic text" : "text";
  std::string text = print(module, generic);
  Module parsed = parseSourceString<mlir::ModuleOp>(text, module->getContext());
  if (!parsed)
    return form + " can't be parsed";
  if (print(parsed, generic) != text)
    return form + " prints differently after parsing";
  if (!isSame(module, parsed, OperationEquivalence::IgnoreLocations))
    return form + " parses to another module";
  return std::nullopt;
}

/// Returns the version in the header, which was read before.
static BytecodeVersion getVersion(StringRef bytes) {
  return BytecodeVersion(bytes[8], bytes[9]);
}

static std::optional<std::string> checkBytes(Module &module,
                                             BytecodeVersion version) {
  std::optional<std::string> first = encode(module, version);
  if (!first)
    return "can't be encoded";
  Module again = decode(module->getContext(), *first);
  if (!again)
    return "can't be decoded after encoding";
  if (!isSame(module, again))
    return "decodes to another module after encoding";
  if (print(module, /*generic=*/true) != print(again, /*generic=*/true))
    return "prints differently after encoding";
  if (encode(again, version) != first)
    return "encodes to other bytes the second time";
  return std::nullopt;
}

static std::optional<std::string> findFailure(MLIRContext *context,
                                              StringRef bytes) {
  Module module = decode(context, bytes);
  if (!module)
    return "can't be decoded";
  for (bool generic : {false, true})
    if (std::optional<std::string> failure = checkText(module, generic))
      return failure;
  return checkBytes(module, getVersion(bytes));
}

std::optional<std::string> tileiras::findRoundTripFailure(MLIRContext *context,
                                                          StringRef bytes) {
  FirstError error(context);
  std::optional<std::string> failure = findFailure(context, bytes);
  if (failure && !error.text.empty())
    *failure += ": " + error.text;
  return failure;
}

std::optional<std::string> tileiras::reencode(MLIRContext *context,
                                              StringRef bytes,
                                              BytecodeVersion version,
                                              std::string &message) {
  FirstError error(context);
  Module module = decode(context, bytes);
  std::optional<std::string> result;
  if (module)
    result = encode(module, version);
  message = error.text;
  return result;
}
