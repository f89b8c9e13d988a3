//===- SessionTest.cpp - Commands and their errors ------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SessionHarness.h"

using namespace tileiras;
using namespace tileiras::dbg::test;

namespace {

const char *const Kernel = R"(
.func helper() {
.loc 2 7 0
ret;
}
.visible .entry k() {
.reg .b32 %r<3>;
.loc 1 3 0
mov.u32 %r1, 1;
.loc 1 6 0
call helper, ();
ret;
})";

std::string run(llvm::StringRef script) {
  return debug(moduleText(Kernel), script);
}

} // namespace

TEST(Session, BeforeTheLaunch) {
  EXPECT_EQ(run("# a comment\n\nprint x\nstep\nwhere\ninfo breakpoints\n"
                "nonsense\n"),
            "error: 'print' needs a kernel that has stopped: set a breakpoint, "
            "then run\n"
            "error: 'step' needs a kernel that has stopped: set a breakpoint, "
            "then run\n"
            "error: 'where' needs a kernel that has stopped: set a breakpoint, "
            "then run\n"
            "No breakpoints.\n"
            "error: there is no command 'nonsense'; see help\n");
}

TEST(Session, Breakpoints) {
  EXPECT_EQ(run("break 6\nbreak k.py:4\nbreak helper\nbreak helper.py:1\n"
                "break /src/k.py:3\nbreak 9\nbreak other.py:3\nbreak nobody\n"
                "break 3 cta a\nbreak 3 cta 1,2,3,4\ndelete 9\ndelete x\n"
                "delete 1\ninfo breakpoints\n"),
            "Breakpoint 1 at /src/k.py:6\n"
            "There is no code at line 4.\n"
            "Breakpoint 2 at /src/k.py:6\n"
            "Breakpoint 3 at /src/helper.py:7\n"
            "There is no code at line 1.\n"
            "Breakpoint 4 at /src/helper.py:7\n"
            "Breakpoint 5 at /src/k.py:3\n"
            "error: there is no code at /src/k.py:9 or after it\n"
            "error: no code is of a file 'other.py'\n"
            "error: expected a line, FILE:LINE or a function, got 'nobody'\n"
            "error: expected a CTA as X,Y,Z, got 'a'\n"
            "error: expected a CTA as X,Y,Z, got '1,2,3,4'\n"
            "error: there is no breakpoint '9'\n"
            "error: there is no breakpoint 'x'\n"
            "2  /src/k.py:6\n"
            "3  /src/helper.py:7\n"
            "4  /src/helper.py:7\n"
            "5  /src/k.py:3\n");
}

TEST(Session, Hits) {
  EXPECT_EQ(run("break 6\nrun\ninfo breakpoints\nrun\ncontinue\nrun\n"
                "info breakpoints\nquit\n"),
            "Breakpoint 1 at /src/k.py:6\n"
            "[Focus on CTA (0, 0, 0), warp 0]\n"
            "Breakpoint 1, k () at /src/k.py:6\n"
            "6\t(there is no such line)\n"
            "1  /src/k.py:6  hit 1 time\n"
            "error: the kernel runs already; use continue\n"
            "[Kernel 'k' has ended]\n"
            "[Focus on CTA (0, 0, 0), warp 0]\n"
            "Breakpoint 1, k () at /src/k.py:6\n"
            "6\t(there is no such line)\n"
            "1  /src/k.py:6  hit 2 times\n");
}

TEST(Session, Focus) {
  EXPECT_EQ(run("break 6\nrun\ncta\ncta 1\ncta z\nwarp\nwarp 7\nwarp z\n"
                "lane z\nquit\n"),
            "Breakpoint 1 at /src/k.py:6\n"
            "[Focus on CTA (0, 0, 0), warp 0]\n"
            "Breakpoint 1, k () at /src/k.py:6\n"
            "6\t(there is no such line)\n"
            "[Focus on CTA (0, 0, 0), warp 0]\n"
            "k () at /src/k.py:6\n"
            "6\t(there is no such line)\n"
            "error: CTA (1, 0, 0) does not run; see info ctas\n"
            "error: expected a CTA as X,Y,Z, got 'z'\n"
            "[Focus on CTA (0, 0, 0), warp 0]\n"
            "k () at /src/k.py:6\n"
            "6\t(there is no such line)\n"
            "error: the CTA has no warp '7' that runs; see info warps\n"
            "error: the CTA has no warp 'z' that runs; see info warps\n"
            "error: the warp has no lane 'z' that runs\n");
}

TEST(Session, Help) {
  std::string all = run("help\n");
  for (const dbg::Command &each : dbg::getCommands())
    EXPECT_TRUE(contains(all, each.help));
  EXPECT_EQ(run("help delete\nhelp me\n"),
            "  delete, d [NUMBER]                              "
            "Delete a breakpoint, or all of them\n"
            "error: there is no command 'me'; see help\n");
}

/// A source that is not there, and a module without lines.
TEST(Session, List) {
  EXPECT_EQ(run("list\nlist nobody\nlist 3\n"),
            "error: /src/k.py has 0 lines\n"
            "error: expected a line, FILE:LINE or a function, got 'nobody'\n"
            "error: /src/k.py has 0 lines\n");
  EXPECT_EQ(debug(moduleText(".visible .entry k() { ret; }"),
                  "break 1\nbreak k\nrun\nwhere\nstep\n"),
            "error: there is no code at ??:1 or after it\n"
            "Breakpoint 1 at ??\n"
            "[Focus on CTA (0, 0, 0), warp 0]\n"
            "Breakpoint 1, k () at ??\n"
            "PTX 6\t.visible .entry k() { ret; }\n"
            "#0  k () at ??\n"
            "[CTA (0, 0, 0) has ended]\n"
            "[Kernel 'k' has ended]\n");
}
