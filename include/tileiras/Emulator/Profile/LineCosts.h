//===- LineCosts.h - What each line of a launch cost ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A profile has costs by instruction; people read lines. The costs of each
// instruction are added to its line of the PTX and, if a `.loc` precedes it, to
// that line of the source, so both are sums over the same instructions.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_PROFILE_LINECOSTS_H
#define TILEIRAS_EMULATOR_PROFILE_LINECOSTS_H

#include "tileiras/Emulator/Machine/InstructionCosts.h"

namespace tileiras::emu {

struct LineCosts {
  using ByLine = std::map<uint32_t, InstructionCost>;

  /// Lines that were executed, from 1.
  static LineCosts of(const CostProfile &profile);

  /// The costs of all lines of the PTX.
  InstructionCost total() const;

  ByLine ptx;
  /// The costs by the index of the source file in the PTX.
  std::map<uint32_t, ByLine> sources;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PROFILE_LINECOSTS_H
