//===- Pipelines.h - The order of the passes --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that puts passes in order. A stage is entered only through what
// the IR says; nothing is passed beside it.
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

/// What the pipeline is for.
struct PipelineOptions {
  /// major*10 + minor.
  unsigned computeCapability = 0;
  unsigned optLevel = 3;
  DebugInfoKind debugInfo = DebugInfoKind::None;
  /// Bitcode with the helpers of math functions; empty for none.
  std::string deviceLibrary;
  /// Kernels may take the shared memory that ptxas grants with
  /// --enable-extended-smem, not only what every launch has.
  bool extendedSharedMemory = false;
  /// Who makes tensor maps (--tensor-maps).
  TensorMapProvider tensorMaps = TensorMapProvider::None;
  /// Show the schedule of loops (tileas-print-schedule): a table, and a trace
  /// in this file where it has a name.
  bool printSchedule = false;
  std::string scheduleTraceFile;
  /// A warp of its own starts the copies of loops, where that can be
  /// (--pipeline-strategy=warp-specialize).
  bool warpSpecialize = false;
  /// The stage that the input is in, and the one to stop at. Stages after
  /// Stage::LLVM are not MLIR's.
  Stage from = Stage::Tile;
  Stage to = Stage::LLVM;
};

/// Adds the passes that take a module from one stage to another.
void buildTileirasPipeline(mlir::OpPassManager &pm,
                           const PipelineOptions &options);

/// The same passes as text, for a pass manager of modules:
/// "builtin.module(tileiras{…})".
std::string printTileirasPipeline(const PipelineOptions &options);

/// The stage that a module is in, going by the operations in it.
Stage detectStage(mlir::ModuleOp module);

/// Makes the pipeline known to tileiras-opt as `--tileiras`.
void registerPipelines();

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_PIPELINES_H
