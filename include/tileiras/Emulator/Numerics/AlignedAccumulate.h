//===- AlignedAccumulate.h - How tensor cores accumulate --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX doesn't specify how an mma accumulates its products. An H200 was measured
// to do this, for all products of an instruction and its C at once:
//
//   1. Products are exact. The exponent of one is the sum of its factors';
//      a subnormal factor has its format's smallest exponent.
//   2. All terms are aligned to the largest exponent, and cut off (towards
//      zero) to 25 places below it, for wgmma of fp8 to 13 places.
//   3. The sum of the aligned terms is exact. f32 cuts it off after its last
//      place, for wgmma of fp8 after 13 places; f16 rounds it to nearest even.
//
// So a term that is 2^26 times smaller than another is lost, and rounding is
// towards zero, which over long chains of products shows as a bias.
//
// A double holds each term, and the sum: 33 terms below 2^27 units.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_NUMERICS_ALIGNEDACCUMULATE_H
#define TILEIRAS_EMULATOR_NUMERICS_ALIGNEDACCUMULATE_H

#include "tileiras/Emulator/Numerics/FloatFormats.h"

#include "llvm/ADT/SmallVector.h"

namespace tileiras::emu {

struct AccumulationRule {
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

/// accumulators[n] += Σ a[k] · b[k * columns + n], over all of \p a. \p columns
/// is a multiple of 8. Accumulators are of type \p type, f32 or f16; the caller
/// has yet to round the latter.
void accumulateAligned(AccumulationRule rule, Type type, const Factors &a,
                       const Factors &b, unsigned columns,
                       double *accumulators);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_NUMERICS_ALIGNEDACCUMULATE_H
