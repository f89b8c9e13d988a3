//===- CompileRequest.h - All that a compilation depends on -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tool, the C API and through it Python all begin with
// `CompileRequest::fromEnvironment()` and change what their user says. Defaults
// and the words that options take are defined here and nowhere else.
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

/// What to do when no ptxas can make the cubin.
enum class PtxasPolicy {
  Auto,    ///< deliver the PTX instead, with a warning
  Require, ///< fail
  None,    ///< deliver the PTX instead, as asked
};

struct CompileRequest {
  /// The defaults, with what the environment says: TILEIRAS_PTXAS (a program,
  /// or "none"), TILEIRAS_TENSOR_MAPS, TILEIRAS_CACHE, TILEIRAS_CACHE_POLICY,
  /// and where toolkits are (ToolkitSearch).
  static CompileRequest fromEnvironment();

  /// Takes "sm_90" or "sm_90a".
  llvm::Error setTarget(llvm::StringRef name);
  /// Takes a stage's name.
  llvm::Error setEmit(llvm::StringRef name);
  /// Takes "none", "lineinfo", "full" or "variables".
  llvm::Error setDebugInfo(llvm::StringRef name);
  /// Takes "auto", "require", "none", or the program to use.
  void setPtxas(llvm::StringRef text);
  /// Takes "none", "parameter" or "device".
  llvm::Error setTensorMaps(llvm::StringRef name);
  /// Takes "unspecialize" or "warp-specialize".
  llvm::Error setPipelineStrategy(llvm::StringRef name);
  /// Takes "libclc", "cuda", "none", or a file of bitcode.
  llvm::Error setDeviceLibrary(llvm::StringRef text);

  /// Keeps results in the user's cache directory, if there is one, unless the
  /// environment has named another.
  void useCache();

  /// Fails where the members make no sense together. Every front end checks a
  /// request before it compiles.
  llvm::Error check() const;

  /// Tile IR bytecode, or MLIR text when `isText`.
  llvm::StringRef input;
  /// How messages call it.
  std::string inputName = "<input>";
  bool isText = false;
  /// Admit bytecode that announces preview features.
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
  /// Number for `.language` of `Stage::PTX`; cubins always get Tile IR's when
  /// the ptxas in use knows the directive.
  std::optional<unsigned> ptxLanguage;
  /// Whether kernels may take more shared memory than every launch has, as
  /// ptxas grants with --enable-extended-smem. Unset: where a cubin is made.
  /// PTX that a driver assembles must do without.
  std::optional<bool> extendedSharedMemory;
  bool getExtendedSharedMemory() const;
  /// Who makes the tensor maps of loads by TMA. As parameters tileiras-run and
  /// the emulated driver make them, others don't. Unset: the kernel, where
  /// matrix units read what TMA brings (wgmma, tcgen05), else nobody.
  std::optional<TensorMapProvider> tensorMaps;
  TensorMapProvider getTensorMaps() const;
  /// Whether a warp of its own starts the copies of loops, where that can be.
  /// Unset: where matrix units read what TMA brings.
  std::optional<bool> warpSpecialize;
  bool getWarpSpecialize() const;
  /// Which remarks to make.
  RemarkSelection remarks;
  /// Run the verifiers after each pass.
  bool verifyEach = false;

  /// Where results are kept and looked for; empty for nowhere.
  std::string cacheDirectory;
  /// How much is kept there, in the words of LLVM's CachePruning.h.
  std::string cachePolicy = "cache_size_bytes=1g:prune_interval=1m";

  /// The process is there for this compilation alone, which may handle its
  /// signals: what is unfinished is removed by one that ends it.
  bool ownsProcess = false;

  /// Told what begins; for progress and crash messages.
  std::function<void(llvm::StringRef phase)> onPhase;
  /// Told which MLIR pass begins, by its name in pipelines; for crash messages.
  std::function<void(llvm::StringRef pass)> onPass;
  /// Told where the program's kernel is, if it has only one and its place is
  /// known; for crash messages.
  std::function<void(llvm::StringRef file, unsigned line, unsigned column)>
      onKernel;
};

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_COMPILEREQUEST_H
