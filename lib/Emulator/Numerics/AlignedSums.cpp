//===- AlignedSums.cpp - How tensor cores sum products ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Numerics/AlignedSums.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace tileiras::emu {

namespace {

/// Columns that are summed side by side: an mma's.
constexpr unsigned Side = 8;
/// Exponents of zero, and of infinities and NaNs: sums of two are numbers of 16
/// bits, and zero times infinity isn't finite either.
constexpr int16_t ZeroExponent = -8000, InfiniteExponent = 16000;
/// Above every finite product's.
constexpr int16_t NotFinite = 512;
/// Below every product's; a double of a unit so small is normal.
constexpr int16_t SmallestExponent = -300;

int16_t exponentOf(double value, int smallest) {
  if (value == 0)
    return ZeroExponent;
  int exponent = int(std::bit_cast<uint64_t>(value) >> 52 & 0x7ff) - 1023;
  return int16_t(exponent == 1024 ? InfiniteExponent
                                  : std::max(exponent, smallest));
}

double powerOfTwo(int exponent) {
  return std::bit_cast<double>(uint64_t(exponent + 1023) << 52);
}

/// \p value without what lies behind so many places of its mantissa, or behind
/// the last place of f32's smallest number.
double cutOff(double value, unsigned mantissaBits) {
  auto bits = std::bit_cast<uint64_t>(value);
  int exponent = int(bits >> 52 & 0x7ff) - 1023;
  int drop = 52 - int(mantissaBits) + std::max(0, -126 - exponent);
  return drop > 52 ? std::copysign(0.0, value)
                   : std::bit_cast<double>(bits >> drop << drop);
}

/// A row of A and Side columns of B.
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

  void raise(int16_t (&largest)[Side]) const;
  void add(const double (&scale)[Side], double (&total)[Side]) const;
  /// The same of a column beside which others aren't finite.
  void addTo(double &total, unsigned n, double scale) const;
};

void Row::raise(int16_t (&largest)[Side]) const {
  for (unsigned k = 0; k < depth(); ++k)
    for (unsigned n = 0; n < Side; ++n)
      largest[n] = std::max<int16_t>(
          largest[n], int16_t(a.exponents[k] + b.exponents[at(k, n)]));
}

/// Scaled by so much, a term is below 2^27: 32 bits cut it off.
void Row::add(const double (&scale)[Side], double (&total)[Side]) const {
  for (unsigned k = 0; k < depth(); ++k)
    for (unsigned n = 0; n < Side; ++n)
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

void addAligned(SumRule rule, Type type, const Factors &a, const Factors &b,
                unsigned columns, double *sums) {
  assert(columns % Side == 0);
  int smallest = 1 - formatOf(type)->bias();
  for (unsigned first = 0; first < columns; first += Side) {
    Row row{a, b, first, columns};
    double *sum = sums + first;
    int16_t largest[Side];
    for (unsigned n = 0; n < Side; ++n)
      largest[n] = std::max(exponentOf(sum[n], smallest), SmallestExponent);
    row.raise(largest);
    bool isFinite = *std::max_element(largest, largest + Side) < NotFinite;
    double scale[Side], total[Side];
    for (unsigned n = 0; n < Side; ++n) {
      bool fits = largest[n] < NotFinite;
      scale[n] = fits ? powerOfTwo(rule.alignedBits - largest[n]) : 0;
      total[n] = fits ? int32_t(sum[n] * scale[n]) : 0;
    }
    if (isFinite)
      row.add(scale, total);
    for (unsigned n = 0; n < Side; ++n) {
      if (largest[n] >= NotFinite) {
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
