//===- WgmmaTest.cpp - wgmma.mma_async --------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fragments by the formulas of PTX ISA, "Register Fragments and Shared Memory
// Matrix Layouts".
//
//===----------------------------------------------------------------------===//

#include "SharedImage.h"
#include "SparseValues.h"
#include "WarpHarness.h"

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

struct WgmmaCase {
  Element a, b;
  std::string d = "f32";
  unsigned n = 16;
  Layout layoutA = {}, layoutB = {};
  bool aInRegisters = false, accumulate = true, sparse = false;
  int scaleA = 1, scaleB = 1;
  std::string tail = ""; // ".and.popc"
};

unsigned depthOf(const WgmmaCase &test) {
  return 256 / test.a.bits * (test.sparse ? 2 : 1);
}

std::string hex(uint64_t value) {
  char text[24];
  snprintf(text, sizeof(text), "0x%llx", (unsigned long long)value);
  return text;
}

/// The lane of a warp and the bit of the metadata of (row of the warp, chunk).
std::pair<unsigned, unsigned> positionOfMetadata(const Element &a, unsigned row,
                                                 unsigned chunk) {
  if (a.bits >= 16) // eight chunks a row: two lanes of each group of four
    return {4 * (row % 8) + chunk / 4, row / 8 * 16 + chunk % 4 * 4};
  return {4 * (row % 8) + row / 8 + chunk / 8 * 2, chunk % 8 * 4};
}

void check(const WgmmaCase &test, Schedule schedule = {}) {
  unsigned k = depthOf(test), stored = test.sparse ? k / 2 : k;
  bool half = test.d == "f16";
  unsigned wordsD = test.n / (half ? 4 : 2);
  // The inputs are D, then A (4 registers) and the metadata.
  WordTable in(128, wordsD + 5), out(128, wordsD);
  SparseMatrix sparse{test.a};
  auto storedA = [&](unsigned row, unsigned n) {
    return test.sparse ? sparse.stored(row, n) : valueA(test.a, row, n);
  };
  auto entryA = [&](unsigned row, unsigned n) {
    return test.sparse ? sparse.at(row, n) : valueA(test.a, row, n);
  };
  auto entryB = [&](unsigned column, unsigned n) {
    return valueB(test.b, n, column);
  };
  WarpProgram program;
  program.target = "sm_90a";
  program.config.schedule = schedule;
  ImageMatrix a{test.layoutA, 0, 64, stored, test.a, 128 / test.a.bits};
  a.write(program.shared, storedA);
  ImageMatrix b{test.layoutB, alignedTo(program.shared.size(), 1024),
                test.n,       k,
                test.b,       128 / test.b.bits};
  b.write(program.shared, entryB);
  for (unsigned thread = 0; thread < 128; ++thread) {
    unsigned warp = thread / 32, lane = thread % 32;
    for (unsigned i = 0; i < test.n / 2; ++i) {
      unsigned row = 16 * warp + lane / 4 + 8 * (i / 2 % 2);
      unsigned column = 8 * (i / 4) + lane % 4 * 2 + i % 2;
      double value = valueC(row, column);
      if (half)
        in.at(thread, i / 2) |= encode(kFormatF16, value, Rounding::RN)
                                << (i % 2 * 16);
      else
        in.at(thread, i) = test.d == "s32"
                               ? uint32_t(int32_t(value))
                               : std::bit_cast<uint32_t>(float(value));
    }
    unsigned per = 32 / test.a.bits;
    for (unsigned i = 0; i < 4 * per; ++i) {
      unsigned row = 16 * warp + lane / 4 + 8 * (i / per % 2);
      unsigned n = lane % 4 * per + i % per + i / per / 2 * 4 * per;
      in.at(thread, wordsD + i / per) |=
          uint32_t(test.a.encoded(storedA(row, n)) << (i % per * test.a.bits));
    }
  }
  if (test.sparse)
    for (unsigned row = 0; row < 64; ++row)
      for (unsigned c = 0; c < k / sparse.chunk(); ++c) {
        auto [lane, bit] = positionOfMetadata(test.a, row % 16, c);
        in.at(row / 16 * 32 + lane, wordsD + 4) |= sparse.metadata(row, c)
                                                   << bit;
      }
  std::string d = registerList('o', 0, wordsD);
  std::string text;
  for (unsigned n = 0; n < wordsD; ++n)
    text +=
        "mov.b32 %o" + std::to_string(n) + ", %i" + std::to_string(n) + ";\n";
  text += "setp.eq.u32 %p1, 0, " + std::string(test.accumulate ? "0" : "1") +
          ";\nwgmma.fence.sync.aligned;\nwgmma.mma_async" +
          (test.sparse ? ".sp" : "") + ".sync.aligned.m64n" +
          std::to_string(test.n) + "k" + std::to_string(k) + "." + test.d +
          "." + test.a.name + "." + test.b.name + test.tail + " " + d + ", " +
          (test.aInRegisters ? registerList('i', wordsD, 4)
                             : hex(a.wgmmaDescriptor())) +
          ", " + hex(b.wgmmaDescriptor());
  if (test.sparse)
    text += ", %i" + std::to_string(wordsD + 4) + ", 0";
  text += ", %p1";
  if (test.d != "s32")
    text +=
        ", " + std::to_string(test.scaleA) + ", " + std::to_string(test.scaleB);
  if (test.a.bits == 16 && !test.aInRegisters)
    text += test.layoutA.isMnMajor ? ", 1" : ", 0";
  if (test.a.bits == 16)
    text += test.layoutB.isMnMajor ? ", 1" : ", 0";
  text += ";\nwgmma.commit_group.sync.aligned;\n"
          "wgmma.wait_group.sync.aligned 0;\n";
  program.body = text;
  runWarp(program, in, out);
  for (unsigned thread = 0; thread < 128; ++thread)
    for (unsigned i = 0; i < test.n / 2; ++i) {
      unsigned row = 16 * (thread / 32) + thread % 32 / 4 + 8 * (i / 2 % 2);
      unsigned column = 8 * (i / 4) + thread % 4 * 2 + i % 2;
      double sum = test.accumulate ? valueC(row, column) : 0;
      for (unsigned n = 0; n < k; ++n)
        sum += test.scaleA * entryA(row, n) * test.scaleB * entryB(column, n);
      uint32_t expected = half ? encode(kFormatF16, sum, Rounding::RN)
                          : test.d == "s32"
                              ? uint32_t(int32_t(sum))
                              : std::bit_cast<uint32_t>(float(sum));
      uint32_t got = half ? out.at(thread, i / 2) >> (i % 2 * 16) & 0xffff
                          : out.at(thread, i);
      ASSERT_EQ(got, expected)
          << text << "thread " << thread << " element " << i;
    }
}

