//===- CrashGuard.h - A crash becomes a message -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_TILEIRAS_CRASHGUARD_H
#define TOOLS_TILEIRAS_CRASHGUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <string>

namespace tileiras {

/// Runs `work` on a thread with a deep stack. When it crashes or LLVM gives up
/// with a fatal error, returns what is known of the reason; temporary files of
/// the work are removed. Call at most once at a time.
std::optional<std::string> runGuarded(llvm::function_ref<void()> work);

} // namespace tileiras

#endif // TOOLS_TILEIRAS_CRASHGUARD_H
