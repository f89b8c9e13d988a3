//===- Names.cpp - Names of symbols in PTX --------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/PTX/Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tileiras {

/// Returns the rule of PTX that `name` violates; empty if it is valid.
static StringRef findExpectation(StringRef name) {
  auto isFollowing = [](char c) { return isAlnum(c) || c == '_' || c == '$'; };
  if (name.empty() || isDigit(name.front()) || !all_of(name, isFollowing))
    return "letters from a to z and A to Z, digits, '_' and '$', with no digit "
           "first";
  if (name == "_" || name == "$")
    return "more after '_' or '$'";
  if (name == "WARP_SZ")
    return "a name that no constant of PTX has";
  return {};
}

/// Returns the name, with escapes if a terminal could not show it.
static std::string getVisible(StringRef name) {
  bool isText = json::isUTF8(name) && all_of(name, [](unsigned char c) {
                  return c >= 32 && c != 127;
                });
  if (isText)
    return name.str();
  std::string escaped;
  raw_string_ostream os(escaped);
  printEscapedString(name, os);
  return escaped;
}

std::string refusePtxName(StringRef what, StringRef name) {
  StringRef expectation = findExpectation(name);
  if (expectation.empty())
    return "";
  return ("PTX can't have a " + what + " named '" + getVisible(name) +
          "': expected " + expectation + "; give it another name")
      .str();
}

} // namespace tileiras
