//===- OptimizationHints.h - Hints of kernels and memory operations -*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hint is looked up under the architecture first, then under `default`.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUDATILE_IR_OPTIMIZATIONHINTS_H
#define TILEIRAS_DIALECT_CUDATILE_IR_OPTIMIZATIONHINTS_H

#include "tileiras/Dialect/CudaTile/IR/CudaTileAttributes.h"

#include "mlir/IR/Operation.h"

namespace mlir::cuda_tile {

/// The hint `name` of `op` for `arch` ("sm_90"); null if it has none.
Attribute getHint(Operation *op, StringRef arch, StringRef name);
/// As a number.
std::optional<int64_t> getIntHint(Operation *op, StringRef arch,
                                  StringRef name);
/// As a truth value; an i1 integer is one too.
std::optional<bool> getBoolHint(Operation *op, StringRef arch, StringRef name);

} // namespace mlir::cuda_tile

#endif // TILEIRAS_DIALECT_CUDATILE_IR_OPTIMIZATIONHINTS_H
