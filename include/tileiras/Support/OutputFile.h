//===- OutputFile.h - A file that appears when complete ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that fails or is ended must not leave half an output, or destroy
// the previous one. So the output is written to a file without a name
// (O_TMPFILE) and linked when it is complete.
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

/// Writes a file without a name, or next to the destination if the file system
/// lacks nameless files, and gives it the destination's name at the end, so
/// that the destination is either unchanged or complete. If the destination is
/// a link, its target is written. Standard output (`-`) and existing devices
/// and pipes are written to directly. Errors, such as a full disk, are "cannot
/// write output file 'PATH': " and the reason.
class OutputFile {
public:
  /// Fails if the destination's directory can't be written to. A signal that
  /// ends the process removes an unfinished file: this is for programs, as it
  /// installs signal handlers.
  static llvm::Expected<OutputFile> open(llvm::StringRef path);

  OutputFile(OutputFile &&other);
  OutputFile &operator=(OutputFile &&) = delete;
  /// Removes the file if commit was not reached.
  ~OutputFile();

  llvm::Error commit(FileWriter write);
  llvm::Error commit(llvm::StringRef contents);

private:
  friend llvm::Error writeFile(llvm::StringRef path, FileWriter write);

  explicit OutputFile(llvm::StringRef path) : path(path) {}
  static llvm::Expected<OutputFile> create(llvm::StringRef path);
  void discard();

  /// Names the nameless file.
  std::error_code nameTemporary();

  std::string path;
  std::string temporary; // next to `path`; empty for one without a name
  int descriptor = -1;   // new file; none if written to directly
};

/// Opens, writes and commits. Installs no signal handlers.
llvm::Error writeFile(llvm::StringRef path, FileWriter write);

} // namespace tileiras

#endif // TILEIRAS_SUPPORT_OUTPUTFILE_H
