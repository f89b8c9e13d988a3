//===- Registration.cpp - C API: all dialects and passes ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras-c/Registration.h"

#include "tileiras/Pipelines/RegisterEverything.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Transforms/Passes.h"

#include <mutex>

void tileirasRegisterAllDialects(MlirDialectRegistry registry) {
  tileiras::registerDialects(*unwrap(registry));
}

void tileirasRegisterAllPasses(void) {
  static std::once_flag once;
  std::call_once(once, [] {
    tileiras::registerPasses();
    mlir::registerTransformsPasses();
  });
}
