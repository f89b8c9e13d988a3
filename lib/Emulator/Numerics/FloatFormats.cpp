//===- FloatFormats.cpp - Floating point formats of PTX ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Numerics/FloatFormats.h"

#include <bit>
#include <cmath>
#include <limits>

namespace tileiras::emu {

const FloatFormat *formatOf(Type type) {
  switch (type) {
  case Type::F32:
  case Type::F32X2:
    return &kFormatF32;
  case Type::F16:
  case Type::F16X2:
    return &kFormatF16;
  case Type::BF16:
  case Type::BF16X2:
    return &kFormatBF16;
  case Type::TF32:
    return &kFormatTF32;
  case Type::E4M3:
  case Type::E4M3X2:
  case Type::E4M3X4:
    return &kFormatE4M3;
  case Type::E5M2:
  case Type::E5M2X2:
  case Type::E5M2X4:
    return &kFormatE5M2;
  case Type::E2M3:
  case Type::E2M3X2:
  case Type::E2M3X4:
    return &kFormatE2M3;
  case Type::E3M2:
  case Type::E3M2X2:
  case Type::E3M2X4:
    return &kFormatE3M2;
  case Type::E2M1:
  case Type::E2M1X2:
  case Type::E2M1X4:
    return &kFormatE2M1;
  case Type::UE8M0:
  case Type::UE8M0X2:
    return &kFormatUE8M0;
  case Type::UE4M3:
    return &kFormatUE4M3;
  default:
    return nullptr;
  }
}

double decode(const FloatFormat &format, uint32_t code) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  if (format.mantissaBits == 0)
    return code == format.nan ? kNaN : std::ldexp(1.0, int(code) - 127);
  uint32_t magnitude = code & (format.signBit() - 1);
  double sign = code & format.signBit() ? -1 : 1;
  if (magnitude > format.maxFinite) {
    bool infinite =
        magnitude == format.overflow && format.overflow != format.nan;
    return infinite ? sign * std::numeric_limits<double>::infinity() : kNaN;
  }
  int exponent = int(magnitude >> format.mantissaBits);
  uint32_t implicit = uint32_t(1) << format.mantissaBits;
  uint32_t mantissa = magnitude & (implicit - 1);
  if (exponent == 0)
    exponent = 1;
  else
    mantissa |= implicit;
  return sign *
         std::ldexp(mantissa, exponent - format.bias() - format.mantissaBits);
}

namespace {

/// Returns whether rounding increases the magnitude. \p rest has the bits cut
/// off, in units in which \p half is one half of the last place kept.
bool roundsUp(Rounding rounding, bool negative, bool odd, uint64_t rest,
              uint64_t half) {
  switch (rounding) {
  case Rounding::RZ:
  case Rounding::RZI:
    return false;
  case Rounding::RM:
  case Rounding::RMI:
    return negative && rest;
  case Rounding::RP:
  case Rounding::RPI:
    return !negative && rest;
  case Rounding::RNA:
    return rest >= half;
  default:
    return rest > half || (rest == half && odd);
  }
}

/// Returns whether a magnitude beyond the largest finite one becomes the
/// largest finite one.
bool overflowsToFinite(Rounding rounding, bool negative) {
  return rounding == Rounding::RZ || (rounding == Rounding::RM && !negative) ||
         (rounding == Rounding::RP && negative);
}

/// e8m0 has neither zero nor sign: small and negative values give 2^-127.
uint32_t encodePowerOfTwo(double value, Rounding rounding, bool saturate) {
  if (!(value > 0))
    return 0;
  if (std::isinf(value))
    return saturate ? 0xfe : 0xff;
  int exponent;
  double fraction = std::frexp(value, &exponent); // in [0.5, 1)
  int code = exponent - 1 + 127;
  if (rounding == Rounding::RP ? fraction > 0.5
                               : rounding != Rounding::RZ && fraction >= 0.75)
    ++code;
  if (code > 0xfe)
    return saturate || rounding == Rounding::RZ ? 0xfe : 0xff;
  return code < 0 ? 0 : code;
}

} // namespace

uint32_t encode(const FloatFormat &format, double value, Rounding rounding,
                bool saturate) {
  if (std::isnan(value))
    return format.nan;
  if (format.mantissaBits == 0)
    return encodePowerOfTwo(value, rounding, saturate);
  auto bits = std::bit_cast<uint64_t>(value);
  bool negative = bits >> 63;
  uint32_t sign = negative ? format.signBit() : 0;
  uint32_t beyond = saturate ? format.maxFinite : format.overflow;
  if (std::isinf(value))
    return sign | beyond;
  if (value == 0)
    return sign;

  int exponent = int(bits >> 52 & 0x7ff) - 1023;
  uint64_t mantissa = bits & ((uint64_t(1) << 52) - 1);
  if (exponent == -1023)
    exponent = -1022; // a subnormal double: far below every format
  else
    mantissa |= uint64_t(1) << 52;
  int smallest = 1 - format.bias();
  bool subnormal = exponent < smallest;
  int drop = 52 - format.mantissaBits + (subnormal ? smallest - exponent : 0);
  uint64_t kept = drop > 60 ? 0 : mantissa >> drop;
  uint64_t rest = drop > 60 ? 1 : mantissa & ((uint64_t(1) << drop) - 1);
  uint64_t half = uint64_t(1) << (drop > 60 ? 60 : drop - 1);
  kept += roundsUp(rounding, negative, kept & 1, rest, half);
  // A carry out of the mantissa increments the exponent, as required.
  uint64_t code =
      subnormal ? kept
                : (uint64_t(exponent - smallest) << format.mantissaBits) + kept;
  if (code > format.maxFinite)
    code = overflowsToFinite(rounding, negative) ? format.maxFinite : beyond;
  return sign | uint32_t(code);
}

template <> float narrow<float>(double value, Rounding rounding) {
  bool nearest = rounding == Rounding::None || rounding == Rounding::RN;
  if (nearest && !std::isnan(value))
    return float(value);
  return std::bit_cast<float>(encode(kFormatF32, value, rounding));
}
template <> F16 narrow<F16>(double value, Rounding rounding) {
  return {uint16_t(encode(kFormatF16, value, rounding))};
}
template <> BF16 narrow<BF16>(double value, Rounding rounding) {
  return {uint16_t(encode(kFormatBF16, value, rounding))};
}

float flush(float value) {
  return std::fabs(value) < std::numeric_limits<float>::min()
             ? std::copysign(0.0f, value)
             : value;
}
F16 flush(F16 value) {
  return value.bits & 0x7c00 ? value : F16{uint16_t(value.bits & 0x8000)};
}
BF16 flush(BF16 value) {
  return value.bits & 0x7f80 ? value : BF16{uint16_t(value.bits & 0x8000)};
}

} // namespace tileiras::emu
