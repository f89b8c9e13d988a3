//===- Effort.h - Checks and threads of a launch ----------------*- C++ -*-===//
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
/// Unless the settings choose them, a large grid is run for its results:
/// without checks for races and the like, on all cores. The first such launch
/// is announced, so that no user takes silence for the absence of races. A
/// schedule that the user chose is meant to find faults, and is always checked.
void chooseEffort(Driver &driver, emu::LaunchConfig &config);

} // namespace tileiras::cuda

#endif // TILEIRAS_CUDADRIVER_EFFORT_H
