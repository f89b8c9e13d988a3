//===- Input.cpp - PTX from a file of any kind ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input.h"

#include "tileiras/Support/CubinPtx.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace tileiras::run {

namespace {

Expected<std::string> readFile(StringRef path) {
  auto buffer = MemoryBuffer::getFile(path);
  if (!buffer)
    return createStringError("cannot read " + path + ": " +
                             buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

/// What the compiler writes.
Expected<std::string> compile(StringRef path, const Compilation &compilation) {
  SmallString<128> output;
  if (std::error_code error =
          sys::fs::createTemporaryFile("tileiras-run", "out", output))
    return createStringError("cannot make a temporary file: " +
                             error.message());
  SmallVector<StringRef> args{
      compilation.compiler, path, "-o", output, "--gpu-name", compilation.gpu};
  // Line information makes the assembler keep the PTX.
  args.push_back(compilation.makesCubin ? "--lineinfo" : "--emit=ptx");
  if (compilation.forDebugger)
    args.append(
        {"-g", "-O0", "--debug-variables", "--debug-names-from-source"});
  if (!compilation.deviceLibrary.empty())
    args.append({"--device-library", compilation.deviceLibrary});
  std::string message;
  int status = sys::ExecuteAndWait(compilation.compiler, args, std::nullopt, {},
                                   0, 0, &message);
  Expected<std::string> text =
      status == 0 ? readFile(output)
                  : Expected<std::string>(createStringError(
                        compilation.compiler + " failed on " + path +
                        (message.empty() ? "" : ": ") + message));
  sys::fs::remove(output);
  return text;
}

} // namespace

Expected<Input> readInput(StringRef path, const Compilation &compilation) {
  StringRef extension = sys::path::extension(path);
  bool isProgram = extension == ".mlir" || extension == ".tileirbc";
  Expected<std::string> data =
      isProgram ? compile(path, compilation) : readFile(path);
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
