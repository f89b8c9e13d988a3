//===- FloatTest.cpp - Floating point instructions --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floating point arithmetic, comparisons and approximations in f16, bf16, f32
// and f64.
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

#include "tileiras/Emulator/Numerics/FloatFormats.h"

#include <cmath>
#include <limits>

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

constexpr float kTiny = std::numeric_limits<float>::denorm_min();

uint64_t half(double value) { return encode(kFormatF16, value, Rounding::RN); }
uint64_t brain(double value) {
  return encode(kFormatBF16, value, Rounding::RN);
}

TEST(Float, Single) {
  EXPECT_EQ(eval("add.f32 %ro, %ra, %rb;", bits(1.5f), bits(2.25f)),
            bits(3.75f));
  EXPECT_EQ(eval("add.rz.f32 %ro, %ra, %rb;", bits(1.0f), bits(-1e-20f)),
            bits(std::nextafter(1.0f, 0.0f)));
  EXPECT_EQ(eval("add.rp.f32 %ro, %ra, %rb;", bits(1.0f), bits(1e-20f)),
            bits(std::nextafter(1.0f, 2.0f)));
  // A sum that cancels is -0 if it is rounded down, unless both terms are +0.
  EXPECT_EQ(eval("sub.rm.f32 %ro, %ra, %ra;", bits(1.5f)), bits(-0.0f));
  EXPECT_EQ(eval("add.rm.f32 %ro, %ra, %rb;", bits(0.0f), bits(-0.0f)),
            bits(-0.0f));
  EXPECT_EQ(eval("add.rm.f32 %ro, %ra, %ra;", bits(0.0f)), bits(0.0f));
  EXPECT_EQ(eval("sub.rp.f32 %ro, %ra, %ra;", bits(1.5f)), bits(0.0f));
  EXPECT_EQ(eval("fma.rm.f32 %ro, %ra, %rb, %rc;", bits(2.0f), bits(-3.0f),
                 bits(6.0f)),
            bits(-0.0f));
  EXPECT_EQ(eval("mul.sat.f32 %ro, %ra, %rb;", bits(2.0f), bits(3.0f)),
            bits(1.0f));
  EXPECT_EQ(eval("fma.rn.f32 %ro, %ra, %rb, %rc;", bits(1.0000001f),
                 bits(1.0000001f), bits(-1.0f)),
            bits(std::fma(1.0000001f, 1.0000001f, -1.0f)));
  EXPECT_EQ(eval("div.rn.f32 %ro, %ra, %rb;", bits(1.0f), bits(3.0f)),
            bits(1.0f / 3.0f));
  EXPECT_EQ(eval("sqrt.rn.f32 %ro, %ra;", bits(2.0f)), bits(std::sqrt(2.0f)));
  EXPECT_EQ(eval("rcp.rn.f32 %ro, %ra;", bits(3.0f)), bits(1 / 3.0f));
  EXPECT_EQ(eval("add.f32 %ro, %ra, 0f40000000;", bits(1.0f)), bits(3.0f));
}

TEST(Float, NaNIsCanonical) {
  EXPECT_EQ(eval("add.f32 %ro, %ra, %rb;", 0xffc12345, bits(1.0f)),
            0x7fffffffu);
  EXPECT_EQ(eval("mul.f32 %ro, %ra, %rb;", bits(INFINITY), bits(0.0f)),
            0x7fffffffu);
}

TEST(Float, FlushToZero) {
  EXPECT_EQ(eval("add.ftz.f32 %ro, %ra, %rb;", bits(kTiny), bits(kTiny)), 0u);
  EXPECT_EQ(eval("add.f32 %ro, %ra, %rb;", bits(kTiny), bits(kTiny)), 2u);
  EXPECT_EQ(eval("mul.ftz.f32 %ro, %ra, %rb;", bits(-1e-20f), bits(1e-20f)),
            0x80000000u);
}

