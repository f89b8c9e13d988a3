//===- LimitsTest.cpp - PTX that asks for too much ------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Anything above a bound of include/tileiras/Emulator/ISA/Limits.h gives an
// error with a location, before any memory is allocated.
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

#include <sys/resource.h>

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

const char *Header = ".version 8.7\n.target sm_90\n.address_size 64\n";

/// The error of a module, or of launching its kernel k.
std::string errorOf(llvm::StringRef text, LaunchConfig config = {}) {
  auto module = Module::parse(Header + text.str(), "big.ptx");
  if (!module)
    return llvm::toString(module.takeError());
  Machine machine;
  if (auto error = machine.launch(**module, "k", config, {}))
    return llvm::toString(std::move(error));
  return "";
}

std::string kernel(llvm::StringRef body, llvm::StringRef directives = "") {
  return (".visible .entry k() " + directives + "\n{\n" + body + "\nret;\n}\n")
      .str();
}

TEST(Limits, ProductsOfExtents) {
  for (const char *extents :
       {"[68719476736][268435456]", "[4294967296][4294967296]",
        "[18446744073709551615][18446744073709551615]", "[1][9999999999]",
        "[2305843009213693952]"}) {
    std::string global = std::string(".global .b64 x") + extents + ";";
    EXPECT_EQ(errorOf(global), "big.ptx:4: 'x' is too large: expected at most "
                               "8589934592 bytes")
        << extents;
  }
  EXPECT_EQ(errorOf(".shared .b8 x[68719476736][268435456];"),
            "big.ptx:4: 'x' is too large: expected at most 16777216 bytes");
  EXPECT_EQ(errorOf(kernel(".local .b8 x[68719476736][268435456];")),
            "big.ptx:6: 'x' is too large: expected at most 524288 bytes");
  EXPECT_EQ(errorOf(kernel(".param .b8 x[68719476736][268435456];")),
            "big.ptx:6: 'x' is too large: expected at most 1048576 bytes");
  EXPECT_EQ(errorOf(".entry k(.param .b8 x[68719476736][268435456]) { ret; }"),
            "big.ptx:4: 'x' is too large: expected at most 1048576 bytes");
}

/// \p count variables of a space, each of which is within the bounds.
std::string variables(const char *declaration, unsigned count) {
  std::string text;
  for (unsigned n = 0; n < count; ++n)
    text += std::string(declaration) + " x" + std::to_string(n) + "[400000];\n";
  return text;
}

TEST(Limits, SumsOfVariables) {
  EXPECT_EQ(errorOf(variables(".shared .b8", 42)),
            "big.ptx:45: with 'x41' there are 16800000 bytes of variables, "
            "expected at most 16777216");
  EXPECT_EQ(errorOf(kernel(variables(".local .b8", 2))),
            "big.ptx:7: with 'x1' there are 800000 bytes of variables, "
            "expected at most 524288");
  EXPECT_EQ(errorOf(kernel(variables(".param .b8", 3))),
            "big.ptx:8: with 'x2' there are 1200000 bytes of variables, "
            "expected at most 1048576");
  EXPECT_EQ(errorOf(".global .b8 a[8589934592];\n.const .b8 b;"),
            "big.ptx:5: with 'b' there are 8589934593 bytes of variables, "
            "expected at most 8589934592");
  EXPECT_EQ(errorOf(".entry k(.param .b8 a[900000],\n.param .b8 b[900000])"),
            "big.ptx:5: with 'b' there are 1800000 bytes of variables, "
            "expected at most 1048576");
}

TEST(Limits, Registers) {
  const char *expected = "big.ptx:6: too many registers: expected at most "
                         "1048576 of 32 bits in a function";
  for (const char *declaration :
       {".reg .b32 %r<1048577>;", ".reg .b64 %r<524289>;",
        ".reg .b128 %r<262145>;", ".reg .pred %p<1048577>;",
        ".reg .b32 %r<1048576>, %s;"})
    EXPECT_EQ(errorOf(kernel(declaration)), expected) << declaration;
  EXPECT_EQ(errorOf(kernel(".reg .b32 %r<4294967297>;")),
            "big.ptx:6: expected a register count below 4294967296, got "
            "4294967297");
  EXPECT_EQ(errorOf(kernel(".reg .b32 %r<1048576>;")), "");
}

