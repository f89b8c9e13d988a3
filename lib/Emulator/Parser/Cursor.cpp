//===- Cursor.cpp - Reading position in a token list ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Parser/Cursor.h"

using namespace llvm;

namespace tileiras::emu {

namespace {
std::string describe(const Token &token) {
  if (token.kind == Token::End)
    return "the end of the file";
  return ("'" + token.text + "'").str();
}
} // namespace

bool Cursor::fail(uint32_t line, const Twine &message) {
  if (failed())
    return false;
  errorLine = line ? line : 1;
  errorMessage = message.str();
  return false;
}

bool Cursor::expect(char punct) {
  if (accept(punct))
    return true;
  return fail("expected '" + Twine(punct) + "', got " + describe(peek()));
}

bool Cursor::expectWord(StringRef &word, const char *what) {
  if (peek().kind != Token::Word)
    return fail("expected " + Twine(what) + ", got " + describe(peek()));
  word = take().text;
  return true;
}

bool Cursor::expectInteger(uint64_t &value, const char *what) {
  std::optional<Literal> literal;
  if (peek().kind == Token::Number)
    literal = parseLiteral(peek().text);
  if (!literal || literal->kind != Literal::Integer)
    return fail("expected " + Twine(what) + ", got " + describe(peek()));
  take();
  value = literal->integer;
  return true;
}

bool Cursor::expectInteger32(uint32_t &value, const char *what) {
  uint32_t at = line();
  uint64_t wide;
  if (!expectInteger(wide, what))
    return false;
  value = uint32_t(wide);
  return value == wide || fail(at, "expected " + Twine(what) +
                                       " below 4294967296, got " + Twine(wide));
}

bool Cursor::expectLiteral(Literal &literal) {
  bool negative = accept('-');
  if (!negative)
    accept('+');
  std::optional<Literal> parsed;
  if (peek().kind == Token::Number)
    parsed = parseLiteral(peek().text);
  if (!parsed)
    return fail("expected a number, got " + describe(peek()));
  take();
  literal = negative ? parsed->negated() : *parsed;
  return true;
}

void Cursor::skipPast(char punct) {
  while (!atEnd() && !take().is(punct))
    ;
}

bool Cursor::skipBlock() {
  if (!expect('{'))
    return false;
  for (unsigned depth = 1; depth;) {
    if (atEnd())
      return fail("expected '}', got the end of the file");
    Token token = take();
    depth += token.is('{') ? 1 : token.is('}') ? -1 : 0;
  }
  return true;
}

} // namespace tileiras::emu
