//===- TmaLoads.cpp - Loads of loops that TMA can make --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TmaLoads.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::StridedMemRefType;

std::optional<TmaAccess> tileiras::planTmaLoad(TiledLoadOp load,
                                               TensorMapProvider provider,
                                               StridedMemRefType given,
                                               StringRef &reason) {
  // Copies by TMA are not ordered after writes of threads, and may be made by
  // another agent.
  Value token = load.getToken();
  if (token && !load.getReadOnly() &&
      !token.getDefiningOp<nv_tileaa::CreateMemTokenOp>()) {
    reason = "a token orders it after other accesses";
    return std::nullopt;
  }
  return planTmaAccess(load, provider, given, reason);
}

TmaMBarriers::TmaMBarriers(OpBuilder &builder, Location loc, int64_t stages) {
  barriers = AllocMBarrierOp::create(
      builder, loc, MBarrierType::get(builder.getContext(), stages),
      /*offset=*/IntegerAttr());
  auto constant = [&](int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  };
  for (int64_t stage = 0; stage < stages; ++stage)
    AsyncMBarrierInitOp::create(
        builder, loc, nv_tileaa::MemTokenType::get(builder.getContext()),
        getBarrier(builder, loc, constant(stage)), constant(1));
  // Copies see them initialised, and earlier accesses to the ring's bytes are
  // complete.
  ProxyFenceOp::create(builder, loc);
  BarrierOp::create(builder, loc);
}

Value TmaMBarriers::getBarrier(OpBuilder &builder, Location loc,
                               Value slot) const {
  return BufferViewOp::create(
      builder, loc, MBarrierType::get(builder.getContext(), 1), barriers, slot);
}
