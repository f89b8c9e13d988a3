//===- Input.cpp - PTX from a file of any kind ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input.h"

#include "tileiras/Support/CubinPtx.h"
#include "tileiras/Support/OutputFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace tileiras::run {

namespace {

Expected<std::string> readFile(StringRef path) {
  auto buffer = MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer)
    return createStringError("cannot read " + path + ": " +
                             buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

/// The output file of the compiler.
Expected<std::string> makeTemporaryFile() {
  SmallString<128> path;
  if (std::error_code error =
          sys::fs::createTemporaryFile("tileiras-run", "out", path))
    return createStringError("cannot make a temporary file: " +
                             error.message());
  return std::string(path);
}

/// \p standardInput is the compiler's; if none, it is the one of this program.
Expected<std::string>
compile(StringRef path, const Compilation &compilation,
        std::optional<StringRef> standardInput = std::nullopt) {
  Expected<std::string> output = makeTemporaryFile();
  if (!output)
    return output.takeError();
  FileRemover remover(*output);
  SmallVector<StringRef> args{
      compilation.compiler, path, "-o", *output, "--gpu-name", compilation.gpu};
  // Line information makes the assembler keep the PTX.
  args.push_back(compilation.makesCubin ? "--lineinfo" : "--emit=ptx");
  if (compilation.forDebugger)
    args.append(
        {"-g", "-O0", "--debug-variables", "--debug-names-from-source"});
  if (!compilation.deviceLibrary.empty())
    args.append({"--device-library", compilation.deviceLibrary});
  std::string message;
  SmallVector<std::optional<StringRef>, 3> redirects;
  if (standardInput)
    redirects = {standardInput, std::nullopt, std::nullopt};
  int status = sys::ExecuteAndWait(compilation.compiler, args, std::nullopt,
                                   redirects, 0, 0, &message);
  if (status == 0)
    return readFile(*output);
  return createStringError(compilation.compiler + " failed on " + path +
                           (message.empty() ? "" : ": ") + message);
}

/// Standard input has no name that would tell its format.
Expected<std::string> readStandardInput(const Compilation &compilation) {
  Expected<std::string> data = readFile("-");
  bool isProgram = data && (StringRef(*data).starts_with("\x7FTileIR") ||
                            StringRef(*data).contains("cuda_tile."));
  if (!isProgram)
    return data;
  Expected<std::string> copy = makeTemporaryFile();
  if (!copy)
    return copy.takeError();
  FileRemover remover(*copy);
  if (Error error = writeFile(*copy, [&](raw_ostream &os) { os << *data; }))
    return std::move(error);
  return compile("-", compilation, *copy);
}

} // namespace

Expected<Input> readInput(StringRef path, const Compilation &compilation) {
  StringRef extension = sys::path::extension(path);
  bool isProgram = extension == ".mlir" || extension == ".tileirbc";
  Expected<std::string> data = path == "-" ? readStandardInput(compilation)
                               : isProgram ? compile(path, compilation)
                                           : readFile(path);
  if (!data)
    return data.takeError();
  if (!looksLikeCubin(*data))
    return Input{std::move(*data), ""};
  Expected<std::string> ptx = ptxOfCubin(*data);
  if (!ptx)
    return createStringError(path + ": " + toString(ptx.takeError()));
  return Input{std::move(*ptx), std::move(*data)};
}

} // namespace tileiras::run
