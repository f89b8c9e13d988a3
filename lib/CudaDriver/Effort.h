//===- Effort.h - What a launch is looked at for ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDADRIVER_EFFORT_H
#define TILEIRAS_CUDADRIVER_EFFORT_H

#include "tileiras/Emulator/Emulator.h"

namespace tileiras::cuda {

struct Driver;

/// Sets checks and host threads of a launch whose grid and schedule are known.
/// Unless the settings say which, a large grid is run for its results: without
/// a look for races and the like, on all cores. The first one is announced, so
/// that nobody takes silence for the absence of races. A schedule that is asked
/// for is there to find mistakes, and is always checked.
void chooseEffort(Driver &driver, emu::LaunchConfig &config);

} // namespace tileiras::cuda

#endif // TILEIRAS_CUDADRIVER_EFFORT_H