TEST(Float, Double) {
  EXPECT_EQ(
      eval("fma.rn.f64 %o, %a, %b, %c;", bits(0.1), bits(10.0), bits(-1.0)),
      bits(std::fma(0.1, 10.0, -1.0)));
  EXPECT_EQ(eval("add.rm.f64 %o, %a, %b;", bits(1.0), bits(-1e-30)),
            bits(std::nextafter(1.0, 0.0)));
  EXPECT_EQ(eval("div.rn.f64 %o, %a, %b;", bits(1.0), bits(3.0)),
            bits(1.0 / 3.0));
}

TEST(Float, Halves) {
  EXPECT_EQ(eval("add.f16 %ho, %ha, %hb;", half(1), half(0.0009765625)),
            half(1.0009765625));
  EXPECT_EQ(eval("mul.bf16 %ho, %ha, %hb;", brain(3), brain(5)), brain(15));
  EXPECT_EQ(
      eval("fma.rn.relu.f16 %ho, %ha, %hb, %hc;", half(-1), half(1), half(0)),
      0u);
  uint64_t pair = half(1) | half(2) << 16;
  EXPECT_EQ(eval("add.f16x2 %ro, %ra, %rb;", pair, pair), half(2) | half(4)
                                                                        << 16);
  EXPECT_EQ(eval("fma.rn.bf16x2 %ro, %ra, %rb, %rc;", brain(2) | brain(3) << 16,
                 brain(4) | brain(5) << 16, brain(1) | brain(1) << 16),
            brain(9) | brain(16) << 16);
}

/// Products of all pairs of f16 with few bits, against double arithmetic.
TEST(Float, HalfAgainstDouble) {
  std::vector<Inputs> inputs;
  std::vector<uint64_t> expected;
  for (uint32_t a = 0; a < 0x7c00; a += 1021) {
    for (uint32_t b = 0; b < 0x7c00; b += 1103) {
      inputs.push_back({a, b});
      double exact = widen(F16{uint16_t(a)}) * widen(F16{uint16_t(b)});
      expected.push_back(encode(kFormatF16, exact, Rounding::RN));
    }
  }
  inputs.resize(1024, inputs[0]);
  auto results = run("mul.f16 %ho, %ha, %hb;", inputs);
  for (size_t n = 0; n < expected.size() && n < 1024; ++n)
    EXPECT_EQ(results[n], expected[n]);
}

TEST(Float, MixedPrecision) {
  EXPECT_EQ(eval("fma.rn.f32.f16 %ro, %ha, %hb, %rc;", half(1.5), half(2),
                 bits(0.1f)),
            bits(3.1f));
  EXPECT_EQ(eval("add.f32.bf16 %ro, %ha, %rb;", brain(2), bits(0.5f)),
            bits(2.5f));
  EXPECT_EQ(eval("sub.f32.f16 %ro, %ha, %rb;", half(2), bits(0.5f)),
            bits(1.5f));
}

TEST(Float, PackedSingles) {
  uint64_t pair = uint64_t(bits(2.0f)) << 32 | bits(1.0f);
  EXPECT_EQ(eval("add.rn.f32x2 %o, %a, %b;", pair, pair),
            uint64_t(bits(4.0f)) << 32 | bits(2.0f));
  EXPECT_EQ(eval("sub.rn.f32x2 %o, %a, %b;", pair, uint64_t(bits(0.5f)) << 32),
            uint64_t(bits(1.5f)) << 32 | bits(1.0f));
  EXPECT_EQ(eval("mul.rn.f32x2 %o, %a, %b;", pair, pair),
            uint64_t(bits(4.0f)) << 32 | bits(1.0f));
  EXPECT_EQ(eval("fma.rn.f32x2 %o, %a, %b, %a;", pair, pair),
            uint64_t(bits(6.0f)) << 32 | bits(2.0f));
  // Each half is rounded and flushed like a single value.
  uint64_t tiny = uint64_t(bits(0x1p-30f)) << 32 | bits(0x1p-30f);
  EXPECT_EQ(eval("add.rp.f32x2 %o, %a, %b;", pair, tiny),
            uint64_t(bits(0x1.000002p+1f)) << 32 | bits(0x1.000002p+0f));
  EXPECT_EQ(eval("mul.rn.ftz.f32x2 %o, %a, %b;", 1, pair), 0u);
}

