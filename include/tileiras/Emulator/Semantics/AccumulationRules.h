//===- AccumulationRules.h - Rules of accumulation by target ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule by which a target accumulates the products of an mma
// (Numerics/AlignedAccumulate.h). Only sm_90 was measured; other targets, and
// launches with exactSums, accumulate exactly and round once.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_SEMANTICS_ACCUMULATIONRULES_H
#define TILEIRAS_EMULATOR_SEMANTICS_ACCUMULATIONRULES_H

#include "tileiras/Emulator/Machine/Launch.h"
#include "tileiras/Emulator/Numerics/AlignedAccumulate.h"

#include <optional>

namespace tileiras::emu {

/// The rule of sm_90 for products of two floats of type \p element, up to 32
/// bits.
inline AccumulationRule hopperAccumulationRuleOf(Type element,
                                                 bool isWarpgroup) {
  return isWarpgroup && bytesOf(element) == 1 ? AccumulationRule{13, 13}
                                              : AccumulationRule{25, 23};
}

/// The rule of the launch's target; nothing if it accumulates exactly and
/// rounds once.
inline std::optional<AccumulationRule>
accumulationRuleOf(const Launch &launch, Type element, bool isWarpgroup) {
  if (!launch.accumulatesAsHopper || !formatOf(element))
    return std::nullopt;
  return hopperAccumulationRuleOf(element, isWarpgroup);
}

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_ACCUMULATIONRULES_H
