//===- AlignedAccumulate.cpp - How tensor cores accumulate ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Numerics/AlignedAccumulate.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace tileiras::emu {

namespace {

/// The columns that are accumulated at the same time: those of an mma.
constexpr unsigned kSide = 8;
/// The exponents of zero, and of infinities and NaNs: the sum of two fits in 16
/// bits, and zero times infinity isn't finite either.
constexpr int16_t kZeroExponent = -8000, kInfiniteExponent = 16000;
/// A value above the exponent of every finite product.
constexpr int16_t kNotFinite = 512;
/// A value below the exponent of every product; a double with this exponent is
/// normal.
constexpr int16_t kSmallestExponent = -300;

int16_t exponentOf(double value, int smallest) {
  if (value == 0)
    return kZeroExponent;
  int exponent = int(std::bit_cast<uint64_t>(value) >> 52 & 0x7ff) - 1023;
  return int16_t(exponent == 1024 ? kInfiniteExponent
                                  : std::max(exponent, smallest));
}

double powerOfTwo(int exponent) {
  return std::bit_cast<double>(uint64_t(exponent + 1023) << 52);
}

/// \p value, cut off after \p mantissaBits places of its mantissa, or after the
/// last place of f32's smallest number.
double cutOff(double value, unsigned mantissaBits) {
  auto bits = std::bit_cast<uint64_t>(value);
  int exponent = int(bits >> 52 & 0x7ff) - 1023;
  int drop = 52 - int(mantissaBits) + std::max(0, -126 - exponent);
  return drop > 52 ? std::copysign(0.0, value)
                   : std::bit_cast<double>(bits >> drop << drop);
}

/// A row of A and kSide columns of B.
struct Row {
  const Factors &a, &b;
  unsigned first, columns;

  size_t at(unsigned k, unsigned n) const {
    return size_t(k) * columns + first + n;
  }
  double product(unsigned k, unsigned n) const {
    return a.values[k] * b.values[at(k, n)];
  }
  unsigned depth() const { return a.exponents.size(); }

  void raise(int16_t (&largest)[kSide]) const;
  void add(const double (&scale)[kSide], double (&total)[kSide]) const;
  /// The same for one finite column, if other columns aren't finite.
  void addTo(double &total, unsigned n, double scale) const;
};

void Row::raise(int16_t (&largest)[kSide]) const {
  for (unsigned k = 0; k < depth(); ++k)
    for (unsigned n = 0; n < kSide; ++n)
      largest[n] = std::max<int16_t>(
          largest[n], int16_t(a.exponents[k] + b.exponents[at(k, n)]));
}

/// A scaled term is below 2^27, so that a conversion to 32 bits cuts it off.
void Row::add(const double (&scale)[kSide], double (&total)[kSide]) const {
  for (unsigned k = 0; k < depth(); ++k)
    for (unsigned n = 0; n < kSide; ++n)
      total[n] += int32_t(product(k, n) * scale[n]);
}
void Row::addTo(double &total, unsigned n, double scale) const {
  for (unsigned k = 0; k < depth(); ++k)
    total += int32_t(product(k, n) * scale);
}

} // namespace

Factors::Factors(const FloatFormat &format, const double *values, size_t count)
    : values(values), exponents(count) {
  for (size_t n = 0; n < count; ++n)
    exponents[n] = exponentOf(values[n], 1 - format.bias());
}

void accumulateAligned(AccumulationRule rule, Type type, const Factors &a,
                       const Factors &b, unsigned columns,
                       double *accumulators) {
  assert(columns % kSide == 0);
  int smallest = 1 - formatOf(type)->bias();
  for (unsigned first = 0; first < columns; first += kSide) {
    Row row{a, b, first, columns};
    double *sum = accumulators + first;
    int16_t largest[kSide];
    for (unsigned n = 0; n < kSide; ++n)
      largest[n] = std::max(exponentOf(sum[n], smallest), kSmallestExponent);
    row.raise(largest);
    bool isFinite = *std::max_element(largest, largest + kSide) < kNotFinite;
    double scale[kSide], total[kSide];
    for (unsigned n = 0; n < kSide; ++n) {
      bool fits = largest[n] < kNotFinite;
      scale[n] = fits ? powerOfTwo(rule.alignedBits - largest[n]) : 0;
      total[n] = fits ? int32_t(sum[n] * scale[n]) : 0;
    }
    if (isFinite)
      row.add(scale, total);
    for (unsigned n = 0; n < kSide; ++n) {
      if (largest[n] >= kNotFinite) {
        for (unsigned k = 0; k < row.depth(); ++k)
          sum[n] += row.product(k, n);
        continue;
      }
      if (!isFinite)
        row.addTo(total[n], n, scale[n]);
      sum[n] = total[n] / scale[n];
      if (type == Type::F32)
        sum[n] = cutOff(sum[n], rule.mantissaBits);
    }
  }
}

} // namespace tileiras::emu
