//===- BackendDiagnostics.cpp - Errors of LLVM's passes -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BackendDiagnostics.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tileiras {

namespace {
struct Collector : DiagnosticHandler {
  explicit Collector(std::string &errors) : errors(errors) {}

  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() != DS_Error)
      return true;
    raw_string_ostream os(errors);
    if (!errors.empty())
      os << '\n';
    DiagnosticPrinterRawOStream printer(os);
    info.print(printer);
    return true;
  }

  std::string &errors;
};
} // namespace

BackendDiagnostics::BackendDiagnostics(LLVMContext &context)
    : context(context), previous(context.getDiagnosticHandler()) {
  context.setDiagnosticHandler(std::make_unique<Collector>(errors));
}

BackendDiagnostics::~BackendDiagnostics() {
  context.setDiagnosticHandler(std::move(previous));
}

Error BackendDiagnostics::takeError() {
  if (errors.empty())
    return Error::success();
  return createStringError(std::exchange(errors, {}));
}

} // namespace tileiras
