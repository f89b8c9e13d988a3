//===- PlainText.cpp - Text without control characters --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainText.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tileiras {

/// Returns the length of the control character with which `text` begins; 0 if
/// it begins with another. U+0080 to U+009F occupy two bytes.
static size_t controlLength(StringRef text) {
  unsigned char c = text.front();
  if (c < ' ' || c == 0x7f)
    return 1;
  bool isLate = c == 0xc2 && text.size() > 1 &&
                static_cast<unsigned char>(text[1]) < 0xa0;
  return isLate ? 2 : 0;
}

static std::string escape(StringRef text, StringRef kept) {
  std::string result;
  while (!text.empty()) {
    size_t length = kept.contains(text.front()) ? 0 : controlLength(text);
    for (char c : text.take_front(length))
      result += "\\" + toHex(StringRef(&c, 1));
    if (length == 0)
      result += text.front();
    text = text.drop_front(std::max<size_t>(length, 1));
  }
  return result;
}

std::string plainName(StringRef name) { return escape(name, ""); }

std::string plainMessage(StringRef message) {
  std::string result;
  for (char c : escape(message, "\n\t")) {
    result += c;
    if (c == '\n')
      result += "  ";
  }
  return result;
}

} // namespace tileiras
