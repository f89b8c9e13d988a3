//===- RemarkSelection.h - Which remarks to make -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A remark says how a kernel was compiled, to somebody who wants it faster. It
// has a kind (what became of an optimisation) and a category (what it is
// about). Passes make them with mlir/IR/Remarks.h, always; those that were not
// asked for cost nothing.
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
  /// them; `category` is "none", "all", "memory" or "tensorcore". The last word
  /// on a kind counts.
  llvm::Error select(llvm::StringRef kind, llvm::StringRef category);

  bool isEmpty() const;

  /// As MLIR's remark engine takes it.
  const mlir::remark::RemarkCategories &get() const { return categories; }
  void set(mlir::remark::RemarkCategories given) {
    categories = std::move(given);
  }

private:
  mlir::remark::RemarkCategories categories;
};

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_REMARKSELECTION_H
