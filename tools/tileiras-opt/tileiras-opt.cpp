//===- tileiras-opt.cpp - Runs passes on textual IR -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt with the project's dialects and passes.
//
//===----------------------------------------------------------------------===//

#include "DebugOnly.h"

#include "tileiras/Pipelines/RegisterEverything.h"
#include "tileiras/Support/Version.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

extern "C" int tileirasOptMain(int argc, char **argv) {
  tileiras::followConventions();
  [[maybe_unused]] tileiras::DebugOnly debugOnly;
  mlir::DialectRegistry registry;
  tileiras::registerDialects(registry);
  tileiras::registerPasses();
  mlir::registerTransformsPasses();
  mlir::registerConversionPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Tileiras pass runner\n", registry));
}
