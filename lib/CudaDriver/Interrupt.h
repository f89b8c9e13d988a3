//===- Interrupt.h - Ctrl-C while a grid runs -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch returns when the grid has ended, and until then Python runs no
// handler: a signal waits for the C function to return. So the driver listens
// too. If Python's own handler of SIGINT raises KeyboardInterrupt, the first
// Ctrl-C ends the grid. A handler that the program has installed may do
// anything; then the first is the handler's, and the second ends the grid.
// Programs without Python, and those that ignore SIGINT or are ended by it, are
// not affected.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDADRIVER_INTERRUPT_H
#define TILEIRAS_CUDADRIVER_INTERRUPT_H

#include <csignal>

namespace tileiras::cuda {

/// Python's behaviour at SIGINT. It is determined before the driver's lock is
/// acquired, since it may have to wait for the interpreter's lock.
struct InterruptPolicy {
  /// The number of signals that end a grid; 0 if none does.
  int needed = 0;
  /// Python raises KeyboardInterrupt in this thread when the launch returns, so
  /// that the launch itself reports nothing.
  bool isRaisedHere = false;

  static InterruptPolicy ofProcess();
};

/// Listens to SIGINT as long as it lives, and forwards the signals. At most one
/// exists at a time.
class InterruptListener {
public:
  explicit InterruptListener(InterruptPolicy policy);
  ~InterruptListener();
  InterruptListener(const InterruptListener &) = delete;
  InterruptListener &operator=(const InterruptListener &) = delete;

  /// Returns whether enough signals have arrived to end the grid.
  bool heardEnough() const;
  const InterruptPolicy policy;

private:
  bool isInstalled = false;
};

} // namespace tileiras::cuda

#endif // TILEIRAS_CUDADRIVER_INTERRUPT_H
