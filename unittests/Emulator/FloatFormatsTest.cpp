//===- FloatFormatsTest.cpp - Formats and roundings -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The encoders and decoders of the floating point formats, and arithmetic with
// rounding to odd.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Numerics/FloatFormats.h"
#include "tileiras/Emulator/Numerics/Exact.h"

#include "gtest/gtest.h"

#include <limits>
#include <random>

using namespace tileiras::emu;

namespace {

const FloatFormat *formats[] = {&kFormatF16,  &kFormatBF16, &kFormatE4M3,
                                &kFormatE5M2, &kFormatE2M3, &kFormatE3M2,
                                &kFormatE2M1, &kFormatTF32};

/// Every code of every format survives the conversion to its value and back.
TEST(FloatFormats, RoundTrip) {
  for (const FloatFormat *format : formats) {
    for (uint32_t code = 0; code < (1u << format->bits()); ++code) {
      double value = decode(*format, code);
      if (std::isnan(value))
        EXPECT_EQ(encode(*format, value, Rounding::RN), format->nan);
      else
        EXPECT_EQ(encode(*format, value, Rounding::RN), code);
    }
  }
}

/// Between two adjacent values, each mode rounds as required.
TEST(FloatFormats, DirectedRounding) {
  for (const FloatFormat *format : formats) {
    for (uint32_t code = 0; code < format->maxFinite; ++code) {
      double low = decode(*format, code), high = decode(*format, code + 1);
      double middle = (low + high) / 2, above = std::nextafter(middle, high);
      double below = std::nextafter(middle, low);
      uint32_t even = code & 1 ? code + 1 : code;
      EXPECT_EQ(encode(*format, middle, Rounding::RN), even);
      EXPECT_EQ(encode(*format, above, Rounding::RN), code + 1);
      EXPECT_EQ(encode(*format, below, Rounding::RN), code);
      EXPECT_EQ(encode(*format, middle, Rounding::RNA), code + 1);
      EXPECT_EQ(encode(*format, above, Rounding::RZ), code);
      EXPECT_EQ(encode(*format, below, Rounding::RP), code + 1);
      EXPECT_EQ(encode(*format, above, Rounding::RM), code);
      uint32_t sign = format->signBit();
      EXPECT_EQ(encode(*format, -above, Rounding::RZ), sign | code);
      EXPECT_EQ(encode(*format, -below, Rounding::RM), sign | (code + 1));
      EXPECT_EQ(encode(*format, -above, Rounding::RP), sign | code);
    }
  }
}

TEST(FloatFormats, KnownValues) {
  EXPECT_EQ(decode(kFormatE4M3, 0x7e), 448);
  EXPECT_TRUE(std::isnan(decode(kFormatE4M3, 0x7f)));
  EXPECT_EQ(decode(kFormatE5M2, 0x7b), 57344);
  EXPECT_TRUE(std::isinf(decode(kFormatE5M2, 0x7c)));
  EXPECT_EQ(decode(kFormatE2M3, 0x1f), 7.5);
  EXPECT_EQ(decode(kFormatE3M2, 0x1f), 28);
  EXPECT_EQ(decode(kFormatE2M1, 0x7), 6);
  EXPECT_EQ(decode(kFormatE2M1, 0x1), 0.5);
  EXPECT_EQ(decode(kFormatUE8M0, 127), 1);
  EXPECT_EQ(decode(kFormatUE8M0, 0), std::ldexp(1.0, -127));
  EXPECT_EQ(decode(kFormatF16, 0x7bff), 65504);
  EXPECT_EQ(decode(kFormatF16, 0x0001), std::ldexp(1.0, -24));
}

TEST(FloatFormats, Overflow) {
  EXPECT_EQ(encode(kFormatF16, 65519, Rounding::RN), 0x7bffu);
  EXPECT_EQ(encode(kFormatF16, 65520, Rounding::RN), 0x7c00u);
  EXPECT_EQ(encode(kFormatF16, 1e9, Rounding::RZ), 0x7bffu);
  EXPECT_EQ(encode(kFormatF16, 1e9, Rounding::RM), 0x7bffu);
  EXPECT_EQ(encode(kFormatF16, -1e9, Rounding::RM), 0xfc00u);
  EXPECT_EQ(encode(kFormatE4M3, 1e9, Rounding::RN, true), 0x7eu);
  EXPECT_EQ(encode(kFormatE4M3, 1e9, Rounding::RN, false), 0x7fu);
  EXPECT_EQ(encode(kFormatE5M2, -INFINITY, Rounding::RN, true), 0xfbu);
}

TEST(FloatFormats, PowersOfTwo) {
  EXPECT_EQ(encode(kFormatUE8M0, 1.0, Rounding::RZ), 127u);
  EXPECT_EQ(encode(kFormatUE8M0, 1.5, Rounding::RZ), 127u);
  EXPECT_EQ(encode(kFormatUE8M0, 1.01, Rounding::RP), 128u);
  EXPECT_EQ(encode(kFormatUE8M0, 0.0, Rounding::RZ), 0u);
  EXPECT_EQ(encode(kFormatUE8M0, NAN, Rounding::RZ), 0xffu);
}

/// f32 through our encoder is what the host's conversion gives.
TEST(FloatFormats, SingleAgreesWithHost) {
  std::mt19937_64 random(1);
  for (int n = 0; n < 200000; ++n) {
    int exponent = int(random() % 320) - 160;
    double value = std::ldexp(double(random()), exponent - 64);
    EXPECT_EQ(encode(kFormatF32, value, Rounding::RN),
              std::bit_cast<uint32_t>(float(value)));
  }
}

/// Sums, products and quotients of f32 rounded to odd, then to f32, are what
/// the host computes directly.
TEST(Exact, SingleArithmetic) {
  std::mt19937 random(2);
  auto next = [&] { return std::bit_cast<float>(uint32_t(random())); };
  for (int n = 0; n < 300000; ++n) {
    float a = next(), b = next(), c = next();
    if (!std::isfinite(a) || !std::isfinite(b) || !std::isfinite(c))
      continue;
    auto same = [](double odd, float direct) {
      return std::bit_cast<uint32_t>(narrow<float>(odd, Rounding::RN)) ==
                 std::bit_cast<uint32_t>(direct) ||
             std::isnan(direct);
    };
    EXPECT_TRUE(same(addOdd(a, b), a + b));
    EXPECT_TRUE(same(fmaOdd(a, b, c), std::fma(a, b, c)));
    EXPECT_TRUE(same(divOdd(a, b), a / b));
    EXPECT_TRUE(same(sqrtOdd(std::fabs(a)), std::sqrt(std::fabs(a))));
  }
}

TEST(Exact, DirectedDouble) {
  EXPECT_EQ(addRounded(1, 1e-30, Rounding::RP), std::nextafter(1.0, 2.0));
  EXPECT_EQ(addRounded(1, -1e-30, Rounding::RM), std::nextafter(1.0, 0.0));
  EXPECT_EQ(addRounded(1, 1e-30, Rounding::RN), 1.0);
  EXPECT_LT(divRounded(1, 3, Rounding::RM), divRounded(1, 3, Rounding::RP));
  EXPECT_EQ(std::nextafter(sqrtRounded(2, Rounding::RZ), 2.0),
            sqrtRounded(2, Rounding::RP));
}

} // namespace
