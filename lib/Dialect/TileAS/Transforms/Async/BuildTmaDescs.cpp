//===- BuildTmaDescs.cpp - Tensor maps that the kernel encodes ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread that starts copies with a tensor map looks it up in a cache of the
// kernel, and encodes it where it is missing:
//
//   %d = make_tiled_tma_desc %view    =>    %d, %p = find_tma_desc %array
//   ... %d ...                              ... %d ...
//                                           return_tma_desc %d, %p
//
// A map belongs to the thread that found it. So agents that capture one find it
// themselves, where they begin, and capture the array instead. A user after a
// loop finds it before the loop.
//
// The map of an array that a loop changes is found in each iteration, and
// returned at its end. The entry of a private map is reused soon after, so
// copies that a producer has started with it have to be complete. It waits
// until all stages are empty again, which the consumers bring about:
//
//   for                             for iter_args(%i)
//     %d = make_tiled_tma_desc        %d, %p = find_tma_desc %array
//     %n = produce … %d …       =>    %n = produce … %d …
//                                     if %p
//                                       producer_acquire, of the last stage
//                                     return_tma_desc %d, %p
//
// Each map of the kernel has a dedicated cache, since maps of one array differ
// by their boxes and swizzles.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

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

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, scf::SCFDialect>();
  }

  void runOnOperation() override {
    SmallVector<MakeTiledTmaDescOp> all, maps;
    found.clear();
    getOperation().walk([&](MakeTiledTmaDescOp op) { all.push_back(op); });
    for (MakeTiledTmaDescOp op : all)
      if (failed(check(op)))
        return signalPassFailure();
    for (MakeTiledTmaDescOp op : all)
      if (!replaceByEqual(op, maps))
        maps.push_back(op);
    for (auto [index, op] : llvm::enumerate(maps))
      build(op, index);
    for (auto &[block, inBlock] : found)
      returnMaps(block, inBlock);
  }

