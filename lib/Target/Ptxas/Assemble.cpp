//===- Assemble.cpp - PTX to a cubin ----------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/Ptxas/Assemble.h"

#include "TemporaryFile.h"

#include "tileiras/Support/Subprocess.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tileiras {

static Error writeFile(StringRef path, StringRef text) {
  std::error_code error;
  raw_fd_ostream os(path, error);
  if (!error) {
    os << text;
    os.close();
    error = os.error();
    os.clear_error();
  }
  if (error)
    return createStringError("cannot write '" + path + "': " + error.message());
  return Error::success();
}

/// Removes the temporary file's name, which means nothing to the user.
static std::string withoutPath(StringRef text, StringRef path) {
  std::string result;
  SmallVector<StringRef> parts;
  text.rtrim().split(parts, path);
  return join(parts, "PTX");
}

Expected<AssembleResult> assemblePTX(const PtxasTool &tool, StringRef ptx,
                                     const AssembleRequest &request) {
  auto input = TemporaryFile::create("ptx", request.ownsProcess);
  if (!input)
    return input.takeError();
  auto cubin = TemporaryFile::create("cubin", request.ownsProcess);
  if (!cubin)
    return cubin.takeError();
  if (Error error = writeFile(input->path(), ptx))
    return std::move(error);

  std::string level = "-O" + utostr(request.optLevel);
  SmallVector<StringRef> arguments{"-arch", request.arch, level};
  if (request.lineInfo)
    arguments.push_back("-lineinfo");
  if (request.deviceDebug)
    arguments.push_back("-g");
  if (request.extendedSharedMemory)
    arguments.push_back("--enable-extended-smem=true");
  arguments.append({"-o", cubin->path(), input->path()});
  Subprocess job = jobOfPtxas(tool.path, arguments, request.secondsToWait);
  // In a host, an interrupt from the terminal must reach ptxas.
  job.hasOwnGroup = request.ownsProcess;
  auto output = runSubprocess(job);
  if (!output)
    return output.takeError();

  AssembleResult result;
  result.log = withoutPath(output->text, input->path());
  if (output->numLeftOut != 0)
    result.log += ("\n... and " + Twine(output->numLeftOut) + " bytes").str();
  std::string text = result.log.empty() ? "" : ":\n" + result.log;
  if (int code = output->exitCode.value_or(0))
    return createStringError(tool.describe() + " failed with exit code " +
                             Twine(code) + text);
  auto bytes = MemoryBuffer::getFile(cubin->path(), /*IsText=*/false,
                                     /*RequiresNullTerminator=*/false);
  if (!bytes || (*bytes)->getBufferSize() == 0)
    return createStringError(tool.describe() + " wrote no cubin" + text);
  if (!(*bytes)->getBuffer().starts_with(ELF::ElfMagic))
    return createStringError(tool.describe() +
                             " wrote something else than a cubin: expected an "
                             "ELF file");
  result.cubin = (*bytes)->getBuffer().str();
  return result;
}

} // namespace tileiras
