//===- tileiras.cpp - The compiler driver -----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the command line and the input, compiles, writes the output. Exit codes
// and messages are those that clients of the closed tool know.
//
//===----------------------------------------------------------------------===//

#include "CrashGuard.h"
#include "Options.h"
#include "Version.h"

#include "tileiras/Bytecode/BytecodeReader.h"
#include "tileiras/Pipelines/Compiler.h"
#include "tileiras/Support/OutputFile.h"

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tileiras;

static int fail(const OptionError &error) {
  errs() << "error: " << error.message << "\n";
  return error.code;
}

static int fail(ExitCode code, Error error) {
  return fail({code, toString(std::move(error))});
}

static void listVersions() {
  for (BytecodeVersion version : getBytecodeVersions())
    outs() << version.str() << "\n";
}

static bool looksLikeTileIR(StringRef bytes, StringRef name) {
  return isTileIRBytecode(bytes) || name.ends_with(".mlir");
}

static OptionError notTileIR(StringRef bytes) {
  std::string message = "input does not correspond to Tile IR bytecode";
  if (isMLIRBytecode(bytes))
    message += " (it looks like MLIR bytecode instead)";
  return {ExitNotTileIR, message};
}

static CompileRequest makeRequest(const Options &options, StringRef input) {
  CompileRequest request;
  request.input = input;
  request.inputName = options.inputs.front();
  request.isText = StringRef(request.inputName).ends_with(".mlir");
  request.allowPreview = options.preview;
  request.target = options.target;
  request.optLevel = options.optLevel;
  request.debugInfo = options.deviceDebug ? DebugInfoKind::Full
                      : options.lineInfo  ? DebugInfoKind::LineInfo
                                          : DebugInfoKind::None;
  request.emit = options.emit;
  request.ptxas = PtxasSearch::fromEnvironment();
  request.ptxas.named = options.ptxas;
  request.ptxasPolicy = options.ptxasPolicy;
  request.deviceLibrary = options.deviceLibrary;
  request.ptxLanguage = options.ptxLanguage;
  request.verifyEach = options.verifyEach;
  return request;
}

/// Compiles with a net below: whatever happens, there is a message.
static CompileResult compileGuarded(CompileRequest request, bool verbose) {
  std::string phase;
  request.onPhase = [&](StringRef name) {
    phase = name.str();
    if (verbose)
      errs() << "tileiras: " << phase << "\n";
  };
  CompileResult result;
  if (auto crash = runGuarded([&] { result = compile(request); })) {
    result = {};
    CompileDiagnostic diagnostic;
    diagnostic.message = "internal compiler error while " + phase + " for '" +
                         request.inputName + "': " + *crash +
                         "; this is a bug in tileiras";
    result.diagnostics.push_back(diagnostic);
  }
  return result;
}

static int exitCodeOf(CompileStatus status) {
  switch (status) {
  case CompileStatus::Success:
    return ExitSuccess;
  case CompileStatus::NotTileIR:
    return ExitNotTileIR;
  case CompileStatus::Failed:
    break;
  }
  return ExitFailed;
}

/// A list of no remarks, which every YAML reader takes.
static Error writeRemarks(const Options &options) {
  if (!options.yamlRemarks || !options.anyRemarks)
    return Error::success();
  auto file = OutputFile::open(options.remarksFile);
  return file ? file->commit("") : file.takeError();
}

static int run(const Options &options) {
  if (options.inputs.empty()) {
    printHelp(/*showHidden=*/false);
    return fail({ExitUsage, "no input file provided"});
  }
  StringRef name = options.inputs.front();
  auto input = MemoryBuffer::getFile(name);
  if (!input)
    return fail({ExitUsage, ("unable to read input file '" + name +
                             "': " + input.getError().message())
                                .str()});
  StringRef bytes = (*input)->getBuffer();
  if (!looksLikeTileIR(bytes, name))
    return fail(notTileIR(bytes));
  if (auto error = checkOptions(options))
    return fail(*error);
  auto output = OutputFile::open(options.outputFile);
  if (!output)
    return fail(ExitConfiguration, output.takeError());

  CompileResult result =
      compileGuarded(makeRequest(options, bytes), options.verbose);
  for (const CompileDiagnostic &diagnostic : result.diagnostics)
    errs() << diagnostic.format() << "\n";
  if (options.verbose && !result.ptxasUsed.empty())
    errs() << "tileiras: used " << result.ptxasUsed << "\n";
  if (result.status != CompileStatus::Success)
    return exitCodeOf(result.status);
  if (Error error = output->commit(result.output))
    return fail(ExitConfiguration, std::move(error));
  if (Error error = writeRemarks(options))
    return fail(ExitConfiguration, std::move(error));
  return ExitSuccess;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  Options options;
  if (auto error = parseOptions(ArrayRef(argv + 1, argv + argc), options))
    return fail(*error);
  outs() << options.printedOptions;
  if (options.help || options.helpHidden) {
    printHelp(options.helpHidden);
    return ExitSuccess;
  }
  if (options.version) {
    // Clients key their caches by this line: what comes out differs.
    outs() << versionLine() << (isPtxasDisabled() ? " without ptxas" : "")
           << "\n";
    return ExitSuccess;
  }
  if (options.listVersions) {
    listVersions();
    return ExitSuccess;
  }
  return run(options);
}
