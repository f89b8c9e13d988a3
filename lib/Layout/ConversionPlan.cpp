//===- ConversionPlan.cpp - Conversions between two layouts of a tile -----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/ConversionPlan.h"

#include "ConversionPlanners.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>

using namespace tileiras;

llvm::StringRef tileiras::getConversionKindName(ConversionKind kind) {
  switch (kind) {
  case ConversionKind::Nop:
    return "nop";
  case ConversionKind::Registers:
    return "registers";
  case ConversionKind::Shuffle:
    return "shuffle";
  case ConversionKind::SharedMemory:
    return "shared";
  case ConversionKind::CrossBlock:
    return "cross-block";
  }
  return "";
}

/// Returns whether index `dim` of `pull` depends only on itself, as the
/// identity.
static bool stays(const LinearLayout &pull, InDim dim) {
  for (InDim in : kAllInDims)
    for (unsigned bit = 0; bit != pull.getInBits(in); ++bit) {
      int64_t expected = in == dim ? int64_t(1) << bit : 0;
      if (pull.getBasis(in, bit)[outDimOf(dim)] != expected)
        return false;
    }
  return true;
}

/// Returns whether the source register is the same in every thread.
static bool registersAreUniform(const LinearLayout &pull) {
  for (InDim in : {InDim::Lane, InDim::Warp, InDim::Block})
    for (unsigned bit = 0; bit != pull.getInBits(in); ++bit)
      if (pull.getBasis(in, bit)[outDimOf(InDim::Register)] != 0)
        return false;
  return true;
}

ConversionPlan tileiras::planConversion(const LinearLayout &src,
                                        const LinearLayout &dst,
                                        const ConversionOptions &options) {
  assert(src.getOutSizes() == dst.getOutSizes() && "layouts of one tile");
  assert(src.getInBits(InDim::Lane) == dst.getInBits(InDim::Lane) &&
         src.getInBits(InDim::Warp) == dst.getInBits(InDim::Warp) &&
         src.getInBits(InDim::Block) == dst.getInBits(InDim::Block) &&
         "layouts over the same threads");
  ConversionPlan plan;
  plan.pull = dst.invertAndCompose(src);

  if (!stays(plan.pull, InDim::Block)) {
    plan.kind = ConversionKind::CrossBlock;
    return plan;
  }
  if (stays(plan.pull, InDim::Warp)) {
    if (stays(plan.pull, InDim::Lane) && registersAreUniform(plan.pull)) {
      plan.kind = plan.pull.isIdentity() ? ConversionKind::Nop
                                         : ConversionKind::Registers;
      for (int64_t reg = 0; reg != dst.getNumRegisters(); ++reg)
        plan.sourceRegisters.push_back(
            plan.pull.applyFlat(InDim::Register, reg));
      return plan;
    }
    plan.shuffle = planShuffle(plan.pull, dst, options.elementBits);
    if (plan.shuffle && plan.shuffle->getNumShuffles(options.elementBits) +
                                plan.shuffle->getNumSelects() <=
                            options.maxShuffleInstructions) {
      plan.kind = ConversionKind::Shuffle;
      return plan;
    }
    plan.shuffle.reset();
  }
  plan.kind = ConversionKind::SharedMemory;
  plan.shared = planSharedMemory(src, dst, options);
  return plan;
}
