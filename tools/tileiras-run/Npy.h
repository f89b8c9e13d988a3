//===- Npy.h - NumPy's .npy files -------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_RUN_NPY_H
#define TILEIRAS_RUN_NPY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tileiras::run {

/// A C-contiguous array. Types without a NumPy name (bf16, fp8) have a void
/// description; only their size is known.
struct Array {
  std::string descr; // "<f4", "|V2"
  std::vector<int64_t> shape;
  std::vector<uint8_t> bytes;

  char kind() const { return descr[1]; } // f i u b V
  unsigned itemSize() const { return itemSizeOf(descr); }
  uint64_t count() const;

  static unsigned itemSizeOf(llvm::StringRef descr);
};

llvm::Expected<Array> readNpy(llvm::StringRef path);
llvm::Error writeNpy(llvm::StringRef path, const Array &array);

/// NumPy's description of f32, bf16, i8, … ; empty when unknown.
std::string descrOf(llvm::StringRef type);

} // namespace tileiras::run

#endif // TILEIRAS_RUN_NPY_H
