//===- SteppingTest.cpp - Where CTAs stop ---------------------------------===//
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

/// Two iterations of a loop with a barrier; instructions of line 5 are between
/// those of line 4, and one of line 6 was hoisted out of the loop.
const char *const Loop = R"(
.visible .entry k() {
.reg .b32 %r<9>; .reg .pred %p<3>;
.shared .align 4 .b8 smem[512];
.loc 1 3 0
mov.u32 %r1, 0;
mov.u32 %r2, %tid.x;
.loc 1 6 0
shl.b32 %r3, %r2, 2;
TOP:
.loc 1 4 0
add.u32 %r1, %r1, 1;
.loc 1 5 0
mov.u32 %r4, %r1;
.loc 1 4 0
setp.lt.u32 %p1, %r1, 2;
.loc 1 5 0
bar.sync 0;
.loc 1 6 0
st.shared.u32 [%r3], %r4;
.loc 1 0 0
bar.sync 0;
.loc 1 4 0
@%p1 bra TOP;
.loc 1 8 0
ret;
})";

emu::LaunchConfig blocks(uint32_t ctas, uint32_t threads) {
  emu::LaunchConfig config;
  config.grid = {ctas, 1, 1};
  config.block = {threads, 1, 1};
  return config;
}

} // namespace

/// A line with a barrier stops once in an iteration, with all warps before it.
TEST(Stepping, LineInLoop) {
  std::string output = debug(moduleText(Loop),
                             "break 6\nrun\ninfo warps\nprint %r1[0]\n"
                             "continue\nprint %r1[0]\ncontinue\n",
                             blocks(1, 96));
  EXPECT_EQ(output, "Breakpoint 1 at /src/k.py:6\n"
                    "[Focus on CTA (0, 0, 0), warp 0]\n"
                    "Breakpoint 1, k () at /src/k.py:6\n"
                    "6\t(there is no such line)\n"
                    "* 0  lanes 0-31  /src/k.py:6\n"
                    "  1  lanes 0-31  /src/k.py:6\n"
                    "  2  lanes 0-31  /src/k.py:6\n"
                    "$1 = 1\n"
                    "Breakpoint 1, k () at /src/k.py:6\n"
                    "6\t(there is no such line)\n"
                    "$2 = 2\n"
                    "[Kernel 'k' has ended]\n");
}

/// A step is one of all warps; the lines come as control reaches them.
TEST(Stepping, Step) {
  std::string output = debug(moduleText(Loop),
                             "start\nstep\nstep\nstep\nstep\nstep\nnext\n"
                             "delete\ncontinue\n",
                             blocks(1, 64));
  EXPECT_EQ(output, "[Focus on CTA (0, 0, 0), warp 0]\n"
                    "k () at /src/k.py:3\n"
                    "3\t(there is no such line)\n"
                    "6\t(there is no such line)\n"
                    "4\t(there is no such line)\n"
                    "5\t(there is no such line)\n"
                    "4\t(there is no such line)\n"
                    "5\t(there is no such line)\n"
                    "6\t(there is no such line)\n"
                    "[Kernel 'k' has ended]\n");
}

/// One instruction of one warp; at the barrier it waits for the others.
TEST(Stepping, Instruction) {
  std::string output =
      debug(moduleText(Loop),
            "break 5\nrun\nstepi\ninfo warps\nstepi\nstepi\ninfo warps\n"
            "warp 0\nstepi\nquit\n",
            blocks(1, 64));
  EXPECT_TRUE(contains(output, "4\t(there is no such line)\n"
                               "PTX 21\tsetp.lt.u32 %p1, %r1, 2;\n"
                               "* 0  lanes 0-31  /src/k.py:4\n"
                               "  1  lanes 0-31  /src/k.py:5\n"));
  EXPECT_TRUE(contains(output, "PTX 23\tbar.sync 0;\n"
                               "[Focus on CTA (0, 0, 0), warp 1]\n"));
  EXPECT_TRUE(contains(output,
                       "  0  lanes 0-31  /src/k.py:5  waits at barrier 0\n"
                       "* 1  lanes 0-31  /src/k.py:5\n"));
  EXPECT_TRUE(contains(
      output, "error: warp 0 waits for others, and can't make a step\n"));
}

