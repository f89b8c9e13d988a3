//===- Process.cpp - Runs a program and keeps what it says ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Process.h"

#include "TemporaryFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace tileiras {

Expected<ProcessOutput> runProcess(StringRef program,
                                   ArrayRef<StringRef> arguments) {
  auto log = TemporaryFile::create("log");
  if (!log)
    return log.takeError();

  SmallVector<StringRef> argv{program};
  append_range(argv, arguments);
  // Naming one file twice makes both streams share it.
  std::optional<StringRef> redirects[] = {StringRef(""), log->path(),
                                          log->path()};
  std::string error;
  ProcessOutput output;
  output.exitCode =
      sys::ExecuteAndWait(program, argv, /*Env=*/std::nullopt, redirects,
                          /*SecondsToWait=*/0, /*MemoryLimit=*/0, &error);
  if (output.exitCode < 0)
    return createStringError("cannot run '" + program + "': " + error);

  auto text = MemoryBuffer::getFile(log->path());
  if (!text)
    return createStringError("cannot read the output of '" + program +
                             "': " + text.getError().message());
  output.text = (*text)->getBuffer().str();
  return output;
}

} // namespace tileiras
