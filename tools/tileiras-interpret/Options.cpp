//===- Options.cpp - The command line of tileiras-interpret -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "tileiras/Arguments/ArgumentOptions.h"
#include "tileiras/Support/Version.h"

#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace tileiras::run {

namespace {

/// The options are constructed when the program runs, not when the library that
/// contains it in a release is loaded: other programs are in there, too.
struct CommandLine {
  cl::OptionCategory category{"tileiras-interpret options"};
  cl::opt<std::string> inputFile{
      cl::Positional, cl::desc("K.{tileirbc,mlir}, or - for standard input"),
      cl::cat(category)};
  cl::opt<std::string> gridText{"grid", cl::init("1"), cl::cat(category),
                                cl::desc("Tile blocks, X[,Y[,Z]]")};
  ArgumentOptions kernel{category};
  cl::opt<uint64_t> maxSteps{
      "max-steps", cl::init(interpreter::Launch().maxSteps), cl::cat(category),
      cl::desc("Fail when a tile block has executed this many operations")};
  cl::opt<bool> listOperations{
      "list-operations", cl::cat(category),
      cl::desc("Print the interpreted operations, in Markdown")};

  cl::extrahelp moreHelp{R"(
ARGUMENTS are those of tileiras-run, in the order of the kernel's parameters:
  --arg array:FILE.npy     pointer, all sizes, all strides in elements
  --arg ptr:FILE.npy       the pointer alone
  --arg zeros:f32:16x24    an array of zeros, passed as array:
  --arg empty:f32:16x24    an array that was never written
  --arg random:f32:16x24   numbers from -1 to 1, integers from -4 to 3
  --arg i32:5 f32:1.5 …    a scalar: i8-i64, u8-u64, f16, bf16, f32, f64

EXIT CODES:
  0 success, 1 wrong input, 2 the kernel failed, 3 a result differs
)"};
};

} // namespace

Expected<Options> parseOptions(int argc, char **argv) {
  static CommandLine line;
  cl::HideUnrelatedOptions(line.category);
  followConventions();
  cl::ParseCommandLineOptions(
      argc, argv, "interprets a kernel in Tile IR as the specification says\n");
  Options options;
  options.listsOperations = line.listOperations;
  if (line.listOperations)
    return options;
  if (line.inputFile.empty())
    return createStringError("no kernel to interpret; see --help");
  auto grid = parseExtents(line.gridText, "grid");
  if (!grid)
    return grid.takeError();
  options.input = line.inputFile;
  options.kernel = line.kernel.kernel;
  options.launch.grid = *grid;
  options.launch.maxSteps = line.maxSteps;
  options.arguments = line.kernel.arguments;
  options.files = line.kernel.getFiles();
  return options;
}

} // namespace tileiras::run
