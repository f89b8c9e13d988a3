//===- DebugRun.h - A job in the debugger -----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_RUN_DEBUGRUN_H
#define TILEIRAS_RUN_DEBUGRUN_H

#include "Job.h"

namespace tileiras::run {

/// Runs \p job as often as the commands on standard input request, and writes
/// the results of the last run; nothing if a command ended it.
ExitCode runInDebugger(Job &job, const Options &options);

} // namespace tileiras::run

#endif // TILEIRAS_RUN_DEBUGRUN_H
