//===- Barriers.cpp - Waiting and arriving at mbarriers ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Barriers.h"

#include "tileiras/Conversion/CuteToLLVM/ApplyBases.h"
#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::cute_nvgpu;
using tileiras::to_llvm::i32Constant;

namespace tileiras::cutlass_to_nvgpu {

void createIf(OpBuilder &builder, Location loc, Value predicate,
              function_ref<void(OpBuilder &, Location)> body) {
  if (!predicate)
    return body(builder, loc);
  scf::IfOp::create(builder, loc, predicate,
                    [&](OpBuilder &inside, Location at) {
                      body(inside, at);
                      scf::YieldOp::create(inside, at);
                    });
}

Value getBarrier(OpBuilder &builder, Location loc, Value first, Value index) {
  return LLVM::GEPOp::create(builder, loc, first.getType(),
                             builder.getI64Type(), first,
                             ArrayRef<LLVM::GEPArg>{index});
}

void createWait(OpBuilder &builder, Location loc, const TargetInfo &target,
                Value barrier, Value parity) {
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

/// Arrives at the same barrier of every CTA of the cluster.
static void arriveInCluster(OpBuilder &builder, Location loc, Value barrier,
                            uint32_t ctas) {
  auto type = LLVM::LLVMPointerType::get(
      builder.getContext(), unsigned(NVVM::NVVMMemorySpace::SharedCluster));
  for (uint32_t rank = 0; rank < ctas; ++rank)
    MbarrierArriveClusterOp::create(
        builder, loc,
        MapaOp::create(builder, loc, type, barrier,
                       i32Constant(builder, loc, rank)));
}

void createArrival(OpBuilder &builder, Location loc, Value barrier,
                   cutlass::Arrival arrival, std::optional<uint32_t> bytes,
                   Value predicate, uint32_t ctas) {
  if (arrival == cutlass::Arrival::Copies) {
    MbarrierCpAsyncArriveOp::create(builder, loc, barrier);
    return;
  }
  if (arrival == cutlass::Arrival::Warp)
    BarWarpSyncOp::create(builder, loc, i32Constant(builder, loc, -1));
  createIf(builder, loc, predicate, [&](OpBuilder &inside, Location at) {
    if (arrival == cutlass::Arrival::Transactions)
      MbarrierArriveExpectTxOp::create(inside, at, barrier,
                                       i32Constant(inside, at, *bytes),
                                       /*predicate=*/Value());
    else if (arrival == cutlass::Arrival::Mma)
      MbarrierTensorCommitOp::create(inside, at, barrier);
    else if (ctas > 1)
      arriveInCluster(inside, at, barrier, ctas);
    else
      MbarrierArriveOp::create(inside, at, barrier);
  });
}

} // namespace tileiras::cutlass_to_nvgpu
