//===- ConversionPlanners.h - The kinds of conversions ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The planners from which ConversionPlan.cpp chooses, private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_LAYOUT_CONVERSIONPLANNERS_H
#define TILEIRAS_LIB_LAYOUT_CONVERSIONPLANNERS_H

#include "tileiras/Layout/ConversionPlan.h"

namespace tileiras {

/// Plans a conversion whose `pull` keeps warps. Returns nullopt if lanes would
/// have to publish two registers at once and no order of the rounds avoids it.
std::optional<ShufflePlan> planShuffle(const LinearLayout &pull,
                                       const LinearLayout &dst,
                                       unsigned elementBits);

/// Plans the accesses of registers whose slots are `offset`, as
/// planSharedVectors and planSharedMatrices do, but without marking the threads
/// that need not store.
std::optional<SharedAccess> planVectors(const LinearLayout &offset,
                                        unsigned elementBits,
                                        unsigned bufferBits,
                                        unsigned log2Elements);
std::optional<SharedAccess> planMatrices(const LinearLayout &offset,
                                         unsigned elementBits,
                                         unsigned bufferBits, MatrixForm form);

/// Shared memory serves this many bits at once: 32 banks of 4 bytes.
inline constexpr unsigned kWavefrontBits = 32 * 32;

/// log2 of the number of lanes that one wavefront serves when each lane
/// accesses `accessBits` bits.
unsigned log2LanesPerWavefront(unsigned accessBits);

/// Counts as bankConflicts does, when only those lanes access at a time that
/// agree in the bits of their slot from `bufferBits` on.
unsigned countWavefrontsInRound(const LinearLayout &offset,
                                unsigned elementBits, unsigned vectorElements,
                                unsigned bufferBits);

} // namespace tileiras

#endif // TILEIRAS_LIB_LAYOUT_CONVERSIONPLANNERS_H
