//===- CuteNVGPUTensorMemory.cpp - Tensor memory ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::cute_nvgpu;

/// PTX ISA, "tcgen05.alloc": what an SM has, in these steps.
template <typename OpTy> static LogicalResult verifyColumns(OpTy op) {
  uint32_t columns = op.getColumns();
  if (llvm::isPowerOf2_32(columns) && columns >= 32 && columns <= 512)
    return success();
  return op.emitOpError("expected a power of two from 32 to 512 columns, got ")
         << columns;
}

LogicalResult AllocTmemOp::verify() { return verifyColumns(*this); }
LogicalResult DeallocTmemOp::verify() { return verifyColumns(*this); }
