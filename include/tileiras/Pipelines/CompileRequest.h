//===- CompileRequest.h - Inputs and options of a compilation ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tool, the C API and through it Python all begin with
// `CompileRequest::fromEnvironment()` and change the members that their user
// sets. Defaults and the keywords of options are defined here and nowhere else.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_PIPELINES_COMPILEREQUEST_H
#define TILEIRAS_PIPELINES_COMPILEREQUEST_H

#include "tileiras/Pipelines/RemarkSelection.h"
#include "tileiras/Pipelines/Stage.h"
#include "tileiras/Target/NVPTX/DeviceLibrary.h"
#include "tileiras/Target/Ptxas/Discovery.h"
#include "tileiras/Target/TargetInfo.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <optional>
#include <string>

namespace tileiras {

/// The behaviour if no ptxas can make the cubin.
enum class PtxasPolicy {
  Auto,    ///< deliver the PTX instead, with a warning
  Require, ///< fail
  None,    ///< deliver the PTX instead, as asked
};

struct CompileRequest {
  /// Returns the defaults, modified by the environment: TILEIRAS_PTXAS (a
  /// program, or "none"), TILEIRAS_TENSOR_MAPS, TILEIRAS_CACHE,
  /// TILEIRAS_CACHE_POLICY, and the locations of toolkits (ToolkitSearch).
  static CompileRequest fromEnvironment();

  /// Accepts "sm_90" or "sm_90a".
  llvm::Error setTarget(llvm::StringRef name);
  /// Accepts a stage's name.
  llvm::Error setEmit(llvm::StringRef name);
  /// Accepts "none", "lineinfo", "full" or "variables".
  llvm::Error setDebugInfo(llvm::StringRef name);
  /// Accepts "auto", "require", "none", or the program to use.
  void setPtxas(llvm::StringRef text);
  /// Accepts "none", "parameter" or "device".
  llvm::Error setTensorMaps(llvm::StringRef name);
  /// Accepts "unspecialize" or "warp-specialize".
  llvm::Error setPipelineStrategy(llvm::StringRef name);
  /// Accepts "libclc", "cuda", "none", or a file of bitcode.
  llvm::Error setDeviceLibrary(llvm::StringRef text);

  /// Keeps results in the user's cache directory, if there is one, unless the
  /// environment has named another.
  void useCache();

  /// Fails if the members contradict each other. Every front end checks a
  /// request before it compiles.
  llvm::Error check() const;

  /// Tile IR bytecode, or MLIR text when `isText`.
  llvm::StringRef input;
  /// The name of the input in messages.
  std::string inputName = "<input>";
  bool isText = false;
  /// Accept bytecode that announces preview features.
  bool allowPreview = false;

  const TargetInfo *target = nullptr;
  /// 0 to 3.
  unsigned optLevel = 3;
  DebugInfoKind debugInfo = DebugInfoKind::None;
  Stage emit = Stage::Cubin;

  PtxasSearch ptxas;
  PtxasPolicy ptxasPolicy = PtxasPolicy::Auto;
  /// Bitcode with the helpers of math functions, linked when a kernel calls
  /// one; empty for none.
  std::string deviceLibrary = kEmbeddedLibrary.str();
  /// The operand of `.language` for `Stage::PTX`; cubins always get Tile IR's
  /// when the ptxas in use knows the directive.
  std::optional<unsigned> ptxLanguage;
  /// Whether kernels may use more shared memory than every launch has, as ptxas
  /// allows with --enable-extended-smem. If unset, they may when a cubin is
  /// made. PTX that a driver assembles must not.
  std::optional<bool> extendedSharedMemory;
  bool getExtendedSharedMemory() const;
  /// The provider of the tensor maps of TMA loads. If they are parameters,
  /// tileiras-run and the emulated driver pass them, other launchers don't. If
  /// unset, the kernel builds them when matrix units read the data that TMA
  /// loads (wgmma, tcgen05); otherwise there are no tensor maps.
  std::optional<TensorMapProvider> tensorMaps;
  TensorMapProvider getTensorMaps() const;
  /// Whether a producer warp starts the copies of loops, where possible. If
  /// unset, it does when matrix units read the data that TMA loads.
  std::optional<bool> warpSpecialize;
  bool getWarpSpecialize() const;
  /// The remarks to make.
  RemarkSelection remarks;
  /// Run the verifiers after each pass.
  bool verifyEach = false;

  /// The folder of cached results; empty for none.
  std::string cacheDirectory;
  /// The limits of the cache, in the syntax of LLVM's CachePruning.h.
  std::string cachePolicy = "cache_size_bytes=1g:prune_interval=1m";

  /// The process exists for this compilation alone, which may handle its
  /// signals: a signal that ends it removes unfinished files.
  bool ownsProcess = false;

  /// Called at the start of each phase; for progress and crash messages.
  std::function<void(llvm::StringRef phase)> onPhase;
  /// Called at the start of each MLIR pass with its name in pipelines; for
  /// crash messages.
  std::function<void(llvm::StringRef pass)> onPass;
  /// Called with the location of the program's kernel, if it has only one and
  /// its location is known; for crash messages.
  std::function<void(llvm::StringRef file, unsigned line, unsigned column)>
      onKernel;
};

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_COMPILEREQUEST_H
