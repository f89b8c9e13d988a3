//===- ConvertTest.cpp - cvt and mov ----------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "cvt" and "cvt.pack": rounding, saturation, NaNs, packed formats and
// stochastic rounding.
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

#include "tileiras/Emulator/Numerics/FloatFormats.h"

#include <cmath>

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

TEST(Convert, Integers) {
  EXPECT_EQ(eval("cvt.s64.s32 %o, %ra;", u32(-5)), uint64_t(-5));
  EXPECT_EQ(eval("cvt.u64.u32 %o, %ra;", u32(-5)), 0xfffffffbu);
  EXPECT_EQ(eval("cvt.s32.s8 %ro, %ra;", 0x80), 0xffffff80u);
  EXPECT_EQ(eval("cvt.sat.u8.s32 %ro, %ra;", 300), 255u);
  EXPECT_EQ(eval("cvt.sat.s8.s32 %ro, %ra;", u32(-300)), 0xffffff80u);
  EXPECT_EQ(eval("cvt.u16.u32 %ho, %ra;", 0x12345), 0x2345u);
}

TEST(Convert, FloatToInteger) {
  EXPECT_EQ(eval("cvt.rni.s32.f32 %ro, %ra;", bits(2.5f)), 2u);
  EXPECT_EQ(eval("cvt.rzi.s32.f32 %ro, %ra;", bits(-2.9f)), u32(-2));
  EXPECT_EQ(eval("cvt.rmi.s32.f32 %ro, %ra;", bits(-2.1f)), u32(-3));
  EXPECT_EQ(eval("cvt.rpi.u32.f32 %ro, %ra;", bits(2.1f)), 3u);
  EXPECT_EQ(eval("cvt.rzi.s32.f32 %ro, %ra;", bits(1e20f)), 0x7fffffffu);
  EXPECT_EQ(eval("cvt.rzi.u32.f32 %ro, %ra;", bits(-1.0f)), 0u);
  EXPECT_EQ(eval("cvt.rzi.s32.f32 %ro, %ra;", bits(NAN)), 0u);
  EXPECT_EQ(eval("cvt.rzi.s64.f64 %o, %a;", bits(double(NAN))), 1ull << 63);
  EXPECT_EQ(eval("cvt.rzi.u64.f64 %o, %a;", bits(1e30)), ~0ull);
}

TEST(Convert, IntegerToFloat) {
  EXPECT_EQ(eval("cvt.rn.f32.s32 %ro, %ra;", 16777217), bits(16777216.0f));
  EXPECT_EQ(eval("cvt.rp.f32.s32 %ro, %ra;", 16777217), bits(16777218.0f));
  EXPECT_EQ(eval("cvt.rn.f64.u64 %o, %a;", ~0ull), bits(18446744073709551616.));
  EXPECT_EQ(eval("cvt.rz.f32.u64 %ro, %a;", ~0ull),
            bits(std::nextafter(18446744073709551616.0f, 0.0f)));
  // 2^24 + 1 + a little: rounding twice would give 2^24.
  EXPECT_EQ(eval("cvt.rn.f32.u64 %ro, %a;", (1ull << 60) + (1ull << 36) + 1),
            bits(std::nextafter(1152921504606846976.0f, 2e18f)));
}

TEST(Convert, Floats) {
  EXPECT_EQ(eval("cvt.rn.f16.f32 %ho, %ra;", bits(1.0f)), 0x3c00u);
  EXPECT_EQ(eval("cvt.rn.bf16.f32 %ho, %ra;", bits(1.00390625f)), 0x3f80u);
  EXPECT_EQ(eval("cvt.f32.f16 %ro, %ha;", 0x0001), bits(5.9604645e-8f));
  EXPECT_EQ(eval("cvt.f64.f32 %o, %ra;", bits(0.5f)), bits(0.5));
  EXPECT_EQ(eval("cvt.rn.f32.f64 %ro, %a;", bits(0.1)), bits(0.1f));
  EXPECT_EQ(eval("cvt.rni.f32.f32 %ro, %ra;", bits(2.5f)), bits(2.0f));
  EXPECT_EQ(eval("cvt.sat.f32.f32 %ro, %ra;", bits(2.5f)), bits(1.0f));
  EXPECT_EQ(eval("cvt.rn.relu.f16.f32 %ho, %ra;", bits(-1.0f)), 0u);
  EXPECT_EQ(eval("cvt.rna.tf32.f32 %ro, %ra;", 0x3f801000), 0x3f802000u);
  EXPECT_EQ(eval("cvt.rn.tf32.f32 %ro, %ra;", 0x3f801000), 0x3f800000u);
}

