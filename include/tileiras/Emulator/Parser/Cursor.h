//===- Cursor.h - Reading position in a token list --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The words in which the recursive-descent parser is written. The first error
// is kept; from then on every expectation fails and the parser unwinds.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_PARSER_CURSOR_H
#define TILEIRAS_EMULATOR_PARSER_CURSOR_H

#include "tileiras/Emulator/Parser/Lexer.h"

#include "llvm/ADT/Twine.h"

#include <string>

namespace tileiras::emu {

class Cursor {
public:
  explicit Cursor(std::vector<Token> tokens) : tokens(std::move(tokens)) {}

  const Token &peek(size_t distance = 0) const {
    return tokens[std::min(position + distance, tokens.size() - 1)];
  }
  Token take() {
    Token token = peek();
    if (position + 1 < tokens.size())
      ++position;
    return token;
  }
  uint32_t line() const { return peek().line; }
  bool atEnd() const { return peek().kind == Token::End; }

  bool accept(char punct) {
    bool found = peek().is(punct);
    if (found)
      take();
    return found;
  }
  bool acceptWord(llvm::StringRef word) {
    bool found = peek().isWord(word);
    if (found)
      take();
    return found;
  }
  bool expect(char punct);
  bool expectWord(llvm::StringRef &word, const char *what);
  bool expectInteger(uint64_t &value, const char *what);
  /// The same for a value that must fit in 32 bits.
  bool expectInteger32(uint32_t &value, const char *what);
  /// A literal with an optional sign.
  bool expectLiteral(Literal &literal);
  /// Passes everything up to and including the next \p punct.
  void skipPast(char punct);
  /// Passes the block whose '{' is next.
  bool skipBlock();

  /// Records an error; always returns false, so that callers can return the
  /// result.
  [[clang::nomerge]] bool fail(uint32_t line, const llvm::Twine &message);
  [[clang::nomerge]] bool fail(const llvm::Twine &message) {
    return fail(line(), message);
  }
  bool failed() const { return errorLine != 0; }

  uint32_t errorLine = 0;
  std::string errorMessage;

private:
  std::vector<Token> tokens;
  size_t position = 0;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PARSER_CURSOR_H
