//===- OutputFile.h - A file that appears when complete ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_TILEIRAS_OUTPUTFILE_H
#define TOOLS_TILEIRAS_OUTPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"

#include <optional>
#include <string>

namespace tileiras {

/// Writes beside the destination and renames at the end, so that the
/// destination is either as it was or complete. Standard output (`-`) and
/// existing devices and pipes are written to directly.
class OutputFile {
public:
  /// Fails when the destination's directory cannot be written to.
  static llvm::Expected<OutputFile> open(llvm::StringRef path);

  OutputFile(OutputFile &&) = default;
  /// Leaves nothing behind when commit was not reached.
  ~OutputFile();

  llvm::Error commit(llvm::StringRef data);

private:
  explicit OutputFile(llvm::StringRef path) : path(path) {}

  std::string path;
  std::optional<llvm::sys::fs::TempFile> temporary;
};

} // namespace tileiras

#endif // TOOLS_TILEIRAS_OUTPUTFILE_H
