//===- MatrixTest.cpp - mma.sync, ldmatrix, stmatrix ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands are written element by element with the index formulas that the PTX
// ISA prints for each fragment, independently of the one rule that the emulator
// uses.
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

#include "tileiras/Emulator/Numerics/FloatFormats.h"

#include <cmath>

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

int a(unsigned row, unsigned k) { return int(row * 7 + k * 3) % 11 - 5; }
int b(unsigned k, unsigned column) { return int(k * 5 + column * 2) % 9 - 4; }
int c(unsigned row, unsigned column) { return int(row) - int(3 * column); }

int product(unsigned row, unsigned column, unsigned depth) {
  int sum = c(row, column);
  for (unsigned k = 0; k < depth; ++k)
    sum += a(row, k) * b(k, column);
  return sum;
}

uint64_t half(int value) { return encode(kFormatF16, value, Rounding::RN); }

TEST(Mma, F16) {
  std::vector<Inputs> inputs(32);
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned g = lane >> 2, t = lane & 3;
    auto pairA = [&](unsigned row, unsigned k) {
      return half(a(row, k)) | half(a(row, k + 1)) << 16;
    };
    auto pairB = [&](unsigned k) {
      return half(b(k, g)) | half(b(k + 1, g)) << 16;
    };
    inputs[lane].a = pairA(g, 2 * t) | pairA(g + 8, 2 * t) << 32;
    inputs[lane].b = pairA(g, 2 * t + 8) | pairA(g + 8, 2 * t + 8) << 32;
    inputs[lane].c = pairB(2 * t) | pairB(2 * t + 8) << 32;
  }
  for (unsigned element = 0; element < 4; ++element) {
    std::string text = R"({ .reg .b32 %q<12>; .reg .b32 %z<4>;
      mov.b64 {%q0, %q1}, %a; mov.b64 {%q2, %q3}, %b;
      mov.b64 {%q4, %q5}, %c;
      mov.b32 %z0, 0; mov.b32 %z1, 0; mov.b32 %z2, 0; mov.b32 %z3, 0;
      mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
        {%q8,%q9,%q10,%q11}, {%q0,%q1,%q2,%q3}, {%q4,%q5}, {%z0,%z1,%z2,%z3};
      mov.b32 %ro, %q)" +
                       std::to_string(8 + element) + "; }";
    auto results = run(text, inputs);
    for (unsigned lane = 0; lane < 32; ++lane) {
      unsigned row = (lane >> 2) + (element < 2 ? 0 : 8);
      unsigned column = 2 * (lane & 3) + (element & 1);
      EXPECT_EQ(std::bit_cast<float>(uint32_t(results[lane])),
                float(product(row, column, 16) - c(row, column)));
    }
  }
}

TEST(Mma, S8WithAccumulator) {
  std::vector<Inputs> inputs(32);
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned g = lane >> 2, t = lane & 3;
    auto four = [](auto element) {
      uint64_t bytes = 0;
      for (unsigned j = 0; j < 4; ++j)
        bytes |= uint64_t(uint8_t(element(j))) << (8 * j);
      return bytes;
    };
    auto partA = [&](unsigned row) {
      return four([&](unsigned j) { return a(row, 4 * t + j); });
    };
    inputs[lane].a = partA(g) | partA(g + 8) << 32;
    inputs[lane].b = four([&](unsigned j) { return b(4 * t + j, g); });
    inputs[lane].c = u32(c(g, 2 * t)) | u32(c(g, 2 * t + 1)) << 32;
    inputs[lane].d = u32(c(g + 8, 2 * t)) | u32(c(g + 8, 2 * t + 1)) << 32;
  }
  auto results = run(R"({ .reg .b32 %q<12>;
      mov.b64 {%q0, %q1}, %a; mov.b64 {%q4, %q5}, %c; mov.b64 {%q6, %q7}, %d;
      mma.sync.aligned.m16n8k16.row.col.satfinite.s32.s8.s8.s32
        {%q8,%q9,%q10,%q11}, {%q0,%q1}, {%rb}, {%q4,%q5,%q6,%q7};
      mov.b64 %o, {%q9, %q10}; })",
                     inputs);
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned g = lane >> 2, t = lane & 3;
    EXPECT_EQ(uint32_t(results[lane]), u32(product(g, 2 * t + 1, 16)));
    EXPECT_EQ(results[lane] >> 32, u32(product(g + 8, 2 * t, 16)));
  }
}

