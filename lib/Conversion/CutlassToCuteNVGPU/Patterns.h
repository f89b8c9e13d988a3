//===- Patterns.h - The pieces of convert-cutlass-to-cute-nvgpu -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUTLASSTOCUTENVGPU_PATTERNS_H
#define TILEIRAS_LIB_CONVERSION_CUTLASSTOCUTENVGPU_PATTERNS_H

#include "tileiras/Target/TargetInfo.h"

#include "mlir/Transforms/DialectConversion.h"

namespace tileiras::cutlass_to_nvgpu {

/// A converted state.
struct State {
  mlir::Value stage, phase;

  explicit State(mlir::ValueRange converted)
      : stage(converted[0]), phase(converted[1]) {}
};

void populateBarrierPatterns(const mlir::TypeConverter &converter,
                             const TargetInfo &target,
                             mlir::RewritePatternSet &patterns);
void populatePipelinePatterns(const mlir::TypeConverter &converter,
                              const TargetInfo &target,
                              mlir::RewritePatternSet &patterns);
void populateSeqBarPatterns(const mlir::TypeConverter &converter,
                            const TargetInfo &target,
                            mlir::RewritePatternSet &patterns);

} // namespace tileiras::cutlass_to_nvgpu

#endif // TILEIRAS_LIB_CONVERSION_CUTLASSTOCUTENVGPU_PATTERNS_H
