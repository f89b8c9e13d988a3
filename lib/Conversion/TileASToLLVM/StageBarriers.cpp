//===- StageBarriers.cpp - Barrier objects of stages ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StageBarriers.h"

#include "Owners.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::cute_nvgpu;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

Value getBarrier(OpBuilder &builder, Location loc, Value first, Value stage) {
  return LLVM::GEPOp::create(builder, loc, first.getType(),
                             builder.getI64Type(), first,
                             ArrayRef<LLVM::GEPArg>{stage});
}

void createInit(OpBuilder &builder, Location loc, Value barriers,
                int64_t stages, int64_t arrivals, Value predicate) {
  Value count = i32Constant(builder, loc, arrivals);
  for (int64_t stage = 0; stage < stages; ++stage)
    MbarrierInitOp::create(
        builder, loc,
        getBarrier(builder, loc, barriers, i32Constant(builder, loc, stage)),
        count, predicate);
}

void createWait(OpBuilder &builder, Location loc, const TargetInfo &target,
                Value barrier, Value phase) {
  Value parity =
      LLVM::AndOp::create(builder, loc, phase, i32Constant(builder, loc, 1));
  auto poll = [&](OpBuilder &inside, Location at, ValueRange) {
    Type i1 = inside.getI1Type();
    Value ready;
    if (target.MbarrierTryWait)
      ready = MbarrierTryWaitOp::create(inside, at, i1, barrier, parity);
    else
      ready = MbarrierTestWaitOp::create(inside, at, i1, barrier, parity);
    Value yes =
        LLVM::ConstantOp::create(inside, at, i1, inside.getBoolAttr(true));
    Value again = LLVM::XOrOp::create(inside, at, ready, yes);
    scf::ConditionOp::create(inside, at, again, ValueRange());
  };
  scf::WhileOp::create(builder, loc, TypeRange(), ValueRange(), poll,
                       [](OpBuilder &inside, Location at, ValueRange) {
                         scf::YieldOp::create(inside, at);
                       });
}

void createArrival(OpBuilder &builder, Location loc, Value barrier,
                   CompletionAttr completion, unsigned threads) {
  if (completion.getKind() == CompletionKind::CpAsync) {
    MbarrierCpAsyncArriveOp::create(builder, loc, barrier);
    return;
  }
  if (completion.getKind() == CompletionKind::Tx)
    return createInFirstThread(
        builder, loc, [&](OpBuilder &inside, Location at) {
          MbarrierArriveExpectTxOp::create(
              inside, at, barrier,
              i32Constant(inside, at, completion.getBytes()),
              /*predicate=*/Value());
        });
  auto arrive = [&](OpBuilder &inside, Location at) {
    MbarrierArriveOp::create(inside, at, barrier);
  };
  if (completion.getArrivals() == threads)
    return arrive(builder, loc);
  // One lane for its warp, once the others are done.
  BarWarpSyncOp::create(builder, loc, i32Constant(builder, loc, -1));
  Value isFirst = createOwnerPredicate(builder, loc, /*freeLanes=*/31,
                                       /*freeWarps=*/0);
  scf::IfOp::create(builder, loc, isFirst, [&](OpBuilder &inside, Location at) {
    arrive(inside, at);
    scf::YieldOp::create(inside, at);
  });
}

} // namespace tileiras::to_llvm
