//===- tileiras-interpret.cpp - Interprets a kernel in Tile IR --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This is not a part of tileiras-run: that program links the emulator and no
// MLIR, and this one the dialect and no emulator.
//
// Exit codes: 0 success, 1 the command line or an input is wrong, 2 the kernel
// failed, 3 a result is not as expected.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Parameters.h"

#include "tileiras/Bytecode/BytecodeReader.h"
#include "tileiras/Pipelines/TextReader.h"

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace tileiras;
using namespace tileiras::run;

namespace {

enum ExitCode { Success = 0, BadInput = 1, KernelFailed = 2, Differs = 3 };

ExitCode fail(ExitCode code, Error error) {
  errs() << "error: " << toString(std::move(error)) << '\n';
  return code;
}

/// Prints FILE:LINE:COLUMN: error: MESSAGE, then its notes.
void printDiagnostic(mlir::Diagnostic &diagnostic) {
  auto location = mlir::cuda_tile::findFileLineCol(diagnostic.getLocation());
  if (location)
    errs() << location.getFilename().getValue() << ':' << location.getLine()
           << ':' << location.getColumn() << ": ";
  errs() << "error: " << diagnostic << '\n';
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    errs() << "note: " << note << '\n';
}

/// Reads bytecode or text; returns null after errors, which have been printed.
mlir::OwningOpRef<mlir::ModuleOp> readProgram(MemoryBufferRef buffer,
                                              mlir::MLIRContext &context) {
  if (isTileIRBytecode(buffer.getBuffer()))
    return readBytecode(buffer, &context);
  return readText(buffer.getBuffer(), buffer.getBufferIdentifier(), &context);
}

/// Runs a kernel and writes the requested outputs.
ExitCode runKernel(mlir::cuda_tile::ModuleOp module, const Options &options) {
  interpreter::Interpreter interpreter(module);
  auto kernel = interpreter.findKernel(options.kernel);
  if (!kernel)
    return fail(BadInput, kernel.takeError());
  auto arguments = ArgumentList::parse(options.arguments);
  if (!arguments)
    return fail(BadInput, arguments.takeError());
  if (Error error = arguments->parseFiles(options.files))
    return fail(BadInput, std::move(error));
  auto passed = passArguments(interpreter.getMemory(), *kernel, *arguments);
  if (!passed)
    return fail(BadInput, passed.takeError());
  if (failed(interpreter.launch(*kernel, passed->parameters, options.launch)))
    return KernelFailed;
  std::optional<mlir::Location> where;
  if (Error error = fetchArrays(interpreter.getMemory(), passed->arrays,
                                *arguments, where)) {
    mlir::emitError(*where) << toString(std::move(error));
    return KernelFailed;
  }
  arguments->keepOutputs();
  if (Error error = arguments->writeOutputs(/*runs=*/1))
    return fail(BadInput, std::move(error));
  Expected<bool> same = arguments->compareWithFiles();
  if (!same)
    return fail(BadInput, same.takeError());
  return *same ? Success : Differs;
}

ExitCode runFile(const Options &options, mlir::MLIRContext &context) {
  auto buffer = MemoryBuffer::getFileOrSTDIN(options.input);
  if (!buffer)
    return fail(BadInput,
                createStringError("cannot read " + options.input + ": " +
                                  buffer.getError().message()));
  auto program = readProgram(**buffer, context);
  if (!program)
    return BadInput;
  auto modules = program->getOps<mlir::cuda_tile::ModuleOp>();
  if (modules.empty())
    return fail(BadInput, createStringError(options.input +
                                            " holds no cuda_tile.module"));
  return runKernel(*modules.begin(), options);
}

/// Prints a table of all operations of the dialect.
void printOperations(mlir::MLIRContext &context) {
  outs() << "| operation | interpreted |\n| --- | --- |\n";
  SmallVector<mlir::RegisteredOperationName> names(
      context.getRegisteredOperationsByDialect("cuda_tile"));
  sort(names,
       [](auto x, auto y) { return x.getStringRef() < y.getStringRef(); });
  for (mlir::RegisteredOperationName name : names)
    outs() << "| `" << name.stripDialect() << "` | "
           << (interpreter::isInterpreted(name) ? "yes" : "no") << " |\n";
}

ExitCode runCommand(int argc, char **argv) {
  Expected<Options> options = parseOptions(argc, argv);
  if (!options)
    return fail(BadInput, options.takeError());
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  context.loadDialect<mlir::cuda_tile::CudaTileDialect>();
  context.getDiagEngine().registerHandler(printDiagnostic);
  if (!options->listsOperations)
    return runFile(*options, context);
  printOperations(context);
  return Success;
}

} // namespace

extern "C" int tileirasInterpretMain(int argc, char **argv) {
  InitLLVM init(argc, argv);
  ExitCode code = runCommand(argc, argv);
  outs().flush();
  return code;
}
