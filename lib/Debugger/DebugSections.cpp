//===- DebugSections.cpp - Bytes of a PTX text's sections -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugSections.h"

#include "tileiras/Emulator/Parser/Cursor.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace tileiras::dbg {

//===-- Addresses -------------------------------------------------------===//

CodeAddresses::CodeAddresses(const emu::Program &program) : program(program) {}

std::optional<uint64_t> CodeAddresses::find(StringRef label) const {
  uint64_t number = 1;
  for (const emu::Function &function : program.functions) {
    if (auto found = function.labels.find(label);
        found != function.labels.end())
      return number << Shift | found->second;
    ++number;
  }
  return std::nullopt;
}

CodeRange CodeAddresses::getRange(uint64_t begin, uint64_t end) const {
  uint64_t number = begin >> Shift;
  if (number == 0 || number > program.functions.size() ||
      end >> Shift != number)
    return {};
  return {&program.functions[number - 1], uint32_t(begin), uint32_t(end)};
}

//===-- Sections --------------------------------------------------------===//

class DebugSections::Parser {
public:
  Parser(StringRef ptx, const CodeAddresses &code, DebugSections &result)
      : cursor(emu::tokenize(ptx)), code(code), result(result) {}

  Error parse() {
    while (!cursor.atEnd())
      if (cursor.take().isWord(".section") &&
          cursor.peek().text.starts_with(".debug_"))
        if (Error error = parseSection(cursor.take().text))
          return error;
    return resolve();
  }

private:
  /// Each call stays separate, so that utils/check-diagnostics can tell which
  /// ones ran.
  [[clang::nomerge]] LLVM_ATTRIBUTE_NOINLINE Error fail(unsigned line,
                                                        const Twine &message) {
    return createStringError("line " + Twine(line) + " of the PTX: " + message);
  }

  Error parseSection(StringRef name) {
    Section &section = result.sections[name];
    if (!cursor.accept('{'))
      return fail(cursor.line(), "expected '{' after '.section " + name + "'");
    while (!cursor.accept('}')) {
      emu::Token token = cursor.take();
      unsigned bytes = StringSwitch<unsigned>(token.text)
                           .Case(".b8", 1)
                           .Case(".b16", 2)
                           .Case(".b32", 4)
                           .Case(".b64", 8)
                           .Default(0);
      if (cursor.accept(':'))
        section.labels[token.text] = section.bytes.size();
      else if (!bytes)
        return fail(token.line, "expected numbers or a label in '" + name +
                                    "', got '" + token.text + "'");
      else if (Error error = parseNumbers(name, section, bytes))
        return error;
    }
    return Error::success();
  }

  Error parseNumbers(StringRef name, Section &section, unsigned bytes) {
    do {
      bool isNegative = cursor.accept('-');
      emu::Token token = cursor.take();
      uint64_t value = 0;
      std::optional<emu::Literal> literal;
      if (token.kind == emu::Token::Number)
        literal = emu::parseLiteral(token.text);
      if (literal)
        value = isNegative ? 0 - literal->integer : literal->integer;
      else if (token.kind == emu::Token::Word)
        references.push_back({name.str(), token.text.str(),
                              section.bytes.size(), bytes, token.line});
      else
        return fail(token.line, "expected a number or a label in '" + name +
                                    "', got '" + token.text + "'");
      char data[8];
      support::endian::write64le(data, value);
      section.bytes.append(data, bytes);
      skipRest();
    } while (cursor.accept(','));
    return Error::success();
  }

  /// Skips the offset that is added to a label or subtracted: lengths, which
  /// the debugger doesn't read.
  void skipRest() {
    while (cursor.accept('-') || cursor.accept('+'))
      cursor.take();
  }

  std::optional<uint64_t> find(StringRef label) const {
    if (result.sections.contains(label) || label.starts_with(".debug_"))
      return 0;
    for (const auto &section : result.sections)
      if (auto found = section.second.labels.find(label);
          found != section.second.labels.end())
        return found->second;
    return code.find(label);
  }

  Error resolve() {
    for (const Reference &reference : references) {
      std::optional<uint64_t> value = find(reference.label);
      if (!value)
        return fail(reference.line,
                    "label '" + reference.label + "' is not defined");
      char data[8];
      support::endian::write64le(data, *value);
      result.sections[reference.section].bytes.replace(
          reference.offset, reference.bytes, data, reference.bytes);
    }
    return Error::success();
  }

  emu::Cursor cursor;
  const CodeAddresses &code;
  DebugSections &result;
  std::vector<Reference> references;
};

Expected<DebugSections> DebugSections::parse(StringRef ptx,
                                             const CodeAddresses &code) {
  DebugSections result;
  if (Error error = Parser(ptx, code, result).parse())
    return std::move(error);
  return result;
}

StringMap<std::string> DebugSections::getStrings() const {
  StringMap<std::string> strings;
  auto section = sections.find(".debug_str");
  if (section == sections.end())
    return strings;
  for (const auto &label : section->second.labels)
    strings[label.first()] = StringRef(section->second.bytes)
                                 .drop_front(label.second)
                                 .take_until([](char c) { return c == 0; })
                                 .str();
  return strings;
}

} // namespace tileiras::dbg
