//===- LayoutConversionCost.cpp - Cost of moving a tile -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/LayoutConversionCost.h"

#include "tileiras/Dialect/TileAS/Contract/SharedMemoryStaging.h"

#include "tileiras/Layout/ConversionPlan.h"
#include "tileiras/Target/MachineModel.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tileiras;

/// The assumed trip count of a loop: its body outweighs the code outside.
static constexpr int64_t kSteps = 16;
/// Deeper loops count no more, so that weights don't overflow.
static constexpr unsigned kMaxDepth = 4;

int64_t tileiras::getConversionCost(const LinearLayout &from,
                                    const LinearLayout &to,
                                    unsigned elementBits) {
  if (from == to)
    return 0;
  ConversionOptions options;
  options.elementBits = elementBits;
  options.useLdMatrix = true;
  int64_t warps = from.getNumWarps();
  ConversionPlan plan = planConversion(from, to, options);
  if (plan.shared) {
    int64_t wavefronts = plan.shared->store.getTotalWavefronts() +
                         plan.shared->load.getTotalWavefronts();
    return warps * wavefronts + kBarrierCycles;
  }
  if (!plan.shuffle)
    return 0;
  int64_t slots = warps * (plan.shuffle->getNumShuffles(elementBits) +
                           plan.shuffle->getNumSelects());
  return llvm::divideCeil(slots, kSchedulersOfSM);
}

int64_t tileiras::getExecutionWeight(Operation *op) {
  int64_t weight = 1;
  unsigned depth = 0;
  for (auto loop = op->getParentOfType<LoopLikeOpInterface>();
       loop && depth < kMaxDepth;
       loop = loop->getParentOfType<LoopLikeOpInterface>(), ++depth)
    weight *= kSteps;
  return weight;
}
