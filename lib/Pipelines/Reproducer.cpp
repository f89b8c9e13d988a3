//===- Reproducer.cpp - A program and its passes in a file ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Pipelines/Reproducer.h"

#include "InputReader.h"

#include "tileiras/Pipelines/RegisterEverything.h"

#include "mlir/Pass/PassManager.h"

#include "llvm/Support/FileSystem.h"

using namespace mlir;

bool tileiras::writeReproducer(const CompileRequest &request,
                               llvm::StringRef file) {
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  // The compilation has reported why the input can't be read.
  ScopedDiagnosticHandler silent(&context, [](Diagnostic &) {});
  OwningOpRef<ModuleOp> module = readInput(request, &context);
  if (!module)
    return false;
  PassManager passes(&context);
  buildTileirasPipeline(passes, pipelineOf(request, detectStage(*module)));
  makeReproducer(ModuleOp::getOperationName(), passes.getPasses(), *module,
                 file,
                 /*disableThreads=*/true);
  return llvm::sys::fs::exists(file);
}
