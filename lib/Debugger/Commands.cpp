//===- Commands.cpp - Commands of the debugger ----------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Debugger/Commands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tileiras::dbg {

static constexpr Command Table[] = {
#define COMMAND(Kind, Name, Alias, When, Repeats, Arguments, Help)             \
  {CommandKind::Kind, Name, Alias, Arguments, Help, Needs::When, Repeats},
#include "tileiras/Debugger/Commands.def"
};

ArrayRef<Command> getCommands() { return Table; }

/// Returns whether \p text, which may consist of two words, begins each word of
/// a name: `i lo` is `info locals`.
static bool abbreviates(StringRef text, StringRef name) {
  auto [first, second] = text.split(' ');
  auto [firstOfName, secondOfName] = name.split(' ');
  return firstOfName.starts_with(first) &&
         secondOfName.starts_with(second.ltrim());
}

/// Returns the commands of which \p word may be the name.
static SmallVector<const Command *> findCommands(StringRef word) {
  SmallVector<const Command *> found;
  for (const Command &command : Table)
    if (word == command.name || word == command.alias)
      return {&command};
    else if (abbreviates(word, command.name))
      found.push_back(&command);
  return found;
}

Expected<CommandLine> parseCommand(StringRef line) {
  line = line.trim();
  auto isBlank = [](char c) { return isSpace(c); };
  StringRef word =
      line.take_until([&](char c) { return isBlank(c) || c == '/'; });
  StringRef rest = line.drop_front(word.size()).ltrim();
  // Only `info` has commands of two words.
  std::string name = word.str();
  if (!word.empty() && StringRef("info").starts_with(word) &&
      findCommands(word).size() > 1) {
    StringRef second = rest.take_until(isBlank);
    rest = rest.drop_front(second.size()).ltrim();
    name += " " + second.str();
  }
  SmallVector<const Command *> found = findCommands(name);
  if (found.size() == 1)
    return CommandLine{found.front(), rest};
  if (found.empty())
    return createStringError("there is no command '" + StringRef(name).trim() +
                             "'; see help");
  std::string names;
  raw_string_ostream os(names);
  interleaveComma(found, os, [&](const Command *each) { os << each->name; });
  return createStringError("'" + StringRef(name).trim() +
                           "' may be any of: " + names);
}

} // namespace tileiras::dbg
