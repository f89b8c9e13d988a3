//===- SubprocessTest.cpp - Runs a program and keeps what it says ---------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Support/Subprocess.h"

#include "gtest/gtest.h"

#include <chrono>
#include <csignal>

using namespace llvm;

namespace tileiras {
namespace {

/// A script, run by the shell.
struct Script {
  explicit Script(StringRef text) : arguments{"-c", text} {
    job.program = "/bin/sh";
    job.arguments = arguments;
  }

  SubprocessOutput run() {
    auto output = runSubprocess(job);
    if (output)
      return *output;
    ADD_FAILURE() << toString(output.takeError());
    return {};
  }
  std::string fail() { return toString(runSubprocess(job).takeError()); }

  StringRef arguments[2];
  Subprocess job;
};

TEST(Subprocess, KeepsTheOutput) {
  SubprocessOutput output =
      Script("echo one; echo two >&2; echo three; exit 3").run();
  EXPECT_EQ(output.text, "one\ntwo\nthree\n");
  EXPECT_EQ(output.exitCode, 3);
  EXPECT_EQ(output.numLeftOut, 0u);
}

TEST(Subprocess, ReadsItsInput) {
  std::string large(1 << 20, 'x');
  Script script("wc -c");
  script.job.input = large;
  EXPECT_EQ(StringRef(script.run().text).trim(), "1048576");
  EXPECT_EQ(Script("wc -c").run().text, "0\n");
}

TEST(Subprocess, KeepsTheBeginningOfALongOutput) {
  Script script("printf 0123456789; printf 0123456789");
  script.job.maxOutput = 12;
  SubprocessOutput output = script.run();
  EXPECT_EQ(output.text, "012345678901");
  EXPECT_EQ(output.numLeftOut, 8u);
}

TEST(Subprocess, StopsAtTheTimeout) {
  auto start = std::chrono::steady_clock::now();
  Script script("sleep 60 & yes");
  script.job.secondsToWait = 1;
  script.job.limitName = "--limit";
  script.job.hasOwnGroup = true;
  script.job.maxOutput = 10;
  EXPECT_EQ(script.fail(),
            "'/bin/sh' was not done after the 1 s of --limit, and was stopped");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

/// A process that a program leaves running may keep its output open longer.
TEST(Subprocess, DoesNotWaitForLeftoverProcesses) {
  auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(Script("sleep 30 & echo done").run().text, "done\n");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST(Subprocess, SaysWhyThereIsNoResult) {
  EXPECT_EQ(Script("kill -SEGV $$").fail(),
            "cannot run '/bin/sh': Segmentation fault");
  Script script("");
  script.job.program = "/nonexistent";
  EXPECT_EQ(script.fail(),
            "cannot run '/nonexistent': No such file or directory");
}

TEST(Subprocess, RunsWhereChildrenAreIgnored) {
  auto before = signal(SIGCHLD, SIG_IGN);
  SubprocessOutput output = Script("echo text; exit 3").run();
  EXPECT_EQ(output.text, "text\n");
  EXPECT_EQ(output.exitCode, std::nullopt);
  // The program has child processes.
  EXPECT_EQ(Script("sh -c 'exit 5'; echo $?").run().text, "5\n");
  signal(SIGCHLD, before);
}

} // namespace
} // namespace tileiras
