//===- Job.h - The kernel, its arguments, and its results -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_RUN_JOB_H
#define TILEIRAS_RUN_JOB_H

#include "Arguments.h"
#include "Options.h"

#include "tileiras/Launch/Parameters.h"

#include <memory>
#include <string>
#include <vector>

namespace tileiras::run {

/// What the command line wants run. It may run several times: each run begins
/// with the arguments as they were, and leaves results.
class Job {
public:
  /// The kernel in \p ptx, the text of \p options.input.
  static llvm::Expected<Job> make(const Options &options, std::string ptx);

  const emu::Module &getModule() const { return *module; }
  const emu::Function &getKernel() const { return *kernel; }
  llvm::StringRef getPtx() const { return ptx; }

  /// Puts the arguments, as they are before any run, into \p memory; gives the
  /// bytes of the kernel's parameters.
  llvm::Expected<std::vector<uint8_t>> pass(launch::DeviceMemory &memory);
  /// Fetches the arrays that a run left there.
  llvm::Error fetch(launch::DeviceMemory &memory);

  /// What the last run left in array argument \p index; null for no array.
  const Array *getArray(size_t index) const;
  size_t countArguments() const { return arguments.size(); }

  /// Keeps what the last run left for --out.
  void keepOutputs();
  /// Saves the arrays of --out, those of \p runs runs one after another.
  llvm::Error writeOutputs(size_t runs);
  /// Compares what the last run left with the files of --expect.
  llvm::Expected<bool> compareWithFiles();

private:
  /// "N=FILE.npy".
  struct NumberedFile {
    unsigned argument;
    std::string path;
    std::vector<uint8_t> contents; // for --out: what the runs so far left
  };

  explicit Job(const Options &options) : options(options) {}
  llvm::Error parseArguments();
  llvm::Expected<NumberedFile> parseNumbered(llvm::StringRef text,
                                             llvm::StringRef option) const;
  llvm::Error parseFiles();

  const Options &options;
  std::string ptx;
  std::unique_ptr<emu::Module> module;
  const emu::Function *kernel = nullptr;
  std::vector<Argument> arguments;
  std::vector<NumberedFile> outputFiles, expectedFiles;
};

} // namespace tileiras::run

#endif // TILEIRAS_RUN_JOB_H
