//===- Lexer.h - Tokens of PTX text -----------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_PARSER_LEXER_H
#define TILEIRAS_EMULATOR_PARSER_LEXER_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tileiras::emu {

/// A token is a slice of the text.
struct Token {
  enum Kind : uint8_t {
    End,
    Word,   // identifiers, registers, directives, opcodes with their dots
    Number, // as written, without a sign
    String, // without quotes
    Punct,  // one character
    Invalid
  };
  Kind kind = End;
  uint32_t line = 0;
  llvm::StringRef text;

  bool is(char punct) const { return kind == Punct && text[0] == punct; }
  bool isWord(llvm::StringRef word) const {
    return kind == Word && text == word;
  }
};

/// All tokens of \p text; the last one is End. Comments are dropped.
std::vector<Token> tokenize(llvm::StringRef text);

/// A number as PTX writes it (PTX ISA section "Constants").
struct Literal {
  enum Kind : uint8_t { Integer, Single, Double };
  Kind kind = Integer;
  uint64_t integer = 0; // Single: the 32 bits
  double real = 0;      // Double and decimal fractions

  /// The bits of this value as a type of \p bytes bytes. Integers are bits even
  /// where the type is a floating point type (mov.b16 %h, 0x3C00).
  uint64_t bits(unsigned bytes) const;
  Literal negated() const;
};

std::optional<Literal> parseLiteral(llvm::StringRef text);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PARSER_LEXER_H
