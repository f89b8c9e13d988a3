//===- SliceLoop.h - A loop over slices -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands in place of a consumer: a loop with a body that makes the parts
// of a plan, and the order of its accesses with those around it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICELOOP_H
#define TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICELOOP_H

#include "SliceRules.h"

namespace tileiras {

mlir::Value joinTokens(mlir::OpBuilder &builder, mlir::Location loc,
                       llvm::ArrayRef<mlir::Value> tokens);

/// Writes wait for loads of the plan, too.
void orderWritesAfter(mlir::OpBuilder &builder, const SlicePlan &plan,
                      mlir::Value token);

/// A loop over slices that stands in place of its consumer. Where writes behind
/// it are ordered behind what it loads, it carries a token of its loads.
class SliceLoop {
public:
  /// From the first slice to the last, or back.
  SliceLoop(mlir::OpBuilder &builder, const SlicePlan &plan,
            mlir::ValueRange initial, bool isBackward = false)
      : builder(builder), plan(plan), loop(create(initial)),
        index(createIndex(isBackward)), slices(builder, plan, index) {
    slices.run();
  }

  /// Of the slice, an i32.
  mlir::Value getIndex() const { return index; }

  mlir::Value getCarried(unsigned number) {
    return loop.getRegionIterArg(number);
  }

  void yield(mlir::ValueRange values);

private:
  mlir::scf::ForOp create(mlir::ValueRange carried);
  /// Leaves the builder in the loop.
  mlir::Value createIndex(bool isBackward);

  mlir::OpBuilder &builder;
  const SlicePlan &plan;

public:
  mlir::scf::ForOp loop;

private:
  mlir::Value index;

public:
  SliceBuilder slices;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICELOOP_H
