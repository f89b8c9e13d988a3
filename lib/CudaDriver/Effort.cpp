//===- Effort.cpp - Checks and threads of a launch ------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Effort.h"

#include "Driver.h"

#include <utility>

using namespace llvm;

namespace tileiras::cuda {

/// The number of CTAs from which a grid is large. docs/Rationale/CudaDriver.md
/// has the measurements.
constexpr uint64_t LargeGrid = 256;

static void announce(Driver &driver, uint64_t ctas) {
  if (std::exchange(driver.hasAnnouncedEffort, true))
    return;
  note("a grid of " + Twine(ctas) + " CTAs: those of " + Twine(LargeGrid) +
       " and more are not checked for races, uninitialised memory and the "
       "like (EMULATED_CHECKS=1 checks them, 0 ends this message)");
}

void chooseEffort(Driver &driver, emu::LaunchConfig &config) {
  const Settings &settings = driver.settings;
  bool isLarge = config.grid.count() >= LargeGrid &&
                 config.schedule.kind == emu::Schedule::InOrder;
  if (!settings.checks && isLarge)
    announce(driver, config.grid.count());
  bool isChecked = settings.checks.value_or(!isLarge);
  config.checks = isChecked ? emu::CheckSet() : emu::CheckSet::none();
  config.threads = settings.threads;
}

} // namespace tileiras::cuda