TEST(Mma, F64) {
  std::vector<Inputs> inputs(32);
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned g = lane >> 2, t = lane & 3;
    inputs[lane] = {bits(double(a(g, t))), bits(double(b(t, g))),
                    bits(double(c(g, 2 * t))), bits(double(c(g, 2 * t + 1)))};
  }
  auto results = run("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64"
                     " {%x1, %o}, {%a}, {%b}, {%c, %d};",
                     inputs);
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(std::bit_cast<double>(results[lane]),
              double(product(lane >> 2, 2 * (lane & 3) + 1, 4)));
}

TEST(Mma, IntegersSaturate) {
  std::vector<Inputs> inputs(32, {0x01010101, 0x01010101, 0x7fffffff, 5});
  for (const char *saturate : {".satfinite", ""})
    EXPECT_EQ(run("mma.sync.aligned.m8n8k16.row.col" + std::string(saturate) +
                      ".s32.s8.s8.s32 {%r1, %r2}, {%ra}, {%rb}, {%rc, %rd};"
                      "mov.b64 %o, {%r1, %r2};",
                  inputs)[9],
              uint64_t(21) << 32 | (*saturate ? 0x7fffffffu : 0x8000000fu));
}

/// PTX ISA, "mma": products of f64 aren't rounded before they are added.
TEST(Mma, F64IsFused) {
  double tiny = std::ldexp(1.0, -30);
  std::vector<Inputs> inputs(32, {0, 0, bits(-1.0), bits(-1.0)});
  for (unsigned lane = 0; lane < 32; lane += 4) {
    inputs[lane].a = bits(1 + tiny);
    inputs[lane].b = bits(1 - tiny);
  }
  auto results = run("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64"
                     " {%x1, %o}, {%a}, {%b}, {%c, %d};",
                     inputs);
  for (uint64_t result : results)
    EXPECT_EQ(std::bit_cast<double>(result), -tiny * tiny);
}

TEST(Mma, TF32) {
  std::vector<Inputs> inputs(32);
  auto single = [](int value) { return uint64_t(bits(float(value))); };
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned g = lane >> 2, t = lane & 3;
    inputs[lane].a = single(a(g, t)) | single(a(g + 8, t)) << 32;
    inputs[lane].b = single(a(g, t + 4)) | single(a(g + 8, t + 4)) << 32;
    inputs[lane].c = single(b(t, g)) | single(b(t + 4, g)) << 32;
  }
  auto results = run(R"({ .reg .b32 %q<12>; .reg .b32 %z;
      mov.b64 {%q0, %q1}, %a; mov.b64 {%q2, %q3}, %b; mov.b64 {%q4, %q5}, %c;
      mov.b32 %z, 0f3F800000;
      mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
        {%q8,%q9,%q10,%q11}, {%q0,%q1,%q2,%q3}, {%q4,%q5}, {%z,%z,%z,%z};
      mov.b64 %o, {%q8, %q11}; })",
                     inputs);
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned g = lane >> 2, t = lane & 3;
    auto expected = [&](unsigned row, unsigned column) {
      return single(product(row, column, 8) - c(row, column) + 1);
    };
    EXPECT_EQ(results[lane], expected(g, 2 * t) | expected(g + 8, 2 * t + 1)
                                                      << 32);
  }
}

