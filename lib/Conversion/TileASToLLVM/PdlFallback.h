//===- PdlFallback.h - PDL patterns in a module -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gpu.module may hold modules of PDL patterns. They are for operations of
// tiles that this compiler has no pattern for, and are tried where no other
// pattern applies:
//
//   gpu.module @kernels {
//     builtin.module @patterns {
//       pdl.pattern : benefit(1) { … }
//     }
//     func.func @kernel() { … }
//   }
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_PDLFALLBACK_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_PDLFALLBACK_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/PatternMatch.h"

namespace tileiras::to_llvm {

/// Removes the modules of PDL patterns from `module` and adds their patterns to
/// `patterns`. Fails with a diagnostic if they can't be lowered.
mlir::LogicalResult takePdlPatterns(mlir::gpu::GPUModuleOp module,
                                    mlir::RewritePatternSet &patterns);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_PDLFALLBACK_H
