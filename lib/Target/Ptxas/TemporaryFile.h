//===- TemporaryFile.h - A temporary file -----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_PTXAS_TEMPORARYFILE_H
#define TILEIRAS_TARGET_PTXAS_TEMPORARYFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace tileiras {

/// An empty file in the temporary directory, removed at the end of its
/// lifetime.
class TemporaryFile {
public:
  /// `suffix` is the file name's extension, without a dot. With
  /// `removeOnSignal`, a signal that ends the process removes the file, too:
  /// for programs, as this installs signal handlers.
  static llvm::Expected<TemporaryFile> create(llvm::StringRef suffix,
                                              bool removeOnSignal);

  TemporaryFile(TemporaryFile &&other) : name(std::move(other.name)) {
    other.name.clear();
  }
  TemporaryFile &operator=(TemporaryFile &&) = delete;
  ~TemporaryFile();

  llvm::StringRef path() const { return name; }

private:
  explicit TemporaryFile(llvm::StringRef path) : name(path) {}

  std::string name;
};

} // namespace tileiras

#endif // TILEIRAS_TARGET_PTXAS_TEMPORARYFILE_H
