//===- CrashGuard.cpp - Work that may crash -------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CrashGuard.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Signals.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace tileiras {

//===----------------------------------------------------------------------===//
// In the child
//===----------------------------------------------------------------------===//

/// Uses only system calls: the heap may be damaged, and its locks held.
static void onCrash(int signal) {
  sys::RunInterruptHandlers(); // removes temporary files
  raise(signal);
}

/// Replaces LLVM's handlers, which use the heap to print a stack trace.
static void handleCrashes() {
  struct sigaction action = {};
  action.sa_handler = onCrash;
  action.sa_flags = SA_RESETHAND | SA_NODEFER;
  for (int crash : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS})
    sigaction(crash, &action, nullptr);
  rlimit noCore = {0, 0};
  setrlimit(RLIMIT_CORE, &noCore);
}

/// Ends the child with its parent: LLVM's handlers catch the signal and remove
/// temporary files.
static void endWith(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent)
    _exit(1);
}

static void writeAll(int pipe, StringRef text) {
  while (!text.empty()) {
    ssize_t count = write(pipe, text.data(), text.size());
    if (count < 0 && errno != EINTR)
      _exit(1);
    text = text.drop_front(std::max<ssize_t>(count, 0));
  }
}

//===----------------------------------------------------------------------===//
// In the parent
//===----------------------------------------------------------------------===//

/// Reads until the other end is closed. Returns false after the time limit.
static bool readAll(int pipe, unsigned secondsToWait, std::string &text) {
  using namespace std::chrono;
  auto end = steady_clock::now() + seconds(secondsToWait);
  char buffer[64 << 10];
  while (true) {
    int64_t left = std::max<int64_t>(
        ceil<milliseconds>(end - steady_clock::now()).count(), 0);
    pollfd event = {pipe, POLLIN, 0};
    int ready = poll(&event, 1, secondsToWait == 0 ? -1 : int(left));
    if (ready == 0)
      return false;
    ssize_t count = ready < 0 ? -1 : read(pipe, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return true;
    text.append(buffer, count);
  }
}

static int waitForEnd(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  return status;
}

static GuardedEnd endOf(int status, std::string text) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return {GuardedEnd::Done, std::move(text)};
  if (!WIFSIGNALED(status))
    return {GuardedEnd::Crashed, "the compiler ended"};
  int signal = WTERMSIG(status);
  // The user, or a limit of the user's, caused these signals.
  if (is_contained({SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU}, signal))
    raise(signal);
  return {GuardedEnd::Crashed,
          std::string("the compiler crashed (") + strsignal(signal) + ")"};
}

GuardedEnd runGuarded(function_ref<std::string()> work,
                      unsigned secondsToWait) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC))
    return {};
  pid_t parent = getpid(), child = fork();
  if (child == 0) {
    close(ends[0]);
    endWith(parent);
    handleCrashes();
    writeAll(ends[1], work());
    // _exit skips the cleanup at the end of a process, which belongs to the
    // parent.
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  bool isLate = child > 0 && !readAll(ends[0], secondsToWait, text);
  close(ends[0]);
  if (child < 0)
    return {};
  if (isLate)
    kill(child, SIGKILL);
  return endOf(waitForEnd(child), std::move(text));
}

} // namespace tileiras
