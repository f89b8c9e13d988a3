//===- TileFacts.h - What is known of the values of a function --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The analyses of nv_tileaa, run on one function: axis facts and ranges of each
// value, and of the memrefs that views are of.
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
  /// Of an integer, or of the elements of a tile of integers.
  mlir::ConstantIntRanges getRange(mlir::Value value) const;

private:
  mlir::DataFlowSolver solver;
};

/// What is known of the parts of a memref.
struct MemRefFacts {
  MemRefFacts(mlir::Value view, const TileFacts &facts);

  /// Powers of two: of the base in bytes, of sizes and strides in elements.
  uint64_t base = 1;
  llvm::SmallVector<uint64_t> sizes, strides;
  /// No size and no stride is larger.
  uint64_t largest = 0;
};

} // namespace tileiras

#endif // TILEIRAS_ANALYSIS_TILEFACTS_H
