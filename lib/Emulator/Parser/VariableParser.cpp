//===- VariableParser.cpp - Variable declarations of PTX --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Variables": vectors, arrays, initializers, alignment.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Parser/VariableParser.h"

#include "tileiras/Emulator/ISA/Limits.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace tileiras::emu {

namespace {

/// The largest alignment that an assembler accepts.
constexpr uint64_t kMaxAlignment = uint64_t(1) << 31;

bool parseAlign(Cursor &cursor, uint64_t &align) {
  if (!cursor.expectInteger(align, "an alignment"))
    return false;
  if (!isPowerOf2_64(align))
    return cursor.fail("alignment " + Twine(align) + " is not a power of two");
  if (align > kMaxAlignment)
    return cursor.fail("alignment " + Twine(align) +
                       " is too large: expected "
                       "at most " +
                       Twine(kMaxAlignment));
  return true;
}

/// Skips .attribute(…) and .ptr .space .align N; reads .align, .vN and the
/// type.
bool parseSpecifiers(Cursor &cursor, uint64_t &align, unsigned &vector,
                     Type &type) {
  uint64_t ignored;
  bool pointer = false;
  while (cursor.peek().kind == Token::Word &&
         cursor.peek().text.starts_with(".")) {
    StringRef word = cursor.take().text;
    StringRef spelling = word.drop_front();
    if (word == ".align") {
      if (!parseAlign(cursor, pointer ? ignored : align))
        return false;
    } else if (word == ".ptr") {
      pointer = true;
    } else if (word == ".attribute") {
      cursor.skipPast(')');
    } else if (word == ".v2" || word == ".v4" || word == ".v8") {
      vector = word[2] - '0';
    } else if (typeNamed(spelling) != Type::None) {
      type = typeNamed(spelling);
    } else if (!pointer || !variableSpace(word)) {
      return cursor.fail("'" + word + "' is not known in a declaration");
    }
  }
  return type != Type::None || cursor.fail("expected a type");
}

/// Fills a variable from its initialiser.
class Initializer {
public:
  Initializer(Cursor &cursor, Variable &variable, unsigned bytes)
      : cursor(cursor), variable(variable), bytes(bytes) {}

  bool parse(unsigned depth = 0) {
    if (!cursor.accept('{'))
      return parseElement();
    if (cursor.accept('}'))
      return true;
    if (depth == maxDepth)
      return cursor.fail("initialisers are nested too deep");
    do {
      if (!parse(depth + 1))
        return false;
    } while (cursor.accept(','));
    return cursor.expect('}');
  }

private:
  /// The limit is more than any array's dimensions, and small enough for
  /// recursion.
  static constexpr unsigned maxDepth = 64;

  bool parseElement() {
    if (cursor.peek().kind == Token::Word)
      return parseAddress();
    Literal literal;
    if (!cursor.expectLiteral(literal))
      return false;
    append(literal.bits(bytes));
    return true;
  }

  bool parseAddress() {
    Relocation relocation{variable.bytes.size(), bytes, "", 0, false};
    StringRef word;
    if (!cursor.expectWord(word, "a name"))
      return false;
    if (word == "generic" && cursor.accept('(')) {
      relocation.generic = true;
      if (!cursor.expectWord(word, "a name") || !cursor.expect(')'))
        return false;
    }
    relocation.symbol = word.str();
    Literal addend;
    if ((cursor.peek().is('+') || cursor.peek().is('-')) &&
        !cursor.expectLiteral(addend))
      return false;
    relocation.addend = int64_t(addend.integer);
    if (bytes < 4)
      return cursor.fail("an address doesn't fit in " + Twine(8 * bytes) +
                         " bits");
    variable.relocations.push_back(std::move(relocation));
    append(0);
    return true;
  }

  void append(uint64_t value) {
    for (unsigned i = 0; i < bytes; ++i)
      variable.bytes.push_back(i < 8 ? uint8_t(value >> (8 * i)) : 0);
  }

  Cursor &cursor;
  Variable &variable;
  unsigned bytes;
};

/// Reads "[4][8]"; an empty "[]" is 0.
bool parseDimensions(Cursor &cursor, uint64_t &elements, bool &isArray) {
  while (cursor.accept('[')) {
    isArray = true;
    uint64_t extent = 0;
    if (!cursor.peek().is(']') && !cursor.expectInteger(extent, "an extent"))
      return false;
    if (!cursor.expect(']'))
      return false;
    elements = SaturatingMultiply(elements, extent);
  }
  return true;
}

} // namespace

std::optional<Space> variableSpace(StringRef directive) {
  return StringSwitch<std::optional<Space>>(directive)
      .Case(".global", Space::Global)
      .Case(".const", Space::Const)
      .Case(".shared", Space::Shared)
      .Case(".local", Space::Local)
      .Case(".param", Space::Param)
      .Default(std::nullopt);
}

uint64_t allocateIn(uint64_t &end, uint64_t size, uint64_t align) {
  uint64_t offset = alignTo(end, align);
  end = offset + size;
  return offset;
}

bool checkTotalBytes(Cursor &cursor, Space space, uint64_t end,
                     StringRef name) {
  uint64_t limit = maxVariableBytes(space);
  return end <= limit ||
         cursor.fail("with '" + name + "' there are " + Twine(end) +
                     " bytes of variables, expected at most " + Twine(limit));
}

bool checkModuleVariable(Cursor &cursor, Program &program,
                         const Variable &variable) {
  if (variable.space == Space::Shared) // their addresses are known at the end
    return checkTotalBytes(cursor, variable.space,
                           program.declaredShared += variable.size,
                           variable.name);
  return checkTotalBytes(cursor, variable.space,
                         program.declaredBytes += variable.size, variable.name);
}

bool parseVariable(Cursor &cursor, Variable &variable, Type &type,
                   bool &isArray) {
  unsigned vector = 1;
  uint64_t align = 0, elements = 1;
  type = Type::None;
  isArray = false;
  StringRef name;
  if (!parseSpecifiers(cursor, align, vector, type) ||
      !cursor.expectWord(name, "a name"))
    return false;
  unsigned bytes = bytesOf(type);
  variable.name = name.str();
  variable.align = align ? align : uint64_t(bytes) * vector;
  if (!parseDimensions(cursor, elements, isArray))
    return false;
  variable.size = SaturatingMultiply(elements, uint64_t(bytes) * vector);
  if (variable.size > maxVariableBytes(variable.space))
    return cursor.fail("'" + name + "' is too large: expected at most " +
                       Twine(maxVariableBytes(variable.space)) + " bytes");
  if (cursor.accept('=') && !Initializer(cursor, variable, bytes).parse())
    return false;
  if (variable.size == 0 && isArray)
    variable.size = variable.bytes.size(); // a[] = {…}
  if (variable.bytes.size() > variable.size)
    return cursor.fail("initialiser of '" + name + "' is longer than it");
  return true;
}

bool parseParam(Cursor &cursor, Param &param) {
  if (cursor.peek().isWord(".reg"))
    return cursor.fail("parameters in registers are not supported");
  cursor.acceptWord(".hidden"); // filled by the closed driver
  if (!cursor.acceptWord(".param"))
    return cursor.fail("expected '.param'");
  Variable variable;
  variable.space = Space::Param;
  if (!parseVariable(cursor, variable, param.type, param.isArray))
    return false;
  param.name = variable.name;
  param.size = variable.size;
  param.align = variable.align;
  return true;
}

} // namespace tileiras::emu