TEST(Float, Extremes) {
  uint64_t nan = bits(NAN);
  EXPECT_EQ(eval("min.f32 %ro, %ra, %rb;", nan, bits(1.0f)), bits(1.0f));
  EXPECT_EQ(eval("min.NaN.f32 %ro, %ra, %rb;", nan, bits(1.0f)), 0x7fffffffu);
  EXPECT_EQ(eval("max.f32 %ro, %ra, %rb;", bits(-0.0f), bits(0.0f)),
            bits(0.0f));
  EXPECT_EQ(eval("min.xorsign.abs.f32 %ro, %ra, %rb;", bits(-3.0f), bits(2.0f)),
            bits(-2.0f));
  EXPECT_EQ(
      eval("max.f32 %ro, %ra, %rb, %rc;", bits(1.0f), bits(5.0f), bits(3.0f)),
      bits(5.0f));
  EXPECT_EQ(eval("abs.f64 %o, %a;", bits(-3.0)), bits(3.0));
  EXPECT_EQ(eval("neg.f16x2 %ro, %ra;", 0x80000001), 0x00008001u);
  EXPECT_EQ(eval("copysign.f32 %ro, %ra, %rb;", bits(-1.0f), bits(3.0f)),
            bits(-3.0f));
  EXPECT_EQ(eval("testp.subnormal.f32 %po, %ra;", bits(kTiny)), 1u);
  EXPECT_EQ(eval("testp.normal.f32 %po, %ra;", bits(-0.0f)), 1u);
}

TEST(Float, Approximations) {
  auto near = [](const char *body, float x, float expected) {
    float got = std::bit_cast<float>(uint32_t(eval(body, bits(x))));
    EXPECT_NEAR(got, expected, 1e-6) << body;
  };
  near("ex2.approx.f32 %ro, %ra;", 1.5f, std::exp2(1.5f));
  near("lg2.approx.ftz.f32 %ro, %ra;", 1.5f, std::log2(1.5f));
  near("sin.approx.f32 %ro, %ra;", 1.5f, std::sin(1.5f));
  near("cos.approx.f32 %ro, %ra;", 1.5f, std::cos(1.5f));
  near("tanh.approx.f32 %ro, %ra;", 0.5f, std::tanh(0.5f));
  near("rsqrt.approx.f32 %ro, %ra;", 4.0f, 0.5f);
  near("div.full.f32 %ro, %ra, 0f40000000;", 3.0f, 1.5f);
}

TEST(Float, Compare) {
  uint64_t nan = bits(NAN);
  EXPECT_EQ(eval("setp.lt.f32 %po, %ra, %rb;", bits(1.0f), bits(2.0f)), 1u);
  EXPECT_EQ(eval("setp.ne.f32 %po, %ra, %rb;", nan, nan), 0u);
  EXPECT_EQ(eval("setp.neu.f32 %po, %ra, %rb;", nan, nan), 1u);
  EXPECT_EQ(eval("setp.nan.f64 %po, %a, %b;", bits(double(NAN)), 0), 1u);
  EXPECT_EQ(eval("setp.gt.s32 %p1, %ra, 0;"
                 "setp.lt.and.s32 %po|%p2, %ra, %rb, %p1;",
                 1, 2),
            1u);
  EXPECT_EQ(eval("setp.lt.and.f16x2 %p1|%po, %ra, %rb, 1;", half(2) << 16 | 1,
                 half(3) << 16),
            1u);
  EXPECT_EQ(eval("set.lt.u32.f32 %ro, %ra, %rb;", bits(1.0f), bits(2.0f)),
            0xffffffffu);
  EXPECT_EQ(eval("set.lt.f32.s32 %ro, %ra, %rb;", 1, 2), bits(1.0f));
  EXPECT_EQ(eval("setp.lo.u32 %po, %ra, %rb;", 1, u32(-1)), 1u);
}

TEST(Float, Select) {
  EXPECT_EQ(eval("setp.eq.u32 %p1, %ra, 1; selp.f64 %o, %b, %c, %p1;", 1, 7, 8),
            7u);
  EXPECT_EQ(eval("slct.b32.s32 %ro, %ra, %rb, %rc;", 1, 2, u32(-1)), 2u);
  EXPECT_EQ(eval("slct.u64.f32 %o, %a, %b, %rc;", 1, 2, bits(0.5f)), 1u);
}

