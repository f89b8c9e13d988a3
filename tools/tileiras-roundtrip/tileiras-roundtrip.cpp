//===- tileiras-roundtrip.cpp - Checks files of bytecode ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints a line for each file and check: `NAME <tab> CHECK <tab> ok`, or the
// error in place of `ok`. utils/check-roundtrip runs it over many files.
//
//===----------------------------------------------------------------------===//

#include "RoundTrip.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"
#include "tileiras/Support/OutputFile.h"
#include "tileiras/Support/Version.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tileiras;

static cl::list<std::string> inputs(cl::Positional, cl::OneOrMore,
                                    cl::desc("<bytecode files>"));
static cl::opt<std::string>
    encodeDir("encode-dir", cl::value_desc("DIR"),
              cl::desc("Write each file as each version that can express it to "
                       "DIR/VERSION/NAME"));

static void report(StringRef file, StringRef check,
                   std::optional<StringRef> failure) {
  std::string outcome = failure.value_or("ok").str();
  replace(outcome, '\n', ' ');
  outs() << file << '\t' << check << '\t' << outcome << '\n';
}

/// Returns false if the file can't be written.
static bool writeInto(StringRef directory, StringRef name, StringRef bytes) {
  SmallString<128> path(directory);
  sys::path::append(path, name);
  // If the directory can't be made, the file can't be written either.
  (void)sys::fs::create_directories(directory);
  Error error = writeFile(path, [&](raw_ostream &os) { os << bytes; });
  if (!error)
    return true;
  errs() << "error: " << toString(std::move(error)) << '\n';
  return false;
}

static bool encodeAllVersions(mlir::MLIRContext *context, StringRef file,
                              StringRef bytes) {
  StringRef name = sys::path::filename(file);
  for (BytecodeVersion version : getBytecodeVersions()) {
    std::string message;
    auto encoded = reencode(context, bytes, version, message);
    SmallString<128> directory(encodeDir);
    sys::path::append(directory, version.str());
    if (!encoded)
      report(name, version.str(), message);
    else if (writeInto(directory, name, *encoded))
      report(name, version.str(), std::nullopt);
    else
      return false;
  }
  return true;
}

/// Returns false if something could not be read or written; errors in the
/// bytecode are reported.
static bool check(StringRef file) {
  auto buffer = MemoryBuffer::getFile(file);
  if (!buffer) {
    errs() << "error: can't read '" << file
           << "': " << buffer.getError().message() << '\n';
    return false;
  }
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<mlir::cuda_tile::CudaTileDialect>();
  StringRef bytes = (*buffer)->getBuffer();
  report(sys::path::filename(file), "round-trip",
         findRoundTripFailure(&context, bytes));
  return encodeDir.empty() || encodeAllVersions(&context, file, bytes);
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  tileiras::followConventions();
  cl::ParseCommandLineOptions(argc, argv, "Round trips of Tile IR bytecode\n");
  return all_of(inputs, check) ? 0 : 1;
}
