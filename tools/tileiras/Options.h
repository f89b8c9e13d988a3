//===- Options.h - Command line of tileiras ---------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line of tileiras (Options.td) as a CompileRequest and output
// options. Messages and exit codes are those of the closed tool, as clients
// parse them.
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

/// The exit codes, which are those of the closed tool.
enum ExitCode : int {
  ExitSuccess = 0,
  ExitUsage = 1,         ///< options that do not parse, missing input
  ExitConfiguration = 2, ///< invalid combinations, output not writable
  ExitNotTileIR = 3,     ///< the input is not valid Tile IR
  ExitFailed = 5,        ///< the program could not be compiled
};

/// The command line, parsed.
struct Options {
  std::vector<std::string> inputs;
  std::string outputFile = "elf.o";

  CompileRequest request = CompileRequest::fromEnvironment();

  /// Options of the closed tool that this one doesn't implement.
  bool sanitize = false;
  bool applyControls = false;
  std::vector<std::string> libraries;

  DiagnosticsFormat diagnosticsFormat = DiagnosticsFormat::Text;
  bool yamlRemarks = false;
  /// Missed remarks on the schedule are errors.
  bool scheduleErrors = false;
  std::string remarksFile = "tileir_remarks.yaml";
  bool verbose = false;

  bool help = false;
  bool helpHidden = false;
  bool version = false;
  bool listVersions = false;
  /// If true, the rest of the command line is ignored.
  bool serveRequest = false;
  /// Text of --print-options or --print-all-options; empty without either.
  std::string printedOptions;
};

/// The reason why the compiler does not start.
struct OptionError {
  ExitCode code;
  std::string message;
};

/// Reads the command line without the program's name. Returns an error if it is
/// malformed.
std::optional<OptionError> parseOptions(llvm::ArrayRef<const char *> args,
                                        Options &options);

/// Returns an error in options that parsed, for an input that is Tile IR.
std::optional<OptionError> checkOptions(const Options &options);

/// Prints the help text to standard output.
void printHelp(bool showHidden);

} // namespace tileiras

#endif // TOOLS_TILEIRAS_OPTIONS_H
