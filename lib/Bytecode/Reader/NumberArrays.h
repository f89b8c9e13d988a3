//===- NumberArrays.h - Arrays of fixed-width numbers -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_READER_NUMBERARRAYS_H
#define TILEIRAS_LIB_BYTECODE_READER_NUMBERARRAYS_H

#include "ByteCursor.h"

#include "llvm/ADT/SmallVector.h"

namespace tileiras {

/// Reads a varint count and that many numbers of the width of `T`.
template <typename T>
mlir::LogicalResult readNumberArray(ByteCursor &cursor,
                                    llvm::SmallVectorImpl<T> &numbers) {
  mlir::FailureOr<uint64_t> count =
      cursor.readCount(sizeof(T), "an array size");
  if (failed(count))
    return mlir::failure();
  numbers.reserve(*count);
  for (uint64_t i = 0; i < *count; ++i) {
    mlir::FailureOr<uint64_t> number =
        cursor.readFixed(sizeof(T), "an array element");
    if (failed(number))
      return mlir::failure();
    numbers.push_back(static_cast<T>(*number));
  }
  return mlir::success();
}

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_READER_NUMBERARRAYS_H