/// The step past the end of a CTA stops where the next one begins.
TEST(Stepping, EndOfCta) {
  std::string output =
      debug(moduleText(Loop),
            "break 8 cta 0,0,0\nrun\ninfo ctas\nstep\ninfo ctas\ncontinue\n",
            blocks(3, 32));
  EXPECT_TRUE(contains(output, "* (0, 0, 0)  stopped\n"
                               "of 3: 0 ended, 2 not begun\n"
                               "[CTA (0, 0, 0) has ended]\n"
                               "[Focus on CTA (1, 0, 0), warp 0]\n"
                               "k () at /src/k.py:3\n"));
  EXPECT_TRUE(contains(output, "* (1, 0, 0)  stopped\n"
                               "of 3: 1 ended, 1 not begun\n"
                               "[Kernel 'k' has ended]\n"));
}

TEST(Stepping, BreakpointOfOneCta) {
  std::string output = debug(moduleText(Loop),
                             "tbreak 8 cta 2\nbreak 8\ninfo breakpoints\n"
                             "delete 2\nrun\ninfo breakpoints\ncontinue\n",
                             blocks(4, 32));
  EXPECT_TRUE(contains(output,
                       "1  /src/k.py:8  cta 2,0,0  once\n"
                       "2  /src/k.py:8\n"
                       "[Focus on CTA (2, 0, 0), warp 0]\n"
                       "Temporary breakpoint 1, k () at /src/k.py:8\n"));
  EXPECT_TRUE(contains(output, "No breakpoints.\n[Kernel 'k' has ended]\n"));
}

/// A CTA of a cluster stops while another one waits for it.
TEST(Stepping, Cluster) {
  emu::LaunchConfig config = blocks(2, 32);
  config.cluster = emu::Dim3{2, 1, 1};
  std::string output = debug(moduleText(R"(
.visible .entry k() {
.loc 1 3 0
barrier.cluster.arrive;
.loc 1 4 0
barrier.cluster.wait;
.loc 1 5 0
ret;
})"),
                             "break 3 cta 1\nbreak 5\nrun\ninfo ctas\ncta 0\n"
                             "step\ninfo warps\ncta 1\nstep\nstep\ndelete\n"
                             "continue\ncontinue\n",
                             config);
  EXPECT_TRUE(contains(output, "  (0, 0, 0)  running\n* (1, 0, 0)  stopped\n"));
  EXPECT_TRUE(contains(output,
                       "[Focus on CTA (0, 0, 0), warp 0]\n"
                       "k () at /src/k.py:4\n4\t(there is no such line)\n"
                       "error: only CTA (1, 0, 0) has stopped: put it into "
                       "focus to step\n"
                       "* 0  lanes 0-31  /src/k.py:4  waits at the cluster's "
                       "barrier\n"));
  EXPECT_TRUE(contains(output, "[Kernel 'k' has ended]\n"));
}

/// Lanes that have diverged are at different locations.
TEST(Stepping, DivergentLanes) {
  std::string output = debug(moduleText(R"(
.visible .entry k() {
.reg .b32 %r<9>; .reg .pred %p<3>;
.loc 1 3 0
mov.u32 %r1, %tid.x;
setp.lt.u32 %p1, %r1, 8;
@%p1 bra LOW;
.loc 1 4 0
mov.u32 %r2, 7;
bra.uni END;
LOW:
.loc 1 6 0
mov.u32 %r2, 9;
END:
.loc 1 7 0
bar.sync 0;
ret;
})"),
                             "break 4\nrun\ninfo warps\nlane 3\nlane 20\n"
                             "lane 40\nlane\ndelete\nbreak 7\ncontinue\n"
                             "print %r2\nprint %p1\ncontinue\n",
                             blocks(1, 32));
  EXPECT_TRUE(contains(output, "* 0  lanes 0-7  /src/k.py:6\n"
                               "     lanes 8-31  /src/k.py:4\n"));
  EXPECT_TRUE(contains(output, "[Focus on lane 3]\nk () at /src/k.py:6\n"));
  EXPECT_TRUE(contains(output, "[Focus on lane 20]\nk () at /src/k.py:4\n"));
  EXPECT_TRUE(contains(output, "error: the warp has no lane '40' that runs\n"));
  EXPECT_TRUE(contains(output,
                       "$1 = {9, 9, 9, 9, 9, 9, 9, 9, 7 <repeats 24 times>}\n"
                       "$2 = {1, 1, 1, 1, 1, 1, 1, 1, 0 <repeats 24 times>}"));
}

