//===- Subprocess.h - Runs a program and keeps what it says -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For libraries in the processes of others. Nothing of the host is touched: no
// signal handler, no mask, no open file. A host that ignores SIGCHLD, or that
// waits for whichever child there is, only hides the child's exit code.
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

/// A program, and how to run it.
struct Subprocess {
  /// Its path.
  llvm::StringRef program;
  llvm::ArrayRef<llvm::StringRef> arguments;
  /// It reads this from standard input.
  llvm::StringRef input;
  /// Whether its standard error is kept, between its standard output; otherwise
  /// it goes where that of this process goes.
  bool keepsErrors = true;
  /// 0: it may come to its end at any time.
  unsigned secondsToWait = 0;
  /// How messages call that limit.
  llvm::StringRef limitName = "the time limit";
  /// Whether it and the processes that it starts are a group, which is ended
  /// when the time is over. Interrupts from a terminal don't reach it then:
  /// whoever asks for that has to end with the interrupt himself.
  bool hasOwnGroup = false;
  /// Of its output so many bytes are kept, the first ones.
  size_t maxOutput = SIZE_MAX;
};

struct SubprocessOutput {
  /// Unset where the host keeps it from this library.
  std::optional<int> exitCode;
  std::string text;
  /// Bytes that went over the limit.
  size_t numLeftOut = 0;
};

/// The system refused what every program needs: a process, memory, a pipe.
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
/// ended it, or it took too long. Threads may run programs at the same time.
llvm::Expected<SubprocessOutput> runSubprocess(const Subprocess &job);

} // namespace tileiras

#endif // TILEIRAS_SUPPORT_SUBPROCESS_H
