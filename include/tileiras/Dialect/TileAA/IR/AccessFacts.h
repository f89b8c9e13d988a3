//===- AccessFacts.h - Facts about accesses to memory -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These functions implement AccessOpInterface (TileAAInterfaces.td), which
// defines the facts.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_ACCESSFACTS_H
#define TILEIRAS_DIALECT_TILEAA_IR_ACCESSFACTS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

#include <optional>

namespace mlir::nv_tileaa {

/// The elements of a tile that one access may transfer: `elements` of them, a
/// power of two, along dimension `dim`, from any multiple of `elements` on.
struct AccessVector {
  unsigned dim = 0;
  int64_t elements = 1;
};

/// Returns the longest vector that the facts allow, up to `maxBytes`: adjacent
/// elements of `elementBytes`, aligned to the size of the vector.
AccessVector findVector(std::optional<uint64_t> alignment,
                        std::optional<ArrayRef<int64_t>> contiguity,
                        unsigned elementBytes, unsigned maxBytes);

LogicalResult verifyAccessFacts(Operation *op, Type tile,
                                std::optional<uint64_t> alignment,
                                std::optional<ArrayRef<int64_t>> contiguity);

} // namespace mlir::nv_tileaa

#endif // TILEIRAS_DIALECT_TILEAA_IR_ACCESSFACTS_H
