//===- CrashGuard.h - Work whose crash is no end ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_TILEIRAS_CRASHGUARD_H
#define TOOLS_TILEIRAS_CRASHGUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace tileiras {

/// How work ended.
struct GuardedEnd {
  enum Kind {
    Done,
    Crashed,
    NotStarted, ///< the system has no process for it
  };
  Kind kind = NotStarted;
  /// The result of the work, or why it crashed.
  std::string text;
};

/// Runs `work` in a child of this process, which therefore stays whole whatever
/// happens there, also where a crash left locks of malloc taken. The child's
/// temporary files are removed by whatever ends it but SIGKILL. After
/// `secondsToWait` (0: never) it is ended and counts as crashed. A signal that
/// asks the child to end ends this process as well. For a process with one
/// thread.
GuardedEnd runGuarded(llvm::function_ref<std::string()> work,
                      unsigned secondsToWait = 0);

} // namespace tileiras

#endif // TOOLS_TILEIRAS_CRASHGUARD_H
