//===- EarlyLoads.cpp - Loads that are under way together -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlyLoads.h"
#include "RegisterEstimate.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// Registers of a thread for the loads that stand together.
constexpr int64_t MostRegisters = 64;

/// Of tiles that nothing writes while the kernel runs.
bool isReadOnlyLoad(Operation &op) {
  if (auto load = dyn_cast<TiledLoadOp>(op))
    return load.getReadOnly();
  auto load = dyn_cast<LoadOp>(op);
  return load && load.getReadOnly() && isa<TensorType>(load.getTile());
}

bool hasProducts(nv_tileaa::FuncOp function) {
  return function
      .walk([](Operation *op) {
        return isa<DotOp, AsyncDotOp, TmemDotOp>(op) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
      })
      .wasInterrupted();
}

class Cluster {
public:
  Cluster(IRRewriter &rewriter, DominanceInfo &dominance)
      : rewriter(rewriter), dominance(dominance) {}

  void add(Operation &load) {
    int64_t needed = countRegisters(load.getResult(0).getType());
    if (last && registers + needed <= MostRegisters && moveBehindLast(load))
      registers += needed;
    else
      registers = needed;
    last = &load;
  }
  void end() { last = nullptr; }

private:
  bool moveBehindLast(Operation &load) {
    Operation *place = last->getNextNode();
    if (place == &load)
      return true;
    if (failed(moveOperationDependencies(rewriter, &load, place, dominance)))
      return false;
    rewriter.moveOpBefore(&load, place);
    return true;
  }

  IRRewriter &rewriter;
  DominanceInfo &dominance;
  Operation *last = nullptr;
  int64_t registers = 0;
};

} // namespace

void tileiras::startLoadsTogether(nv_tileaa::FuncOp function) {
  if (hasProducts(function))
    return;
  IRRewriter rewriter(function.getContext());
  DominanceInfo dominance(function);
  function.walk([&](Block *block) {
    Cluster cluster(rewriter, dominance);
    for (Operation &op : llvm::make_early_inc_range(*block)) {
      if (isReadOnlyLoad(op))
        cluster.add(op);
      else if (!isMemoryEffectFree(&op))
        cluster.end();
    }
  });
}
