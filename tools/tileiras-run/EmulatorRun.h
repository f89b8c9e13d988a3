//===- EmulatorRun.h - A job on the emulator --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a job on the emulator once for each schedule, with checks, counters,
// profile and trace as requested.
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_RUN_EMULATORRUN_H
#define TILEIRAS_RUN_EMULATORRUN_H

#include "Job.h"

namespace tileiras::run {

/// Runs \p job under each schedule of \p options, and writes the requested
/// outputs.
ExitCode runOnEmulator(Job &job, const Options &options);

/// Runs \p job once, watched by \p monitor, and keeps its results for --out;
/// returns nullopt if the monitor has ended the run, as \p wasEnded tells.
std::optional<ExitCode> runWatched(Job &job, const Options &options,
                                   emu::Monitor &monitor,
                                   llvm::function_ref<bool()> wasEnded);

} // namespace tileiras::run

#endif // TILEIRAS_RUN_EMULATORRUN_H
