//===- SpecialRegisters.h - Slots of the special registers ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_ISA_SPECIALREGISTERS_H
#define TILEIRAS_EMULATOR_ISA_SPECIALREGISTERS_H

#include "tileiras/Emulator/ISA/Instruction.h"

namespace tileiras::emu {

enum class Special : uint8_t {
#define SPECIAL(Spelling, Name, Bytes) Name,
#include "tileiras/Emulator/ISA/SpecialRegisters.def"
  NumSpecials
};

constexpr unsigned bytesOf(Special special) {
  constexpr uint8_t widths[] = {
#define SPECIAL(Spelling, Name, Bytes) Bytes,
#include "tileiras/Emulator/ISA/SpecialRegisters.def"
  };
  return widths[unsigned(special)];
}

/// Each special register has two units, whatever its width.
constexpr uint32_t kSpecialUnits = 2 * unsigned(Special::NumSpecials);

constexpr Slot slotOf(Special special, unsigned bytes) {
  return Slot(Slot::Special, 2 * unsigned(special), bytes);
}

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_ISA_SPECIALREGISTERS_H
