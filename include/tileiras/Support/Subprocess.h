//===- Subprocess.h - Runs a program and keeps its output -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For libraries in the processes of others. It changes nothing of the host: no
// signal handler, no mask, no open file. A host that ignores SIGCHLD, or that
// waits for any child, only hides the child's exit code.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_SUPPORT_SUBPROCESS_H
#define TILEIRAS_SUPPORT_SUBPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace tileiras {

/// A program, and the options of its run.
struct Subprocess {
  /// The path of the program.
  llvm::StringRef program;
  llvm::ArrayRef<llvm::StringRef> arguments;
  /// The text of the program's standard input.
  llvm::StringRef input;
  /// If true, standard error is kept, interleaved with standard output;
  /// otherwise it goes to standard error of this process.
  bool keepsErrors = true;
  /// The time limit; 0 if there is none.
  unsigned secondsToWait = 0;
  /// The name of that limit in messages.
  llvm::StringRef limitName = "the time limit";
  /// If true, the program and the processes that it starts are a group, which
  /// is ended when the time is over. Interrupts from a terminal don't reach it
  /// then: the caller has to end with the interrupt himself.
  bool hasOwnGroup = false;
  /// Only the first bytes of the output are kept, at most this many.
  size_t maxOutput = SIZE_MAX;
};

struct SubprocessOutput {
  /// Unset if the host hides it from this library.
  std::optional<int> exitCode;
  std::string text;
  /// The bytes that exceeded the limit.
  size_t numLeftOut = 0;
};

/// The system refused a process, memory or a pipe.
class NoResources : public llvm::ErrorInfo<NoResources> {
public:
  static char ID;
  explicit NoResources(std::string message) : message(std::move(message)) {}
  void log(llvm::raw_ostream &os) const override { os << message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string message;
};

/// Runs a program to its end. It ends with the thread that calls this. Fails
/// with NoResources, or because of the program: it can't be started, a signal
/// ended it, or it exceeded the time limit. Threads may run programs at the
/// same time.
llvm::Expected<SubprocessOutput> runSubprocess(const Subprocess &job);

} // namespace tileiras

#endif // TILEIRAS_SUPPORT_SUBPROCESS_H
