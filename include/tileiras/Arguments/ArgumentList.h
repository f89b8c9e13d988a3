//===- ArgumentList.h - The arguments of runs, and their results ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Command lines name input arrays, output files and expected results. The list
// restores the inputs before each run of a kernel, and saves or compares the
// arrays after it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_ARGUMENTS_ARGUMENTLIST_H
#define TILEIRAS_ARGUMENTS_ARGUMENTLIST_H

#include "tileiras/Arguments/Arguments.h"

#include <string>
#include <vector>

namespace tileiras::run {

/// The arrays that a command line saves or compares after runs: each text is
/// N=FILE.npy.
struct FileOptions {
  std::vector<std::string> outputs, expectations; // --out, --expect
  double rtol = 0, atol = 0;
};

/// The arguments of a command line. A kernel may run several times with them:
/// each run begins with the original arguments, and leaves results.
class ArgumentList {
public:
  /// Parses \p specs in the syntax of Arguments.h. Fails as parseArgument does.
  static llvm::Expected<ArgumentList> parse(std::vector<std::string> specs);
  /// Fails if a text is not N=FILE.npy, or argument N isn't an array.
  llvm::Error parseFiles(const FileOptions &options);
  /// Restores the arguments to their state before any run. Files are read
  /// again, so it fails if one has gone.
  llvm::Error restore();

  std::vector<Argument>::iterator begin() { return arguments.begin(); }
  std::vector<Argument>::iterator end() { return arguments.end(); }
  size_t size() const { return arguments.size(); }
  /// Returns array argument \p index as the last run left it; null if it isn't
  /// an array.
  const Array *getArray(size_t index) const;

  /// Keeps the results of the last run for --out.
  void keepOutputs();
  /// Forgets the results of all runs so far.
  void dropOutputs();
  /// Saves the arrays of --out, for \p runs runs one after another. Fails if a
  /// file can't be written.
  llvm::Error writeOutputs(size_t runs);
  /// Compares the results of the last run with the files of --expect, and
  /// prints the errors. Fails if a file can't be read or has other sizes.
  llvm::Expected<bool> compareWithFiles();

private:
  /// A parsed "N=FILE.npy".
  struct NumberedFile {
    unsigned argument;
    std::string path;
    std::vector<uint8_t> contents; // for --out: the results of the runs so far
  };

  llvm::Expected<NumberedFile> parseNumbered(llvm::StringRef text,
                                             llvm::StringRef option) const;

  std::vector<std::string> specs;
  std::vector<Argument> arguments;
  std::vector<NumberedFile> outputFiles, expectedFiles;
  double rtol = 0, atol = 0;
};

} // namespace tileiras::run

#endif // TILEIRAS_ARGUMENTS_ARGUMENTLIST_H
