//===- RemarkSelection.h - The remarks to make ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A remark tells a user who wants a faster kernel how it was compiled. It has a
// kind (the outcome of an optimisation) and a category (its subject). Passes
// always make them with mlir/IR/Remarks.h; remarks that were not asked for cost
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_PIPELINES_REMARKSELECTION_H
#define TILEIRAS_PIPELINES_REMARKSELECTION_H

#include "mlir/IR/Remarks.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tileiras {

/// The categories, for messages.
inline constexpr llvm::StringLiteral kRemarkCategories =
    "none, all, memory, tensorcore";

/// For each kind, the category of the remarks to make.
class RemarkSelection {
public:
  /// `kind` is "passed", "missed", "failed", "analysis", or empty for all of
  /// them; `category` is "none", "all", "memory" or "tensorcore". The last
  /// setting of a kind counts.
  llvm::Error select(llvm::StringRef kind, llvm::StringRef category);

  bool isEmpty() const;

  /// Returns the selection in the form of MLIR's remark engine.
  const mlir::remark::RemarkCategories &get() const { return categories; }
  void set(mlir::remark::RemarkCategories given) {
    categories = std::move(given);
  }

private:
  mlir::remark::RemarkCategories categories;
};

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_REMARKSELECTION_H
