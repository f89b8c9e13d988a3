//===- BuildTmaDescs.cpp - Tensor maps that the kernel makes ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who starts copies with a tensor map looks for it in a cache of the kernel,
// and makes it where it is not there yet:
//
//   %d = make_tiled_tma_desc %view    =>    %d, %p = find_tma_desc %array
//   ... %d ...                              ... %d ...
//                                           return_tma_desc %d, %p
//
// A map belongs to the thread that found it. So agents that capture one find it
// themselves, where they begin, and capture the array in its place.
//
// Each map of the kernel has a cache of its own, since maps of one array differ
// by their boxes and swizzles.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASBUILDTMADESCS
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

class BuildTmaDescs
    : public tileiras::impl::TileASBuildTmaDescsBase<BuildTmaDescs> {
public:
  using TileASBuildTmaDescsBase::TileASBuildTmaDescsBase;

  void runOnOperation() override {
    SmallVector<MakeTiledTmaDescOp> all, maps;
    getOperation().walk([&](MakeTiledTmaDescOp op) { all.push_back(op); });
    for (MakeTiledTmaDescOp op : all)
      if (failed(check(op)))
        return signalPassFailure();
    for (MakeTiledTmaDescOp op : all)
      if (!replaceByEqual(op, maps))
        maps.push_back(op);
    for (auto [number, op] : llvm::enumerate(maps))
      build(op, number);
  }

private:
  LogicalResult check(MakeTiledTmaDescOp op) {
    if (!isa<nv_tileaa::FuncOp, AgentSwitchOp>(op->getParentOp()))
      return op.emitOpError("expected to be in the body of the function or of "
                            "an agent, where it is done once");
    if (!op.getView().getDefiningOp<nv_tileaa::BlockTileOp>())
      return op.emitOpError("expected a view from '")
             << nv_tileaa::BlockTileOp::getOperationName() << "'";
    return success();
  }

  static Value getArray(MakeTiledTmaDescOp op) {
    return op.getView().getDefiningOp<nv_tileaa::BlockTileOp>().getSource();
  }

  /// By a map that was asked for before.
  static bool replaceByEqual(MakeTiledTmaDescOp op,
                             ArrayRef<MakeTiledTmaDescOp> maps) {
    auto equal = llvm::find_if(maps, [&](MakeTiledTmaDescOp map) {
      return getArray(map) == getArray(op) && map.getType() == op.getType() &&
             map.getOobMode() == op.getOobMode();
    });
    if (equal == maps.end())
      return false;
    MakeTiledTmaDescOp first = *equal;
    op.replaceAllUsesWith(first.getDesc());
    op.erase();
    return true;
  }

  void build(MakeTiledTmaDescOp op, unsigned cache) {
    Value array = getArray(op);
    for (OpOperand &use : llvm::make_early_inc_range(op.getDesc().getUses()))
      if (auto agents = dyn_cast<AgentSwitchOp>(use.getOwner()))
        findInAgents(agents, use.getOperandNumber(), array, op, cache);
    if (!op.getDesc().use_empty())
      find(op->getBlock(), Block::iterator(op), array, op, cache, op.getDesc());
    op.erase();
  }

  /// Uses of `desc` are of a map that is found at `begin`, and given back where
  /// the block ends.
  void find(Block *block, Block::iterator begin, Value array,
            MakeTiledTmaDescOp op, unsigned cache, Value desc) {
    OpBuilder builder(block, begin);
    auto found = FindTmaDescOp::create(
        builder, op.getLoc(), desc.getType(), builder.getI1Type(), array,
        op.getOobModeAttr(), builder.getI32IntegerAttr(cache),
        builder.getI32IntegerAttr(entries));
    desc.replaceAllUsesWith(found.getDesc());
    builder.setInsertionPoint(block->getTerminator());
    ReturnTmaDescOp::create(builder, op.getLoc(), found.getDesc(),
                            found.getIsPrivate());
  }

  /// The capture becomes one of the array.
  void findInAgents(AgentSwitchOp agents, unsigned capture, Value array,
                    MakeTiledTmaDescOp op, unsigned cache) {
    agents->setOperand(capture, array);
    for (Region &region : agents.getGroups()) {
      Block &block = region.front();
      BlockArgument desc = block.getArgument(capture + 1);
      BlockArgument seen = block.insertArgument(desc.getArgNumber() + 1,
                                                array.getType(), op.getLoc());
      if (!desc.use_empty())
        find(&block, block.begin(), seen, op, cache, desc);
      block.eraseArgument(desc.getArgNumber());
    }
  }
};

} // namespace
