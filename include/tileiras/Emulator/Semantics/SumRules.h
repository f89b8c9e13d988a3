//===- SumRules.h - Whose sums of products the emulator has -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_SEMANTICS_SUMRULES_H
#define TILEIRAS_EMULATOR_SEMANTICS_SUMRULES_H

#include "tileiras/Emulator/Machine/Launch.h"
#include "tileiras/Emulator/Numerics/AlignedSums.h"

#include <optional>

namespace tileiras::emu {

/// How sm_90 sums products of two floats of type \p element, up to 32 bits.
inline SumRule hopperSumRuleOf(Type element, bool isWarpgroup) {
  return isWarpgroup && bytesOf(element) == 1 ? SumRule{13, 13}
                                              : SumRule{25, 23};
}

/// How the launch's target does it; nothing: exactly, rounded once.
inline std::optional<SumRule> sumRuleOf(const Launch &launch, Type element,
                                        bool isWarpgroup) {
  if (!launch.sumsAsHopper || !formatOf(element))
    return std::nullopt;
  return hopperSumRuleOf(element, isWarpgroup);
}

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_SUMRULES_H