TEST(Convert, Packed) {
  // The first source is the high element.
  EXPECT_EQ(eval("cvt.rn.f16x2.f32 %ro, %ra, %rb;", bits(2.0f), bits(1.0f)),
            0x40003c00u);
  EXPECT_EQ(eval("cvt.rn.satfinite.e4m3x2.f32 %ho, %ra, %rb;", bits(1000.0f),
                 bits(-0.5f)),
            0x7eb0u);
  EXPECT_EQ(eval("cvt.rn.f16x2.e4m3x2 %ro, %ha;", 0x7e38), 0x5f003c00u);
  EXPECT_EQ(eval("cvt.rn.f16x2.e5m2x2 %ro, %ha;", 0x3c40), 0x3c004000u);
  EXPECT_EQ(eval("cvt.rn.satfinite.e5m2x2.f16x2 %ho, %ra;", 0x40003c00),
            0x403cu);
  EXPECT_EQ(eval("cvt.rn.satfinite.e2m3x2.f32 %ho, %ra, %rb;", bits(7.5f),
                 bits(-1.0f)),
            0x1f28u);
  EXPECT_EQ(eval("cvt.rz.satfinite.ue8m0x2.f32 %ho, %ra, %rb;", bits(2.0f),
                 bits(1.0f)),
            0x807fu);
  EXPECT_EQ(eval("{ .reg .b8 %e; cvt.rn.satfinite.e2m1x2.f32 %e, %ra, %rb;"
                 "cvt.u32.u8 %ro, %e; }",
                 bits(6.0f), bits(-0.5f)),
            0x79u);
  EXPECT_EQ(eval("cvt.pack.sat.s16.s32 %ro, %ra, %rb;", 100000, u32(-5)),
            0x7ffffffbu);
  EXPECT_EQ(eval("cvt.pack.sat.u8.s32.b32 %ro, %ra, %rb, %rc;", 300, 5, 0x77),
            0x0077ff05u);
}

/// Every pair of fp8 codes, to halves and back.
TEST(Convert, AllFp8) {
  std::vector<Inputs> inputs;
  for (uint64_t code = 0; code < 256; ++code)
    inputs.push_back({code | code << 8});
  auto results = run("cvt.rn.f16x2.e4m3x2 %r1, %ha;"
                     "cvt.rn.satfinite.e4m3x2.f16x2 %ho, %r1;",
                     inputs);
  for (uint64_t code = 0; code < 256; ++code) {
    uint64_t expected = (code & 0x7f) == 0x7f ? 0x7f : code;
    EXPECT_EQ(results[code], expected | expected << 8);
  }
}

TEST(Convert, Moves) {
  EXPECT_EQ(eval("mov.b64 %o, {%ra, %rb};", 1, 2), 0x200000001ull);
  EXPECT_EQ(eval("mov.b64 {%r1, %ro}, %a;", 0x200000001ull), 2u);
  EXPECT_EQ(eval("mov.b64 {_, %ro}, %a;", 0x200000001ull), 2u);
  EXPECT_EQ(eval("mov.b32 {%h1, %ho}, %ra;", 0x20001), 2u);
  EXPECT_EQ(eval("mov.b32 %ro, {%ha, %hb};", 1, 2), 0x20001u);
  EXPECT_EQ(eval("mov.pred %po, 1;"), 1u);
  EXPECT_EQ(eval("mov.f32 %ro, 0f3F800000;"), bits(1.0f));
  EXPECT_EQ(eval("mov.f32 %ro, 1.5;"), bits(1.5f));
  EXPECT_EQ(eval("mov.f64 %o, 0d3FF0000000000000;"), bits(1.0));
  EXPECT_EQ(eval("mov.s64 %o, -1;"), ~0ull);
  EXPECT_EQ(eval("{ .reg .b128 %q; mov.b128 %q, {%a, %b};"
                 "mov.b128 {%x1, %o}, %q; }",
                 1, 2),
            2u);
  EXPECT_EQ(run("mov.u32 %ro, %laneid;", std::vector<Inputs>(40))[33], 1u);
}

