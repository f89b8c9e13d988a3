//===- tileirdisasm.cpp - Tile IR bytecode to text ------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the contents of a bytecode file, without the module around them. Exit
// codes: 0 printed, 1 wrong command line, 2 no or unreadable input, 3 not Tile
// IR bytecode or malformed.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Bytecode/BytecodeReader.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"
#include "tileiras/Support/Version.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace {
enum class PreviewFeature { Simt };
enum ExitCode { Success = 0, NoInput = 2, Malformed = 3 };

struct Options {
  cl::OptionCategory category{"Disassembler options"};
  cl::opt<std::string> input{cl::Positional, cl::desc("<tile bytecode file>"),
                             cl::cat(category)};
  cl::opt<bool> debugInfo{
      "print-debug-info", cl::cat(category),
      cl::desc("Annotate disassembly with debugging information, if present.")};
  cl::alias shortDebugInfo{"g", cl::desc("Alias for --print-debug-info"),
                           cl::aliasopt(debugInfo), cl::cat(category)};
  cl::list<PreviewFeature> preview{
      "preview", cl::CommaSeparated, cl::cat(category),
      cl::desc("Enable one or more named preview features"),
      cl::values(clEnumValN(PreviewFeature::Simt, "simt",
                            "functions that are not entries"))};
};
} // namespace

static void printVersion(raw_ostream &os) {
  os << "tileirdisasm: Tileiras Tile IR disassembler " TILEIRAS_VERSION "\n"
     << "Bytecode versions " << tileiras::kOldestBytecodeVersion.str() << " - "
     << tileiras::kNewestBytecodeVersion.str() << "\n"
     << tileiras::releaseLine(tileiras::kNewestBytecodeVersion.str()) << "\n";
}

/// Prints one line for each diagnostic, in the form that clients parse.
static void printDiagnostic(mlir::Diagnostic &diagnostic) {
  if (auto location =
          mlir::cuda_tile::findFileLineCol(diagnostic.getLocation()))
    errs() << "loc(" << location.getFilename() << ':' << location.getLine()
           << ':' << location.getColumn() << "): ";
  bool isError = diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
  errs() << (isError ? "error: " : "warning: ") << diagnostic << '\n';
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    errs() << "note: " << note << '\n';
}

/// Prints the lines between the braces of the module, without their
/// indentation, and the text that the printer writes after it (names of
/// locations, which all of the module shares).
static void printBody(mlir::cuda_tile::ModuleOp module, bool debugInfo,
                      raw_ostream &os) {
  std::string text;
  raw_string_ostream stream(text);
  // The module's own location is not shown, so it must not be the first to get
  // a name.
  if (!module.getBody().front().empty())
    module->setLoc(module.getBody().front().front().getLoc());
  mlir::OpPrintingFlags flags;
  flags.enableDebugInfo(debugInfo);
  module->print(stream, flags);
  if (std::optional<StringRef> producer = module.getProducer())
    os << "// Producer: " << *producer << '\n';
  StringRef rest = StringRef(text).split('\n').second;
  bool inBody = true;
  while (!rest.empty()) {
    auto [line, next] = rest.split('\n');
    bool closes = inBody && line.starts_with("}");
    if (closes)
      inBody = false;
    else
      os << line.drop_front(inBody && line.starts_with("  ") ? 2 : 0) << '\n';
    rest = next;
  }
}

static int disassemble(const Options &options) {
  if (options.input.empty()) {
    cl::PrintHelpMessage();
    errs() << "error: no input file provided\n";
    return NoInput;
  }
  auto buffer = MemoryBuffer::getFileOrSTDIN(options.input);
  if (!buffer) {
    errs() << "error: unable to read input file '" << options.input
           << "': " << buffer.getError().message() << '\n';
    return NoInput;
  }
  StringRef bytes = (*buffer)->getBuffer();
  if (!tileiras::isTileIRBytecode(bytes)) {
    errs() << "error: input does not correspond to Tile IR bytecode";
    if (tileiras::isMLIRBytecode(bytes))
      errs() << " (it looks like MLIR bytecode instead)";
    errs() << '\n';
    return Malformed;
  }
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  context.getDiagEngine().registerHandler(printDiagnostic);
  tileiras::BytecodeReaderOptions readerOptions;
  readerOptions.allowPreview = !options.preview.empty();
  auto module = tileiras::readBytecode(**buffer, &context, readerOptions);
  if (!module) {
    errs() << "error: failed to read provided Tile IR bytecode\n";
    return Malformed;
  }
  // Only an operation without a parent is printed with the names of locations.
  auto body = *module->getOps<mlir::cuda_tile::ModuleOp>().begin();
  body->remove();
  mlir::OwningOpRef<mlir::cuda_tile::ModuleOp> owner(body);
  printBody(body, options.debugInfo, outs());
  return Success;
}

extern "C" int tileirasDisasmMain(int argc, char **argv) {
  InitLLVM init(argc, argv);
  Options options;
  cl::HideUnrelatedOptions(options.category);
  tileiras::followConventions();
  cl::SetVersionPrinter(printVersion);
  cl::ParseCommandLineOptions(argc, argv,
                              "tileirdisasm: Tile IR disassembler\n");
  return disassemble(options);
}
