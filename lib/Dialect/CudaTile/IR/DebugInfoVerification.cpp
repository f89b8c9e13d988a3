//===- DebugInfoVerification.cpp - Scopes of a kernel's operations --------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chapter 9 of the Tile IR specification: a kernel has one subprogram, and all
// its operations belong to it.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"
#include "tileiras/Dialect/CudaTile/IR/DebugInfo.h"

#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::cuda_tile;

/// Checks the kernel's own location: it is not a call site, and its scope is a
/// subprogram whose linkage name is the kernel's name.
static LogicalResult verifyKernelLoc(EntryOp entry) {
  if (isa<CallSiteLoc>(entry.getLoc()))
    return entry.emitOpError("expects a location that is no call site");
  auto debugLoc = dyn_cast_or_null<DILocAttr>(findDebugLoc(entry.getLoc()));
  if (!debugLoc)
    return success();
  auto subprogram = dyn_cast<DISubprogramAttr>(debugLoc.getScope());
  if (!subprogram)
    return entry.emitOpError("expects a location whose scope is a "
                             "di_subprogram, got ")
           << debugLoc.getScope();
  if (subprogram.getLinkageName() != entry.getSymNameAttr())
    return entry.emitOpError("expects a subprogram whose linkageName is ")
           << entry.getSymNameAttr() << ", got " << subprogram.getLinkageName();
  return success();
}

namespace {
/// Computes findSubprogramOf for many locations. They share parts, so that a
/// single one, unfolded to a tree, can be much larger than all of them
/// together.
class SubprogramFinder {
public:
  DISubprogramAttr find(Location loc) {
    if (auto known = subprograms.find(loc); known != subprograms.end())
      return known->second;
    DISubprogramAttr subprogram = compute(loc);
    subprograms[loc] = subprogram;
    return subprogram;
  }

private:
  DISubprogramAttr compute(Location loc) {
    auto site = dyn_cast<CallSiteLoc>(loc);
    if (!site)
      return findSubprogramOf(loc);
    return find(site.getCallee()) ? find(site.getCaller()) : nullptr;
  }

  llvm::DenseMap<Location, DISubprogramAttr> subprograms;
};
} // namespace

LogicalResult cuda_tile::verifyDebugInfo(EntryOp entry) {
  if (failed(verifyKernelLoc(entry)))
    return failure();
  SubprogramFinder finder;
  DISubprogramAttr subprogram = finder.find(entry.getLoc());
  WalkResult result = entry.getBody().walk([&](Operation *op) {
    DISubprogramAttr own = finder.find(op->getLoc());
    if (!own || own == subprogram)
      return WalkResult::advance();
    InFlightDiagnostic diag = op->emitOpError();
    if (subprogram)
      diag << "expects a scope in the subprogram of its kernel, "
           << subprogram.getLinkageName() << ", got one in "
           << own.getLinkageName();
    else
      diag << "expects no scope, since its kernel has none";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}
