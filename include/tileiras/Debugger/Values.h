//===- Values.h - Variables of stopped CTAs ---------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every thread holds a part of a tile at its own position: the registers of a
// warp's fragment are those of the variable at the fragment's instruction.
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
  /// For a tile, all elements, row by row.
  std::vector<uint8_t> bytes;
  std::vector<bool> known; // for each byte

  bool isKnown(uint64_t offset, uint64_t size) const;
};

/// Reads a lane's register: its width in bytes, or one byte for a predicate.
void readRegister(const emu::Frame &frame, const emu::Register &reg,
                  unsigned lane, uint8_t *to);

/// Returns the value of a variable before the instruction of \p focus; nullopt
/// if it has no location there in any thread.
std::optional<Value> readVariable(const Variable &variable, const Focus &focus);

/// A selector after a variable's name: .field, [index] and [from:to].
struct Selector {
  std::string field;                   // empty: an index
  std::optional<uint64_t> first, last; // none: from the first, to the last
  bool isRange = false;
};

/// The base in which integers are printed.
enum class NumberBase { Natural, Hexadecimal };

/// Prints the selected part. Fails if it doesn't exist.
llvm::Error printValue(const Value &value, llvm::ArrayRef<Selector> selectors,
                       NumberBase base, llvm::raw_ostream &os);

} // namespace tileiras::dbg

#endif // TILEIRAS_DEBUGGER_VALUES_H
