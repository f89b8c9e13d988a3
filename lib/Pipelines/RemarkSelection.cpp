//===- RemarkSelection.cpp - The remarks to make --------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Pipelines/RemarkSelection.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras {

Error RemarkSelection::select(StringRef kind, StringRef category) {
  if (!is_contained({"none", "all", "memory", "tensorcore"}, category))
    return createStringError("unknown category of remarks '" + category +
                             "' (expected one of: " + kRemarkCategories + ")");
  // MLIR's engine expects a regular expression, or nullopt for none.
  std::optional<std::string> filter;
  if (category != "none")
    filter = category == "all" ? ".*" : category.str();
  for (auto [name, member] : {std::pair("passed", &categories.passed),
                              std::pair("missed", &categories.missed),
                              std::pair("failed", &categories.failed),
                              std::pair("analysis", &categories.analysis)})
    if (kind.empty() || kind == name)
      *member = filter;
  return Error::success();
}

bool RemarkSelection::isEmpty() const {
  return !categories.passed && !categories.missed && !categories.failed &&
         !categories.analysis;
}

} // namespace tileiras
