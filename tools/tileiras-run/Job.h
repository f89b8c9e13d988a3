//===- Job.h - The kernel, its arguments, and its results -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_RUN_JOB_H
#define TILEIRAS_RUN_JOB_H

#include "Options.h"

#include "tileiras/Arguments/ArgumentList.h"
#include "tileiras/Launch/Parameters.h"

#include <memory>
#include <string>
#include <vector>

namespace tileiras::run {

/// The kernel of a command line. It may run several times: each run begins with
/// the original arguments, and leaves results.
class Job {
public:
  /// Makes a job of the kernel in \p ptx, the text of \p options.input.
  static llvm::Expected<Job> make(const Options &options, std::string ptx);

  const emu::Module &getModule() const { return *module; }
  const emu::Function &getKernel() const { return *kernel; }
  llvm::StringRef getPtx() const { return ptx; }

  /// Copies the initial arguments into \p memory; returns the bytes of the
  /// kernel's parameters.
  llvm::Expected<std::vector<uint8_t>> pass(launch::DeviceMemory &memory);
  /// Fetches the arrays that a run left there.
  llvm::Error fetch(launch::DeviceMemory &memory);

  /// The arguments, with the results of the last run in the arrays.
  ArgumentList &getArguments() { return arguments; }
  const ArgumentList &getArguments() const { return arguments; }

private:
  explicit Job(const Options &options) : options(options) {}

  const Options &options;
  std::string ptx;
  std::unique_ptr<emu::Module> module;
  const emu::Function *kernel = nullptr;
  ArgumentList arguments;
};

} // namespace tileiras::run

#endif // TILEIRAS_RUN_JOB_H
