//===- DebugRun.cpp - A job in the debugger ---------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugRun.h"

#include "EmulatorRun.h"

#include "tileiras/Debugger/Session.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"

#include <cstdio>

using namespace llvm;

namespace tileiras::run {

/// Reads one line of standard input, without its end.
static bool readLine(std::string &line) {
  line.clear();
  int c;
  while ((c = std::getchar()) != EOF && c != '\n')
    line += char(c);
  return c != EOF || !line.empty();
}

ExitCode runInDebugger(Job &job, const Options &options) {
  bool isTerminal = sys::Process::StandardInIsUserInput();
  auto session = dbg::Session::make(job.getModule().program(), job.getKernel(),
                                    job.getPtx(), readLine, outs(),
                                    isTerminal ? "(tileiras) " : "");
  if (isTerminal)
    sys::SetInterruptFunction(dbg::Debugger::interrupt);
  ExitCode code = Success;
  bool hasRun = false;
  while (session->awaitLaunch()) {
    job.getArguments().dropOutputs();
    std::optional<ExitCode> ended =
        runWatched(job, options, session->getMonitor(),
                   [&] { return session->hasAborted(); });
    if (!ended)
      return Success;
    code = *ended;
    hasRun = code == Success || code == Differs;
    session->launchEnded(!hasRun);
    if (code == BadInput)
      return code;
  }
  if (hasRun)
    if (Error error = job.getArguments().writeOutputs(1))
      return fail(BadInput, std::move(error));
  return code;
}

} // namespace tileiras::run