TEST(Mma, E4M3WithHalfAccumulators) {
  std::vector<Inputs> inputs(32);
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned g = lane >> 2, t = lane & 3;
    auto four = [](auto element) {
      uint64_t packed = 0;
      for (unsigned j = 0; j < 4; ++j)
        packed |= uint64_t(encode(kFormatE4M3, element(j), Rounding::RN))
                  << (8 * j);
      return packed;
    };
    auto partA = [&](unsigned row, unsigned k) {
      return four([&](unsigned j) { return a(row, k + j); });
    };
    inputs[lane].a = partA(g, 4 * t) | partA(g + 8, 4 * t) << 32;
    inputs[lane].b = partA(g, 4 * t + 16) | partA(g + 8, 4 * t + 16) << 32;
    inputs[lane].c = four([&](unsigned j) { return b(4 * t + j, g); }) |
                     four([&](unsigned j) { return b(4 * t + 16 + j, g); })
                         << 32;
    inputs[lane].d = half(c(g + 8, 2 * t)) | half(c(g + 8, 2 * t + 1)) << 16;
  }
  auto results = run(R"({ .reg .b32 %q<12>;
      mov.b64 {%q0, %q1}, %a; mov.b64 {%q2, %q3}, %b; mov.b64 {%q4, %q5}, %c;
      mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16
        {%q8,%ro}, {%q0,%q1,%q2,%q3}, {%q4,%q5}, {%rd,%rd}; })",
                     inputs);
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned g = lane >> 2, t = lane & 3;
    EXPECT_EQ(results[lane], half(product(g + 8, 2 * t, 32)) |
                                 half(product(g + 8, 2 * t + 1, 32)) << 16);
  }
}

TEST(Mma, WrongRegisterCountIsRefused) {
  EXPECT_NE(failure("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
                    " {%r1,%r2,%r3,%r4}, {%r1,%r2}, {%r3,%r4},"
                    " {%r1,%r2,%r3,%r4};")
                .find("don't go together"),
            std::string::npos);
}

TEST(LdMatrix, RowsAndTransposed) {
  // smem holds element (row, column) of matrix k as k·64 + row·8 + column.
  std::string fill = R"(
    mov.u32 %r1, 0;
  FILL:
    mad.lo.u32 %r2, %t, 8, %r1;
    mov.u32 %r3, smem;
    mad.lo.u32 %r3, %r2, 2, %r3;
    cvt.u16.u32 %h1, %r2;
    st.shared.u16 [%r3], %h1;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p1, %r1, 8;
    @%p1 bra FILL;
    bar.warp.sync -1;
    mov.u32 %r4, smem;
    mad.lo.u32 %r4, %t, 16, %r4;
  )";
  std::vector<Inputs> lanes(32);
  auto plain = run(fill + "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
                          " {%r5, %r6, %ro, %r7}, [%r4];",
                   lanes);
  auto transposed = run(fill + "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16"
                               " {%r5, %ro}, [%r4];",
                        lanes);
  auto stored = run(fill + R"(
      ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r5}, [%r4];
      stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r4], {%r5};
      bar.warp.sync -1;
      ld.shared.u16 %ho, [%r4+4];)",
                    lanes);
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned g = lane >> 2, t = lane & 3;
    EXPECT_EQ(plain[lane],
              (128 + g * 8 + 2 * t) | uint64_t(128 + g * 8 + 2 * t + 1) << 16);
    EXPECT_EQ(transposed[lane],
              (64 + 2 * t * 8 + g) | uint64_t(64 + (2 * t + 1) * 8 + g) << 16);
    if (lane < 8)
      EXPECT_EQ(stored[lane], 2 * 8 + lane);
  }
}

/// smem holds byte n at n.
std::string bytesInShared() {
  return R"(
    mad.lo.u32 %r1, %t, 32, 0;
    mov.u32 %r2, 32;
  FILL:
    mov.u32 %r3, smem;
    add.u32 %r3, %r3, %r1;
    cvt.u16.u32 %h1, %r1;
    st.shared.u8 [%r3], %h1;
    add.u32 %r1, %r1, 1;
    sub.u32 %r2, %r2, 1;
    setp.ne.u32 %p1, %r2, 0;
    @%p1 bra FILL;
    bar.warp.sync -1;
    mov.u32 %r4, smem;
    mad.lo.u32 %r4, %t, 16, %r4;
  )";
}

