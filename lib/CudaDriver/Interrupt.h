//===- Interrupt.h - Ctrl-C while a grid runs -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch returns when the grid has ended, and till then Python runs no
// handler of its own: a signal waits for the C function to return. So the
// driver listens too. Where Python's own handler of SIGINT raises
// KeyboardInterrupt, the first Ctrl-C ends the grid. A handler that the program
// has installed may want anything; there the first is the handler's, and the
// second ends the grid. Programs without Python, and those that ignore SIGINT
// or die of it, are left alone.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDADRIVER_INTERRUPT_H
#define TILEIRAS_CUDADRIVER_INTERRUPT_H

#include <csignal>

namespace tileiras::cuda {

/// What Python does at SIGINT. Asked before the driver's lock is taken, since
/// it may have to wait for the interpreter's.
struct InterruptPolicy {
  /// How many of them end a grid; 0: none does.
  int needed = 0;
  /// Python raises KeyboardInterrupt in this thread when the launch returns, so
  /// that the launch itself has nothing to say.
  bool isRaisedHere = false;

  static InterruptPolicy ofProcess();
};

/// Listens to SIGINT as long as it lives, and passes on what it hears. One at a
/// time.
class InterruptListener {
public:
  explicit InterruptListener(InterruptPolicy policy);
  ~InterruptListener();
  InterruptListener(const InterruptListener &) = delete;
  InterruptListener &operator=(const InterruptListener &) = delete;

  /// Have there been enough to end the grid?
  bool heardEnough() const;
  const InterruptPolicy policy;

private:
  bool isInstalled = false;
};

} // namespace tileiras::cuda

#endif // TILEIRAS_CUDADRIVER_INTERRUPT_H
