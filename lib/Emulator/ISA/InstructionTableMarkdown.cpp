//===- InstructionTableMarkdown.cpp - The table for readers -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tileiras::emu {

namespace {

/// Returns "f16, bf16 · f32": the types of each position, separated by dots.
std::string typesOf(const InstructionInfo &line) {
  std::string text;
  for (TypeSet set : line.types) {
    if (!set)
      break;
    SmallVector<StringRef> names;
    for (unsigned n = 0; n < unsigned(Type::None); ++n)
      if (set & setOf(Type(n)))
        names.push_back(spelling(Type(n)));
    text += (text.empty() ? "" : " · ") + join(names, " ");
  }
  return text;
}

/// Returns "Rounding Ftz": the groups of Modifiers.def.
std::string modifiersOf(const InstructionInfo &line) {
  SmallVector<StringRef> names;
  for (unsigned n = 0; n < unsigned(Group::NumGroups); ++n)
    if (line.modifiers & setOf(Group(n)))
      names.push_back(name(Group(n)));
  return join(names, " ");
}

} // namespace

void printInstructions(raw_ostream &os) {
  os << "# Instructions of the emulator\n\nWords, the types of each position, "
        "the "
        "groups of modifiers, and the section of PTX ISA 9.0 that is "
        "followed.\n";
  for (const InstructionInfo &line : instructionTable()) {
    if (line.isChapter()) {
      os << "\n## " << line.operands
         << "\n| instruction | types | modifiers | section |\n|---|---|---|---|"
            "\n";
      continue;
    }
    os << "| `" << line.words << "` | " << typesOf(line) << " | "
       << modifiersOf(line) << " | " << sectionOf(line) << " |\n";
  }
}

} // namespace tileiras::emu
