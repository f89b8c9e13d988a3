//===- tileiras-lsp-server.cpp - Language server for the IR -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's language server with the project's dialects: definitions, uses, hover
// and diagnostics for the text of every stage.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Pipelines/RegisterEverything.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Support/LogicalResult.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  tileiras::registerDialects(registry);
  return failed(mlir::MlirLspServerMain(argc, argv, registry));
}