TEST(Wgmma, TypesAndShapes) {
  check({halfElement(), halfElement(), "f32", 8});
  check({halfElement(), halfElement(), "f16", 24});
  check({bfloatElement(), bfloatElement(), "f32", 256});
  check({tf32Element(), tf32Element(), "f32", 40});
  for (const char *a : {"e4m3", "e5m2"})
    for (const char *d : {"f16", "f32"})
      check({smallFloat(a), smallFloat("e5m2"), d, 16});
  for (const char *a : {"u8", "s8"})
    for (const char *b : {"u8", "s8"})
      check({integer(a), integer(b), "s32", 48});
  Element bit{"b1", nullptr, 1, false};
  WgmmaCase bits{bit, bit, "s32", 8};
  bits.tail = ".and.popc";
  check(bits);
  bits.aInRegisters = true;
  check(bits);
}

TEST(Wgmma, AFromRegisters) {
  for (const WgmmaCase &base :
       {WgmmaCase{halfElement(), halfElement(), "f32", 32},
        WgmmaCase{bfloatElement(), bfloatElement(), "f32", 8},
        WgmmaCase{tf32Element(), tf32Element(), "f32", 8},
        WgmmaCase{smallFloat("e4m3"), smallFloat("e4m3"), "f16", 8},
        WgmmaCase{integer("s8"), integer("u8"), "s32", 8}}) {
    WgmmaCase test = base;
    test.aInRegisters = true;
    check(test);
  }
}

TEST(Wgmma, Layouts) {
  for (unsigned swizzleA : {0u, 32u, 64u, 128u})
    for (unsigned swizzleB : {0u, 32u, 64u, 128u})
      for (unsigned transposed = 0; transposed < 4; ++transposed)
        check({halfElement(),
               halfElement(),
               "f32",
               64,
               {swizzleA, (transposed & 1) != 0},
               {swizzleB, (transposed & 2) != 0}});
}

TEST(Wgmma, ScalesAndAccumulation) {
  WgmmaCase test{halfElement(), halfElement(), "f32", 8};
  test.scaleA = -1;
  check(test);
  test.scaleB = -1;
  test.accumulate = false;
  check(test);
}

