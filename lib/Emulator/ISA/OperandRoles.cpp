//===- OperandRoles.cpp - Roles of operands in the table --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/OperandRoles.h"

#include "llvm/ADT/SmallVectorExtras.h"

using namespace llvm;

namespace tileiras::emu {

Role::Role(StringRef text) : letters(text) {
  optional = letters.consume_back("?");
  bar = letters.consume_front("|");
  written = letters.consume_front("=");
  letters.consume_front("-");
}

SmallVector<Role, 12> rolesOf(const InstructionInfo &info) {
  SmallVector<StringRef, 12> texts;
  StringRef(info.operands).split(texts, ' ', -1, false);
  return map_to_vector<12>(texts, [](StringRef text) { return Role(text); });
}

} // namespace tileiras::emu
