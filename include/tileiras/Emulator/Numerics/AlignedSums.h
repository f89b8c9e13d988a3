//===- AlignedSums.h - How tensor cores sum products ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX leaves open how the products of an mma are summed. An H200 was measured
// to do this, for all products of an instruction and its C at once:
//
//   1. Products are exact. One's exponent is the sum of its factors' exponents;
//      a subnormal has its format's smallest.
//   2. All terms are aligned to the largest exponent, and cut off (towards
//      zero) behind so many places below it: 25, and 13 for wgmma of fp8.
//   3. The sum of what is left is exact. f32 cuts it off behind its last place,
//      for wgmma of fp8 behind 13 places; f16 rounds it to nearest even.
//
// So a term that is 2^26 times smaller than another is lost, and rounding is
// towards zero, which over long chains of products shows as a bias.
//
// A double holds each term, and the sum: 33 terms below 2^27 units.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_NUMERICS_ALIGNEDSUMS_H
#define TILEIRAS_EMULATOR_NUMERICS_ALIGNEDSUMS_H

#include "tileiras/Emulator/Numerics/FloatFormats.h"

#include "llvm/ADT/SmallVector.h"

namespace tileiras::emu {

struct SumRule {
  /// Places kept below the largest exponent's.
  uint8_t alignedBits;
  /// Places of an f32 sum's mantissa.
  uint8_t mantissaBits;
};

/// Exact values of a format, with their exponents in it.
class Factors {
public:
  Factors(const FloatFormat &format, const double *values, size_t count);

  const double *values;
  llvm::SmallVector<int16_t, 256> exponents;
};

/// sums[n] += Σ a[k] · b[k * columns + n], over all of \p a. \p columns is a
/// multiple of 8. Sums are of type \p type, f32 or f16, the latter still to be
/// rounded.
void addAligned(SumRule rule, Type type, const Factors &a, const Factors &b,
                unsigned columns, double *sums);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_NUMERICS_ALIGNEDSUMS_H
