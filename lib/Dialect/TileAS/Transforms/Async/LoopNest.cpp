//===- LoopNest.cpp - A loop and those around it --------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopNest.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

using namespace mlir;
using namespace tileiras;

SmallVector<scf::ForOp> tileiras::getLoopNest(scf::ForOp loop) {
  SmallVector<scf::ForOp> nest = {loop};
  while (auto outer = dyn_cast<scf::ForOp>(nest.back()->getParentOp()))
    nest.push_back(outer);
  if (!isa<nv_tileaa::FuncOp>(nest.back()->getParentOp()))
    nest.clear();
  return nest;
}

void tileiras::carryOutwards(RewriterBase &rewriter,
                             MutableArrayRef<scf::ForOp> nest, unsigned count) {
  for (size_t level = 1; level < nest.size(); ++level) {
    scf::ForOp inner = nest[level - 1];
    MutableOperandRange starts = inner.getInitArgsMutable();
    SmallVector<Value> initial(inner.getInitArgs().take_back(count));
    auto carry = [&](OpBuilder &, Location, ArrayRef<BlockArgument> carried) {
      for (auto [number, argument] : llvm::enumerate(carried))
        starts[starts.size() - count + number].set(argument);
      return SmallVector<Value>(inner.getResults().take_back(count));
    };
    nest[level] = cast<scf::ForOp>(*nest[level].replaceWithAdditionalYields(
        rewriter, initial, /*replaceInitOperandUsesInLoop=*/false, carry));
  }
}