TEST(Convert, Stochastic) {
  // 1 + 2^-11 is half a unit in the last place of f16 above 1: 13 bits are cut
  // off, the highest of which is set, and a carry needs random bits of 0x1000
  // and more.
  uint32_t half = bits(1.00048828125f);
  auto f16 = [&](uint32_t random) {
    return eval("cvt.rs.f16x2.f32 %ro, %ra, %rb, %rc;", half, half, random);
  };
  EXPECT_EQ(f16(0), 0x3c003c00u);
  EXPECT_EQ(f16(0x10000fff), 0x3c013c00u);
  EXPECT_EQ(f16(0x0fff1000), 0x3c003c01u);
  // bf16 has 16 random bits; negative values grow away from zero.
  EXPECT_EQ(eval("cvt.rs.bf16x2.f32 %ro, %ra, %rb, %rc;", 0xbf804000,
                 0x3f804000, 0xc000bfff),
            0xbf813f80u);
  EXPECT_EQ(eval("cvt.rs.relu.bf16x2.f32 %ro, %ra, %rb, %rc;", 0xbf804000,
                 0x3f804000, ~0u),
            0x3f81u);
  // The first source is the highest element. 1.0625 is half a unit in the last
  // place above 1.
  std::string four = "cvt.rs.satfinite.e4m3x4.f32 %ro, {%ra,%rb,%ra,%rb}, %rc;";
  EXPECT_EQ(eval(four, bits(1.0625f), bits(1000.0f), 0x80007fff), 0x397e387eu);
  EXPECT_EQ(eval("cvt.rs.satfinite.e2m3x4.f32 %ro, {%ra,%rb,%ra,%rb}, %rc;",
                 bits(-7.5f), bits(0.0f), ~0u),
            0x3f003f00u);
  // 1.25 is half a unit in the last place of e2m1 above 1: bytes of 0x80 carry.
  EXPECT_EQ(eval("cvt.rs.satfinite.e2m1x4.f32 %ho, {%ra,%ra,%ra,%ra}, %rc;",
                 bits(1.25f), 0, 0x807f7f80),
            0x3223u);
}

/// A NaN keeps the bits that it keeps on an H200.
TEST(Convert, NaNToFloat) {
  EXPECT_EQ(eval("cvt.rna.tf32.f32 %ro, %ra;", 0x7ffaa616), 0x7ffaa000u);
  EXPECT_EQ(eval("cvt.rna.tf32.f32 %ro, %ra;", 0x7f801077), 0x7f800000u);
  EXPECT_EQ(eval("cvt.rna.satfinite.tf32.f32 %ro, %ra;", 0xffe38e94),
            0xffe36000u);
  EXPECT_EQ(eval("cvt.f32.bf16 %ro, %ha;", 0xffa3), 0xffa30000u);
  EXPECT_EQ(eval("cvt.f64.f16 %o, %ha;", 0xfc1b), 0xfff86c0000000000u);
  EXPECT_EQ(eval("cvt.rn.f16.f64 %ho, %a;", 0x7ff23dc312df9f24), 0x7e8fu);
  EXPECT_EQ(eval("cvt.rz.f32.f64 %ro, %a;", 0xfff1c17ec4d1db69), 0xffce0bf6u);
  EXPECT_EQ(eval("cvt.f32.f16 %ro, %ha;", 0xfc1b), 0x7fffffffu);
  EXPECT_EQ(eval("cvt.ftz.f64.f32 %o, %ra;", 0xffe38e94), 0x7fffffffe0000000u);
  EXPECT_EQ(eval("cvt.sat.f32.f32 %ro, %ra;", 0x80000000), 0u);
}

/// PTX ISA, "cvt": NaN becomes 0, or the most negative value of 64 bits.
TEST(Convert, NaNToInteger) {
  EXPECT_EQ(eval("cvt.rzi.s64.f32 %o, %ra;", bits(NAN)), 1ull << 63);
  EXPECT_EQ(eval("cvt.rzi.s32.f64 %ro, %a;", bits(double(NAN))), 1u << 31);
}

TEST(Convert, PackedToPacked) {
  EXPECT_EQ(eval("cvt.rn.relu.f16x2.e4m3x2 %ro, %ha;", 0x38b8), 0x3c000000u);
  EXPECT_EQ(eval("cvt.rn.satfinite.relu.e4m3x2.f16x2 %ho, %ra;", 0xbc003c00),
            0x0038u);
}

/// The random bytes of the elements, from the highest: 3, 1, 2, 0.
TEST(Convert, StochasticNibblesTakeBytes) {
  const char *four = "cvt.rs.satfinite.e2m1x4.f32 %ho, {%ra,%ra,%ra,%ra}, %rc;";
  EXPECT_EQ(eval(four, bits(1.25f), 0, 0x80008000), 0x3322u);
}

} // namespace
