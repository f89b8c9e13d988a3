//===- Bytecode.cpp - C API of Tile IR bytecode ---------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras-c/Bytecode.h"

#include "tileiras/Bytecode/BytecodeReader.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"

using namespace mlir;

bool tileirasIsBytecode(MlirStringRef bytes) {
  return tileiras::isTileIRBytecode(unwrap(bytes));
}

MlirModule tileirasReadBytecode(MlirContext context, MlirStringRef bytes,
                                MlirStringRef name) {
  auto module =
      tileiras::readBytecode({unwrap(bytes), unwrap(name)}, unwrap(context));
  return MlirModule{module.release().getOperation()};
}
