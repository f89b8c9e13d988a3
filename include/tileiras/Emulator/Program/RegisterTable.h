//===- RegisterTable.h - Registers by their names ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_PROGRAM_REGISTERTABLE_H
#define TILEIRAS_EMULATOR_PROGRAM_REGISTERTABLE_H

#include "tileiras/Emulator/ISA/Instruction.h"

#include "llvm/ADT/StringMap.h"

#include <optional>

namespace tileiras::emu {

/// A declared register.
struct Register {
  Slot slot;
  unsigned bytes = 0;
  bool isPredicate = false;
};

/// The registers that the .reg directives of one block declare.
class RegisterTable {
public:
  void add(llvm::StringRef name, Register declared) { single[name] = declared; }
  /// Adds NAME0 … NAME(count-1), whose units are contiguous from \p first on.
  void addRange(llvm::StringRef name, Type type, uint32_t first,
                uint32_t count) {
    ranges[name] = {first, count, type};
  }
  std::optional<Register> find(llvm::StringRef name) const;

  /// The register of \p type that has index \p index in a range that begins at
  /// unit \p first.
  static Register registerAt(Type type, uint32_t first, uint32_t index);
  /// The units of a register of \p bytes bytes.
  static unsigned unitsOf(unsigned bytes) { return bytes <= 4 ? 1 : bytes / 4; }

private:
  struct Range {
    uint32_t first, count;
    Type type;
  };
  llvm::StringMap<Register> single;
  llvm::StringMap<Range> ranges;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PROGRAM_REGISTERTABLE_H
