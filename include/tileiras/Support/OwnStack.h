//===- OwnStack.h - A stack separate from the host's ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler runs in threads of hosts whose stacks may be small, and MLIR and
// LLVM recurse deeply and end the process at fatal errors. Work runs on a
// separate stack, from which a fatal error returns as llvm::Error.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_SUPPORT_OWNSTACK_H
#define TILEIRAS_SUPPORT_OWNSTACK_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <string>

namespace tileiras {

/// LLVM ended in a fatal error.
class LLVMGaveUp : public llvm::ErrorInfo<LLVMGaveUp> {
public:
  static char ID;
  explicit LLVMGaveUp(std::string reason) : reason(std::move(reason)) {}
  void log(llvm::raw_ostream &os) const override { os << reason; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string reason;
};

/// Runs `work` to its end on a deep stack, on this thread. Fails if there isn't
/// enough memory for one, and with LLVMGaveUp if LLVM ended in a fatal error.
///
/// A fatal error leaves work undone, and locks that LLVM may have taken. From
/// then on, this process runs no work any more: that is an error as well.
llvm::Error runOnOwnStack(llvm::function_ref<void()> work);

} // namespace tileiras

#endif // TILEIRAS_SUPPORT_OWNSTACK_H
