//===- OutputFile.h - A file that appears when complete ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_SUPPORT_OUTPUTFILE_H
#define TILEIRAS_SUPPORT_OUTPUTFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace tileiras {

/// Prints a file's contents.
using FileWriter = llvm::function_ref<void(llvm::raw_ostream &)>;

/// Writes a file without a name, or next to the destination where the file
/// system has none such, and gives it the destination's name at the end, so
/// that the destination is either as it was or complete. Where that is a link,
/// the file that it leads to is written. Standard output (`-`) and existing
/// devices and pipes are written to directly. Errors are "cannot write output
/// file 'PATH': " and the reason; a disk that is full is one.
class OutputFile {
public:
  /// Fails when the destination's directory cannot be written to. A signal that
  /// ends the process removes what is unfinished: for programs, as this
  /// installs signal handlers.
  static llvm::Expected<OutputFile> open(llvm::StringRef path);

  OutputFile(OutputFile &&other);
  OutputFile &operator=(OutputFile &&) = delete;
  /// Leaves nothing behind when commit was not reached.
  ~OutputFile();

  llvm::Error commit(FileWriter write);
  llvm::Error commit(llvm::StringRef contents);

private:
  friend llvm::Error writeFile(llvm::StringRef path, FileWriter write);

  explicit OutputFile(llvm::StringRef path) : path(path) {}
  static llvm::Expected<OutputFile> create(llvm::StringRef path);
  void discard();

  /// Names the file that has none.
  std::error_code nameBeside();

  std::string path;
  std::string temporary; // next to `path`; empty for one without a name
  int descriptor = -1;   // of the new file; none when written to directly
};

/// Opens, writes and commits. Touches no signal handlers.
llvm::Error writeFile(llvm::StringRef path, FileWriter write);

} // namespace tileiras

#endif // TILEIRAS_SUPPORT_OUTPUTFILE_H
