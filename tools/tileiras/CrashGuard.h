//===- CrashGuard.h - Work that may crash -----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver has to report a crash of the compiler, and to clean up after it.
// So the work runs in a forked child, and the parent gets its result or its
// signal.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_TILEIRAS_CRASHGUARD_H
#define TOOLS_TILEIRAS_CRASHGUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace tileiras {

/// The end of guarded work.
struct GuardedEnd {
  enum Kind {
    Done,
    Crashed,
    NotStarted, ///< the system has no process for it
  };
  Kind kind = NotStarted;
  /// The result of the work, or the reason of the crash.
  std::string text;
};

/// Runs `work` in a child of this process, which therefore survives any crash,
/// even one that leaves locks of malloc held. The child's temporary files are
/// removed however it ends, except by SIGKILL. After `secondsToWait` (0: never)
/// it is ended and counts as crashed. A signal that ends the child on request
/// ends this process as well. The process must have one thread.
GuardedEnd runGuarded(llvm::function_ref<std::string()> work,
                      unsigned secondsToWait = 0);

} // namespace tileiras

#endif // TOOLS_TILEIRAS_CRASHGUARD_H
