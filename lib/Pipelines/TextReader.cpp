//===- TextReader.cpp - MLIR text from users ------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Pipelines/TextReader.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using llvm::isAlnum;
using llvm::none_of;

/// The limit of nested brackets. Bytecode has at most 128 nested regions, each
/// of them one bracket, and their contents never nest this deep.
static constexpr unsigned kMaxNesting = 256;

/// The limit of words and signs in one expression. Over affine expressions the
/// parser recurses, too, without a bracket.
static constexpr int kMaxExpression = 16384;

/// The limit of results of one operation. The parser allocates an entry for
/// each result up to the one that is named: "%0#4000000000" would exhaust
/// memory.
static constexpr uint64_t kMaxResults = 1 << 16;

/// Returns the end of the string or comment that begins at `start`, or `start`.
static size_t skipQuoted(StringRef text, size_t start) {
  if (text.substr(start).starts_with("//"))
    return std::min(text.find('\n', start), text.size());
  if (text[start] != '"')
    return start;
  size_t i = start + 1;
  while (i < text.size() && text[i] != '"' && text[i] != '\n')
    i += text[i] == '\\' ? 2 : 1;
  return std::min(i, text.size());
}

namespace {

/// The depth of the parser in a text, or an upper bound.
class Depth {
public:
  void step(char before, char c, char after) {
    // The `>` of `->` and `>=` closes nothing.
    if (StringRef("([{<").contains(c))
      brackets.push_back({c});
    else if (StringRef(")]}").contains(c) ||
             (c == '>' && before != '-' && after != '='))
      close(c);
    else if (c == ',')
      count(-brackets.back().size);
    else if (isExpression() &&
             (StringRef("+-*").contains(c) || (isAlnum(c) && !isAlnum(before))))
      count(1);
  }

  bool hasTooManyBrackets() const { return brackets.size() > kMaxNesting + 1; }
  bool hasTooLongExpressions() const { return size > kMaxExpression; }

private:
  struct Bracket {
    char kind;
    int size = 0; // words and signs since the last comma
  };

  bool isExpression() const {
    return StringRef("([").contains(brackets.back().kind);
  }

  void count(int words) {
    brackets.back().size += words;
    size += words;
  }

  /// Closes a bracket, and everything inside it that only looked like a
  /// bracket.
  void close(char c) {
    char opening = StringRef("([{<")[StringRef(")]}>").find(c)];
    if (c == '>' && brackets.back().kind != opening)
      return;
    if (none_of(brackets, [&](Bracket each) { return each.kind == opening; }))
      return;
    bool isClosed = false;
    while (!isClosed) {
      count(-brackets.back().size);
      isClosed = brackets.pop_back_val().kind == opening;
    }
  }

  SmallVector<Bracket> brackets{{' '}};
  int size = 0; // all open expressions
};

/// A location in a text that can't be read, and the expectation.
struct TooDeep {
  size_t offset;
  std::string expected;
};

} // namespace

/// Returns whether the index of a result begins at `i` and is too large: the
/// index of "%0#1", not an attribute.
static bool isTooLargeResultIndex(StringRef text, size_t i) {
  if (text[i] != '#' || i == 0 || !(isAlnum(text[i - 1]) || text[i - 1] == '_'))
    return false;
  StringRef digits = text.drop_front(i + 1).take_while(llvm::isDigit);
  uint64_t number;
  return !digits.empty() &&
         (digits.getAsInteger(10, number) || number >= kMaxResults);
}

static std::optional<TooDeep> findTooDeep(StringRef text) {
  Depth depth;
  for (size_t i = 0; i < text.size(); ++i) {
    i = skipQuoted(text, i);
    if (i == text.size())
      break;
    depth.step(i == 0 ? 0 : text[i - 1], text[i],
               i + 1 == text.size() ? 0 : text[i + 1]);
    if (isTooLargeResultIndex(text, i))
      return TooDeep{i, "the number of a result below " +
                            std::to_string(kMaxResults)};
    if (depth.hasTooManyBrackets())
      return TooDeep{i, "brackets to nest at most " +
                            std::to_string(kMaxNesting) + " deep"};
    if (depth.hasTooLongExpressions())
      return TooDeep{i, "an expression of at most " +
                            std::to_string(kMaxExpression) +
                            " words and signs"};
  }
  return std::nullopt;
}

LogicalResult tileiras::checkNesting(StringRef text, StringRef name,
                                     MLIRContext *context) {
  std::optional<TooDeep> error = findTooDeep(text);
  if (!error)
    return success();
  StringRef before = text.take_front(error->offset);
  unsigned line = before.count('\n') + 1;
  unsigned column = error->offset - (before.rfind('\n') + 1) + 1;
  return emitError(FileLineColLoc::get(context, name, line, column))
         << "expected " << error->expected;
}

OwningOpRef<ModuleOp> tileiras::readText(StringRef text, StringRef name,
                                         MLIRContext *context) {
  if (failed(checkNesting(text, name, context)))
    return nullptr;
  return parseSourceString<ModuleOp>(text.str(), ParserConfig(context), name);
}
