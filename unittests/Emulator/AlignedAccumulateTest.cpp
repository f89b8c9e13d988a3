//===- AlignedAccumulateTest.cpp - Accumulation as on an H200 ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows, columns and accumulators as recorded on an H200
// (utils/gpu/record-instructions, November 2026, driver 580); each accumulator
// differs from the exact one rounded once.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Numerics/AlignedAccumulate.h"
#include "WarpHarness.h"

#include <cmath>
#include <limits>

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

constexpr AccumulationRule kWide{25, 23}, kNarrow{13, 13};
constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Codes = std::vector<uint32_t>;

std::vector<double> valuesOf(const FloatFormat &format, const Codes &codes) {
  std::vector<double> values;
  for (uint32_t code : codes)
    values.push_back(decode(format, code));
  return values;
}

/// c + a · b, in the first of eight columns.
double sumOf(AccumulationRule rule, Type d, const FloatFormat &format,
             const std::vector<double> &a, const std::vector<double> &b,
             double c) {
  std::vector<double> columns(8 * b.size());
  for (size_t k = 0; k < b.size(); ++k)
    columns[8 * k] = b[k];
  double sums[8] = {c};
  accumulateAligned(rule, d, Factors(format, a.data(), a.size()),
                    Factors(format, columns.data(), columns.size()), 8, sums);
  return sums[0];
}

uint32_t recorded(AccumulationRule rule, Type d, const FloatFormat &format,
                  const Codes &a, const Codes &b, uint32_t c) {
  const FloatFormat &sums = *formatOf(d);
  return encode(sums,
                sumOf(rule, d, format, valuesOf(format, a), valuesOf(format, b),
                      decode(sums, c)),
                Rounding::RN);
}

const Codes HalfA = {0xab34, 0x2c52, 0xd600, 0x1e23, 0xacc7, 0x20f0,
                     0xacde, 0xa9ac, 0xab38, 0x2499, 0x21da, 0x2e21,
                     0xaa0e, 0xd600, 0x2454, 0x2d67};
const Codes HalfB = {0x26ec, 0x5600, 0x2597, 0x9fd7, 0x2c04, 0x8665,
                     0xac9d, 0x9c00, 0xa1ef, 0x21a3, 0x29e8, 0x2b78,
                     0xaca4, 0x208b, 0x29ba, 0x20ce};
constexpr uint32_t kHalfC = 0x3b3e1754, kHalfD = 0x4062fd71,
                   kHalfExact = 0x4062fd72;

TEST(AlignedAccumulate, Recorded) {
  // mma.m16n8k16.f32.f16
  EXPECT_EQ(recorded(kWide, Type::F32, kFormatF16, HalfA, HalfB, kHalfC),
            kHalfD);
  // mma.m16n8k8.f32.bf16
  EXPECT_EQ(
      recorded(kWide, Type::F32, kFormatBF16,
               {0xc2a3, 0xc488, 0x3f71, 0x3993, 0x4631, 0xc279, 0xbcaf, 0x381a},
               {0x3f83, 0xbf34, 0x3c44, 0xc520, 0x38b2, 0x3887, 0x42e2, 0x443b},
               0xc802663c),
      0xc801bc5eu);
  // wgmma.m64n8k16.f16.f16
  EXPECT_EQ(
      recorded(kWide, Type::F16, kFormatF16,
               {0x2e0e, 0x2dba, 0x1959, 0xac9c, 0x2cf0, 0xa8ce, 0x2e95, 0x5600,
                0x30bb, 0xd600, 0x29a6, 0x2bbc, 0xd600, 0xa79c, 0xade2, 0x249c},
               {0x2c51, 0x2109, 0x2a0f, 0xac05, 0xd600, 0xa671, 0xa512, 0x269f,
                0xad2a, 0x98dc, 0x5600, 0xd600, 0x2b59, 0xad9b, 0xd600, 0x2d09},
               0xa05d),
      0xc1e8u);
  // wgmma.m64n8k32.f32.e4m3
  EXPECT_EQ(recorded(kNarrow, Type::F32, kFormatE4M3,
                     {0x12, 0xec, 0x18, 0x05, 0x1b, 0x14, 0x22, 0x19,
                      0xec, 0x86, 0x0a, 0x1f, 0x6c, 0x93, 0x99, 0x84,
                      0x13, 0x13, 0x89, 0x02, 0x12, 0x9d, 0x1f, 0x89,
                      0x8e, 0x9c, 0x8c, 0x0a, 0x05, 0x0f, 0x06, 0x96},
                     {0x16, 0x6c, 0x81, 0x18, 0x95, 0x9b, 0xec, 0x97,
                      0x0e, 0x6c, 0x6c, 0xec, 0x91, 0x85, 0x90, 0x04,
                      0xec, 0x06, 0x20, 0x82, 0x1b, 0x9a, 0x9c, 0x9d,
                      0x84, 0x1e, 0x8d, 0xa1, 0x12, 0x19, 0x97, 0x87},
                     0x3d85b9dd),
            0xc6108c00u);
}