/// Calls, and code that is inlined, are frames.
TEST(Stepping, Frames) {
  std::string ptx = moduleText(R"(
.func helper() {
.reg .b32 %r<3>;
.loc 2 2 0
mov.u32 %r1, 5;
.loc 2 3 0
ret;
}
.visible .entry k() {
.reg .b32 %r<9>;
.loc 1 3 0
mov.u32 %r1, 1;
.loc 1 4 0
call helper, ();
.loc 1 5 0
mov.u32 %r3, 3;
.loc 1 5 4
.loc 2 9 0, function_name $L__name, inlined_at 1 5 4
mov.u32 %r2, 2;
.loc 1 6 0
ret;
}
.section .debug_str {
$L__name:
.b8 111,110,101,0
})");
  std::string output =
      debug(ptx, "break helper.py:2\nrun\nwhere\nfinish\n"
                 "step\nbacktrace\nfinish\nfinish\ncontinue\n");
  EXPECT_TRUE(contains(output, "#0  helper () at /src/helper.py:2\n"
                               "#1  k () at /src/k.py:4\n"));
  EXPECT_TRUE(contains(output, "k () at /src/k.py:5\n"
                               "5\t(there is no such line)\n"));
  EXPECT_TRUE(contains(output, "#0  one () at /src/helper.py:9\n"
                               "#1  k () at /src/k.py:5\n"
                               "k () at /src/k.py:6\n"));
  EXPECT_TRUE(contains(output, "error: the outermost frame can't be finished; "
                               "use continue\n"));
  std::string over = debug(ptx, "break 4\nrun\nnext\nnext\ncontinue\n");
  EXPECT_TRUE(contains(over, "4\t(there is no such line)\n"
                             "5\t(there is no such line)\n"
                             "6\t(there is no such line)\n"));
}

/// A failed kernel can be inspected, but not continued.
TEST(Stepping, Fault) {
  std::string output =
      debug(moduleText(R"(
.visible .entry k() {
.reg .b32 %r<9>; .reg .b64 %rd<3>;
.loc 1 3 0
mov.u64 %rd1, 64;
.loc 1 4 0
st.global.u32 [%rd1], 1;
ret;
})"),
            "run\nprint %rd1[0]\nwhere\ncontinue\nrun\nquit\n", blocks(1, 32));
  EXPECT_TRUE(
      contains(output, "The kernel failed: out-of-bounds global write"));
  EXPECT_TRUE(contains(output, "k () at /src/k.py:4\n"));
  EXPECT_TRUE(contains(output, "$1 = 64\n#0  k () at /src/k.py:4\n"
                               "[Kernel 'k' has failed]\n"
                               "The kernel failed: "));
}

/// Ctrl-C stops any command.
TEST(Stepping, Interrupt) {
  std::string ptx = moduleText(Loop);
  auto module = llvm::cantFail(emu::Module::parse(ptx, "k.ptx"));
  std::vector<std::string> script = {"run", "where", "continue"};
  size_t next = 0;
  std::string output;
  llvm::raw_string_ostream os(output);
  auto session = dbg::Session::make(
      module->program(), *llvm::cantFail(module->kernel("k")), ptx,
      [&](std::string &line) {
        bool isThere = next < script.size();
        line = isThere ? script[next++] : "";
        return isThere;
      },
      os, "");
  ASSERT_TRUE(session->awaitLaunch());
  emu::Machine machine;
  emu::LaunchConfig config = blocks(1, 32);
  struct Interrupter : emu::Monitor {
    explicit Interrupter(emu::Monitor &other) : other(other) {}
    void launchStart(emu::Launch &launch) override {
      other.launchStart(launch);
      dbg::Debugger::interrupt();
    }
    void clusterStart(emu::Cluster &cluster) override {
      other.clusterStart(cluster);
    }
    void clusterEnd(emu::Cluster &cluster) override {
      other.clusterEnd(cluster);
    }
    void frameStart(emu::Warp &warp, emu::Frame &frame) override {
      other.frameStart(warp, frame);
    }
    void beforeInstruction(emu::Warp &warp, const emu::Instruction &instruction,
                           emu::LaneMask reached) override {
      other.beforeInstruction(warp, instruction, reached);
    }
    emu::Monitor &other;
  } interrupter(session->getMonitor());
  config.monitor = &interrupter;
  EXPECT_FALSE(bool(machine.launch(*module, "k", config, {})));
  EXPECT_TRUE(contains(output, "Interrupted, k () at /src/k.py:3\n"));
}
