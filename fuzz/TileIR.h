//===- TileIR.h - Modules in fuzz targets -----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_FUZZ_TILEIR_H
#define TILEIRAS_FUZZ_TILEIR_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>

namespace tileiras::fuzz {

/// A context with the cuda_tile dialect alone, so that findings are ours. It
/// counts errors instead of printing them, and remembers the first.
class QuietContext {
public:
  QuietContext();

  mlir::MLIRContext *get() { return &context; }
  unsigned errors() const { return numErrors; }
  const std::string &firstError() const { return first; }

private:
  mlir::MLIRContext context;
  unsigned numErrors = 0;
  std::string first;
};

mlir::OwningOpRef<mlir::ModuleOp> parseText(llvm::StringRef text,
                                            QuietContext &context);

/// Requires that a parser which returned \p module reported errors if and only
/// if it returned nothing.
void requireErrorsExplain(const mlir::OwningOpRef<mlir::ModuleOp> &module,
                          const QuietContext &context);

std::string print(mlir::ModuleOp module, bool locations = true);

/// Requires that the module's text is read back as the same module.
void requireTextRoundTrip(mlir::ModuleOp module);

} // namespace tileiras::fuzz

#endif // TILEIRAS_FUZZ_TILEIR_H
