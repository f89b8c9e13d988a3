//===- Patterns.h - The pieces of convert-nv-tileas-to-llvm -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each family of operations has a file that exports one function.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_PATTERNS_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_PATTERNS_H

#include "tileiras/Conversion/LLVMTypes/TileTypeConverter.h"

#include "tileiras/Target/TargetInfo.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/DialectConversion.h"

namespace tileiras::to_llvm {

// Phase 3: tiles become registers. Scalar arith and math stay.
void populateElementwisePatterns(const TileTypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);
void populateFloatCastPatterns(const TileTypeConverter &converter,
                               const TargetInfo &target,
                               mlir::RewritePatternSet &patterns);
void populateConstantPatterns(const TileTypeConverter &converter,
                              mlir::RewritePatternSet &patterns);
void populateShapePatterns(const TileTypeConverter &converter,
                           mlir::RewritePatternSet &patterns);
void populateStructurePatterns(const TileTypeConverter &converter,
                               mlir::RewritePatternSet &patterns);
void populatePointerPatterns(const TileTypeConverter &converter,
                             mlir::RewritePatternSet &patterns);
void populateAtomicPatterns(const TileTypeConverter &converter,
                            const TargetInfo &target,
                            mlir::RewritePatternSet &patterns);
void populateTiledAccessPatterns(const TileTypeConverter &converter,
                                 const TargetInfo &target,
                                 mlir::RewritePatternSet &patterns);
void populateReducePatterns(const TileTypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
void populateScanPatterns(const TileTypeConverter &converter,
                          mlir::RewritePatternSet &patterns);
void populateConvertLayoutPatterns(const TileTypeConverter &converter,
                                   const TargetInfo &target,
                                   mlir::RewritePatternSet &patterns);
void populateSharedMemoryPatterns(const TileTypeConverter &converter,
                                  mlir::RewritePatternSet &patterns);
void populateAsyncCopyPatterns(const TileTypeConverter &converter,
                               mlir::RewritePatternSet &patterns);
void populateCopyPatterns(const TileTypeConverter &converter,
                          mlir::RewritePatternSet &patterns);
void populateTmaPatterns(const TileTypeConverter &converter,
                         mlir::RewritePatternSet &patterns);
void populateDotPatterns(const TileTypeConverter &converter,
                         mlir::RewritePatternSet &patterns);
/// Removes fences where the same threads execute another one in time.
void eliminateRedundantFences(mlir::Operation *root);

/// Operations of an elected thread share one elect.sync where they are
/// adjacent.
void mergeElectSync(mlir::Operation *root);

void populateTmemPatterns(const TileTypeConverter &converter,
                          mlir::RewritePatternSet &patterns);
void populateTcgen05MmaPatterns(const TileTypeConverter &converter,
                                mlir::RewritePatternSet &patterns);
void populateFuturePatterns(const TileTypeConverter &converter,
                            mlir::RewritePatternSet &patterns);

void populateDebugValuePatterns(const TileTypeConverter &converter,
                                mlir::RewritePatternSet &patterns);
void populateBlockMemoryPatterns(const TileTypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);
void populateLocalMemoryPatterns(const TileTypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);
void populateDebugPatterns(const TileTypeConverter &converter,
                           const TargetInfo &target,
                           mlir::RewritePatternSet &patterns);

/// Captures and arguments of agents are converted; their regions are kept,
/// since the operations in them are converted as the agent's code.
void populateAgentTypePatterns(const mlir::TypeConverter &converter,
                               mlir::RewritePatternSet &patterns,
                               mlir::ConversionTarget &legality);

// Phase 1: prints of one tile, or of scalars.
llvm::LogicalResult decomposePrints(mlir::Operation *module);

// Phase 6: pipelines become states and barrier objects, in cutlass; produce_one
// and consume_one are expanded first.
void populatePipelineExpansionPatterns(mlir::RewritePatternSet &patterns);
void populateOrderPatterns(const mlir::TypeConverter &converter,
                           mlir::RewritePatternSet &patterns);
llvm::LogicalResult convertPipelines(mlir::Operation *module,
                                     const mlir::TypeConverter &tiles);

// Phase 4: warps branch to the code of their agents.
void populateAgentDispatchPatterns(const TargetInfo &target,
                                   mlir::RewritePatternSet &patterns);

// Phase 5: operations of the gpu dialect in hand-written code.
llvm::LogicalResult
convertGPUOperations(mlir::gpu::GPUModuleOp module,
                     const mlir::LLVMTypeConverter &converter);

// Phase 7: scalar math. With `libraryFunctions` all functions are calls of the
// device library.
void populateMathPatterns(const TileTypeConverter &converter,
                          bool libraryFunctions,
                          mlir::RewritePatternSet &patterns);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_PATTERNS_H
