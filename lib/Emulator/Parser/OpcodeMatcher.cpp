//===- OpcodeMatcher.cpp - Opcodes and lines of the table -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches the words of an opcode with a line of the instruction table: first
// the line's own words in order, then types and modifiers, as far as the line
// accepts their groups.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Parser/OpcodeMatcher.h"

#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace tileiras::emu {

namespace {

struct ModifierEntry {
  Group group;
  uint8_t value;
};

ArrayRef<ModifierEntry> modifiersNamed(StringRef spelling) {
  using Entries = SmallVector<ModifierEntry, 2>;
  static const StringMap<Entries> table = [] {
    StringMap<Entries> table;
#define MODIFIER(GroupName, Spelling, Value)                                   \
  table[Spelling].push_back({Group::GroupName, uint8_t(Value)});
#include "tileiras/Emulator/ISA/Modifiers.def"
    return table;
  }();
  auto found = table.find(spelling);
  if (found == table.end())
    return {};
  return found->second;
}

} // namespace

OpcodeMatcher::OpcodeMatcher(const InstructionInfo &info) : info(info) {
  StringRef(info.words).split(required, '.');
  while (numTypes < kMaxTypes && info.types[numTypes])
    ++numTypes;
}

bool OpcodeMatcher::match(ArrayRef<StringRef> words) {
  for (StringRef word : words) {
    bool isRequired = takeRequired(word);
    if (isRequired)
      takeModifier(word); // atom.cas: it is the line's and a value
    else if (!takeType(word) && !takeModifier(word))
      return false;
    ++accepted;
  }
  return nextRequired == required.size() && modifiers.numTypes == numTypes;
}

bool OpcodeMatcher::takeRequired(StringRef word) {
  if (nextRequired == required.size() || required[nextRequired] != word)
    return false;
  ++nextRequired;
  return true;
}

bool OpcodeMatcher::takeType(StringRef word) {
  Type type = typeNamed(word);
  if (type == Type::None || modifiers.numTypes == numTypes ||
      !(info.types[modifiers.numTypes] & setOf(type)))
    return false;
  modifiers.types[modifiers.numTypes++] = type;
  return true;
}

bool OpcodeMatcher::takeModifier(StringRef word) {
  for (ModifierEntry entry : modifiersNamed(word)) {
    if (!(info.modifiers & setOf(entry.group)))
      continue;
    modifiers.set(entry.group, entry.value);
    return true;
  }
  return takeShape(word);
}

bool OpcodeMatcher::takeShape(StringRef word) {
  if (!(info.modifiers & setOf(Group::Shape)) ||
      !Shape::parse(word, modifiers.shape))
    return false;
  modifiers.set(Group::Shape, 1);
  return true;
}

} // namespace tileiras::emu