TEST(LdMatrix, UnpackedBytes) {
  std::vector<Inputs> lanes(32);
  auto nibbles = run(bytesInShared() +
                         "ldmatrix.sync.aligned.m8n16.x2.shared.b8x16.b4x16_p64"
                         " {%r5, %ro}, [%r4];",
                     lanes);
  auto sixes = run(bytesInShared() +
                       "ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b6x16_p32"
                       " {%ro}, [%r4];",
                   lanes);
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned g = lane >> 2, t = lane & 3;
    uint32_t four = 0, six = 0;
    for (unsigned e = 0; e < 4; ++e) {
      unsigned column = 4 * t + e, row = 16 * (8 + g);
      four |= (uint8_t(row + column / 2) >> (column % 2 * 4) & 15) << (8 * e);
      unsigned bit = column * 6, byte = 16 * g + bit / 8;
      uint32_t two = uint8_t(byte) | uint32_t(uint8_t(byte + 1)) << 8;
      six |= (two >> (bit % 8) & 63) << (8 * e);
    }
    EXPECT_EQ(nibbles[lane], four);
    EXPECT_EQ(sixes[lane], six);
  }
}

TEST(LdMatrix, TransposedBytes) {
  std::vector<Inputs> lanes(32);
  for (unsigned r = 0; r < 2; ++r) {
    auto loaded = run(bytesInShared() +
                          "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {" +
                          (r ? "%r5, %ro" : "%ro, %r5") + "}, [%r4];",
                      lanes);
    for (unsigned lane = 0; lane < 32; ++lane) {
      unsigned g = lane >> 2, t = lane & 3;
      uint32_t expected = 0;
      for (unsigned e = 0; e < 4; ++e)
        expected |=
            uint32_t(uint8_t(16 * (4 * t + 2 * r + e % 2) + g + 8 * (e / 2)))
            << (8 * e);
      EXPECT_EQ(loaded[lane], expected);
    }
  }
}

TEST(StMatrix, Bytes) {
  // The bytes of a lane are its index and 0 to 3.
  std::vector<Inputs> lanes(32);
  auto stored = run(R"(mad.lo.u32 %r1, %t, 0x04040404, 0x03020100;
    mov.u32 %r4, smem;
    mad.lo.u32 %r4, %t, 16, %r4;
    stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [%r4], {%r1};
    bar.warp.sync -1;
    mov.u32 %r4, smem;
    mad.lo.u32 %r4, %t, 4, %r4;
    ld.shared.b32 %ro, [%r4];)",
                    lanes);
  for (unsigned n = 0; n < 128; ++n) {
    unsigned row = n / 16, column = n % 16;
    unsigned lane = column % 8 * 4 + row / 2, e = row % 2 + column / 8 * 2;
    EXPECT_EQ(stored[n / 4] >> (8 * (n % 4)) & 0xff, (lane * 4 + e) & 0xff);
  }
}

TEST(MovMatrix, Transposes) {
  std::vector<Inputs> lanes(32);
  // Element (row, column) is row * 8 + column.
  auto moved = run(R"(shr.u32 %r1, %t, 2;
    and.b32 %r2, %t, 3;
    mad.lo.u32 %r3, %r1, 8, 0;
    mad.lo.u32 %r3, %r2, 2, %r3;
    add.u32 %r4, %r3, 1;
    shl.b32 %r4, %r4, 16;
    or.b32 %r5, %r3, %r4;
    movmatrix.sync.aligned.m8n8.trans.b16 %ro, %r5;)",
                   lanes);
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned g = lane >> 2, t = lane & 3;
    EXPECT_EQ(moved[lane], (2 * t * 8 + g) | ((2 * t + 1) * 8 + g) << 16);
  }
}

} // namespace
