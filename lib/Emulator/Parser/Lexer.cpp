//===- Lexer.cpp - Tokens of PTX text ---------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits PTX into tokens (PTX ISA, chapter "Syntax"). An opcode with its dots
// is one word, and a number may have a 0f or 0d prefix for the bits of a
// floating point value.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Parser/Lexer.h"

#include "llvm/ADT/StringExtras.h"

#include <bit>

using namespace llvm;

namespace tileiras::emu {

namespace {

bool startsWord(char c) {
  return isAlpha(c) || c == '_' || c == '$' || c == '%' || c == '.';
}
bool continuesWord(char c) { return isAlnum(c) || startsWord(c); }

/// Splits the text into tokens in one pass.
class Lexer {
public:
  explicit Lexer(StringRef text) : text(text) {}

  Token next() {
    skipBlanks();
    if (position >= text.size())
      return {Token::End, line, text.substr(text.size())};
    char c = text[position];
    if (isDigit(c))
      return take(Token::Number, numberLength());
    if (startsWord(c))
      return c == '.' && isDigit(peek(1)) ? take(Token::Number, numberLength())
                                          : take(Token::Word, wordLength());
    if (c == '"')
      return string();
    bool printable = isPrint(c);
    return take(printable ? Token::Punct : Token::Invalid, 1);
  }

private:
  char peek(size_t distance) const {
    return position + distance < text.size() ? text[position + distance] : 0;
  }

  Token take(Token::Kind kind, size_t length) {
    Token token{kind, line, text.substr(position, length)};
    position += length;
    return token;
  }

  /// "::" belongs to a word (shared::cta), a single ':' ends it (a label).
  size_t wordLength() const {
    size_t length = 1;
    while (true) {
      if (continuesWord(peek(length)))
        ++length;
      else if (peek(length) == ':' && peek(length + 1) == ':' &&
               isAlnum(peek(length + 2)))
        length += 2;
      else
        return length;
    }
  }

  /// Digits, letters and dots, and the sign of a decimal exponent.
  size_t numberLength() const {
    bool prefixed = peek(0) == '0' && isAlpha(peek(1));
    size_t length = 1;
    while (true) {
      char c = peek(length);
      bool sign = (c == '+' || c == '-') && !prefixed &&
                  toLower(peek(length - 1)) == 'e' && isDigit(peek(length + 1));
      if (!isAlnum(c) && c != '.' && !sign)
        return length;
      ++length;
    }
  }

  Token string() {
    size_t length = 1;
    while (position + length < text.size() && peek(length) != '"' &&
           peek(length) != '\n')
      length += peek(length) == '\\' ? 2 : 1;
    bool closed = peek(length) == '"';
    Token token =
        take(closed ? Token::String : Token::Invalid, closed ? length + 1 : 1);
    if (closed)
      token.text = token.text.drop_front().drop_back();
    return token;
  }

  void skipBlanks() {
    while (position < text.size()) {
      char c = text[position];
      if (c == '\n')
        ++line, ++position;
      else if (isSpace(c))
        ++position;
      else if (c == '/' && peek(1) == '/')
        position = std::min(text.find('\n', position), text.size());
      else if (c == '/' && peek(1) == '*')
        skipBlockComment();
      else
        return;
    }
  }

  void skipBlockComment() {
    size_t end = std::min(text.find("*/", position + 2), text.size());
    line += text.slice(position, end).count('\n');
    position = std::min(end + 2, text.size());
  }

  StringRef text;
  size_t position = 0;
  uint32_t line = 1;
};

std::optional<Literal> parseHexFloat(StringRef digits, Literal::Kind kind) {
  Literal literal;
  literal.kind = kind;
  size_t expected = kind == Literal::Single ? 8 : 16;
  if (digits.size() != expected || digits.getAsInteger(16, literal.integer))
    return std::nullopt;
  if (kind == Literal::Double)
    literal.real = std::bit_cast<double>(literal.integer);
  return literal;
}

} // namespace

std::vector<Token> tokenize(StringRef text) {
  std::vector<Token> tokens;
  tokens.reserve(text.size() / 5 + 1);
  Lexer lexer(text);
  do
    tokens.push_back(lexer.next());
  while (tokens.back().kind != Token::End);
  return tokens;
}

std::optional<Literal> parseLiteral(StringRef text) {
  if (text.consume_front("0f") || text.consume_front("0F"))
    return parseHexFloat(text, Literal::Single);
  if (text.consume_front("0d") || text.consume_front("0D"))
    return parseHexFloat(text, Literal::Double);
  Literal literal;
  if (!text.starts_with("0x") && !text.starts_with("0X") &&
      text.find_first_of(".eE") != StringRef::npos) {
    literal.kind = Literal::Double;
    if (text.getAsDouble(literal.real))
      return std::nullopt;
    return literal;
  }
  text.consume_back("U");
  if (text.getAsInteger(0, literal.integer))
    return std::nullopt;
  return literal;
}

uint64_t Literal::bits(unsigned bytes) const {
  if (kind == Integer)
    return bytes >= 8 ? integer : integer & ((uint64_t(1) << (8 * bytes)) - 1);
  if (kind == Single && bytes != 8)
    return integer;
  double value =
      kind == Single ? std::bit_cast<float>(uint32_t(integer)) : real;
  return bytes == 8 ? std::bit_cast<uint64_t>(value)
                    : std::bit_cast<uint32_t>(float(value));
}

Literal Literal::negated() const {
  Literal result = *this;
  if (kind == Integer)
    result.integer = 0 - integer;
  else if (kind == Single)
    result.integer ^= 0x80000000u;
  else
    result.real = -real;
  return result;
}

} // namespace tileiras::emu
