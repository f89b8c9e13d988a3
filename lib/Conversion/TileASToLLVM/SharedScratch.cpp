//===- SharedScratch.cpp - Shared memory that an operation borrows -*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedScratch.h"

#include "MemoryAccess.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

ConversionPlan planConversion(ConvertLayoutOp op, const TargetInfo &target) {
  auto source = cast<RankedTensorType>(op.getSource().getType());
  ConversionOptions options;
  options.elementBits = getMemoryBits(source.getElementType());
  options.maxSharedBytes = kMaxScratchBytes;
  options.useLdMatrix = target.LdMatrix && options.elementBits == 16;
  return tileiras::planConversion(getLayout(source), getLayout(op.getType()),
                                  options);
}

WarpReduction planWarpReduction(ReduceOp op) {
  const LinearLayout &layout = getLayout(op.getOperand(0).getType());
  WarpReduction plan;
  for (unsigned bit = 0; bit < layout.getInBits(InDim::Warp); ++bit)
    if (layout.getBasis(InDim::Warp, bit)[op.getDim()] != 0)
      plan.warpMask |= uint64_t(1) << bit;
  if (plan.warpMask == 0)
    return plan;

  LinearLayout result =
      layout.dropOut(op.getDim()).removeZeroBases(InDim::Register).first;
  int64_t bytes = 0; // of one result of every thread
  for (Value operand : op.getOperands())
    bytes += getMemoryBits(getElementTypeOrSelf(operand.getType())) / 8 *
             layout.getNumLanes() * layout.getNumWarps();
  plan.resultsPerRound = result.getNumRegisters();
  while (plan.resultsPerRound > 1 &&
         plan.resultsPerRound * bytes > kMaxScratchBytes)
    plan.resultsPerRound /= 2;
  plan.rounds = result.getNumRegisters() / plan.resultsPerRound;
  plan.bytes = plan.resultsPerRound * bytes;
  return plan;
}

bool isMadeOnce(Operation *op) {
  if (auto load = dyn_cast<LoadOp>(op))
    return load.getMemSemantic() != nv_tileaa::MemSemantic::WEAK;
  if (auto load = dyn_cast<TiledLoadOp>(op))
    return load.getMemSemantic() != nv_tileaa::MemSemantic::WEAK;
  return isa<AtomicRmwOp, AtomicCasOp>(op);
}

SharedResult planSharedResult(Operation *op) {
  Value result = op->getResult(0);
  Type type = result.getType();
  if (result.use_empty())
    return {};
  int64_t bytes = getMemoryBits(getElementTypeOrSelf(type)) / 8;
  if (!isa<RankedTensorType>(type))
    return {1, bytes};
  const LinearLayout &layout = getLayout(type);
  if (layout.getFreeMask(InDim::Warp) == 0)
    return {};
  bytes *= layout.getNumLanes() * layout.getNumWarps();
  int64_t registers = layout.getNumRegisters();
  while (registers > 1 && registers * bytes > kMaxScratchBytes)
    registers /= 2;
  return {registers, registers * bytes};
}

int64_t getScratchBytes(Operation *op, const TargetInfo &target) {
  if (auto convert = dyn_cast<ConvertLayoutOp>(op)) {
    ConversionPlan plan = planConversion(convert, target);
    return plan.shared ? plan.shared->getBufferBytes() : 0;
  }
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return planWarpReduction(reduce).bytes;
  if (isMadeOnce(op))
    return planSharedResult(op).bytes;
  return 0;
}

const TargetInfo *getTarget(Operation *module) {
  auto capability = module->getAttrOfType<IntegerAttr>(
      nv_tileaa::TileAADialect::getComputeCapabilityAttrName());
  const TargetInfo *target =
      capability ? lookupTarget(capability.getInt()) : nullptr;
  if (!target)
    module->emitError("Failed to get ComputeCapability");
  return target;
}

} // namespace tileiras::to_llvm