private:
  LogicalResult check(MakeTiledTmaDescOp op) {
    Operation *around = op->getParentOp();
    while (isa<scf::ForOp>(around))
      around = around->getParentOp();
    if (!isa<nv_tileaa::FuncOp, AgentSwitchOp>(around))
      return op.emitOpError("expected to be in the body of the function or of "
                            "an agent, or of loops in there");
    if (!op.getView().getDefiningOp<nv_tileaa::BlockTileOp>())
      return op.emitOpError("expected a view from '")
             << nv_tileaa::BlockTileOp::getOperationName() << "'";
    return success();
  }

  static Value getArray(MakeTiledTmaDescOp op) {
    return op.getView().getDefiningOp<nv_tileaa::BlockTileOp>().getSource();
  }

  /// Replaces it by an equal map that was found before, and is not returned
  /// yet.
  static bool replaceByEqual(MakeTiledTmaDescOp op,
                             ArrayRef<MakeTiledTmaDescOp> maps) {
    auto equal = llvm::find_if(maps, [&](MakeTiledTmaDescOp map) {
      Operation *here = map->getBlock()->findAncestorOpInBlock(*op);
      return here && map->isBeforeInBlock(here) &&
             getArray(map) == getArray(op) && map.getType() == op.getType() &&
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
      find(op->getBlock(), findBegin(op, array), array, op, cache,
           op.getDesc());
    op.erase();
  }

  /// Finds maps before the loops of the block, where the array is known there:
  /// a search takes a round trip to the L2 cache, which overlaps the first
  /// copies instead of following the last MMA.
  static Block::iterator findBegin(MakeTiledTmaDescOp op, Value array) {
    for (Operation &loop : op->getBlock()->without_terminator())
      if (&loop == op || isa<scf::ForOp>(loop)) {
        Operation *def = array.getDefiningOp();
        bool isKnown = !def || def->getBlock() != op->getBlock() ||
                       def->isBeforeInBlock(&loop);
        return Block::iterator(isKnown ? &loop : op.getOperation());
      }
    return Block::iterator(op);
  }

  /// Replaces uses of `desc` by a map that is found at `begin`.
  void find(Block *block, Block::iterator begin, Value array,
            MakeTiledTmaDescOp op, unsigned cache, Value desc) {
    OpBuilder builder(block, begin);
    auto find = FindTmaDescOp::create(
        builder, op.getLoc(), desc.getType(), builder.getI1Type(), array,
        op.getOobModeAttr(), builder.getI32IntegerAttr(cache),
        builder.getI32IntegerAttr(entries));
    desc.replaceAllUsesWith(find.getDesc());
    found[block].push_back(find);
  }

  /// Returns the maps at the end of the block, after their copies.
  static void returnMaps(Block *block, ArrayRef<FindTmaDescOp> maps) {
    OpBuilder builder(block->getTerminator());
    waitForCopies(builder, maps);
    for (FindTmaDescOp map : maps)
      ReturnTmaDescOp::create(builder, map.getLoc(), map.getDesc(),
                              map.getIsPrivate());
  }

  /// Waits for copies that producers have started with private maps. Code that
  /// waits for its copies in each iteration has done so.
  static void waitForCopies(OpBuilder &builder, ArrayRef<FindTmaDescOp> maps) {
    llvm::MapVector<Value, Value> pipelines;
    FindTmaDescOp first = maps.front();
    Location loc = first.getLoc();
    for (FindTmaDescOp map : maps) {
      for (Operation *user : map.getDesc().getUsers())
        if (auto [pipeline, iterator] = getStage(user->getParentOp()); pipeline)
          pipelines[pipeline] = getLast(iterator, map->getBlock());
    }
    if (pipelines.empty())
      return;
    Value isPrivate = first.getIsPrivate();
    for (FindTmaDescOp map : maps.drop_front())
      isPrivate =
          arith::OrIOp::create(builder, loc, isPrivate, map.getIsPrivate());
    scf::IfOp::create(builder, loc, isPrivate,
                      [&](OpBuilder &inside, Location at) {
                        for (auto [pipeline, iterator] : pipelines)
                          waitUntilEmpty(inside, at, pipeline, iterator);
                        scf::YieldOp::create(inside, at);
                      });
  }

  /// Stages are emptied in order, so this waits until the one that was filled
  /// last is empty: that before the iterator, or as many after it as there are
  /// more.
  static void waitUntilEmpty(OpBuilder &builder, Location loc, Value pipeline,
                             Value iterator) {
    int64_t stages = cast<PipelineType>(pipeline.getType()).getStages();
    for (int64_t stage = 1; stage < stages; ++stage)
      iterator = IncIteratorOp::create(builder, loc, iterator);
    ProducerAcquireOp::create(builder, loc, pipeline, iterator);
  }

  /// Returns the pipeline that an iteration fills, and its iterator there.
  static std::pair<Value, Value> getStage(Operation *step) {
    if (auto op = dyn_cast<ProduceOneAsyncOp>(step))
      return {op.getPipeline(), op.getIterator()};
    if (auto op = dyn_cast<ProduceOneOp>(step))
      return {op.getPipeline(), op.getIterator()};
    if (auto op = dyn_cast<ProducerWriteOp>(step))
      return {op.getPipeline(), op.getIterator()};
    return {};
  }

  /// Returns the value of an iterator at the end of the block.
  static Value getLast(Value iterator, Block *block) {
    Value last;
    while (iterator) {
      last = iterator;
      iterator = Value();
      for (OpOperand &use : last.getUses())
        if (Value next = getNext(use, block))
          iterator = next;
    }
    return last;
  }

  /// Under a condition another map waits. A branch gives on what another one
  /// that fills stages begins with.
  static Value getNext(OpOperand &use, Block *block) {
    Operation *user = use.getOwner();
    bool isGivenOn =
        isa<scf::YieldOp>(user) && isa<scf::IfOp>(user->getParentOp()) &&
        user->getParentOp()->getBlock() == use.get().getParentBlock();
    if (isGivenOn)
      return user->getParentOp()->getResult(use.getOperandNumber());
    if (user->getBlock() != use.get().getParentBlock())
      return {};
    if (isa<IncIteratorOp, ProduceOneOp, ProduceOneAsyncOp>(user))
      return user->getResult(0);
    if (auto loop = dyn_cast<scf::ForOp>(user))
      return loop.getTiedLoopResult(&use);
    bool leaves = isa<scf::YieldOp>(user) && user->getBlock() != block;
    return leaves ? user->getParentOp()->getResult(use.getOperandNumber())
                  : Value();
  }

  /// Replaces the capture of the map by one of the array.
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

  /// The maps by the block in which they are found.
  llvm::MapVector<Block *, SmallVector<FindTmaDescOp>> found;
};

} // namespace
