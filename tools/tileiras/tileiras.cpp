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

#include "GuardedCompile.h"
#include "Options.h"

#include "tileiras/Bytecode/BytecodeReader.h"
#include "tileiras/Pipelines/CompileInProgram.h"
#include "tileiras/Pipelines/Serialization.h"
#include "tileiras/Support/OutputFile.h"
#include "tileiras/Support/Version.h"
#include "tileiras/Target/Toolkit/ToolkitSearch.h"

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tileiras;

static void print(ArrayRef<CompileDiagnostic> diagnostics,
                  const Options &options) {
  printDiagnostics(diagnostics, options.diagnosticsFormat, errs());
}

static int fail(const OptionError &error, const Options &options) {
  CompileDiagnostic diagnostic;
  diagnostic.message = error.message;
  print(diagnostic, options);
  return error.code;
}

static int fail(ExitCode code, Error error, const Options &options) {
  return fail({code, toString(std::move(error))}, options);
}

/// Prints a line of --verbose. In JSON it is an object like every message.
static void say(const Twine &text, const Options &options) {
  if (!options.verbose)
    return;
  if (options.diagnosticsFormat != DiagnosticsFormat::JSON) {
    errs() << "tileiras: " << text << "\n";
    return;
  }
  CompileDiagnostic remark;
  remark.severity = CompileDiagnostic::Severity::Remark;
  remark.message = text.str();
  print(remark, options);
}

/// Returns whether a program that may be a ptxas exists; it is not run.
static bool hasPtxas(const CompileRequest &request) {
  if (request.ptxasPolicy == PtxasPolicy::None)
    return false;
  auto candidates = findPtxas(request.ptxas);
  bool isFound = !candidates || !candidates->empty();
  consumeError(candidates.takeError());
  return isFound;
}

static void listVersions() {
  for (BytecodeVersion version : getBytecodeVersions())
    outs() << version.str() << "\n";
}

/// Returns whether the input counts as text: by its name, which standard input
/// lacks.
static bool isText(StringRef bytes, StringRef name) {
  if (name != "-")
    return name.ends_with(".mlir");
  return !isTileIRBytecode(bytes) && !isMLIRBytecode(bytes);
}

static bool looksLikeTileIR(StringRef bytes, StringRef name) {
  return isTileIRBytecode(bytes) || isText(bytes, name);
}

static OptionError notTileIR(StringRef bytes) {
  std::string message = "input does not correspond to Tile IR bytecode";
  if (isMLIRBytecode(bytes))
    message += " (it looks like MLIR bytecode instead)";
  return {ExitNotTileIR, message};
}

/// Returns a file next to the output, or in the current directory.
static std::string reproducerFile(const Options &options) {
  std::string chosen = getVariable("TILEIRAS_REPRODUCER").value_or("");
  if (!chosen.empty())
    return chosen == "none" ? "" : chosen;
  StringRef output = options.outputFile;
  return ((output == "-" ? "tileiras" : output) + ".reproducer.mlir").str();
}

static CompileResult compile(const Options &options, StringRef input) {
  CompileRequest request = options.request;
  request.input = input;
  StringRef name = options.inputs.front();
  request.inputName = name == "-" ? "<stdin>" : name.str();
  request.isText = isText(input, name);
  request.onPhase = [&](StringRef name) { say(name, options); };
  return compileGuarded(std::move(request), reproducerFile(options));
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

/// Writes remarks to the file, or with the messages. The file is written even
/// if it is empty: clients open it.
static Error writeRemarks(const CompileResult &result, const Options &options) {
  if (!options.yamlRemarks) {
    if (options.diagnosticsFormat == DiagnosticsFormat::Text)
      printRemarks(result.remarksYAML, errs());
    else
      print(result.remarks, options);
    return Error::success();
  }
  if (options.request.remarks.isEmpty())
    return Error::success();
  auto file = OutputFile::open(options.remarksFile);
  return file ? file->commit(result.remarksYAML) : file.takeError();
}

static int run(const Options &options) {
  if (options.inputs.empty()) {
    printHelp(/*showHidden=*/false);
    return fail({ExitUsage, "no input file provided"}, options);
  }
  StringRef name = options.inputs.front();
  auto input = MemoryBuffer::getFileOrSTDIN(name);
  if (!input)
    return fail({ExitUsage, ("unable to read input file '" + name +
                             "': " + input.getError().message())
                                .str()},
                options);
  StringRef bytes = (*input)->getBuffer();
  if (!looksLikeTileIR(bytes, name))
    return fail(notTileIR(bytes), options);
  if (auto error = checkOptions(options))
    return fail(*error, options);
  auto output = OutputFile::open(options.outputFile);
  if (!output)
    return fail(ExitConfiguration, output.takeError(), options);

  CompileResult result = compile(options, bytes);
  print(result.diagnostics, options);
  if (result.fromCache)
    say("taken from the cache in " + options.request.cacheDirectory, options);
  if (!result.ptxasUsed.empty())
    say("used " + result.ptxasUsed, options);
  if (result.status != CompileStatus::Success)
    return exitCodeOf(result.status);
  if (options.scheduleErrors)
    if (auto errors = scheduleErrors(result.remarksYAML); !errors.empty()) {
      print(errors, options);
      return ExitFailed;
    }
  if (Error error = output->commit(result.output))
    return fail(ExitConfiguration, std::move(error), options);
  if (Error error = writeRemarks(result, options))
    return fail(ExitConfiguration, std::move(error), options);
  return ExitSuccess;
}

/// Serves compileInProgram, which reports errors.
static int serveRequest() {
  auto bytes = MemoryBuffer::getSTDIN();
  auto owner = bytes ? decodeRequest((*bytes)->getBuffer()) : nullptr;
  if (!owner)
    return ExitUsage;
  outs() << encodeResult(compileGuarded(owner->request, /*reproducer=*/""));
  return ExitSuccess;
}

extern "C" int tileirasMain(int argc, char **argv) {
  InitLLVM init(argc, argv);
  followConventions();
  Options options;
  if (auto error = parseOptions(ArrayRef(argv + 1, argv + argc), options))
    return fail(*error, options);
  outs() << options.printedOptions;
  if (options.help || options.helpHidden) {
    printHelp(options.helpHidden);
    return ExitSuccess;
  }
  if (options.version) {
    // Clients use the first line as the key of caches, since outputs differ by
    // version.
    outs() << versionLine()
           << (hasPtxas(options.request) ? "" : " without ptxas") << "\n"
           << releaseLine(kNewestBytecodeVersion.str()) << "\n";
    return ExitSuccess;
  }
  if (options.serveRequest)
    return serveRequest();
  if (options.listVersions) {
    listVersions();
    return ExitSuccess;
  }
  return run(options);
}
