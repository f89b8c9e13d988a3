//===- ProgramText.h - The statements of a PTX kernel -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_FUZZ_PROGRAMTEXT_H
#define TILEIRAS_FUZZ_PROGRAMTEXT_H

#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tileiras::fuzz {

/// A module cut into the statements of its last kernel and the text around
/// them.
struct ProgramText {
  std::string head; // to the '{' of the kernel
  /// "add.u32 %r1, %r2, 1;", "LOOP:", "{" and "}".
  std::vector<std::string> statements;
  std::string tail; // from the kernel's '}'
  /// Registers of the outermost block by their width in bytes; predicates at 0.
  std::map<unsigned, std::vector<std::string>> registers;

  /// Empty when there is no kernel with a body.
  static std::optional<ProgramText> parse(llvm::StringRef text);
  std::string str() const;
};

} // namespace tileiras::fuzz

#endif // TILEIRAS_FUZZ_PROGRAMTEXT_H
