//===- VerifySchedulePass.cpp - Check a schedule before it is used --------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAS/IR/Schedule.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Verification/VerifySchedule.h"

#include "mlir/IR/Remarks.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASVERIFYSCHEDULE
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace tileiras;

namespace {

class VerifySchedule
    : public tileiras::impl::TileASVerifyScheduleBase<VerifySchedule> {
public:
  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    markAllAnalysesPreserved();
    WalkResult search = func->walk([](Operation *op) {
      return nv_tileas::getFunctionSchedule(op) || nv_tileas::getSchedule(op)
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (!search.wasInterrupted())
      return;
    const TargetInfo *target = getTarget(func);
    if (!target || failed(verifySchedule(func, *target)))
      return signalPassFailure();
    for (const LoopCost &cost : getLoopCosts(func, *target))
      remark::analysis(cost.loop->getLoc(), remark::RemarkOpts::name("Schedule")
                                                .category("memory")
                                                .function(func.getSymName()))
          << remark::add("an iteration takes {0} cycles by the machine model, "
                         "bound by {1}",
                         cost.interval, cost.bound);
  }
};

} // namespace
