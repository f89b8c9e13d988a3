//===- AllocaTmaHazards.cpp - TMA and memory of a tile block --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AllocaTmaHazards.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

/// Whether the base address of a view or pointer is an argument of the kernel.
static bool isOfArgument(Value address) {
  while (
      isa_and_present<AddPtrOp, AssumeOp, BitcastOp, BlockTileOp, MakeMemRefOp>(
          address.getDefiningOp()))
    address = address.getDefiningOp()->getOperand(0);
  auto argument = dyn_cast<BlockArgument>(address);
  return argument && isa<FuncOp>(argument.getOwner()->getParentOp());
}

void tileiras::to_tileaa::forbidTensorCopiesOfOwnMemory(FuncOp kernel) {
  auto takesMemory = [](AllocaOp) { return WalkResult::interrupt(); };
  if (!kernel.walk(takesMemory).wasInterrupted())
    return;
  auto forbid = [](auto access) {
    if (!isOfArgument(access.getView()))
      access.setAllowTma(false);
  };
  kernel.walk([&](TiledLoadOp load) { forbid(load); });
  kernel.walk([&](TiledStoreOp store) { forbid(store); });
}