TEST(Limits, NumbersOfDirectives) {
  for (const char *directive :
       {".reqntid", ".maxntid", ".reqnctapercluster", ".maxclusterrank"})
    EXPECT_EQ(errorOf(kernel("", std::string(directive) + " 4294967297")),
              "big.ptx:4: expected a number below 4294967296, got 4294967297")
        << directive;
  EXPECT_EQ(errorOf(kernel("", ".reqntid 1, 4294967296")),
            "big.ptx:4: expected a number below 4294967296, got 4294967296");
  EXPECT_EQ(errorOf(kernel(".loc 1 4294967296 1")),
            "big.ptx:6: expected a line below 4294967296, got 4294967296");
  EXPECT_EQ(errorOf(kernel(".loc 4294967296 1 1")),
            "big.ptx:6: expected a file number below 4294967296, got "
            "4294967296");
  EXPECT_EQ(errorOf(kernel(".loc 1 1 4294967296")),
            "big.ptx:6: expected a column below 4294967296, got 4294967296");
  EXPECT_EQ(errorOf(".file 4294967297 \"a.cu\""),
            "big.ptx:4: expected a file number below 4294967296, got "
            "4294967297");
}

TEST(Limits, CountsSaturate) {
  EXPECT_EQ((Dim3{~0u, ~0u, ~0u}).count(), ~uint64_t(0));
  EXPECT_EQ((Dim3{~0u, ~0u, 1}).count(), uint64_t(~0u) * ~0u);
  EXPECT_EQ((Dim3{~0u, ~0u, 0}).count(), 0u);
}

TEST(Limits, Launches) {
  LaunchConfig config;
  config.block = {1u << 22, 1u << 21, 1u << 21}; // 2^64 threads
  EXPECT_EQ(errorOf(kernel(""), config),
            "a block has 1 to 1024 threads, got (4194304, 2097152, 2097152)");
  config = {};
  config.grid = {0x80000000, 1, 1};
  EXPECT_EQ(errorOf(kernel(""), config),
            "a grid has at most (2147483647, 65535, 65535) CTAs, got "
            "(2147483648, 1, 1)");
  config.grid = {1, 1, 0x10000};
  EXPECT_EQ(errorOf(kernel(""), config),
            "a grid has at most (2147483647, 65535, 65535) CTAs, got "
            "(1, 1, 65536)");
  config.grid = {0x40000000, 1, 1};
  EXPECT_EQ(errorOf(kernel("", ".reqntid 1 .reqnctapercluster 8 "
                               ".blocksareclusters"),
                    config),
            "a grid has at most (2147483647, 65535, 65535) CTAs, got "
            "(8589934592, 1, 1)");
  config = {};
  config.dynamicShared = ~uint64_t(0);
  EXPECT_EQ(errorOf(".shared .b32 x;" + kernel(""), config),
            "a CTA has at most 16777216 bytes of shared memory, not 4 static "
            "and 18446744073709551615 dynamic ones");
}

/// 32 warps with 128 MB of registers each, times 16 CTAs.
TEST(Limits, MemoryOfAKernel) {
  LaunchConfig config = clustered(16);
  config.block.x = 1024;
  EXPECT_EQ(errorOf(kernel(".reg .b32 %r<1000000>;"), config),
            "kernel 'k' needs 65536002048 bytes of registers, local and shared "
            "memory per cluster, the launch may have 4294967296");
}

std::string recursion(llvm::StringRef variables) {
  return (".func f() {\n" + variables + "\ncall.uni f;\nret;\n}\n" +
          kernel("call.uni f;"))
      .str();
}

