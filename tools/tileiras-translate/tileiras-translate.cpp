//===- tileiras-translate.cpp - Text to bytecode and back -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BytecodeTranslation.h"

#include "tileiras/Support/Version.h"

#include "mlir/Support/LogicalResult.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"

int main(int argc, char **argv) {
  tileiras::followConventions();
  tileiras::registerBytecodeTranslations();
  return failed(mlir::mlirTranslateMain(argc, argv, "Tile IR translation"));
}
