//===- LitmusTest.cpp - Small programs about the memory model -------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs of two threads that share x and y (PTX ISA, "Memory Consistency
// Model"), under every kind of schedule: the values that they read must be
// allowed, and a variant with a race must be reported in each run in which the
// threads conflict.
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

#include <set>

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

/// The distance of the two threads.
enum class Apart { Warps, Cluster, Ctas };

/// Thread 0 runs `first`, thread 1 `second`; each leaves the values that it
/// read in %r0 and %r1. x and y are [%x] and [%y].
struct Litmus {
  const char *name;
  Apart apart;
  const char *first, *second;
  /// The forbidden outcomes (%r0 and %r1 of the first thread, then of the
  /// second); and the report that at least one schedule must give, or nothing.
  std::set<std::array<uint32_t, 4>> forbidden;
  const char *report = "";
};

std::string textOf(const Litmus &litmus) {
  std::string cluster =
      litmus.apart == Apart::Cluster ? ".reqnctapercluster 2, 1, 1\n" : "";
  return R"(.version 8.7
.target sm_90
.address_size 64
.visible .entry k(.param .u64 memory, .param .u64 out)
)" + cluster +
         R"({
.reg .b64 %x, %y, %out;
.reg .b32 %t, %c, %r<6>;
.reg .pred %p<4>;
ld.param.u64 %x, [memory];
add.u64 %y, %x, 128;
ld.param.u64 %out, [out];
mov.u32 %t, %tid.x;
mov.u32 %c, %ctaid.x;
mov.u32 %r0, 0;
mov.u32 %r1, 0;
and.b32 %r2, %t, 31;
setp.ne.u32 %p0, %r2, 0;
@%p0 ret;
shr.u32 %t, %t, 5;
add.u32 %t, %t, %c;
setp.eq.u32 %p0, %t, 0;
@!%p0 bra SECOND;
)" + litmus.first +
         "\nbra END;\nSECOND:\n" + litmus.second + R"(
END:
mad.wide.u32 %out, %t, 8, %out;
st.global.v2.u32 [%out], {%r0, %r1};
ret;
})";
}

struct Result {
  std::array<uint32_t, 4> seen = {};
  std::string error;
};

Result runLitmus(const Litmus &litmus, Schedule schedule) {
  auto module = llvm::cantFail(Module::parse(textOf(litmus), "litmus.ptx"));
  Machine machine;
  std::array<uint64_t, 2> parameters = {machine.allocate(256, "memory"),
                                        machine.allocate(16, "out")};
  LaunchConfig config;
  config.schedule = schedule;
  (litmus.apart == Apart::Warps ? config.block.x : config.grid.x) *=
      litmus.apart == Apart::Warps ? 64 : 2;
  Result result;
  if (auto error = machine.launch(
          *module, "k", config,
          llvm::ArrayRef(reinterpret_cast<uint8_t *>(parameters.data()), 16))) {
    result.error = llvm::toString(std::move(error));
    return result;
  }
  llvm::cantFail(machine.copyOut(
      parameters[1], llvm::MutableArrayRef(
                         reinterpret_cast<uint8_t *>(result.seen.data()), 16)));
  return result;
}

std::vector<Schedule> schedules() {
  std::vector<Schedule> all = {{Schedule::InOrder}, {Schedule::Adversarial}};
  for (uint64_t seed = 0; seed < 30; ++seed)
    all.push_back({Schedule::Random, seed});
  return all;
}

const char *writeData = "st.global.u32 [%x], 42;";

/// Message passing with given writes and reads of the flag.
Litmus passing(const char *name, Apart apart, const std::string &send,
               const std::string &receive, const char *report = "") {
  static std::deque<std::string> texts;
  const std::string &first = texts.emplace_back(std::string(writeData) + send);
  const std::string &second =
      texts.emplace_back(receive + "setp.eq.u32 %p1, %r0, 0; @%p1 bra END;"
                                   "ld.global.u32 %r1, [%x];");
  return {name, apart, first.c_str(), second.c_str(), {{0, 0, 1, 0}}, report};
}

