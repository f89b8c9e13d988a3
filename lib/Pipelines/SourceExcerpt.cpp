//===- SourceExcerpt.cpp - The source line of a message -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceExcerpt.h"

#include "tileiras/Support/SourceFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tileiras {

/// Returns blanks that are as wide as `text`: tabs stay, as a terminal widens
/// them.
static std::string blankOf(StringRef text) {
  std::string blank;
  while (true) {
    StringRef part = text.take_until([](char c) { return c == '\t'; });
    int width = sys::unicode::columnWidthUTF8(part);
    blank.append(width < 0 ? part.size() : width, ' ');
    text = text.drop_front(part.size());
    if (text.empty())
      return blank;
    blank += '\t';
    text = text.drop_front();
  }
}

void printExcerpt(SourcePosition position, StringRef margin, raw_ostream &os) {
  SourceFile source(position.file);
  std::optional<StringRef> line = source.getLine(position.line);
  if (!line)
    return;
  os << margin << *line << "\n";
  if (position.column > line->size() + 1)
    return;
  // Python counts columns from 0, and cuTile passes them on: a message is never
  // about a blank, but may be about the character after it.
  size_t at = position.column == 0 ? 0 : position.column - 1;
  if (at + 1 < line->size() && isSpace((*line)[at]))
    ++at;
  os << margin << blankOf(line->take_front(at));
  WithColor(os, raw_ostream::GREEN, /*Bold=*/true) << "^";
  os << "\n";
}

} // namespace tileiras
