//===- Npy.h - NumPy's .npy files -------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_ARGUMENTS_NPY_H
#define TILEIRAS_ARGUMENTS_NPY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tileiras::run {

/// A C-contiguous array. Types without a NumPy name (bf16, fp8) have a void
/// descriptor; only their size is known.
class Array {
public:
  /// Makes an array with undefined contents. Fails if \p descr isn't a
  /// descriptor, or if there isn't enough memory for the elements.
  static llvm::Expected<Array> make(llvm::StringRef descr,
                                    std::vector<int64_t> shape);

  llvm::StringRef descr() const { return description; } // "<f4", "|V2"
  char kind() const { return description[1]; }          // f i u b V
  unsigned itemSize() const { return itemSizeOf(description); }
  llvm::ArrayRef<int64_t> shape() const { return extents; }
  uint64_t count() const { return bytes().size() / itemSize(); }
  llvm::ArrayRef<uint8_t> bytes() const { return contents(); }
  llvm::MutableArrayRef<uint8_t> bytes() { return contents(); }

  /// The bytes of an element; 0 for a type that is not supported.
  static unsigned itemSizeOf(llvm::StringRef descr);

private:
  llvm::MutableArrayRef<uint8_t> contents() const {
    return {reinterpret_cast<uint8_t *>(storage->getBufferStart()),
            storage->getBufferSize()};
  }

  std::string description;
  std::vector<int64_t> extents;
  std::unique_ptr<llvm::WritableMemoryBuffer> storage;
};

/// Reads versions 1 to 3 of the format (NumPy's documentation,
/// "numpy.lib.format"), in C order and little endian. Fails for others, and if
/// the file is truncated.
llvm::Expected<Array> readNpy(llvm::StringRef path);
llvm::Error writeNpy(llvm::StringRef path, const Array &array);

/// Returns NumPy's descriptor of f32, bf16, i8, …; empty if unknown.
std::string descrOf(llvm::StringRef type);

} // namespace tileiras::run

#endif // TILEIRAS_ARGUMENTS_NPY_H
