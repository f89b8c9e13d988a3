//===- Module.cpp - C API: modules from text and bytecode -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading, checking and writing modules from C. Readers run on a deep stack,
// and a fatal error of LLVM becomes a failure (Support/OwnStack.h).
//
//===----------------------------------------------------------------------===//

#include "tileiras-c/Module.h"

#include "tileiras/Bytecode/BytecodeReader.h"
#include "tileiras/Bytecode/BytecodeWriter.h"
#include "tileiras/Pipelines/TextReader.h"
#include "tileiras/Support/OwnStack.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Utils.h"

using namespace mlir;

static MlirModule release(OwningOpRef<ModuleOp> module) {
  return MlirModule{module.release().getOperation()};
}

/// Reads on a deep stack: readers recurse, and the stack of the caller may be
/// small.
static MlirModule readApart(MlirContext context,
                            function_ref<OwningOpRef<ModuleOp>()> read) {
  OwningOpRef<ModuleOp> module;
  if (llvm::Error error = tileiras::runOnOwnStack([&] { module = read(); }))
    emitError(UnknownLoc::get(unwrap(context)))
        << llvm::toString(std::move(error));
  return release(std::move(module));
}

MlirModule tileirasParseModule(MlirContext context, MlirStringRef text,
                               MlirStringRef name) {
  return readApart(context, [&] {
    return tileiras::readText(unwrap(text), unwrap(name), unwrap(context));
  });
}

MlirLogicalResult tileirasRunOnDeepStack(void (*work)(void *), void *data,
                                         MlirStringCallback callback,
                                         void *userData) {
  llvm::Error error = tileiras::runOnOwnStack([&] { work(data); });
  if (!error)
    return wrap(success());
  mlir::detail::CallbackOstream stream(callback, userData);
  stream << llvm::toString(std::move(error));
  return wrap(failure());
}

MlirLogicalResult tileirasCheckNesting(MlirContext context, MlirStringRef text,
                                       MlirStringRef name) {
  return wrap(
      tileiras::checkNesting(unwrap(text), unwrap(name), unwrap(context)));
}

bool tileirasIsBytecode(MlirStringRef bytes) {
  return tileiras::isTileIRBytecode(unwrap(bytes));
}

MlirModule tileirasReadBytecode(MlirContext context, MlirStringRef bytes,
                                MlirStringRef name) {
  return readApart(context, [&] {
    return tileiras::readBytecode({unwrap(bytes), unwrap(name)},
                                  unwrap(context));
  });
}

MlirLogicalResult tileirasWriteBytecode(MlirOperation module,
                                        MlirStringRef version,
                                        MlirStringCallback callback,
                                        void *userData) {
  Operation *op = unwrap(module);
  tileiras::BytecodeWriterOptions options;
  if (!unwrap(version).empty()) {
    auto parsed = tileiras::BytecodeVersion::parse(unwrap(version));
    if (!parsed || *parsed < tileiras::kOldestBytecodeVersion ||
        *parsed > tileiras::kNewestBytecodeVersion) {
      emitError(op->getLoc())
          << "expected a bytecode version from "
          << tileiras::kOldestBytecodeVersion.str() << " to "
          << tileiras::kNewestBytecodeVersion.str() << ", got '"
          << unwrap(version) << "'";
      return wrap(failure());
    }
    options.version = *parsed;
  }
  mlir::detail::CallbackOstream stream(callback, userData);
  return wrap(tileiras::writeBytecode(op, stream, options));
}

void tileirasLocationVisitFiles(MlirLocation location,
                                void (*callback)(MlirLocation file,
                                                 void *userData),
                                void *userData) {
  unwrap(location)->walk([&](Location inner) {
    if (isa<FileLineColRange>(inner))
      callback(wrap(inner), userData);
    return WalkResult::advance();
  });
}
