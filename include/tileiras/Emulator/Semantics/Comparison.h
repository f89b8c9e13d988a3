//===- Comparison.h - Comparison of two values ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_SEMANTICS_COMPARISON_H
#define TILEIRAS_EMULATOR_SEMANTICS_COMPARISON_H

#include "tileiras/Emulator/ISA/Modifiers.h"

namespace tileiras::emu {

/// Returns whether "a compare b" holds. Integers never are NaN.
template <class T> bool holds(Compare compare, T a, T b) {
  bool unordered = a != a || b != b;
  switch (compare) {
  case Compare::EQ:
    return a == b;
  case Compare::NE:
    return !unordered && a != b;
  case Compare::LT:
    return a < b;
  case Compare::LE:
    return a <= b;
  case Compare::GT:
    return a > b;
  case Compare::GE:
    return a >= b;
  case Compare::EQU:
    return unordered || a == b;
  case Compare::NEU:
    return unordered || a != b;
  case Compare::LTU:
    return unordered || a < b;
  case Compare::LEU:
    return unordered || a <= b;
  case Compare::GTU:
    return unordered || a > b;
  case Compare::GEU:
    return unordered || a >= b;
  case Compare::NUM:
    return !unordered;
  default:
    return unordered;
  }
}

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_COMPARISON_H
