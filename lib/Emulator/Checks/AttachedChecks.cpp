//===- AttachedChecks.cpp - The checks of one launch ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/AttachedChecks.h"
#include "tileiras/Emulator/Checks/Checker.h"
#include "tileiras/Emulator/Machine/MonitorPair.h"

using namespace llvm;

namespace tileiras::emu {

AttachedChecks::~AttachedChecks() = default;

Error AttachedChecks::attach() {
  if (!launch.config.checks.needsMonitor())
    return Error::success();
  auto made = std::make_unique<Checker>(launch.config.checks, launch);
  if (!made->fits())
    return createStringError("the grid has too many warps to look for races; "
                             "launch it without checks");
  checker = std::move(made);
  launch.setMonitor(checker.get());
  if (Monitor *other = launch.config.monitor) {
    pair = std::make_unique<MonitorPair>(*checker, *other);
    launch.setMonitor(pair.get());
  }
  return Error::success();
}

} // namespace tileiras::emu
