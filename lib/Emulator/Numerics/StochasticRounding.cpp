//===- StochasticRounding.cpp - Rounding by random bits ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "cvt", rounding modifier .rs: "based on the carry out of the integer
// addition of the supplied random bits to the truncated off bits of mantissa".
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Numerics/FloatFormats.h"

#include <cmath>

namespace tileiras::emu {

uint32_t encodeStochastic(const FloatFormat &format, double value,
                          uint32_t random, unsigned randomBits, bool saturate) {
  if (!std::isfinite(value) || value == 0)
    return encode(format, value, Rounding::RZ, saturate);
  uint32_t truncated = encode(format, value, Rounding::RZ, saturate);
  uint32_t sign = truncated & format.signBit(), code = truncated & ~sign;
  double kept = decode(format, code);
  bool isLargest = code == format.maxFinite;
  double step = isLargest ? kept - decode(format, code - 1)
                          : decode(format, code + 1) - kept;
  double scale = std::ldexp(1.0, int(randomBits));
  double cut = std::floor((std::fabs(value) - kept) / step * scale);
  if (cut + random < scale)
    return truncated;
  if (isLargest)
    return sign | (saturate ? format.maxFinite : format.overflow);
  return sign | (code + 1);
}

} // namespace tileiras::emu
