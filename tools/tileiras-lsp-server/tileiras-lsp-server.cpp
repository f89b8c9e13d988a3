//===- tileiras-lsp-server.cpp - Language server for the IR -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's language server with the project's dialects: definitions, uses, hover
// and diagnostics for the text of every stage. A hover over a layout tells
// which thread holds which element.
//
//===----------------------------------------------------------------------===//

#include "LayoutTable.h"
#include "MessageFilter.h"

#include "tileiras/Pipelines/RegisterEverything.h"
#include "tileiras/Support/Version.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Support/LogicalResult.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

/// Adds tables of the layouts to a hover: {result: {contents: {value: TEXT}}}.
static bool describeHover(llvm::json::Object &message) {
  llvm::json::Object *result = message.getObject("result");
  llvm::json::Object *contents =
      result ? result->getObject("contents") : nullptr;
  std::optional<llvm::StringRef> text =
      contents ? contents->getString("value") : std::nullopt;
  std::string tables = text ? tileiras::describeLayouts(*text) : "";
  if (tables.empty())
    return false;
  (*contents)["value"] = text->str() + tables;
  return true;
}

int main(int argc, char **argv) {
  tileiras::followConventions();
  mlir::DialectRegistry registry;
  tileiras::registerDialects(registry);
  return tileiras::runFiltered(
      [&] { return failed(mlir::MlirLspServerMain(argc, argv, registry)); },
      describeHover);
}
