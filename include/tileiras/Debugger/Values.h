//===- Values.h - Variables of CTAs that are stopped ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every thread holds a part of a tile, and each where it is: the registers of a
// fragment of a warp are those that the variable has at its instruction.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DEBUGGER_VALUES_H
#define TILEIRAS_DEBUGGER_VALUES_H

#include "tileiras/Debugger/DebugInfo.h"
#include "tileiras/Emulator/Machine/Cta.h"
#include "tileiras/Emulator/Machine/Warp.h"

namespace tileiras::dbg {

/// The thread that a debugger looks at.
struct Focus {
  emu::Cta *cta = nullptr;
  emu::Warp *warp = nullptr;
  emu::Fragment fragment = {};
  unsigned lane = 0;

  const emu::Function &function() const { return *fragment.frame->function; }
};

/// A value as bytes, of which some may be unknown.
struct Value {
  const Type *type = nullptr;
  /// Of a tile all elements, row by row.
  std::vector<uint8_t> bytes;
  std::vector<bool> known; // each byte

  bool isKnown(uint64_t offset, uint64_t size) const;
};

/// The value of a lane's register, so many bytes as it has, a predicate's one.
void readRegister(const emu::Frame &frame, const emu::Register &reg,
                  unsigned lane, uint8_t *to);

/// The value of a variable before the instruction of \p focus; none where it
/// has no place there, in no thread.
std::optional<Value> readVariable(const Variable &variable, const Focus &focus);

/// What stands behind a variable's name: .field, [index] and [from:to].
struct Selector {
  std::string field;                   // empty: an index
  std::optional<uint64_t> first, last; // none: from the first, to the last
  bool isRange = false;
};

/// How numbers are printed.
enum class NumberBase { Natural, Hexadecimal };

/// Prints the selected part. Fails where there is none.
llvm::Error printValue(const Value &value, llvm::ArrayRef<Selector> selectors,
                       NumberBase base, llvm::raw_ostream &os);

} // namespace tileiras::dbg

#endif // TILEIRAS_DEBUGGER_VALUES_H
