//===- Process.h - Runs a program and keeps what it says --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_PTXAS_PROCESS_H
#define TILEIRAS_TARGET_PTXAS_PROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace tileiras {

struct ProcessOutput {
  int exitCode = 0;
  /// Standard output and standard error, interleaved.
  std::string text;
};

/// Runs `program` to its end, which must come within `secondsToWait` (0: at any
/// time). Safe on any thread: no signal is used.
llvm::Expected<ProcessOutput>
runProcess(llvm::StringRef program, llvm::ArrayRef<llvm::StringRef> arguments,
           unsigned secondsToWait);

} // namespace tileiras

#endif // TILEIRAS_TARGET_PTXAS_PROCESS_H
