//===- RegionTypes.cpp - Whether blocks can be converted --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Conversion/LLVMTypes/RegionTypes.h"

using namespace mlir;

namespace tileiras::to_llvm {

LogicalResult checkRegionTypes(Operation *op, const TypeConverter &converter) {
  WalkResult result = op->walk([&](Block *block) {
    SmallVector<Type> converted;
    for (BlockArgument argument : block->getArguments()) {
      if (succeeded(converter.convertType(argument.getType(), converted)))
        continue;
      InFlightDiagnostic error =
          block->getParentOp()->emitError("region types conversion failed");
      error.attachNote(argument.getLoc())
          << "a value of type " << argument.getType()
          << " has no counterpart in LLVM";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

} // namespace tileiras::to_llvm
