//===- Options.h - Command line of tileiras ---------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_TILEIRAS_OPTIONS_H
#define TOOLS_TILEIRAS_OPTIONS_H

#include "tileiras/Pipelines/CompileRequest.h"
#include "tileiras/Pipelines/DiagnosticPrinter.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <string>
#include <vector>

namespace tileiras {

/// What the process answers with; the closed tool's numbers.
enum ExitCode : int {
  ExitSuccess = 0,
  ExitUsage = 1,         ///< options that do not parse, input that is not there
  ExitConfiguration = 2, ///< options that make no sense, output not writable
  ExitNotTileIR = 3,     ///< the input is no valid Tile IR
  ExitFailed = 5,        ///< the program could not be compiled
};

/// The command line, parsed.
struct Options {
  std::vector<std::string> inputs;
  std::string outputFile = "elf.o";

  CompileRequest request = CompileRequest::fromEnvironment();

  /// What the closed tool has and this one can't do.
  bool sanitize = false;
  bool applyControls = false;
  std::vector<std::string> libraries;

  DiagnosticsFormat diagnosticsFormat = DiagnosticsFormat::Text;
  bool yamlRemarks = false;
  std::string remarksFile = "tileir_remarks.yaml";
  bool verbose = false;

  bool help = false;
  bool helpHidden = false;
  bool version = false;
  bool listVersions = false;
  /// Nothing else on the command line counts then.
  bool serveRequest = false;
  /// Text of --print-options or --print-all-options; empty without either.
  std::string printedOptions;
};

/// Why the compiler does not start.
struct OptionError {
  ExitCode code;
  std::string message;
};

/// Reads the command line without the program's name. Returns what is wrong
/// with its form.
std::optional<OptionError> parseOptions(llvm::ArrayRef<const char *> args,
                                        Options &options);

/// What is wrong with options that parsed, for an input that is Tile IR.
std::optional<OptionError> checkOptions(const Options &options);

/// Prints the help text to standard output.
void printHelp(bool showHidden);

} // namespace tileiras

#endif // TOOLS_TILEIRAS_OPTIONS_H
