//===- ReservedNumbers.h - Numbers that arrays can't hold -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reader and writer share this check.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_RESERVEDNUMBERS_H
#define TILEIRAS_LIB_BYTECODE_RESERVEDNUMBERS_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <limits>
#include <optional>

namespace tileiras {

/// Returns the first element with an extreme value, which the format reserves
/// in arrays of attributes.
template <typename T> std::optional<T> findReserved(llvm::ArrayRef<T> numbers) {
  for (T number : numbers)
    if (number == std::numeric_limits<T>::max() ||
        number == std::numeric_limits<T>::min())
      return number;
  return std::nullopt;
}

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_RESERVEDNUMBERS_H
