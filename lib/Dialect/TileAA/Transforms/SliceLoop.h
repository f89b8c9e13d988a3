//===- SliceLoop.h - A loop over slices -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A consumer is replaced by a loop, whose body makes the parts of a plan. The
// loop keeps the memory order between its accesses and those around it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICELOOP_H
#define TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICELOOP_H

#include "SliceRules.h"

namespace tileiras {

mlir::Value joinTokens(mlir::OpBuilder &builder, mlir::Location loc,
                       llvm::ArrayRef<mlir::Value> tokens);

/// Makes the writes after the consumer also wait for loads of the plan.
void orderWritesAfter(mlir::OpBuilder &builder, const SlicePlan &plan,
                      mlir::Value token);

/// A loop over slices that replaces its consumer. If writes after it are
/// ordered after its loads, it carries a token of its loads.
class SliceLoop {
public:
  /// Iterates from the first slice to the last, or back.
  SliceLoop(mlir::OpBuilder &builder, const SlicePlan &plan,
            mlir::ValueRange initial, bool isBackward = false)
      : builder(builder), plan(plan), loop(create(initial)),
        index(createIndex(isBackward)), slices(builder, plan, index) {
    slices.run();
  }

  /// The index of the slice, an i32.
  mlir::Value getIndex() const { return index; }

  mlir::Value getCarried(unsigned number) {
    return loop.getRegionIterArg(number);
  }

  void yield(mlir::ValueRange values);

private:
  mlir::scf::ForOp create(mlir::ValueRange carried);
  /// Leaves the insertion point in the loop.
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
