//===- Double.cpp - f64 arithmetic in every rounding mode -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Numerics/Exact.h"

#include <cfenv>

#pragma STDC FENV_ACCESS ON

namespace tileiras::emu {

namespace {

int hostMode(Rounding rounding) {
  switch (rounding) {
  case Rounding::RZ:
  case Rounding::RZI:
    return FE_TOWARDZERO;
  case Rounding::RM:
  case Rounding::RMI:
    return FE_DOWNWARD;
  case Rounding::RP:
  case Rounding::RPI:
    return FE_UPWARD;
  default:
    return FE_TONEAREST;
  }
}

/// Computes under the host's rounding mode.
template <class Compute> double under(Rounding rounding, Compute compute) {
  int mode = hostMode(rounding);
  if (mode == FE_TONEAREST)
    return compute();
  std::fesetround(mode);
  double result = compute();
  std::fesetround(FE_TONEAREST);
  return result;
}

} // namespace

double addRounded(double a, double b, Rounding rounding) {
  return under(rounding, [=] { return a + b; });
}
double mulRounded(double a, double b, Rounding rounding) {
  return under(rounding, [=] { return a * b; });
}
double fmaRounded(double a, double b, double c, Rounding rounding) {
  return under(rounding, [=] { return std::fma(a, b, c); });
}
double divRounded(double a, double b, Rounding rounding) {
  return under(rounding, [=] { return a / b; });
}
double sqrtRounded(double a, Rounding rounding) {
  return under(rounding, [=] { return std::sqrt(a); });
}
double roundToIntegral(double value, Rounding rounding) {
  switch (hostMode(rounding)) {
  case FE_TOWARDZERO:
    return std::trunc(value);
  case FE_DOWNWARD:
    return std::floor(value);
  case FE_UPWARD:
    return std::ceil(value);
  default:
    return std::nearbyint(value);
  }
}

} // namespace tileiras::emu