TEST(AlignedAccumulate, Places) {
  auto sum = [](AccumulationRule rule, double c, double product) {
    return sumOf(rule, Type::F32, kFormatF16, {product}, {1}, c);
  };
  // The 25th place below the largest exponent counts; f32 has 23.
  EXPECT_EQ(sum(kWide, -1, 0x1p-24), -(1 - 0x1p-24));
  EXPECT_EQ(sumOf(kWide, Type::F32, kFormatF16, {0x1p-13, -1}, {0x1p-12, 1}, 1),
            0x1p-25);
  EXPECT_EQ(sumOf(kWide, Type::F32, kFormatF16, {0x1p-13, -1}, {0x1p-13, 1}, 1),
            0);
  EXPECT_EQ(sum(kWide, 1, 0x1p-24), 1); // towards zero
  EXPECT_EQ(sum(kWide, -1, -0x1p-24), -1);
  EXPECT_EQ(sum(kNarrow, 1, 0x1p-13), 1 + 0x1p-13);
  EXPECT_EQ(sum(kNarrow, 1, 0x1p-14), 1);
  EXPECT_EQ(sum(kNarrow, 0x1.fffffep0, 0), 0x1.fff8p0);
}

/// A zero has no exponent, however large its factor.
TEST(AlignedAccumulate, Zeros) {
  EXPECT_EQ(sumOf(kWide, Type::F32, kFormatF16, {0}, {0x1p15}, 0x1.8p-20),
            0x1.8p-20);
  double negative = sumOf(kWide, Type::F32, kFormatF16, {-0.0}, {1}, -0.0);
  EXPECT_FALSE(std::signbit(negative));
}

TEST(AlignedAccumulate, NotFinite) {
  EXPECT_EQ(sumOf(kWide, Type::F32, kFormatF16, {1}, {-kInfinity}, 5),
            -kInfinity);
  EXPECT_TRUE(std::isnan(
      sumOf(kWide, Type::F32, kFormatF16, {kInfinity, 1}, {1, -kInfinity}, 5)));
  EXPECT_TRUE(
      std::isnan(sumOf(kWide, Type::F32, kFormatF16, {0}, {kInfinity}, 5)));
}

/// D's first element of an mma whose first row and column are these.
uint32_t multiply(const std::string &target, bool exactSums) {
  WordTable in(32, 7), out(32, 4);
  auto pair = [](const Codes &codes, unsigned k) {
    return codes[k] | codes[k + 1] << 16;
  };
  for (unsigned lane = 0; lane < 4; ++lane) {
    in.at(lane, 0) = pair(HalfA, 2 * lane);
    in.at(lane, 2) = pair(HalfA, 2 * lane + 8);
    in.at(lane, 4) = pair(HalfB, 2 * lane);
    in.at(lane, 5) = pair(HalfB, 2 * lane + 8);
  }
  in.at(0, 6) = kHalfC;
  WarpProgram program{"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                      "{%o0,%o1,%o2,%o3}, {%i0,%i1,%i2,%i3}, {%i4,%i5}, "
                      "{%i6,%i1,%i1,%i1};"};
  program.target = target;
  program.config.exactSums = exactSums;
  runWarp(program, in, out);
  return out.at(0, 0);
}

/// Only sm_90 was measured; a launch may ask for exact accumulation.
TEST(AlignedAccumulate, Targets) {
  EXPECT_EQ(multiply("sm_90", false), kHalfD);
  EXPECT_EQ(multiply("sm_90a", false), kHalfD);
  EXPECT_EQ(multiply("sm_90a", true), kHalfExact);
  EXPECT_EQ(multiply("sm_80", false), kHalfExact);
  EXPECT_EQ(multiply("sm_120a", false), kHalfExact);
}

} // namespace
