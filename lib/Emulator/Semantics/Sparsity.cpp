//===- Sparsity.cpp - A matrix of which half is stored --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Semantics/Sparsity.h"

#include "tileiras/Emulator/Machine/AsyncOperation.h"

namespace tileiras::emu {

bool expandSparse(
    AsyncOperation &operation, const MatrixElement &element, bool ordered,
    llvm::function_ref<std::optional<unsigned>(unsigned, unsigned)> metadata,
    const ValueMatrix &stored, ValueMatrix &matrix) {
  unsigned chunk = chunkOf(element), kept = chunk / 2;
  for (unsigned row = 0; row < matrix.rows; ++row) {
    for (unsigned c = 0; c < matrix.depth / chunk; ++c) {
      std::optional<unsigned> bits = metadata(row, c);
      if (!bits)
        return false;
      if (!isMetadata(element, *bits, ordered)) {
        operation.fault("sparsity metadata of row " + llvm::Twine(row) +
                        ", chunk " + llvm::Twine(c) + " is " +
                        llvm::Twine(*bits) + ", which names no elements");
        return false;
      }
      for (unsigned n = 0; n < kept; ++n)
        matrix.at(row, c * chunk + columnInChunk(element, *bits, n)) =
            stored.at(row, c * kept + n);
    }
  }
  return true;
}

} // namespace tileiras::emu
