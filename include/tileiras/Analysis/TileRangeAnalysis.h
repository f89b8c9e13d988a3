//===- TileRangeAnalysis.h - Ranges of the integers of a tile ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Extends MLIR's integer range analysis, which knows `arith`, by the operations
// of nv_tileaa: ids and size of the grid, `assume`, ranges, and tiles of other
// shapes. The range of a tile holds each of its elements.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_ANALYSIS_TILERANGEANALYSIS_H
#define TILEIRAS_ANALYSIS_TILERANGEANALYSIS_H

#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"

namespace tileiras {

class TileRangeAnalysis : public mlir::dataflow::IntegerRangeAnalysis {
public:
  using Lattice = mlir::dataflow::IntegerValueRangeLattice;
  using IntegerRangeAnalysis::IntegerRangeAnalysis;

  mlir::LogicalResult
  visitOperation(mlir::Operation *op, llvm::ArrayRef<const Lattice *> operands,
                 llvm::ArrayRef<Lattice *> results) override;

  /// Handles loops with an unsigned induction variable, too.
  void visitNonControlFlowArguments(mlir::Operation *op,
                                    const mlir::RegionSuccessor &successor,
                                    llvm::ArrayRef<Lattice *> arguments,
                                    unsigned firstIndex) override;
};

} // namespace tileiras

#endif // TILEIRAS_ANALYSIS_TILERANGEANALYSIS_H