TEST(Limits, MemoryOfCalls) {
  EXPECT_TRUE(contains(errorOf(recursion("")), "call depth exceeds 1000"));
  EXPECT_TRUE(contains(errorOf(recursion(".local .b8 x[300000];")),
                       "calls need 600000 bytes of local memory, a thread has "
                       "at most 524288"));
  LaunchConfig config;
  config.maxResidentBytes = 1 << 20;
  std::string error = errorOf(recursion(".reg .b32 %r<1000>;"), config);
  EXPECT_TRUE(contains(error, "the call needs 128004 bytes of registers, "
                              "parameters and local memory, and with them "
                              "there are more than the launch may have "
                              "(1048576)"));
  EXPECT_TRUE(contains(error, "big.ptx:6"));
}

/// An allocation larger than the host's memory doesn't crash.
TEST(Limits, Allocations) {
  Machine machine;
  EXPECT_EQ(machine.allocate(~uint64_t(0), "all"), 0u);
  EXPECT_EQ(machine.allocate(uint64_t(1) << 48, "much"), 0u);
  uint64_t some = machine.allocate(16, "some");
  EXPECT_NE(some, 0u);
  uint64_t value = 1;
  llvm::MutableArrayRef<uint8_t> bytes(reinterpret_cast<uint8_t *>(&value), 8);
  llvm::cantFail(machine.copyOut(some, bytes));
  EXPECT_EQ(value, 0u);
}

// Where the host's memory is limited, calloc of the address sanitizer ends the
// process instead of returning null.
#if !__has_feature(address_sanitizer)
TEST(Limits, VariablesThatTheHostHasNoMemoryFor) {
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  rlimit limited = before;
  limited.rlim_cur = uint64_t(6) << 30;
  ASSERT_EQ(setrlimit(RLIMIT_AS, &limited), 0);
  std::string error = errorOf(".global .b8 x[8589934592];\n" + kernel(""));
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_EQ(error,
            "there is no memory for the 8589934592 bytes of 'x' in big.ptx");
}
#endif

/// A module that can't be loaded can't be loaded the second time either.
TEST(Limits, LoadsFailAgain) {
  std::string text = Header + (".global .b64 x = missing;\n" + kernel(""));
  auto module = llvm::cantFail(Module::parse(text, "big.ptx"));
  Machine machine;
  for (unsigned n = 0; n < 2; ++n)
    EXPECT_EQ(llvm::toString(machine.launch(*module, "k", {}, {})),
              "'missing' is not defined in big.ptx");
}

/// All CTAs run if memory suffices for only one at a time, and a CTA that waits
/// for another for which there is no memory waits forever.
TEST(Limits, ClustersAreAdmittedAsMemoryAllows) {
  LaunchConfig config;
  config.grid.x = 20;
  config.block.x = 256;
  config.checks = CheckSet::none();
  config.maxResidentBytes = 3 << 19; // CTAs have 2^20 bytes of registers
  const char *registers = ".reg .b32 %r<1024>;";
  for (unsigned threads : {1, 8}) {
    config.threads = threads;
    EXPECT_EQ(errorOf(kernel(registers), config), "");
    EXPECT_TRUE(contains(
        errorOf(kernel(std::string(registers) + "w: nanosleep.u32 20; bra w;"),
                config),
        "deadlock"));
  }
}

//===-- What execution fuzzing has found --------------------------------===//

TEST(FuzzedExecution, MbarriersOutsideOfSharedMemory) {
  for (const char *checks : {"all", "none"}) {
    LaunchConfig config;
    llvm::cantFail(config.checks.set("all", llvm::StringRef(checks) == "all"));
    EXPECT_TRUE(
        contains(failure("mbarrier.init.b64 [%in], 1;", Inputs{}, config),
                 "an mbarrier object is in shared memory, not at 0x"))
        << checks;
  }
}

TEST(FuzzedExecution, PastTheEndHasALocation) {
  EXPECT_TRUE(contains(errorOf(".visible .entry k()\n{\nmembar.gl;\n}"),
                       "control runs past the end of function 'k'"));
  EXPECT_TRUE(contains(errorOf(".visible .entry k()\n{\nmembar.gl;\n}"),
                       "at big.ptx:6"));
  EXPECT_TRUE(contains(errorOf(".visible .entry k()\n{\n}"), "at big.ptx:4"));
}

} // namespace
