//===- MaterializeSharedResults.cpp - Results of single threads -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Atomic operations and ordered loads are executed by one thread for all that
// hold the element. The lanes of its own warp get the result by a shuffle, as
// part of the operation; where other warps hold it too, it goes through a
// buffer, to which the threads that acted copy it.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Contract/SharedMemoryStaging.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyLayouts.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASMATERIALIZESHAREDRESULTS
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// Returns the plan for a scalar: one element, which the first thread stores.
SharedMemoryPlan planScalar(Type type) {
  SharedMemoryPlan plan;
  plan.smem = LinearLayout::fromFlatBases(InDim::Offset, {}, {1});
  plan.elementBits = getMemoryBits(type);
  return plan;
}

class MaterializeSharedResults
    : public tileiras::impl::TileASMaterializeSharedResultsBase<
          MaterializeSharedResults> {
public:
  void runOnOperation() override {
    const TargetInfo *target = getVerifiedTarget(getOperation());
    if (!target)
      return signalPassFailure();
    getOperation().walk([&](Operation *op) {
      if (needsSharedResult(op))
        share(op, *target);
    });
  }

private:
  static void share(Operation *op, const TargetInfo &target) {
    Value result = op->getResult(0);
    Type type = result.getType();
    SharedMemoryPlan plan;
    if (LayoutAttr layout = getLayoutAttr(type))
      plan = planStaging(layout.getLayout(), layout.getLayout(),
                         getElementTypeOrSelf(type), target);
    else
      plan = planScalar(type);
    StagedConversion staging(type, std::move(plan));
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    staging.start(builder, op->getLoc(), result);
    Value shared = staging.finish(builder, op->getLoc());
    result.replaceUsesWithIf(shared, [](OpOperand &use) {
      return !isStoreToBuffer(use.getOwner());
    });
  }
};

} // namespace
