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

/// Runs `program` with `arguments` (its own name is added) and waits for it.
/// Fails when it cannot be started or dies from a signal.
llvm::Expected<ProcessOutput>
runProcess(llvm::StringRef program, llvm::ArrayRef<llvm::StringRef> arguments);

} // namespace tileiras

#endif // TILEIRAS_TARGET_PTXAS_PROCESS_H
