//===- CollectiveAtoms.cpp - What lets threads meet and combine -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Transforms/CollectiveAtoms.h"

#include "tileiras/Dialect/TileAS/Transforms/AgentRules.h"
#include "tileiras/Dialect/TileAS/Transforms/PipelineRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using cute_nvgpu::Combination;

AtomAttr tileiras::chooseBarrierAtom(BarrierOp barrier) {
  MLIRContext *context = barrier.getContext();
  std::optional<AgentGroup> group = getEnclosingAgents(barrier);
  if (group && !needsNamedBarrier(barrier))
    return AtomAttr::get(context, lookupAtom("bar.warp.sync"));
  unsigned threads =
      group ? barrier.getThreads().value_or(group->threadsPerAgent())
            : countThreadsAt(barrier);
  return AtomAttr::get(context, lookupAtom("bar.sync"), threads);
}

/// Bits of the lane that lie along the reduced dimension.
static unsigned countReducedBits(ReduceOp reduce) {
  const LinearLayout &layout = getLayout(reduce.getOperand(0).getType());
  unsigned count = 0;
  for (unsigned bit = 0; bit < layout.getInBits(InDim::Lane); ++bit)
    count += layout.getBasis(InDim::Lane, bit)[reduce.getDim()] != 0;
  return count;
}

std::optional<Combination> tileiras::matchRedux(ReduceOp reduce) {
  constexpr unsigned kLaneBits = 5;
  Block &body = reduce.getBody().front();
  if (reduce->getNumOperands() != 1 || !llvm::hasNItems(body, 2) ||
      !body.getArgument(0).getType().isInteger(32) ||
      countReducedBits(reduce) != kLaneBits)
    return std::nullopt;
  Operation &combiner = body.front();
  Value element = body.getArgument(0), accumulator = body.getArgument(1);
  if (combiner.getNumOperands() != 2 || combiner.getNumResults() != 1 ||
      body.getTerminator()->getOperand(0) != combiner.getResult(0) ||
      !llvm::is_contained(combiner.getOperands(), element) ||
      !llvm::is_contained(combiner.getOperands(), accumulator))
    return std::nullopt;
  return TypeSwitch<Operation *, std::optional<Combination>>(&combiner)
      .Case<arith::AddIOp>([](auto) { return Combination::ADD; })
      .Case<arith::AndIOp>([](auto) { return Combination::AND; })
      .Case<arith::OrIOp>([](auto) { return Combination::OR; })
      .Case<arith::XOrIOp>([](auto) { return Combination::XOR; })
      .Case<arith::MinSIOp>([](auto) { return Combination::MIN; })
      .Case<arith::MaxSIOp>([](auto) { return Combination::MAX; })
      .Case<arith::MinUIOp>([](auto) { return Combination::UMIN; })
      .Case<arith::MaxUIOp>([](auto) { return Combination::UMAX; })
      .Default([](auto) { return std::nullopt; });
}

AtomAttr tileiras::chooseReduceAtom(ReduceOp reduce, const TargetInfo &target) {
  if (countReducedBits(reduce) == 0)
    return {};
  const AtomInfo *redux = lookupAtom("redux");
  bool hasRedux = redux->isOn(target) && matchRedux(reduce);
  return AtomAttr::get(reduce.getContext(),
                       hasRedux ? redux : lookupAtom("shfl.bfly"));
}
