//===- TileIR.cpp - Modules in fuzz targets -------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileIR.h"

#include "Fuzz.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"
#include "tileiras/Pipelines/TextReader.h"

using namespace mlir;
using namespace tileiras::fuzz;

QuietContext::QuietContext() : context(MLIRContext::Threading::DISABLED) {
  context.loadDialect<cuda_tile::CudaTileDialect>();
  context.printOpOnDiagnostic(false);
  context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return;
    if (numErrors++ == 0)
      first = diagnostic.str();
  });
}

OwningOpRef<ModuleOp> tileiras::fuzz::parseText(StringRef text,
                                                QuietContext &context) {
  return readText(text, "fuzz", context.get());
}

void tileiras::fuzz::requireErrorsExplain(const OwningOpRef<ModuleOp> &module,
                                          const QuietContext &context) {
  require(module || context.errors(), "refused without an error");
  require(!module || !context.errors(),
          "accepted with the error: " + context.firstError());
}

std::string tileiras::fuzz::print(ModuleOp module, bool locations) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  flags.enableDebugInfo(locations);
  module.print(os, flags);
  return text;
}

void tileiras::fuzz::requireTextRoundTrip(ModuleOp module) {
  std::string text = print(module);
  QuietContext context;
  OwningOpRef<ModuleOp> again = parseText(text, context);
  require(bool(again),
          "text not read back: " + context.firstError() + "\n" + text);
  std::string second = print(*again);
  require(text == second,
          "text read back differs:\n" + text + "\nbecame\n" + second);
}
