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

using namespace mlir;

/// Brackets in each other. Bytecode has at most 128 regions in each other, each
/// of them one bracket, and what is inside of them is never this deep.
static constexpr unsigned kMaxNesting = 256;

/// The end of the string or comment that begins at `start`, if one does.
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

/// The first bracket that is nested too deep, or the end.
static size_t findTooDeep(StringRef text) {
  unsigned depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    i = skipQuoted(text, i);
    if (i == text.size())
      break;
    char c = text[i];
    bool arrow = c == '>' && i > 0 && text[i - 1] == '-';
    if (StringRef("([{<").contains(c) && ++depth > kMaxNesting)
      return i;
    if (StringRef(")]}>").contains(c) && !arrow && depth > 0)
      --depth;
  }
  return text.size();
}

OwningOpRef<ModuleOp> tileiras::readText(StringRef text, StringRef name,
                                         MLIRContext *context) {
  size_t end = findTooDeep(text);
  if (end != text.size()) {
    StringRef before = text.take_front(end);
    unsigned line = before.count('\n') + 1;
    unsigned column = end - (before.rfind('\n') + 1) + 1;
    emitError(FileLineColLoc::get(context, name, line, column))
        << "expected brackets to nest at most " << kMaxNesting << " deep";
    return nullptr;
  }
  return parseSourceString<ModuleOp>(text.str(), ParserConfig(context), name);
}
