//===- Patterns.h - The pieces of convert-cute-nvgpu-to-nvvm ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each family of instructions has a file that exports one function. An
// instruction becomes one operation, not counting constants for its operands.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUTENVGPUTONVVM_PATTERNS_H
#define TILEIRAS_LIB_CONVERSION_CUTENVGPUTONVVM_PATTERNS_H

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

#include "mlir/IR/PatternMatch.h"

namespace tileiras::to_nvvm {

/// Adds patterns for operations that nvvm has in the same form.
void populateRecordPatterns(mlir::RewritePatternSet &patterns);
void populateBarrierPatterns(mlir::RewritePatternSet &patterns);
void populateCopyPatterns(mlir::RewritePatternSet &patterns);
void populateMatrixPatterns(mlir::RewritePatternSet &patterns);
void populateMemoryPatterns(mlir::RewritePatternSet &patterns);
void populateReducePatterns(mlir::RewritePatternSet &patterns);
void populateTmaCopyPatterns(mlir::RewritePatternSet &patterns);
void populateTensorMapPatterns(mlir::RewritePatternSet &patterns);
void populateTmemPatterns(mlir::RewritePatternSet &patterns);

} // namespace tileiras::to_nvvm

#endif // TILEIRAS_LIB_CONVERSION_CUTENVGPUTONVVM_PATTERNS_H
