//===- RuntimeCalls.cpp - Operations that become calls --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/RuntimeCalls.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

using namespace mlir;

bool tileiras::callsRuntime(Operation *root) {
  return root
      ->walk([](Operation *op) {
        return isa<nv_tileaa::AllocaOp, nv_tileaa::AssertOp,
                   nv_tileaa::PrintOp>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}
