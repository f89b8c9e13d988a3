//===- Compiler.h - A compilation, in process -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_PIPELINES_COMPILER_H
#define TILEIRAS_PIPELINES_COMPILER_H

#include "tileiras/Pipelines/Stage.h"
#include "tileiras/Target/Ptxas/Discovery.h"
#include "tileiras/Target/TargetInfo.h"

#include "llvm/ADT/StringRef.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tileiras {

/// What to do when no ptxas can make the cubin.
enum class PtxasPolicy {
  Auto,    ///< deliver the PTX instead, with a warning
  Require, ///< fail
  None,    ///< deliver the PTX instead, as asked
};

/// All that a compilation depends on.
struct CompileRequest {
  /// Tile IR bytecode, or MLIR text when `isText`.
  llvm::StringRef input;
  /// How messages call it.
  std::string inputName;
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
  std::string deviceLibrary;
  /// Number for `.language` of `Stage::PTX`; cubins always get Tile IR's when
  /// the ptxas in use knows the directive.
  std::optional<unsigned> ptxLanguage;
  /// Run the verifiers after each pass.
  bool verifyEach = false;

  /// Told what begins; for progress and crash messages.
  std::function<void(llvm::StringRef phase)> onPhase;
};

/// One message, with its place in the user's source when that is known.
struct CompileDiagnostic {
  enum class Severity { Error, Warning, Remark, Note };
  Severity severity = Severity::Error;
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string message;

  /// `loc("F":L:C): error: M`, or `error: M` without a place.
  std::string format() const;
};

enum class CompileStatus {
  Success,
  NotTileIR, ///< the input is not a valid program
  Failed,    ///< the program is valid but could not be compiled
};

struct CompileResult {
  CompileStatus status = CompileStatus::Failed;
  /// The text or binary of `produced`.
  std::string output;
  /// Stage::PTX for a cubin that no ptxas could make.
  Stage produced = Stage::Cubin;
  std::vector<CompileDiagnostic> diagnostics;
  /// The ptxas that was used, for `--verbose`.
  std::string ptxasUsed;
};

/// Compiles one program. Threads may compile at the same time.
CompileResult compile(const CompileRequest &request);

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_COMPILER_H
