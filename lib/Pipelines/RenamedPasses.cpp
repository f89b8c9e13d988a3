//===- RenamedPasses.cpp - Old names of passes ----------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A renamed pass is registered under its old name, too, for one version, so that
// pipelines of users continue to work.
//
//===----------------------------------------------------------------------===//

#include "RenamedPasses.h"

#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace {
struct Renamed {
  StringLiteral oldName, newName;
};
} // namespace

/// The passes that version 0.2 renamed.
static constexpr Renamed kRenamedPasses[] = {
    {"tileaa-slice-results", "tileaa-slice-dot-results"},
    {"tileaa-split-clusters", "tileaa-partition-cta-cluster"},
    {"tileaa-split-steps", "tileaa-shrink-k-tiles"},
    {"tileas-round-loads", "tileas-fold-rounding-into-tma"},
    {"tileas-transpose-products", "tileas-transpose-dot"},
};

void tileiras::registerRenamedPasses() {
  for (const Renamed &pass : kRenamedPasses) {
    const PassInfo *info = PassInfo::lookup(pass.newName);
    assert(info && "the pass itself is registered first");
    registerPassPipeline(
        pass.oldName, ("Old name of " + pass.newName).str(),
        [info](OpPassManager &passes, StringRef options,
               function_ref<LogicalResult(const Twine &)> handleError) {
          return info->addToPipeline(passes, options, handleError);
        },
        [](function_ref<void(const detail::PassOptions &)>) {});
  }
}
