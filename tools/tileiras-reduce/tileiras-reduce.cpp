//===- tileiras-reduce.cpp - Makes a failing module small -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a program on ever smaller modules. As for mlir-reduce, its exit status
// tells whether a module is interesting: anything but 0.
//
//===----------------------------------------------------------------------===//

#include "Reducer.h"

#include "tileiras/Pipelines/RegisterEverything.h"
#include "tileiras/Support/Version.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Reducer/Tester.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace llvm;

namespace {
struct Options {
  cl::OptionCategory category{"Reducer options"};
  cl::opt<std::string> input{cl::Positional, cl::Required, cl::cat(category),
                             cl::desc("<module>")};
  cl::opt<std::string> test{
      "test", cl::Required, cl::cat(category),
      cl::desc("Program that gets a file and exits with a status other than 0 "
               "if it is interesting")};
  cl::list<std::string> testArguments{
      "test-arg", cl::cat(category),
      cl::desc("Argument for the program, before the file")};
  cl::opt<std::string> output{"o", cl::init("-"), cl::cat(category),
                              cl::desc("File of the result")};
};
} // namespace

static int reduce(const Options &options) {
  mlir::DialectRegistry registry;
  tileiras::registerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler handler(sources, &context);
  auto module =
      mlir::parseSourceFile<mlir::ModuleOp>(options.input, sources, &context);
  if (!module)
    return 1;

  mlir::Tester tester(options.test, options.testArguments);
  auto isInteresting = [&](mlir::ModuleOp candidate) {
    return tester.isInteresting(candidate).first ==
           mlir::Tester::Interestingness::True;
  };
  if (!isInteresting(*module)) {
    errs() << "error: the module is not interesting: '" << options.test
           << "' exits with status 0\n";
    return 1;
  }
  tileiras::Reducer reducer(std::move(module), isInteresting);
  auto reduced = reducer.reduce();

  std::string message;
  auto output = mlir::openOutputFile(options.output, &message);
  if (!output) {
    errs() << "error: " << message << '\n';
    return 1;
  }
  reduced->print(output->os());
  output->os() << '\n';
  output->keep();
  return 0;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  Options options;
  cl::HideUnrelatedOptions(options.category);
  tileiras::followConventions();
  cl::ParseCommandLineOptions(argc, argv, "Makes a failing module small\n");
  return reduce(options);
}
