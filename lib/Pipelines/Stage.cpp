//===- Stage.cpp - The stages of a compilation ----------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Pipelines/Stage.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tileiras {

namespace {
/// A row of Stages.td.
struct StageRow {
  uint8_t Number;
  const char *Name;
};

#define GET_StageTable_IMPL
#include "tileiras/Pipelines/Stages.inc"

static_assert(std::size(StageTable) == static_cast<size_t>(Stage::Cubin) + 1);

constexpr StringLiteral kDebugInfoNames[] = {"none", "lineinfo", "full",
                                             "variables", "source-variables"};
constexpr StringLiteral kTensorMapProviderNames[] = {"none", "parameter",
                                                     "device"};
} // namespace

StringRef stageName(Stage stage) {
  return lookupStageRow(static_cast<uint8_t>(stage))->Name;
}

std::optional<Stage> parseStage(StringRef name) {
  for (const StageRow &row : StageTable)
    if (name == row.Name)
      return static_cast<Stage>(row.Number);
  return std::nullopt;
}

std::string stageNames() {
  return join(
      map_range(StageTable,
                [](const StageRow &row) { return StringRef(row.Name); }),
      ", ");
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

std::string debugInfoNames() { return join(ArrayRef(kDebugInfoNames), ", "); }

std::optional<TensorMapProvider> parseTensorMapProvider(StringRef name) {
  for (auto [i, known] : enumerate(kTensorMapProviderNames))
    if (name == known)
      return static_cast<TensorMapProvider>(i);
  return std::nullopt;
}

StringRef tensorMapProviderName(TensorMapProvider provider) {
  return kTensorMapProviderNames[static_cast<size_t>(provider)];
}

std::string tensorMapProviderNames() {
  return join(ArrayRef(kTensorMapProviderNames), ", ");
}

} // namespace tileiras