TEST(Wgmma, Sparse) {
  for (bool registers : {false, true}) {
    for (const WgmmaCase &base :
         {WgmmaCase{halfElement(), halfElement(), "f16", 8},
          WgmmaCase{bfloatElement(), bfloatElement(), "f32", 16},
          WgmmaCase{tf32Element(), tf32Element(), "f32", 8},
          WgmmaCase{smallFloat("e5m2"), smallFloat("e4m3"), "f32", 8},
          WgmmaCase{integer("s8"), integer("s8"), "s32", 8}}) {
      WgmmaCase test = base;
      test.sparse = true;
      test.aInRegisters = registers;
      test.layoutB.swizzle = 64;
      check(test);
    }
  }
}

TEST(Wgmma, Schedules) {
  WgmmaCase test{halfElement(), halfElement(), "f32", 16, {128}, {128}};
  check(test, {Schedule::Adversarial});
  for (uint64_t seed = 0; seed < 5; ++seed)
    check(test, {Schedule::Random, seed});
}

std::string body(const std::string &operands, const std::string &wait) {
  return "mov.b32 %r1, 0; mov.b32 %r2, 0; mov.b32 %r3, 0; mov.b32 %r4, 0;\n"
         "wgmma.fence.sync.aligned;\n"
         "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16"
         " {%r1,%r2,%r3,%r4}, " +
         operands + ";\nwgmma.commit_group.sync.aligned;\n" + wait;
}

TEST(Wgmma, IntegersSaturate) {
  // Every element of both matrices is one: each accumulator is 32.
  for (const char *saturate : {".satfinite", ""}) {
    WarpProgram program{"mov.b32 %r1, 0x7fffffff; mov.b32 %r2, 5;\n"
                        "mov.b32 %r3, %r1; mov.b32 %r4, %r2;\n"
                        "wgmma.fence.sync.aligned;\n"
                        "wgmma.mma_async.sync.aligned.m64n8k32" +
                            std::string(saturate) +
                            ".s32.s8.s8 {%r1,%r2,%r3,%r4}, 0x1000080000, "
                            "0x1000080000, 1;\n"
                            "wgmma.commit_group.sync.aligned;\n"
                            "wgmma.wait_group.sync.aligned 0;\n"
                            "mov.b32 %o0, %r1; mov.b32 %o1, %r2;",
                        "sm_90a", std::vector<uint8_t>(4096, 1)};
    WordTable in(128, 1), out(128, 2);
    runWarp(program, in, out);
    EXPECT_EQ(out.at(77, 0), *saturate ? 0x7fffffffu : 0x8000001fu);
    EXPECT_EQ(out.at(77, 1), 37u);
  }
}

TEST(Wgmma, ResultsComeWithTheWait) {
  // Every element of both matrices is one: each accumulator is 16.
  WarpProgram program{
      body("0x1000080000, 0x1000080000, 1, 1, 1, 0, 0",
           "mov.b32 %o0, %r1;\nwgmma.wait_group.sync.aligned 0;\n"
           "mov.b32 %o1, %r1;"),
      "sm_90a", std::vector<uint8_t>(4096)};
  for (unsigned n = 0; n < program.shared.size(); n += 2)
    program.shared[n + 1] = 0x3c;
  program.config.checks.registers = false; // the test reads registers too early
  WordTable in(128, 1), out(128, 2);
  runWarp(program, in, out);
  EXPECT_EQ(out.at(77, 0), 0u);
  EXPECT_EQ(out.at(77, 1), std::bit_cast<uint32_t>(16.0f));
}

TEST(Wgmma, Mistakes) {
  auto failure = [](const std::string &operands, unsigned threads = 128) {
    return warpFailure(
        {body(operands, "wgmma.wait_group.sync.aligned 0;"), "sm_90a"},
        threads);
  };
  EXPECT_NE(failure("0, 0, 1, 2, 1, 0, 0").find("imm-scale"),
            std::string::npos);
  EXPECT_NE(failure("0, 0, 1, 1, 1, 2, 0").find("imm-trans"),
            std::string::npos);
  EXPECT_NE(failure("0, 0, 1, 1, 1, 0, 0", 64).find("warpgroup"),
            std::string::npos);
  // Row 8 is at 16 KiB, beyond the 128 bytes of memory.
  EXPECT_NE(failure("0x40000000000, 0, 1, 1, 1, 0, 0").find("out-of-bounds"),
            std::string::npos);
}

} // namespace
