//===- HoistLoads.cpp - Issue independent loads together ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoistLoads.h"
#include "tileiras/Dialect/TileAS/Analysis/RegisterPressure.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// Maximum registers of a thread for loads that are issued together.
constexpr int64_t kMaxRegisters = 64;

/// Minimum bytes of a thread, for loads of a loop iteration: with 768 threads
/// on an SM they are 48 KiB (Profile/BytesInFlight.h). And the maximum of
/// iterations that are unrolled for it.
constexpr int64_t kMinBytes = 64, kMaxUnroll = 4;

/// Returns whether the load reads memory that nothing writes while the kernel
/// runs.
bool isReadOnlyLoad(Operation &op) {
  if (auto load = dyn_cast<TiledLoadOp>(op))
    return load.getReadOnly();
  auto load = dyn_cast<LoadOp>(op);
  return load && load.getReadOnly() && isa<TensorType>(load.getTile());
}

bool hasDots(nv_tileaa::FuncOp function) {
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
    if (last && registers + needed <= kMaxRegisters && moveAfterLast(load))
      registers += needed;
    else
      registers = needed;
    last = &load;
  }
  void end() { last = nullptr; }

private:
  bool moveAfterLast(Operation &load) {
    Operation *point = last->getNextNode();
    if (point == &load)
      return true;
    if (failed(moveOperationDependencies(rewriter, &load, point, dominance)))
      return false;
    rewriter.moveOpBefore(&load, point);
    return true;
  }

  IRRewriter &rewriter;
  DominanceInfo &dominance;
  Operation *last = nullptr;
  int64_t registers = 0;
};

/// Returns the bytes that an iteration loads, if it only loads and computes;
/// else none.
std::optional<int64_t> countBytesPerIteration(scf::ForOp loop) {
  int64_t registers = 0;
  for (Operation &op : loop.getBody()->without_terminator()) {
    bool isLoad = isReadOnlyLoad(op);
    if (op.getNumRegions() != 0 || (!isLoad && !isMemoryEffectFree(&op)))
      return std::nullopt;
    if (isLoad)
      registers += countRegisters(op.getResult(0).getType());
  }
  return registers * 4;
}

/// Unrolls as many iterations as load enough, where one loads little. The loop
/// counts from zero, so that the number of iterations can't overflow.
void unrollLoop(scf::ForOp loop) {
  std::optional<int64_t> bytes = countBytesPerIteration(loop);
  if (!bytes || *bytes == 0 || loop.getUnsignedCmp() ||
      !isConstantIntValue(loop.getLowerBound(), 0) ||
      !isConstantIntValue(loop.getStep(), 1))
    return;
  int64_t iterations = std::min(kMaxUnroll, kMinBytes / *bytes);
  std::optional<APInt> known = loop.getStaticTripCount();
  if (iterations < 2 || (known && known->ult(iterations)))
    return;
  (void)loopUnrollByFactor(loop, iterations);
}

} // namespace

void tileiras::hoistLoads(nv_tileaa::FuncOp function) {
  if (hasDots(function))
    return;
  SmallVector<scf::ForOp> loops;
  function.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  llvm::for_each(loops, unrollLoop);
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
