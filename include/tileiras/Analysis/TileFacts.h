//===- TileFacts.h - Facts about the values of a function -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the analyses of nv_tileaa on one function: they give axis facts and
// ranges of each value, and of the memrefs of views.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_ANALYSIS_TILEFACTS_H
#define TILEIRAS_ANALYSIS_TILEFACTS_H

#include "tileiras/Analysis/AxisFacts.h"
#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Analysis/DataFlowFramework.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"

namespace tileiras {

class TileFacts {
public:
  explicit TileFacts(mlir::nv_tileaa::FuncOp function);

  AxisFacts getAxisFacts(mlir::Value value) const;
  /// The range of an integer, or of the elements of a tile of integers.
  mlir::ConstantIntRanges getRange(mlir::Value value) const;

private:
  mlir::DataFlowSolver solver;
};

/// The facts about the base, sizes and strides of a memref.
struct MemRefFacts {
  MemRefFacts(mlir::Value view, const TileFacts &facts);

  /// Powers of two that divide the base in bytes, and sizes and strides in
  /// elements.
  uint64_t base = 1;
  llvm::SmallVector<uint64_t> sizes, strides;
  /// An upper bound of all sizes and strides.
  uint64_t largest = 0;
};

} // namespace tileiras

#endif // TILEIRAS_ANALYSIS_TILEFACTS_H
