//===- MemoryTokenFlow.h - Accesses that a token stands for -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This analysis collects the memory accesses of a function, and for each token
// those that it may stand for: an access's token for the access and all that
// its token operand stands for, a joined or selected token for all that its
// operands do, an argument of a region or a result of a loop or branch for all
// that may flow into it.
//
// The sets are bit vectors over the accesses, found by propagation along the
// flow of values until they are stable.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_MEMORYTOKENFLOW_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_MEMORYTOKENFLOW_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "llvm/ADT/BitVector.h"

namespace tileiras {

struct MemoryAccess {
  mlir::Operation *op;
  /// Whether it writes, or orders later accesses as a write would: an acquiring
  /// load.
  bool writes;
};

class MemoryTokenFlow {
public:
  explicit MemoryTokenFlow(mlir::Region &body);

  /// Returns the index of an access in program order, from zero.
  std::optional<unsigned> getIndex(mlir::Operation *op) const;
  const MemoryAccess &getAccess(unsigned index) const {
    return accesses[index];
  }

  unsigned getNumAccesses() const { return accesses.size(); }

  /// Returns whether a token operand of access `index` may stand for access
  /// `other`.
  bool isOrderedAfter(unsigned index, unsigned other) const;
  /// Returns the accesses that a token operand of access `index` may stand
  /// for.
  llvm::BitVector getEarlier(unsigned index) const;

private:
  void collect(mlir::Region &body);
  void propagate();

  llvm::SmallVector<MemoryAccess> accesses;
  llvm::DenseMap<mlir::Operation *, unsigned> indices;
  /// For each token, the values that it flows to, and the accesses that it
  /// stands for.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value, 2>> successors;
  llvm::DenseMap<mlir::Value, llvm::BitVector> standsFor;
};

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_MEMORYTOKENFLOW_H
