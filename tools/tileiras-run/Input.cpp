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

Expected<std::string> compile(StringRef path, StringRef tileiras, StringRef gpu,
                              StringRef deviceLibrary) {
  SmallString<128> output;
  if (std::error_code error =
          sys::fs::createTemporaryFile("tileiras-run", "ptx", output))
    return createStringError("cannot make a temporary file: " +
                             error.message());
  SmallVector<StringRef> args{tileiras,     path,         "-o", output,
                              "--emit=ptx", "--gpu-name", gpu};
  if (!deviceLibrary.empty())
    args.append({"--device-library", deviceLibrary});
  std::string message;
  int status =
      sys::ExecuteAndWait(tileiras, args, std::nullopt, {}, 0, 0, &message);
  Expected<std::string> text =
      status == 0 ? readFile(output)
                  : Expected<std::string>(createStringError(
                        tileiras + " failed on " + path +
                        (message.empty() ? "" : ": ") + message));
  sys::fs::remove(output);
  return text;
}

} // namespace

Expected<std::string> readPtx(StringRef path, StringRef tileiras, StringRef gpu,
                              StringRef deviceLibrary) {
  StringRef extension = sys::path::extension(path);
  if (extension == ".mlir" || extension == ".tileirbc")
    return compile(path, tileiras, gpu, deviceLibrary);
  Expected<std::string> data = readFile(path);
  if (!data || !looksLikeCubin(*data))
    return data;
  Expected<std::string> ptx = ptxOfCubin(*data);
  if (!ptx)
    return createStringError(path + ": " + toString(ptx.takeError()));
  return ptx;
}

} // namespace tileiras::run
