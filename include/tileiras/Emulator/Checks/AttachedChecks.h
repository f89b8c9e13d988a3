//===- AttachedChecks.h - The checks of one launch --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_CHECKS_ATTACHEDCHECKS_H
#define TILEIRAS_EMULATOR_CHECKS_ATTACHEDCHECKS_H

#include "llvm/Support/Error.h"

#include <memory>

namespace tileiras::emu {

class Monitor;
struct Launch;

/// Attaches the checks that LaunchConfig::checks asks for as the launch's
/// monitor, before a monitor that it has already. It outlives the run.
class AttachedChecks {
public:
  explicit AttachedChecks(Launch &launch) : launch(launch) {}
  ~AttachedChecks();
  /// Fails if the grid is too large for the checks.
  llvm::Error attach();

private:
  Launch &launch;
  std::unique_ptr<Monitor> checker, pair;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_CHECKS_ATTACHEDCHECKS_H
