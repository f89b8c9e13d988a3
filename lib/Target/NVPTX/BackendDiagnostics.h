//===- BackendDiagnostics.h - Errors of LLVM's passes -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_NVPTX_BACKENDDIAGNOSTICS_H
#define TILEIRAS_TARGET_NVPTX_BACKENDDIAGNOSTICS_H

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace tileiras {

/// Collects the errors that LLVM's passes report to `context` during its
/// lifetime. Without it LLVM prints them and ends the process.
class BackendDiagnostics {
public:
  explicit BackendDiagnostics(llvm::LLVMContext &context);
  ~BackendDiagnostics();
  BackendDiagnostics(const BackendDiagnostics &) = delete;
  BackendDiagnostics &operator=(const BackendDiagnostics &) = delete;

  /// Returns success, or the errors so far.
  llvm::Error takeError();

private:
  llvm::LLVMContext &context;
  std::unique_ptr<llvm::DiagnosticHandler> previous;
  std::string errors;
};

} // namespace tileiras

#endif // TILEIRAS_TARGET_NVPTX_BACKENDDIAGNOSTICS_H
