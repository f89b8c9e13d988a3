//===- SourceExcerpt.cpp - The line that a message is about ---------------===//
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

/// What moves a caret as far as `text` is wide: tabs stay, as a terminal widens
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

void printExcerpt(SourcePlace place, StringRef margin, raw_ostream &os) {
  SourceFile source(place.file);
  std::optional<StringRef> line = source.getLine(place.line);
  if (!line)
    return;
  os << margin << *line << "\n";
  if (place.column > line->size() + 1)
    return;
  // Python counts columns from 0, and cuTile hands them on: a blank is never
  // what a message is about, the character after it may be.
  size_t at = place.column == 0 ? 0 : place.column - 1;
  if (at + 1 < line->size() && isSpace((*line)[at]))
    ++at;
  os << margin << blankOf(line->take_front(at));
  WithColor(os, raw_ostream::GREEN, /*Bold=*/true) << "^";
  os << "\n";
}

} // namespace tileiras
