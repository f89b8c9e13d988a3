//===- EmulatorRun.h - A job on the emulator --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_RUN_EMULATORRUN_H
#define TILEIRAS_RUN_EMULATORRUN_H

#include "Job.h"

namespace tileiras::run {

/// Runs \p job under each schedule of \p options, and writes what was asked
/// for.
ExitCode runOnEmulator(Job &job, const Options &options);

/// Runs \p job once, and keeps what it leaves in arrays for --out. \p monitor,
/// if there is one, watches, in place of what traces and reports need.
ExitCode runOnce(Job &job, const Options &options, emu::Schedule schedule,
                 emu::Monitor *monitor);

} // namespace tileiras::run

#endif // TILEIRAS_RUN_EMULATORRUN_H
