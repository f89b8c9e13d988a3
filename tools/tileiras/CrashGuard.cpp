//===- CrashGuard.cpp - A crash becomes a message ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CrashGuard.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"

using namespace llvm;

namespace tileiras {

/// LLVM recurses over expressions and control flow.
static constexpr unsigned kStackBytes = 256u << 20;

static void onFatalError(void *reason, const char *message, bool) {
  *static_cast<std::string *>(reason) = message;
  if (CrashRecoveryContext *context = CrashRecoveryContext::GetCurrent())
    context->HandleExit(1);
}

std::optional<std::string> runGuarded(function_ref<void()> work) {
  std::string reason;
  CrashRecoveryContext::Enable();
  ScopedFatalErrorHandler handler(onFatalError, &reason);
  CrashRecoveryContext context;
  if (context.RunSafelyOnThread(work, kStackBytes))
    return std::nullopt;
  sys::RunInterruptHandlers();
  return reason.empty() ? "the compiler crashed" : reason;
}

} // namespace tileiras