std::vector<Litmus> programs() {
  using enum Apart;
  std::vector<Litmus> all;
  // Release and acquire at each scope, with scopes that include both threads
  // and scopes that don't.
  struct Scoped {
    const char *scope;
    bool ctas, cluster;
  };
  for (Scoped scoped : {Scoped{"cta", false, false},
                        {"cluster", false, true},
                        {"gpu", true, true},
                        {"sys", true, true}}) {
    std::string scope = scoped.scope;
    std::string send = "st.release." + scope + ".global.u32 [%y], 1;";
    std::string receive = "ld.acquire." + scope + ".global.u32 %r0, [%y];";
    const char *narrow = "race on global memory";
    all.push_back(passing("MP release/acquire, warps", Warps, send, receive));
    all.push_back(passing("MP release/acquire, cluster", Cluster, send, receive,
                          scoped.cluster ? "" : narrow));
    all.push_back(passing("MP release/acquire, CTAs", Ctas, send, receive,
                          scoped.ctas ? "" : narrow));
    std::string fence = "fence.acq_rel." + scope + ";";
    all.push_back(passing("MP fences, CTAs", Ctas,
                          fence + "st.relaxed.gpu.global.u32 [%y], 1;",
                          "ld.relaxed.gpu.global.u32 %r0, [%y];" + fence,
                          scoped.ctas ? "" : "missing: a wider scope"));
  }
  std::string send = "st.release.gpu.global.u32 [%y], 1;";
  std::string receive = "ld.acquire.gpu.global.u32 %r0, [%y];";
  std::string sendRelaxed = "st.relaxed.gpu.global.u32 [%y], 1;";
  std::string receiveRelaxed = "ld.relaxed.gpu.global.u32 %r0, [%y];";
  all.push_back(passing("MP volatile and membar", Ctas,
                        "membar.gl; st.volatile.global.u32 [%y], 1;",
                        "ld.volatile.global.u32 %r0, [%y]; membar.gl;"));
  all.push_back(passing("MP atomics", Ctas,
                        "atom.add.release.gpu.global.u32 %r2, [%y], 1;",
                        "atom.or.acquire.gpu.global.b32 %r0, [%y], 0;"));
  all.push_back(passing("MP fence before an atomic", Ctas,
                        "fence.acq_rel.gpu; red.global.add.u32 [%y], 1;",
                        receive));
  all.push_back(passing("MP without release", Ctas, sendRelaxed, receive,
                        "missing: a release"));
  all.push_back(passing("MP without acquire", Ctas, send, receiveRelaxed,
                        "missing: an acquire"));
  all.push_back(passing("MP fence after the flag", Ctas,
                        sendRelaxed + "fence.acq_rel.gpu;", receive,
                        "missing: a release"));
  all.push_back(passing("MP fence before the flag is read", Ctas, send,
                        "fence.acq_rel.gpu;" + receiveRelaxed,
                        "missing: an acquire"));
  all.push_back(passing("MP weak flag", Ctas, "st.global.u32 [%y], 1;",
                        "ld.global.u32 %r0, [%y];", "race on global memory"));
  all.push_back(passing("MP narrow reader", Ctas, send,
                        "ld.acquire.cta.global.u32 %r0, [%y];",
                        "missing: a wider scope"));
  // Store buffering: with fence.sc one must see the other.
  const char *storeX = "st.relaxed.gpu.global.u32 [%x], 1; fence.sc.gpu;"
                       "ld.relaxed.gpu.global.u32 %r0, [%y];";
  const char *storeY = "st.relaxed.gpu.global.u32 [%y], 1; fence.sc.gpu;"
                       "ld.relaxed.gpu.global.u32 %r0, [%x];";
  all.push_back({"SB fence.sc", Ctas, storeX, storeY, {{0, 0, 0, 0}}});
  all.push_back({"SB weak",
                 Ctas,
                 "st.global.u32 [%x], 1; ld.global.u32 %r0, [%y];",
                 "st.global.u32 [%y], 1; ld.global.u32 %r0, [%x];",
                 {},
                 "race on global memory"});
  // Load buffering: values don't come out of thin air.
  all.push_back({"LB dependent",
                 Ctas,
                 "ld.relaxed.gpu.global.u32 %r0, [%x];"
                 "st.relaxed.gpu.global.u32 [%y], %r0;",
                 "ld.relaxed.gpu.global.u32 %r0, [%y];"
                 "st.relaxed.gpu.global.u32 [%x], %r0;",
                 {{1, 0, 1, 0}, {42, 0, 42, 0}}});
  // Coherence: the second of two reads of one address doesn't see an older
  // value.
  all.push_back({"CoRR",
                 Ctas,
                 "st.relaxed.gpu.global.u32 [%x], 1;",
                 "ld.relaxed.gpu.global.u32 %r0, [%x];"
                 "ld.relaxed.gpu.global.u32 %r1, [%x];",
                 {{0, 0, 1, 0}}});
  // Two increments are never lost.
  all.push_back({"atomicity",
                 Ctas,
                 "atom.global.add.u32 %r0, [%x], 1;",
                 "atom.global.add.u32 %r0, [%x], 1;",
                 {{0, 0, 0, 0}, {1, 0, 1, 0}}});
  all.push_back({"atomic and weak",
                 Ctas,
                 "atom.global.add.u32 %r0, [%x], 1;",
                 "ld.global.u32 %r0, [%x];",
                 {},
                 "race on global memory"});
  all.push_back({"atomics of one CTA's scope",
                 Ctas,
                 "atom.global.cta.add.u32 %r0, [%x], 1;",
                 "atom.global.cta.add.u32 %r0, [%x], 1;",
                 {},
                 "missing: a wider scope"});
  return all;
}

// Req: D-34
TEST(Litmus, OutcomesAreAllowedAndRacesReported) {
  for (const Litmus &litmus : programs()) {
    unsigned reported = 0;
    for (const Schedule &schedule : schedules()) {
      Result result = runLitmus(litmus, schedule);
      if (result.error.empty()) {
        EXPECT_FALSE(litmus.forbidden.count(result.seen)) << litmus.name;
        continue;
      }
      ++reported;
      EXPECT_TRUE(*litmus.report) << litmus.name << ": " << result.error;
      EXPECT_NE(result.error.find("race on global memory"), std::string::npos)
          << litmus.name << ": " << result.error;
      if (result.error.find(litmus.report) == std::string::npos)
        --reported; // the race of the flags itself, or another
    }
    if (*litmus.report)
      EXPECT_GT(reported, 0u) << litmus.name;
  }
}

} // namespace
