//===- AxisAnalysis.h - Axis facts of all values of a function --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forward analysis on nv_tileaa for MLIR's data-flow solver: facts flow from
// constants, ranges and `assume` through arithmetic, shapes, loops and branches
// to the pointers and indices of accesses. It depends on DeadCodeAnalysis and
// IntegerRangeAnalysis, which have to be loaded before it.
//
// Each visit of an operation costs time linear in the rank of its tiles
// (constants: once, in their elements), and facts only become weaker, so that
// the whole is linear in the operations but for the factor of nested loops.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_ANALYSIS_AXISANALYSIS_H
#define TILEIRAS_ANALYSIS_AXISANALYSIS_H

#include "tileiras/Analysis/AxisFacts.h"

#include "mlir/Analysis/DataFlow/SparseAnalysis.h"

namespace tileiras {

using AxisLattice = mlir::dataflow::Lattice<AxisFacts>;

class AxisAnalysis
    : public mlir::dataflow::SparseForwardDataFlowAnalysis<AxisLattice> {
public:
  using SparseForwardDataFlowAnalysis::SparseForwardDataFlowAnalysis;

  void setToEntryState(AxisLattice *lattice) override;

  mlir::LogicalResult
  visitOperation(mlir::Operation *op,
                 llvm::ArrayRef<const AxisLattice *> operands,
                 llvm::ArrayRef<AxisLattice *> results) override;

  /// Sets the facts of a loop's induction variable.
  void visitNonControlFlowArguments(mlir::Operation *op,
                                    const mlir::RegionSuccessor &successor,
                                    llvm::ArrayRef<AxisLattice *> arguments,
                                    unsigned firstIndex) override;

private:
  AxisFacts transfer(mlir::Operation *op,
                     llvm::ArrayRef<const AxisLattice *> operands);
  bool isNonNegative(mlir::Operation *op, mlir::Value value);
};

} // namespace tileiras

#endif // TILEIRAS_ANALYSIS_AXISANALYSIS_H
