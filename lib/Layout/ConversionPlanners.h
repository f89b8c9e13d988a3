//===- ConversionPlanners.h - The kinds of conversions --------- -*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library: what ConversionPlan.cpp chooses from.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_LAYOUT_CONVERSIONPLANNERS_H
#define TILEIRAS_LIB_LAYOUT_CONVERSIONPLANNERS_H

#include "tileiras/Layout/ConversionPlan.h"

namespace tileiras {

/// `pull` keeps warps. Nothing if lanes would have to publish two registers at
/// once in a way that reordering the rounds does not solve.
std::optional<ShufflePlan> planShuffle(const LinearLayout &pull,
                                       const LinearLayout &dst,
                                       unsigned elementBits);

/// How registers whose slots are `offset` travel, as planSharedVectors and
/// planSharedMatrices give it, without the threads that need not store.
std::optional<SharedAccess> planVectors(const LinearLayout &offset,
                                        unsigned elementBits,
                                        unsigned bufferBits,
                                        unsigned log2Elements);
std::optional<SharedAccess> planMatrices(const LinearLayout &offset,
                                         unsigned elementBits,
                                         unsigned bufferBits, MatrixForm form);

/// What shared memory serves at once: 32 banks of 4 bytes.
inline constexpr unsigned kWavefrontBits = 32 * 32;

/// log2 of the number of lanes that one wavefront serves, when each accesses
/// `accessBits` bits.
unsigned log2LanesPerWavefront(unsigned accessBits);

/// bankConflicts, when only those lanes access at a time that agree in the bits
/// of their slot from `bufferBits` on.
unsigned countWavefrontsInRound(const LinearLayout &offset,
                                unsigned elementBits, unsigned vectorElements,
                                unsigned bufferBits);

} // namespace tileiras

#endif // TILEIRAS_LIB_LAYOUT_CONVERSIONPLANNERS_H
