//===- Options.h - The command line of tileiras-interpret -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of tileiras-interpret, parsed by LLVM's command line. Arguments
// and results have the syntax of tileiras-run.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_INTERPRET_OPTIONS_H
#define TILEIRAS_INTERPRET_OPTIONS_H

#include "tileiras/Arguments/ArgumentList.h"
#include "tileiras/Interpreter/Interpreter.h"

namespace tileiras::run {

struct Options {
  /// If true, the operations are listed and nothing is run.
  bool listsOperations = false;
  std::string input, kernel;
  interpreter::Launch launch;
  std::vector<std::string> arguments;
  FileOptions files;
};

llvm::Expected<Options> parseOptions(int argc, char **argv);

} // namespace tileiras::run

#endif // TILEIRAS_INTERPRET_OPTIONS_H
