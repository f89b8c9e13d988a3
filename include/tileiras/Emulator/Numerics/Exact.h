//===- Exact.h - Arithmetic that rounds once --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rounding to odd: of the two doubles around an inexact result take the one
// with an odd mantissa. Rounding that again to a format at least two bits
// shorter gives what rounding the exact result would give, in every mode (Boldo
// and Melquiond, "Emulation of a FMA and correctly rounded sums: proved
// algorithms using rounding to odd", 2008). The operands here are values of
// formats up to f32, far from a double's limits, so that the error terms are
// exact.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_NUMERICS_EXACT_H
#define TILEIRAS_EMULATOR_NUMERICS_EXACT_H

#include "tileiras/Emulator/ISA/Modifiers.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace tileiras::emu {

/// \p rounded is the nearest double to an exact value; \p error has the sign of
/// the exact value minus it.
inline double toOdd(double rounded, double error) {
  auto bits = std::bit_cast<uint64_t>(rounded);
  if (error == 0 || (bits & 1) || !std::isfinite(rounded))
    return rounded;
  bool away = (error > 0) == (rounded > 0);
  return std::bit_cast<double>(away ? bits + 1 : bits - 1);
}

inline double addOdd(double a, double b) {
  double sum = a + b;
  double part = sum - a; // Knuth's two-sum
  double error = (a - (sum - part)) + (b - part);
  return std::isfinite(sum) ? toOdd(sum, error) : sum;
}

/// Requires that a * b is exact, as it is for factors up to f32.
inline double fmaOdd(double a, double b, double c) { return addOdd(a * b, c); }

inline double divOdd(double a, double b) {
  double quotient = a / b;
  if (!std::isfinite(quotient) || !std::isfinite(b) || quotient == 0)
    return quotient;
  double remainder = std::fma(-quotient, b, a);
  return toOdd(quotient, b > 0 ? remainder : -remainder);
}

inline double sqrtOdd(double a) {
  double root = std::sqrt(a);
  if (!std::isfinite(root) || root == 0)
    return root;
  return toOdd(root, std::fma(-root, root, a));
}

/// f64 arithmetic in any rounding mode.
double addRounded(double a, double b, Rounding rounding);
double mulRounded(double a, double b, Rounding rounding);
double fmaRounded(double a, double b, double c, Rounding rounding);
double divRounded(double a, double b, Rounding rounding);
double sqrtRounded(double a, Rounding rounding);

/// \p value rounded to an integral double (RNI, RZI, RMI, RPI; RN… alike).
double roundToIntegral(double value, Rounding rounding);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_NUMERICS_EXACT_H
