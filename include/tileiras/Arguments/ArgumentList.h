//===- ArgumentList.h - The arguments of runs, and their results ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_ARGUMENTS_ARGUMENTLIST_H
#define TILEIRAS_ARGUMENTS_ARGUMENTLIST_H

#include "tileiras/Arguments/Arguments.h"

#include <string>
#include <vector>

namespace tileiras::run {

/// What a command line wants done with arrays that runs leave: each text is
/// N=FILE.npy.
struct FileOptions {
  std::vector<std::string> outputs, expectations; // --out, --expect
  double rtol = 0, atol = 0;
};

/// The arguments of a command line. A kernel may run several times with them:
/// each run begins with the arguments as they were, and leaves results.
class ArgumentList {
public:
  /// \p specs are those of Arguments.h. Fails as parseArgument does.
  static llvm::Expected<ArgumentList> parse(std::vector<std::string> specs);
  /// Fails where a text is not N=FILE.npy, or argument N is no array.
  llvm::Error parseFiles(const FileOptions &options);
  /// Makes the arguments what they were before any run. Files are read again,
  /// so it fails where one has gone.
  llvm::Error restore();

  std::vector<Argument>::iterator begin() { return arguments.begin(); }
  std::vector<Argument>::iterator end() { return arguments.end(); }
  size_t size() const { return arguments.size(); }
  /// What the last run left in array argument \p index; null for no array.
  const Array *getArray(size_t index) const;

  /// Keeps what the last run left for --out.
  void keepOutputs();
  /// Forgets what runs so far have left.
  void dropOutputs();
  /// Saves the arrays of --out, those of \p runs runs one after another. Fails
  /// where a file can't be written.
  llvm::Error writeOutputs(size_t runs);
  /// Compares what the last run left with the files of --expect, and prints how
  /// far they are apart. Fails where a file can't be read or has other sizes.
  llvm::Expected<bool> compareWithFiles();

private:
  /// "N=FILE.npy".
  struct NumberedFile {
    unsigned argument;
    std::string path;
    std::vector<uint8_t> contents; // for --out: what the runs so far left
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
