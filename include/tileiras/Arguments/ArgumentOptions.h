//===- ArgumentOptions.h - Options of programs that run a kernel ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_ARGUMENTS_ARGUMENTOPTIONS_H
#define TILEIRAS_ARGUMENTS_ARGUMENTOPTIONS_H

#include "tileiras/Arguments/ArgumentList.h"

#include "llvm/Support/CommandLine.h"

namespace tileiras::run {

/// The options of a kernel and its arguments, which are registered as long as
/// the object lives.
struct ArgumentOptions {
  explicit ArgumentOptions(llvm::cl::OptionCategory &category);

  FileOptions getFiles() { return {outputs, expectations, rtol, atol}; }

  llvm::cl::opt<std::string> kernel;
  llvm::cl::list<std::string> arguments, outputs, expectations;
  llvm::cl::opt<double> rtol, atol;
};

} // namespace tileiras::run

#endif // TILEIRAS_ARGUMENTS_ARGUMENTOPTIONS_H
