//===- ScopeRegions.cpp - Lexical blocks for regions ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass debuginfo-scope-regions. A location is a chain of frames, one per
// inlined call; each is a leaf with a scope. A region's block replaces the
// scope of one frame only: that of the function which contains the region.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/DebugInfo/Transforms/Passes.h"

#include "tileiras/Dialect/CudaTile/IR/DebugInfo.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"

namespace tileiras {
#define GEN_PASS_DEF_DEBUGINFOSCOPEREGIONS
#include "tileiras/Dialect/DebugInfo/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::cuda_tile;

namespace {

/// Returns the frames of a location with scopes, the outermost first. Calls
/// separate them.
SmallVector<DILocAttr> getFrames(Location loc) {
  SmallVector<DILocAttr> frames;
  auto collect = [&](auto &&self, LocationAttr part) -> void {
    if (auto site = dyn_cast_or_null<CallSiteLoc>(part)) {
      self(self, site.getCaller());
      self(self, site.getCallee());
    } else if (auto leaf = dyn_cast_or_null<DILocAttr>(part)) {
      frames.push_back(leaf);
    }
  };
  collect(collect, findDebugLoc(loc));
  return frames;
}

/// Replaces one frame of a location, and keeps the names and fused parts around
/// it.
class FrameReplacer {
public:
  FrameReplacer(size_t number, DILocAttr frame) : left(number), frame(frame) {}

  Location replace(Location loc) {
    if (isDone)
      return loc;
    if (auto site = dyn_cast<CallSiteLoc>(loc)) {
      Location caller = replace(site.getCaller());
      return CallSiteLoc::get(replace(site.getCallee()), caller);
    }
    if (auto name = dyn_cast<NameLoc>(loc))
      return NameLoc::get(name.getName(), replace(name.getChildLoc()));
    if (auto opaque = dyn_cast<OpaqueLoc>(loc))
      return replace(opaque.getFallbackLocation());
    if (auto fused = dyn_cast<FusedLoc>(loc))
      return replacePart(fused);
    if (!isa<DILocAttr>(loc) || left-- > 0)
      return loc;
    isDone = true;
    return Location(frame);
  }

private:
  /// The relevant part is the first one with a scope.
  Location replacePart(FusedLoc fused) {
    SmallVector<Location> parts(fused.getLocations());
    auto part = llvm::find_if(
        parts, [](Location part) { return bool(findDebugLoc(part)); });
    if (part == parts.end())
      return fused;
    *part = replace(*part);
    return FusedLoc::get(parts, fused.getMetadata(), fused.getContext());
  }

  size_t left;
  DILocAttr frame;
  bool isDone = false;
};

bool isControlFlow(Operation *op) {
  return isa<IfOp, ForOp, LoopOp, RegionBranchOpInterface>(op);
}

/// The block of one region, at the location of its first operation in the
/// frame.
class RegionScope {
public:
  RegionScope(Region &region, size_t frame, DISubprogramAttr subprogram)
      : frame(frame), subprogram(subprogram) {
    for (Operation &op : region.getOps())
      if (DILocAttr place = findPosition(op.getLoc())) {
        FileLineColLoc at = place.getSourceLoc();
        block = DILexicalBlockAttr::get(op.getContext(), subprogram,
                                        subprogram.getFile(), at.getLine(),
                                        at.getColumn());
        return;
      }
  }

  Location apply(Location loc) const {
    DILocAttr place = findPosition(loc);
    if (!block || !place)
      return loc;
    return FrameReplacer(frame, DILocAttr::get(loc.getContext(),
                                               place.getSourceLoc(), block))
        .replace(loc);
  }

private:
  /// Returns null if there is a block already, or for an operation of another
  /// function.
  DILocAttr findPosition(Location loc) const {
    SmallVector<DILocAttr> frames = getFrames(loc);
    if (frames.size() <= frame || frames[frame].getScope() != subprogram)
      return {};
    return frames[frame];
  }

  size_t frame;
  DISubprogramAttr subprogram;
  DILexicalBlockAttr block;
};

class DebugInfoScopeRegions
    : public tileiras::impl::DebugInfoScopeRegionsBase<DebugInfoScopeRegions> {
public:
  void runOnOperation() override {
    // Inner regions come first: outer ones skip operations that have a block.
    getOperation()->walk<WalkOrder::PostOrder>([](Operation *op) {
      if (isControlFlow(op))
        scopeRegionsOf(op);
    });
  }

private:
  static void scopeRegionsOf(Operation *op) {
    SmallVector<DILocAttr> frames = getFrames(op->getLoc());
    if (frames.empty())
      return;
    DISubprogramAttr subprogram = findSubprogram(frames.back().getScope());
    for (Region &region : op->getRegions()) {
      RegionScope scope(region, frames.size() - 1, subprogram);
      region.walk([&](Operation *inside) {
        inside->setLoc(scope.apply(inside->getLoc()));
      });
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setLoc(scope.apply(argument.getLoc()));
    }
  }
};

} // namespace
