//===- Pipelines.h - The order of the passes --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only this file orders passes. The IR alone carries decisions from stage to
// stage; no other data is passed along.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_PIPELINES_PIPELINES_H
#define TILEIRAS_PIPELINES_PIPELINES_H

#include "tileiras/Pipelines/Stage.h"

#include <string>

namespace mlir {
class ModuleOp;
class OpPassManager;
} // namespace mlir

namespace tileiras {

/// The target and the options of the pipeline.
struct PipelineOptions {
  /// major*10 + minor.
  unsigned computeCapability = 0;
  unsigned optLevel = 3;
  DebugInfoKind debugInfo = DebugInfoKind::None;
  /// Bitcode with the helpers of math functions; empty for none.
  std::string deviceLibrary;
  /// Kernels may use the shared memory that ptxas allows with
  /// --enable-extended-smem, not only what every launch has.
  bool extendedSharedMemory = false;
  /// The provider of tensor maps (--tensor-maps).
  TensorMapProvider tensorMaps = TensorMapProvider::None;
  /// Show the schedule of loops (tileas-print-schedule): a table, and a trace
  /// in this file if it has a name.
  bool printSchedule = false;
  std::string scheduleTraceFile;
  /// A producer warp starts the copies of loops, where possible
  /// (--pipeline-strategy=warp-specialize).
  bool warpSpecialize = false;
  /// The stage of the input, and the stage at which to stop. Stages after
  /// Stage::LLVM are not MLIR's.
  Stage from = Stage::Tile;
  Stage to = Stage::LLVM;
};

/// Adds the passes that lower a module from one stage to another.
void buildTileirasPipeline(mlir::OpPassManager &pm,
                           const PipelineOptions &options);

/// Returns the same passes as text, for a pass manager of modules:
/// "builtin.module(tileiras{…})".
std::string printTileirasPipeline(const PipelineOptions &options);

/// Returns the stage of a module, judging by its operations.
Stage detectStage(mlir::ModuleOp module);

/// Makes the pipeline known to tileiras-opt as `--tileiras`.
void registerPipelines();

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_PIPELINES_H
