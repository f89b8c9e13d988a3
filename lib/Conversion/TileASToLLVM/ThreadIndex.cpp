//===- ThreadIndex.cpp - The elements that a thread holds -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadIndex.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace tileiras::to_llvm {

Value callIntrinsic(OpBuilder &builder, Location loc, const Twine &name,
                    ValueRange operands, Type type) {
  return LLVM::CallIntrinsicOp::create(builder, loc, type,
                                       builder.getStringAttr(name), operands)
      .getResult(0);
}

/// Returns the index of the warp in its agent, from that in the CTA.
static Value getWarpInAgent(OpBuilder &builder, Location loc,
                            const nv_tileas::AgentGroup &group, Value warp) {
  unsigned size = group.warpsPerAgent;
  if (size == 1)
    return i32Constant(builder, loc, 0);
  if (group.firstWarp % size != 0)
    warp = LLVM::SubOp::create(builder, loc, warp,
                               i32Constant(builder, loc, group.firstWarp));
  return LLVM::AndOp::create(builder, loc, warp,
                             i32Constant(builder, loc, size - 1));
}

ThreadIndex getThreadIndex(OpBuilder &builder, Location loc) {
  Value thread = NVVM::ThreadIdXOp::create(builder, loc, builder.getI32Type());
  Value lane =
      LLVM::AndOp::create(builder, loc, thread, i32Constant(builder, loc, 31));
  Value warp =
      LLVM::LShrOp::create(builder, loc, thread, i32Constant(builder, loc, 5));
  if (std::optional<nv_tileas::AgentGroup> group =
          nv_tileas::getEnclosingAgents(builder.getInsertionBlock()))
    warp = getWarpInAgent(builder, loc, *group, warp);
  return {lane, warp};
}

bool isOfCluster(Operation *op) {
  auto func = dyn_cast<FunctionOpInterface>(op);
  if (!func)
    func = op->getParentOfType<FunctionOpInterface>();
  return func && func->hasAttr("nvvm.cluster_dim");
}

RegisterIndex::RegisterIndex(OpBuilder &builder, Location loc,
                             ArrayRef<uint64_t> registerBases,
                             ArrayRef<uint64_t> laneBases,
                             ArrayRef<uint64_t> warpBases, ThreadIndex thread)
    : registerBases(registerBases) {
  uint64_t laneMask = 0, warpMask = 0, registerMask = 0;
  for (uint64_t basis : laneBases)
    laneMask |= basis;
  for (uint64_t basis : warpBases)
    warpMask |= basis;
  for (uint64_t basis : registerBases)
    registerMask |= basis;
  threadMask = laneMask | warpMask;
  sum = (threadMask & registerMask) == 0;

  Value lane = applyBases(builder, loc, laneBases, thread.lane);
  if (warpMask == 0) {
    threadPart = lane;
    return;
  }
  Value warp = applyBases(builder, loc, warpBases, thread.warp);
  if (laneMask == 0)
    threadPart = warp;
  else
    threadPart = addBits(builder, loc, lane, laneMask, warp, warpMask);
}

RegisterIndex RegisterIndex::coordinate(OpBuilder &builder, Location loc,
                                        const LinearLayout &layout,
                                        unsigned dim, ThreadIndex thread) {
  auto along = [&](InDim in) {
    SmallVector<uint64_t> bases;
    for (unsigned bit = 0; bit < layout.getInBits(in); ++bit)
      bases.push_back(layout.getBasis(in, bit)[dim]);
    return bases;
  };
  return RegisterIndex(builder, loc, along(InDim::Register), along(InDim::Lane),
                       along(InDim::Warp), thread);
}

RegisterIndex RegisterIndex::flat(OpBuilder &builder, Location loc,
                                  const LinearLayout &layout,
                                  ThreadIndex thread) {
  return RegisterIndex(builder, loc, layout.getFlatBases(InDim::Register),
                       layout.getFlatBases(InDim::Lane),
                       layout.getFlatBases(InDim::Warp), thread);
}

uint64_t RegisterIndex::getConstant(uint64_t reg) const {
  uint64_t value = 0;
  for (auto [bit, basis] : llvm::enumerate(registerBases))
    if (reg >> bit & 1)
      value ^= basis;
  return value;
}

Value RegisterIndex::get(OpBuilder &builder, Location loc, uint64_t reg) const {
  uint64_t constant = getConstant(reg);
  if (isUniform())
    return i32Constant(builder, loc, constant);
  if (constant == 0)
    return threadPart;
  // Bits that the thread part doesn't have are added last: they become the
  // immediate offset of an address.
  uint64_t shared = constant & threadMask;
  Value value = threadPart;
  if (shared != 0)
    value = LLVM::XOrOp::create(builder, loc, value,
                                i32Constant(builder, loc, shared));
  if (constant == shared)
    return value;
  uint64_t rest = constant & ~shared;
  return addBits(builder, loc, value, threadMask,
                 i32Constant(builder, loc, rest), rest);
}

} // namespace tileiras::to_llvm
