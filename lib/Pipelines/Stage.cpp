//===- Stage.cpp - The forms that a program goes through --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Pipelines/Stage.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras {

// In the order of the enumerators.
static constexpr StringLiteral kStageNames[] = {
    "tile", "tileaa", "tileas", "llvm", "llvmir", "ptx", "cubin"};
static constexpr StringLiteral kDebugInfoNames[] = {"none", "lineinfo", "full"};

StringRef stageName(Stage stage) {
  return kStageNames[static_cast<size_t>(stage)];
}

std::optional<Stage> parseStage(StringRef name) {
  for (auto [i, known] : enumerate(kStageNames))
    if (name == known)
      return static_cast<Stage>(i);
  return std::nullopt;
}

StringRef debugInfoName(DebugInfoKind kind) {
  return kDebugInfoNames[static_cast<size_t>(kind)];
}

std::optional<DebugInfoKind> parseDebugInfo(StringRef name) {
  for (auto [i, known] : enumerate(kDebugInfoNames))
    if (name == known)
      return static_cast<DebugInfoKind>(i);
  return std::nullopt;
}

} // namespace tileiras
