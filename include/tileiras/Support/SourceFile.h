//===- SourceFile.h - Lines of a program's source ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_SUPPORT_SOURCEFILE_H
#define TILEIRAS_SUPPORT_SOURCEFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace tileiras {

/// A file of source text that locations name. The program chose the name: a
/// file whose size or line lengths no person would write is ignored.
class SourceFile {
public:
  /// Has no lines if the file doesn't exist.
  explicit SourceFile(llvm::StringRef path);

  unsigned getNumLines() const { return lines.size(); }
  /// Returns line \p line, from 1, without control characters other than tabs,
  /// which a terminal would obey; nullopt if the file has no such line.
  std::optional<llvm::StringRef> getLine(unsigned line) const;

private:
  std::vector<std::string> lines;
};

/// Folders whose files may be shown in a page, which is made to be shared,
/// while the program's locations may name any file.
class SourceRoots {
public:
  SourceRoots() = default;
  explicit SourceRoots(llvm::ArrayRef<std::string> folders);
  /// The roots are the folder of \p input, or the current directory if the
  /// input is standard input; and \p others.
  SourceRoots(llvm::StringRef input, llvm::ArrayRef<std::string> others);

  /// Returns whether the file is below one of the roots when links are
  /// followed.
  bool contain(llvm::StringRef path) const;

private:
  void add(llvm::StringRef folder);

  std::vector<std::string> folders; // without links
};

} // namespace tileiras

#endif // TILEIRAS_SUPPORT_SOURCEFILE_H
