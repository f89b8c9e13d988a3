//===- MulticastTiles.cpp - Tiles that CTAs of a cluster share ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/MulticastTiles.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tileiras;

int64_t tileiras::getClusterSize(Operation *op) {
  auto func = op->getParentOfType<nv_tileaa::FuncOp>();
  nv_tileaa::KernelSpecAttr spec = func ? func.getKernelSpec() : nullptr;
  return spec ? int64_t(spec.getClusterDimX()) * spec.getClusterDimY() *
                    spec.getClusterDimZ()
              : 1;
}

/// Adds the values that the value is computed from. Returns false if they are
/// unknown.
static bool addSources(Value value, SetVector<Value> &values) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    auto loop = dyn_cast<scf::ForOp>(parent);
    if (!loop)
      return isa<nv_tileaa::FuncOp>(parent);
    if (argument == loop.getInductionVar()) {
      values.insert_range(ValueRange{loop.getLowerBound(), loop.getUpperBound(),
                                     loop.getStep()});
      return true;
    }
    values.insert(loop.getTiedLoopInit(argument)->get());
    values.insert(loop.getTiedLoopYieldedValue(argument)->get());
    return true;
  }
  Operation *op = value.getDefiningOp();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    values.insert(loop.getTiedLoopRegionIterArg(cast<OpResult>(value)));
    values.insert_range(
        ValueRange{loop.getLowerBound(), loop.getUpperBound(), loop.getStep()});
    return true;
  }
  values.insert_range(op->getOperands());
  return op->getNumRegions() == 0 && !isa<nv_tileaa::GetClusterRankOp>(op);
}

bool tileiras::dependsOnClusterRank(ValueRange values) {
  SetVector<Value> work;
  work.insert_range(values);
  for (size_t next = 0; next < work.size(); ++next)
    if (!addSources(work[next], work))
      return true;
  return false;
}
