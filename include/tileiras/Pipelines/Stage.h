//===- Stage.h - The stages of a compilation --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stages, debug information and providers of tensor maps are options with
// keywords; the conversions between keyword and enumerator are here, for the
// tool, the C API and the pipeline's own options.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_PIPELINES_STAGE_H
#define TILEIRAS_PIPELINES_STAGE_H

#include "tileiras/Dialect/TileAS/Contract/TensorMapProvider.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace tileiras {

/// The stages in the order of the compilation. Their names are in Stages.td.
enum class Stage {
  Tile,   ///< cuda_tile, as read
  TileAA, ///< nv_tileaa: memory made explicit
  TileAS, ///< nv_tileas: layouts, copies, pipelines
  Cute,   ///< llvm and cute_nvgpu: one thread's registers and instructions
  LLVM,   ///< llvm and nvvm dialects, with target and device library
  LLVMIR, ///< LLVM IR, optimised
  PTX,    ///< PTX text, finished
  Cubin,  ///< the output of ptxas
};

/// Returns the keyword of a stage in `--emit=`.
llvm::StringRef stageName(Stage stage);

std::optional<Stage> parseStage(llvm::StringRef name);

/// Returns all names, separated by commas: for messages.
std::string stageNames();

/// The debug information that the user asked for.
enum class DebugInfoKind {
  None,
  LineInfo,  ///< `--lineinfo`: source lines, full optimisation
  Full,      ///< `--device-debug`: scopes, debug values; needs -O0
  Variables, ///< `--debug-variables` with it: parameters, values with names
  SourceVariables, ///< `--debug-names-from-source` too: names of the source
};

/// Returns "none", "lineinfo", "full", "variables" or "source-variables".
llvm::StringRef debugInfoName(DebugInfoKind kind);

/// Returns whether a debugger gets full information.
inline bool isFull(DebugInfoKind kind) { return kind >= DebugInfoKind::Full; }

std::optional<DebugInfoKind> parseDebugInfo(llvm::StringRef name);

/// Returns all names, separated by commas: for messages.
std::string debugInfoNames();

/// Parses "none", "parameter" or "device".
std::optional<TensorMapProvider> parseTensorMapProvider(llvm::StringRef name);

llvm::StringRef tensorMapProviderName(TensorMapProvider provider);

/// Returns all names, for diagnostics.
std::string tensorMapProviderNames();

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_STAGE_H
