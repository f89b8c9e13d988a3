//===- FloatFormats.h - Floating point formats of PTX -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One description and one pair of functions serve f16, bf16, tf32, f32, fp8,
// fp6, fp4 and e8m0. Every value of these formats is a double, exactly; so is
// every sum and product of two f16, bf16 or fp8 values except bf16 values that
// are far apart, and Exact.h computes for the others a double that rounds as
// the exact value would. That leaves one rounding, in encode(), in any of the
// modes.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_NUMERICS_FLOATFORMATS_H
#define TILEIRAS_EMULATOR_NUMERICS_FLOATFORMATS_H

#include "tileiras/Emulator/ISA/Modifiers.h"

#include <bit>
#include <cstdint>

namespace tileiras::emu {

struct FloatFormat {
  uint8_t exponentBits;
  uint8_t mantissaBits; // stored ones
  bool hasSign;
  uint32_t maxFinite; // largest magnitude's code
  uint32_t overflow;  // code beyond it: infinity, or NaN when there is none
  uint32_t nan;       // canonical NaN; finite formats: what NaN becomes

  constexpr int bias() const { return (1 << (exponentBits - 1)) - 1; }
  constexpr unsigned bits() const {
    return exponentBits + mantissaBits + hasSign;
  }
  constexpr uint32_t signBit() const {
    return hasSign ? uint32_t(1) << (bits() - 1) : 0;
  }
};

// PTX ISA, "Alternate Floating-Point Data Formats" and "cvt" (NaN results).
constexpr FloatFormat kFormatF32{8,          23,         true,
                                 0x7f7fffff, 0x7f800000, 0x7fffffff};
constexpr FloatFormat kFormatF16{5, 10, true, 0x7bff, 0x7c00, 0x7fff};
constexpr FloatFormat kFormatBF16{8, 7, true, 0x7f7f, 0x7f80, 0x7fff};
/// 19 bits, held in the high bits of 32: see encodeTF32.
constexpr FloatFormat kFormatTF32{8, 10, true, 0x3fbff, 0x3fc00, 0x3ffff};
constexpr FloatFormat kFormatE4M3{4, 3, true, 0x7e, 0x7f, 0x7f};
constexpr FloatFormat kFormatE5M2{5, 2, true, 0x7b, 0x7c, 0x7f};
constexpr FloatFormat kFormatE2M3{2, 3, true, 0x1f, 0x1f, 0x1f};
constexpr FloatFormat kFormatE3M2{3, 2, true, 0x1f, 0x1f, 0x1f};
constexpr FloatFormat kFormatE2M1{2, 1, true, 0x7, 0x7, 0x7};
/// The positive half of E4M3, for scales.
constexpr FloatFormat kFormatUE4M3{4, 3, false, 0x7e, 0x7f, 0x7f};
/// Powers of two from 2^-127; not described by the fields alone.
constexpr FloatFormat kFormatUE8M0{8, 0, false, 0xfe, 0xff, 0xff};

/// The format of a PTX type, or of the elements of a packed type; null for
/// types without one (f64, integers).
const FloatFormat *formatOf(Type type);

/// The exact value of \p code.
double decode(const FloatFormat &format, uint32_t code);

/// \p value rounded to \p format. \p rounding is RN, RZ, RM, RP or RNA; with \p
/// saturate, a value that would overflow becomes the largest finite magnitude.
uint32_t encode(const FloatFormat &format, double value, Rounding rounding,
                bool saturate = false);

/// \p value rounded away from zero when the highest \p randomBits of the bits
/// cut off and \p random have a carry, else towards zero.
uint32_t encodeStochastic(const FloatFormat &format, double value,
                          uint32_t random, unsigned randomBits, bool saturate);

/// IEEE half precision and bfloat16, as their bits.
struct F16 {
  uint16_t bits;
};
struct BF16 {
  uint16_t bits;
};

inline double widen(float value) { return value; }
inline double widen(F16 value) {
  uint32_t exponent = value.bits >> 10 & 31;
  if (exponent == 31 && value.bits & 0x3ff) // keeps a NaN's sign and bits
    return std::bit_cast<double>(uint64_t(value.bits & 0x8000) << 48 |
                                 uint64_t(value.bits & 0x3ff) << 42 |
                                 uint64_t(0x7ff8) << 48);
  if (exponent == 0 || exponent == 31)
    return decode(kFormatF16, value.bits);
  uint32_t magnitude = uint32_t(value.bits & 0x7fff) << 13;
  return std::bit_cast<float>(uint32_t(value.bits & 0x8000) << 16 |
                              (magnitude + ((127u - 15) << 23)));
}
inline double widen(BF16 value) {
  return std::bit_cast<float>(uint32_t(value.bits) << 16);
}

/// Rounds to T, with T's canonical NaN.
template <class T> T narrow(double value, Rounding rounding);

/// T with subnormals replaced by zeros of their sign (.ftz).
float flush(float value);
F16 flush(F16 value);
BF16 flush(BF16 value);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_NUMERICS_FLOATFORMATS_H
