//===- ProgramText.cpp - The statements of a PTX kernel -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramText.h"

#include "tileiras/Emulator/ISA/Modifiers.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tileiras;
using namespace tileiras::fuzz;

static std::string withoutComments(StringRef text) {
  std::string result;
  while (!text.empty()) {
    auto [code, rest] = text.split("//");
    result += code;
    text = rest.drop_until([](char c) { return c == '\n'; });
  }
  return result;
}

/// Removes the next statement from \p text.
static std::string takeStatement(StringRef &text) {
  text = text.ltrim();
  if (text.starts_with("{") || text.starts_with("}")) {
    std::string brace = text.take_front().str();
    text = text.drop_front();
    return brace;
  }
  StringRef label = text.take_while(
      [](char c) { return isAlnum(c) || StringRef("_$%").contains(c); });
  size_t end = text.drop_front(label.size()).starts_with(":") ? label.size()
                                                              : text.find(';');
  StringRef statement = text.take_front(end == StringRef::npos ? end : end + 1);
  text = text.drop_front(statement.size());
  return statement.str();
}

/// This many of each range are enough to choose from.
static constexpr unsigned KnownOfRange = 8;

/// ".reg .b64 %a, %x<10>;"
static void addRegisters(StringRef statement, ProgramText &program) {
  if (!statement.consume_front(".reg"))
    return;
  auto [type, names] = statement.trim().rtrim(';').split(' ');
  emu::Type named = emu::typeNamed(type.drop_front());
  if (named == emu::Type::None)
    return;
  unsigned bytes = named == emu::Type::Pred ? 0 : emu::bytesOf(named);
  std::vector<std::string> &known = program.registers[bytes];
  for (StringRef name : split(names, ',')) {
    auto [stem, count] = name.trim().rtrim('>').split('<');
    unsigned number = 0;
    if (count.empty())
      known.push_back(stem.str());
    else if (!count.getAsInteger(10, number))
      for (unsigned n = 0; n < std::min(number, KnownOfRange); ++n)
        known.push_back(stem.str() + std::to_string(n));
  }
}

std::optional<ProgramText> ProgramText::parse(StringRef text) {
  std::string code = withoutComments(text);
  size_t entry = StringRef(code).rfind(".entry");
  size_t open = entry == StringRef::npos ? entry : code.find('{', entry);
  if (open == StringRef::npos)
    return std::nullopt;
  ProgramText program;
  program.head = code.substr(0, open + 1);
  StringRef rest = StringRef(code).drop_front(open + 1);
  for (unsigned depth = 1; !rest.trim().empty();) {
    StringRef before = rest;
    std::string statement = takeStatement(rest);
    depth += statement == "{" ? 1 : statement == "}" ? -1 : 0;
    if (depth == 0) {
      program.tail = before.str();
      return program;
    }
    if (depth == 1)
      addRegisters(statement, program);
    program.statements.push_back(std::move(statement));
  }
  return std::nullopt;
}

std::string ProgramText::str() const {
  return head + "\n" + join(statements, "\n") + "\n" + tail;
}