TEST(Float, CoarseReciprocal) {
  // Upper words only; the values of the ISA's table.
  auto upper = [](const char *text, double a) {
    uint64_t result = eval(text, bits(a));
    EXPECT_EQ(result & 0xffffffff, 0u);
    return std::bit_cast<double>(result);
  };
  const char *rcp = "rcp.approx.ftz.f64 %o, %a;";
  EXPECT_NEAR(upper(rcp, 3.0), 1 / 3.0, std::ldexp(1.0, -22));
  EXPECT_EQ(upper(rcp, 5e-324), INFINITY);
  EXPECT_EQ(upper(rcp, -INFINITY), 0.0);
  EXPECT_EQ(eval(rcp, bits(double(NAN))), 0x7fffffff00000000u);
  EXPECT_NEAR(upper("rsqrt.approx.ftz.f64 %o, %a;", 9.0), 1 / 3.0,
              std::ldexp(1.0, -22));
  EXPECT_EQ(eval("rcp.approx.ftz.f64 %o, %a;", bits(4.0)), bits(0.25));
  // 1/7 is 0x3fc2492492492492; the lower bits are cut off.
  EXPECT_EQ(eval("rcp.approx.ftz.f64 %o, %a;", bits(7.0)), 0x3fc2492400000000u);
}

/// NaNs are propagated as on an H200.
TEST(Float, PassedNaNs) {
  uint64_t a = 0x7ff23dc312df9f24, b = 0xfff198a3b10ae539,
           c = 0x7ff64c6ee116ef78, quiet = uint64_t(1) << 51;
  EXPECT_EQ(eval("add.rn.f64 %o, %a, %b;", a, b), b | quiet);
  EXPECT_EQ(eval("sub.rn.f64 %o, %a, %b;", bits(1.0), b), b | quiet);
  EXPECT_EQ(eval("mul.rn.f64 %o, %a, %b;", a, bits(1.0)), a | quiet);
  EXPECT_EQ(eval("fma.rn.f64 %o, %a, %b, %c;", a, bits(1.0), c), c | quiet);
  EXPECT_EQ(eval("fma.rn.f64 %o, %a, %b, %c;", a, b, c), b | quiet);
  EXPECT_EQ(eval("max.f64 %o, %a, %b;", a, b), b | quiet);
  EXPECT_EQ(eval("abs.f64 %o, %a;", b), b | quiet);
  EXPECT_EQ(eval("neg.f32 %ro, %ra;", 0xffe38e94), 0x7fffffffu);
  EXPECT_EQ(eval("abs.bf16 %ho, %ha;", 0x7f81), 0x7fffu);
  EXPECT_EQ(eval("neg.f16x2 %ro, %ra;", 0xfc013c00), 0x7fffbc00u);
  EXPECT_EQ(eval("min.xorsign.abs.f16 %ho, %ha, %hb;", 0xfec2, 0x0000),
            0x8000u);
}

/// ex2 of halves and the special cases of others are those of an H200.
TEST(Float, MeasuredApproximations) {
  EXPECT_EQ(eval("ex2.approx.f16 %ho, %ha;", 0x11c5), 0x3c00u);
  EXPECT_EQ(eval("ex2.approx.f16 %ho, %ha;", 0x8001), 0x3c00u);
  EXPECT_EQ(eval("ex2.approx.f16 %ho, %ha;", half(16)), 0x7c00u);
  EXPECT_EQ(eval("ex2.approx.ftz.bf16 %ho, %ha;", 0x3bb9), 0x3f80u);
  EXPECT_EQ(eval("sin.approx.f32 %ro, %ra;", 0x76dc061d), 0u);
  EXPECT_EQ(eval("cos.approx.f32 %ro, %ra;", 0x72dbf868), bits(1.0f));
  const char *div = "div.approx.f32 %ro, %ra, %rb;";
  EXPECT_EQ(eval(div, 0x7f7fffff, 0x7f7df5e3), 0u);
  EXPECT_EQ(eval(div, 0x7f800000, 0x7f7ff14a), 0x7fffffffu);
  EXPECT_EQ(eval(div, bits(1e-39f), bits(2e-39f)), bits(0.5f));
  EXPECT_EQ(eval("div.full.f32 %ro, %ra, %rb;", 0x7f7fffff, 0x7f7fffff),
            bits(1.0f));
}

