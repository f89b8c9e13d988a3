//===- GlobalMemoryTest.cpp - Allocations of device memory ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The addresses and the lifetime of allocations, also while a kernel runs.
//
//===----------------------------------------------------------------------===//

#include "Messages.h"

#include "llvm/ADT/DenseSet.h"

#include <atomic>
#include <thread>

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

/// A launch of a kernel of one parameter, as text.
std::string launch(Machine &machine, llvm::StringRef text, uint64_t parameter,
                   const LaunchConfig &config = {}) {
  auto module = llvm::cantFail(Module::parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n" + text.str(), "t.ptx"));
  std::string message = llvm::toString(machine.launch(
      *module, "k", config,
      llvm::ArrayRef(reinterpret_cast<uint8_t *>(&parameter), 8)));
  machine.unload(*module);
  return message;
}

const char *const Reads = ".entry k(.param .u64 p) { .reg .b64 %a; .reg .b32 "
                          "%r; ld.param.u64 %a, [p]; ld.global.u32 %r, [%a]; }";

/// A freed address is reused after all others have been used, not before: a
/// kernel that kept it is found.
TEST(GlobalMemory, AddressesAreUsedAgain) {
  Machine machine;
  constexpr uint64_t kSize = uint64_t(1) << 32, kRounds = 20000;
  uint64_t kept = machine.allocate(64, "kept");
  llvm::DenseSet<uint64_t> seen;
  uint64_t first = 0;
  for (unsigned round = 0; round < kRounds; ++round) {
    uint64_t address = machine.allocate(kSize, "much");
    ASSERT_NE(address, 0u) << round;
    ASSERT_GT(address, kept + 64) << round;
    if (!seen.insert(address).second) {
      EXPECT_EQ(address, first); // in the same order as before
      EXPECT_GT(round, 16000u);  // 64 TiB
      return;
    }
    first = first ? first : address;
    llvm::cantFail(machine.release(address));
  }
  ADD_FAILURE() << "the space has no end";
}

/// An allocation finds a gap between live ones.
TEST(GlobalMemory, SearchPassesThoseThatLive) {
  Machine machine;
  constexpr uint64_t kMiB = uint64_t(1) << 20, kTiB = uint64_t(1) << 40;
  auto take = [&](uint64_t from, uint64_t to) {
    machine.mapHost(reinterpret_cast<void *>(from), to - from, "host");
  };
  uint64_t start = machine.allocate(64, "first");
  take(start + 2 * kMiB, 20 * kTiB);
  take(20 * kTiB + 8 * kMiB, 64 * kTiB);
  uint64_t found = machine.allocate(4 * kMiB, "between");
  EXPECT_GE(found, 20 * kTiB + kMiB); // after an unmapped megabyte
  EXPECT_LE(found + 5 * kMiB, 20 * kTiB + 8 * kMiB);
  EXPECT_EQ(machine.allocate(4 * kMiB, "one too many"), 0u);
  llvm::cantFail(machine.release(found));
  EXPECT_EQ(machine.allocate(4 * kMiB, "again"), found);
}

/// Freed memory is unmapped.
TEST(GlobalMemory, UseAfterFree) {
  Machine machine;
  uint64_t address = machine.allocate(64, "gone");
  machine.allocate(64, "other");
  llvm::cantFail(machine.release(address));
  EXPECT_TRUE(contains(launch(machine, Reads, address),
                       "out-of-bounds global read of 4 bytes at 0x1000000000"));
}

/// PTX has variables without bytes; in C they are empty arrays.
TEST(GlobalMemory, EmptyVariables) {
  for (const char *variable :
       {".global .b8 x[0];", ".global .b8 x[1][0][5];", ".const .b8 x[0];",
        ".global .align 16 .b8 x[0]; .global .b64 y = x;",
        ".extern .global .b8 x[];", ".extern .const .b8 x[];",
        ".extern .global .b8 x[]; .global .b8 x[4] = {1, 2, 3, 4};",
        ".global .b8 x[4] = {1, 2, 3, 4}; .extern .global .b8 x[];"}) {
    Machine machine;
    EXPECT_EQ(launch(machine, variable + std::string(".entry k() { ret; }"), 0),
              "")
        << variable;
  }
}

TEST(GlobalMemory, EmptyVariablesHaveAddressesAndNoBytes) {
  Machine machine;
  EXPECT_TRUE(contains(
      launch(machine,
             ".global .b8 x[0];.entry k() { .reg .b32 %r;"
             "ld.global.u8 %r, [x]; }",
             0),
      "out-of-bounds global read of 1 bytes at 0x1000000000: 0 bytes past the "
      "end of 'x' (0 bytes at 0x1000000000)"));
}

TEST(GlobalMemory, VariablesHaveTheirAlignment) {
  Machine machine;
  EXPECT_EQ(launch(machine,
                   ".global .b8 w; .global .align 2147483648 .b8 x[4];"
                   ".entry k() { .reg .b64 %a; .reg .pred %p; mov.b64 %a, x;"
                   "and.b64 %a, %a, 2147483647; setp.ne.u64 %p, %a, 0;"
                   "@%p trap; ret; }",
                   0),
            "");
}

/// Other threads of the host may allocate while a kernel runs, and the kernel
/// uses what they give it.
TEST(GlobalMemory, IsAllocatedWhileAKernelRuns) {
  Machine machine;
  uint64_t mailbox[2] = {};
  machine.mapHost(mailbox, sizeof(mailbox), "mailbox");
  LaunchConfig config;
  config.checks = CheckSet::none();
  std::atomic_ref<uint64_t> said(mailbox[0]), given(mailbox[1]);
  std::string message;
  std::thread kernel([&] {
    message = launch(machine, R"(
      .entry k(.param .u64 p) {
        .reg .b64 %a, %b, %n; .reg .pred %p, %q;
        ld.param.u64 %a, [p];
        mov.u64 %n, 1;
        st.volatile.global.u64 [%a], %n;
        again: add.u64 %n, %n, 1;
        ld.global.u64 %b, [%a+8];
        setp.eq.u64 %p, %b, 0;
        @%p bra again;
        st.global.u64 [%b], 5;
        ret;
      })",
                     reinterpret_cast<uintptr_t>(mailbox), config);
  });
  while (said != 1)
    std::this_thread::yield();
  std::vector<uint64_t> made;
  for (unsigned n = 0; n < 1000; ++n)
    made.push_back(machine.allocate(64, "new"));
  given = made[500];
  kernel.join();
  EXPECT_EQ(message, "");
  uint64_t value = 0;
  llvm::MutableArrayRef<uint8_t> bytes(reinterpret_cast<uint8_t *>(&value), 8);
  llvm::cantFail(machine.copyOut(made[500], bytes));
  EXPECT_EQ(value, 5u);
}

} // namespace
