//===- Process.cpp - Runs a program and keeps what it says ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Process.h"

#include "TemporaryFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <chrono>
#include <csignal>
#include <thread>

using namespace llvm;

namespace tileiras {

/// Waits in small steps, since LLVM's own time limit is an alarm of the whole
/// process. False if the limit is over, and the process with it.
static bool waitFor(const sys::ProcessInfo &process, unsigned secondsToWait,
                    int &exitCode, std::string &error) {
  using namespace std::chrono;
  auto end = steady_clock::now() + seconds(secondsToWait);
  for (auto step = milliseconds(1);; step = std::min(step * 2, 16ms)) {
    sys::ProcessInfo state = sys::Wait(process, /*SecondsToWait=*/0, &error);
    if (state.Pid != 0) {
      exitCode = state.ReturnCode;
      return true;
    }
    if (secondsToWait != 0 && steady_clock::now() >= end)
      break;
    std::this_thread::sleep_for(step);
  }
  kill(process.Pid, SIGKILL);
  sys::Wait(process, /*SecondsToWait=*/std::nullopt, &error);
  return false;
}

Expected<ProcessOutput> runProcess(StringRef program,
                                   ArrayRef<StringRef> arguments,
                                   unsigned secondsToWait) {
  auto log = TemporaryFile::create("log");
  if (!log)
    return log.takeError();

  SmallVector<StringRef> argv{program};
  append_range(argv, arguments);
  // Naming one file twice makes both streams share it.
  std::optional<StringRef> redirects[] = {StringRef(""), log->path(),
                                          log->path()};
  std::string error;
  bool failed = false;
  sys::ProcessInfo process =
      sys::ExecuteNoWait(program, argv, /*Env=*/std::nullopt, redirects,
                         /*MemoryLimit=*/0, &error, &failed);
  ProcessOutput output;
  if (!failed && !waitFor(process, secondsToWait, output.exitCode, error))
    return createStringError("'" + program + "' was not done after the " +
                             Twine(secondsToWait) +
                             " s of --ptxas-timeout, and was stopped");
  if (failed || output.exitCode < 0)
    return createStringError("cannot run '" + program + "': " + error);

  auto text = MemoryBuffer::getFile(log->path());
  if (!text)
    return createStringError("cannot read the output of '" + program +
                             "': " + text.getError().message());
  output.text = (*text)->getBuffer().str();
  return output;
}

} // namespace tileiras