TEST(Float, DifferencesAndProductsWithSums) {
  EXPECT_EQ(eval("sub.rn.f32 %ro, %ra, %rb;", bits(1.0f), bits(1e-10f)),
            bits(1.0f));
  EXPECT_EQ(eval("sub.rm.f32 %ro, %ra, %rb;", bits(1.0f), bits(1e-10f)),
            bits(std::nextafter(1.0f, 0.0f)));
  EXPECT_EQ(eval("sub.rz.f64 %o, %a, %b;", bits(1.0), bits(1e-30)),
            bits(std::nextafter(1.0, 0.0)));
  EXPECT_EQ(eval("sub.rn.bf16 %ho, %ha, %hb;", 0x4040, 0x3f80), 0x4000u);
  // mad is fma.
  EXPECT_EQ(eval("mad.rn.f32 %ro, %ra, %ra, %rb;", bits(1.00000012f),
                 bits(-1.00000024f)),
            bits(1.4210855e-14f));
  EXPECT_EQ(
      eval("mad.rn.f64 %o, %a, %b, %c;", bits(3.0), bits(0.5), bits(0.25)),
      bits(1.75));
  EXPECT_EQ(eval("rcp.rn.f64 %o, %a;", bits(3.0)), bits(1 / 3.0));
  EXPECT_EQ(eval("rcp.rp.f64 %o, %a;", bits(3.0)),
            bits(std::nextafter(1 / 3.0, 1.0)));
  EXPECT_EQ(eval("sqrt.rn.f64 %o, %a;", bits(2.0)), bits(std::sqrt(2.0)));
  EXPECT_EQ(eval("sqrt.rz.f64 %o, %a;", bits(2.0)),
            bits(std::nextafter(std::sqrt(2.0), 0.0)));
}

/// The second predicate is the negated comparison, combined too.
TEST(Float, SecondPredicate) {
  const char *text = "setp.eq.u32 %p1, %rc, 1;"
                     "setp.lt.and.f32 %p2|%po, %ra, %rb, %p1;";
  EXPECT_EQ(eval(text, bits(1.0f), bits(2.0f), 1), 0u);
  EXPECT_EQ(eval(text, bits(2.0f), bits(1.0f), 1), 1u);
  EXPECT_EQ(eval(text, bits(2.0f), bits(1.0f), 0), 0u);
  EXPECT_EQ(eval(text, bits(1.0f), bits(2.0f), 0), 0u);
}

TEST(Float, SetIsOneOfItsType) {
  EXPECT_EQ(eval("set.lt.bf16.f32 %ho, %ra, %rb;", bits(1.0f), bits(2.0f)),
            0x3f80u);
  EXPECT_EQ(eval("set.lt.f16.f32 %ho, %ra, %rb;", bits(1.0f), bits(2.0f)),
            0x3c00u);
  EXPECT_EQ(eval("set.lt.u16.f32 %ho, %ra, %rb;", bits(1.0f), bits(2.0f)),
            0xffffu);
  EXPECT_EQ(eval("set.lt.bf16x2.bf16x2 %ro, %ra, %rb;", 0x3f804000, 0x40003f80),
            0x3f800000u);
}

TEST(Float, SelectsBySign) {
  EXPECT_EQ(eval("slct.u32.f32 %ro, %ra, %rb, %rc;", 1, 2, bits(-0.0f)), 1u);
  EXPECT_EQ(eval("slct.u32.f32 %ro, %ra, %rb, %rc;", 1, 2, bits(-1.0f)), 2u);
  EXPECT_EQ(eval("slct.u32.s32 %ro, %ra, %rb, %rc;", 1, 2, 0), 1u);
}

} // namespace
