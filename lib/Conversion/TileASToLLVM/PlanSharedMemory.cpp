//===- PlanSharedMemory.cpp - How much shared memory a kernel needs -*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedScratch.h"

#include "tileiras/Conversion/TileASToLLVM/Passes.h"
#include "tileiras/Dialect/TileAS/Transforms/LayoutRules.h"

#include "mlir/IR/Remarks.h"

namespace tileiras {
#define GEN_PASS_DEF_PLANSHAREDMEMORY
#include "tileiras/Conversion/TileASToLLVM/Passes.h.inc"
} // namespace tileiras

using namespace mlir;

namespace {

struct PlanSharedMemoryPass
    : tileiras::impl::PlanSharedMemoryBase<PlanSharedMemoryPass> {
  void runOnOperation() override {
    const tileiras::TargetInfo *target =
        tileiras::to_llvm::getTarget(getOperation());
    if (!target)
      return signalPassFailure();
    for (auto func : getOperation().getOps<nv_tileaa::FuncOp>())
      if (failed(
              tileiras::verifyLayouts(func, tileiras::LayoutState::Complete)) ||
          failed(plan(func, *target)))
        signalPassFailure();
  }

  LogicalResult plan(nv_tileaa::FuncOp func,
                     const tileiras::TargetInfo &target) {
    int64_t most = 0;
    func.walk([&](Operation *op) {
      int64_t bytes = tileiras::to_llvm::getScratchBytes(op, target);
      most = std::max(most, bytes);
      if (bytes != 0 && isa<nv_tileas::ConvertLayoutOp>(op))
        remark::analysis(op->getLoc(),
                         remark::RemarkOpts::name("LayoutConversion")
                             .category("memory")
                             .function(func.getSymName()))
            << remark::add("a tile changes its layout through {0} bytes of "
                           "shared memory",
                           bytes);
    });
    if (most > target.SharedMemoryStatic)
      return func.emitError("needs ")
             << most << " bytes of shared memory, more than the "
             << target.SharedMemoryStatic << " of " << target.Name;
    func->setAttr(nv_tileas::TileASDialect::getSharedMemoryAttrName(),
                  Builder(func).getI64IntegerAttr(most));
    return success();
  }
};

} // namespace
