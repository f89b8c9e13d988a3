//===- LowerLoadsToAsync.cpp - Loads of loops as async copies -------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile that a loop loads, and that is staged through shared memory anyway
// because its readers require another layout, is copied there from global
// memory without passing registers:
//
//   %x = tiled_load %view[%i, %k]          %s = buffer_view %ring[%slot]
//   %y = convert_layout %x           =>    %t = async.copy %view[%i, %k] to %s
//                                          %g = async.commit %t
//                                          async.wait %g
//                                          barrier
//                                          %y = copy %s
//
// A conversion of `%y` to a further layout reads the stage once more.
//
// A load that goes to the buffer of an MMA operand (tileas-lower-dot-to-async)
// is copied there, and each thread that waited executes a proxy fence for the
// copies that matrix units read.
//
// The buffer is a circular buffer (ring), one stage for each iteration that can
// be in flight, with a stage index that wraps around. In this form every
// iteration still waits for its own copies; tileas-unspecialized-pipeline
// starts them earlier.
//
// The ring has one stage more than there are iterations in flight, so that a
// stage is filled while another is read: one barrier per iteration is enough,
// which comes after the wait and before the copies of a later iteration.
//
// AsyncLoadPlan.h decides which loads take part, and which of them go by TMA;
// RingStages.h decides the number of stages. An index of a tile that an
// iteration loads comes an iteration before (LoadedIndices.h). For TMA one
// thread starts the copy, and the wait is for the phase of an mbarrier of the
// stage. Readers then have a separate stage index, so that nothing is passed
// from the iteration that fills a stage to the one that reads it. Loops around
// the loop carry both indices (LoopNest.h), and so do conditions. Loops in a
// row with the same tiles share a ring there, in which each continues after the
// one before it.
//
// Where two stages don't fit, loads with different readers share one
// (CopiesInTurn.h).
//
// Loops whose iterations can't be counted ahead are left alone: those that
// compare unsigned, and those whose step is large or not known, which could
// overflow the induction variable.
//
//===----------------------------------------------------------------------===//

#include "AsyncLoadPlan.h"
#include "CopiesInTurn.h"
#include "LoadedIndices.h"
#include "LoopNest.h"
#include "RingStages.h"
#include "TmaLoads.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyLayouts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"

#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "tileas-lower-loads-to-async"

namespace tileiras {
#define GEN_PASS_DEF_TILEASLOWERLOADSTOASYNC
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::StridedMemRefType;

namespace {

/// A loop carries three indices of rings that TMA fills: the stage that it
/// fills, the stage that it reads, and how often that has begun again.
constexpr unsigned kNumRounds = 3;

/// Rings that TMA copies fill, and the last loop that uses them. The rings are
/// made before all loops around it, which carry its last values.
struct SharedRings {
  scf::ForOp loop;
  SmallVector<StridedMemRefType> stageTypes;
  SmallVector<Value> rings;
  TmaMBarriers mbarriers;
  int64_t stages;
};

class LoopLowering {
public:
  LoopLowering(scf::ForOp loop, const TargetInfo &target, int64_t limit,
               TensorMapProvider tensorMaps, SmallVectorImpl<SharedRings> &made)
      : loop(loop), nest(getLoopNest(loop)), target(target), limit(limit),
        tensorMaps(tensorMaps), made(made) {}

  void run() {
    AsyncLoadPlanner planner(loop, nest, target, tensorMaps);
    for (auto load : loop.getBody()->getOps<TiledLoadOp>()) {
      std::optional<AsyncLoad> found = planner.plan(load);
      if (!found && roundsElements(load)) {
        splitRounding(load);
        found = planner.plan(load);
      }
      if (found)
        loads.push_back(std::move(*found));
    }
    if (loads.empty())
      return;
    if (SharedRings *rings = findRings()) {
      carryIndices();
      return continueIn(*rings);
    }
    RingRoom capacity(loop, nest, loads, target, limit);
    int64_t stages = capacity.chooseStages(), bytes = capacity.getStageBytes();
    for (AsyncLoad &load : loads)
      LDBG() << load.load.getLoc() << ": by "
             << (load.desc ? "TMA" : "cp.async") << " into " << stages
             << " stages, all loads " << bytes << " bytes a stage";
    auto func = loop->getParentOfType<nv_tileaa::FuncOp>();
    auto options = remark::RemarkOpts::name("AsyncLoads")
                       .category("memory")
                       .function(func.getSymName());
    if (stages < kFewestStages) {
      // A buffer that is filled again in the same iteration is read once.
      for (AsyncLoad &load : loads)
        load.others.clear();
      CopiesInTurn sharedBuffer(loop, loads);
      if (sharedBuffer.isPossible() &&
          RingRoom(loop, nest, loads, target, limit).hasOneStage()) {
        remark::analysis(loop.getLoc(), options)
            << remark::add("{0} loads of a loop of {1} bytes an iteration go "
                           "to shared memory, each "
                           "while what was loaded before it is read",
                           int64_t(loads.size()), bytes);
        return sharedBuffer.rewrite();
      }
      remark::missed(loop.getLoc(), options)
          << remark::reason("the loads of a loop, {0} bytes an iteration, are "
                            "not in flight: shared "
                            "memory has no room for {1} stages",
                            bytes, kFewestStages);
      return;
    }
    remark::analysis(loop.getLoc(), options) << remark::add(
        "{0} loads of a loop of {1} bytes an iteration go to shared "
        "memory in flight, in {2} stages",
        int64_t(loads.size()), bytes, stages);
    carryIndices();
    rewrite(stages);
  }

  /// Loops and conditions around, which others replace now.
  ArrayRef<Operation *> getReplaced() const { return replaced; }

private:
  /// Lets the loop carry the indices that iterations load.
  void carryIndices() {
    auto [carrying, count] = carryLoadedIndices(loop, loads);
    if (count == 0)
      return;
    loop = carrying;
    if (!nest.empty())
      nest.front() = loop;
    auto func = loop->getParentOfType<nv_tileaa::FuncOp>();
    remark::passed(loop.getLoc(), remark::RemarkOpts::name("AsyncLoads")
                                      .category("memory")
                                      .function(func.getSymName()))
        << remark::add(
               "{0} indices of tiles are loaded an iteration before their "
               "copies",
               int64_t(count));
  }

  //===--------------------------------------------------------------------===//
  // Rings of an earlier loop
  //===--------------------------------------------------------------------===//

  SmallVector<StridedMemRefType> getStageTypes() const {
    return llvm::map_to_vector(
        loads, [](const AsyncLoad &load) { return load.stage; });
  }

  /// Finds the rings of an earlier loop of the block with the same tiles, which
  /// live until the end of the loops around both.
  SharedRings *findRings() {
    bool isByTma = llvm::all_of(
        loads, [](const AsyncLoad &load) { return bool(load.desc); });
    for (SharedRings &rings : made)
      if (isByTma && rings.loop->getBlock() == loop->getBlock() &&
          rings.loop->isBeforeInBlock(loop) &&
          rings.stageTypes == getStageTypes() &&
          readsStagesInFlight(rings.loop) == readsStagesInFlight(loop))
        return &rings;
    return nullptr;
  }

  /// Continues with the stage after the last one of the earlier loop. Loops
  /// around carry the stage of this one then.
  void continueIn(SharedRings &rings) {
    for (auto [load, ring] : llvm::zip_equal(loads, rings.rings)) {
      auto buffer = ring.getDefiningOp<AllocTensorOp>();
      buffer.setAlignment(
          std::max<int64_t>(buffer.getAlignment(), getAlignment(load)));
    }
    SmallVector<Value> last(rings.loop->getResults().take_back(kNumRounds));
    addRounds(rings.stages, last);
    for (auto [before, after] :
         llvm::zip_equal(last, loop->getResults().take_back(kNumRounds)))
      before.replaceUsesWithIf(after, [&](OpOperand &use) {
        return use.getOwner() != loop.getOperation();
      });
    rings.loop = loop;
    OpBuilder builder(loop);
    fillStages(builder, rings.rings, makeMaps(), rings.mbarriers);
  }

  //===--------------------------------------------------------------------===//
  // Rings of its own
  //===--------------------------------------------------------------------===//

  void rewrite(int64_t stages) {
    OpBuilder builder(getExtentOfRings(loads, loop, nest));
    SmallVector<Value> rings;
    for (AsyncLoad &load : loads) {
      auto ring = StridedMemRefType::get(
          load.stage.getShape(), load.stage.getElementType(),
          load.stage.getLayout(), /*parts=*/1, stages);
      rings.push_back(
          AllocTensorOp::create(builder, load.load.getLoc(), ring,
                                builder.getI64IntegerAttr(getAlignment(load)),
                                /*offset=*/IntegerAttr()));
    }
    // Before the barrier of the ring: the thread that finds maps does it while
    // others arrive.
    SmallVector<Value> maps = makeMaps();
    std::optional<TmaMBarriers> mbarriers;
    if (usesTma(loads))
      mbarriers.emplace(builder, loop.getLoc(), stages);
    addRounds(stages, createZeros(mbarriers ? kNumRounds : 1));
    if (mbarriers) {
      IRRewriter rewriter(loop.getContext());
      replaced.assign(std::next(nest.begin()), nest.end());
      carryOutwards(rewriter, nest, kNumRounds);
      if (nest.size() > 1)
        made.push_back({loop, getStageTypes(), rings, *mbarriers, stages});
    }
    fillStages(builder, rings, maps, mbarriers);
  }

  SmallVector<Value> makeMaps() const {
    return llvm::map_to_vector(loads, [](const AsyncLoad &load) {
      return load.desc ? makeMap(load) : Value();
    });
  }

  /// Replaces the loads by copies to a stage and reads of it.
  void fillStages(OpBuilder &builder, ArrayRef<Value> rings,
                  ArrayRef<Value> maps,
                  const std::optional<TmaMBarriers> &mbarriers) {
    ValueRange added =
        loop.getRegionIterArgs().take_back(mbarriers ? kNumRounds : 1);
    Value slot = added.front(), readSlot = mbarriers ? added[1] : slot,
          phase = mbarriers ? added[2] : Value();
    builder.setInsertionPointToStart(loop.getBody());
    fillAll(builder, rings, maps, slot, mbarriers, readSlot, phase);
    for (auto [load, ring] : llvm::zip_equal(loads, rings))
      if (load.store)
        replaceBuffer(load, ring, readSlot);
      else
        read(load, ring, readSlot);
  }

  /// Makes the map outside of as many loops as leave the array unchanged, and
  /// of conditions.
  static Value makeMap(const AsyncLoad &load) {
    TiledLoadOp from = load.load;
    Operation *place = findPlaceOutOfConditions(from.getView(), from);
    OpBuilder builder(place);
    return MakeTiledTmaDescOp::create(
        builder, from.getLoc(), load.desc,
        computeBefore(builder, from.getView(), place));
  }

  static int64_t getAlignment(const AsyncLoad &load) {
    CopyOp store = load.store;
    if (!store)
      return load.alignment;
    auto buffer = store.getDestination().getDefiningOp<AllocTensorOp>();
    return std::max<int64_t>(load.alignment, buffer.getAlignment());
  }

  /// Starts the copies of an iteration, and waits for them.
  void fillAll(OpBuilder &builder, ArrayRef<Value> rings, ArrayRef<Value> maps,
               Value slot, const std::optional<TmaMBarriers> &mbarriers,
               Value readSlot, Value phase) {
    Location loc = loop.getLoc();
    SmallVector<Value> tokens;
    Value full =
        mbarriers ? mbarriers->getBarrier(builder, loc, slot) : Value();
    int64_t bytes = 0;
    for (auto [load, ring, map] : llvm::zip_equal(loads, rings, maps)) {
      Value token = fill(builder, load, ring, slot, map, full);
      if (load.desc)
        bytes += getBufferBytes(load.stage);
      else
        tokens.push_back(token);
    }
    if (mbarriers) {
      AsyncMBarrierExpectTxOp::create(builder, loc, full,
                                      builder.getI32IntegerAttr(bytes),
                                      /*predicate=*/Value());
      AsyncMBarrierWaitOp::create(
          builder, loc, mbarriers->getBarrier(builder, loc, readSlot), phase);
    }
    if (!tokens.empty()) {
      Value group = AsyncCommitOp::create(builder, loc, tokens);
      AsyncWaitOp::create(builder, loc, group, /*pending=*/IntegerAttr());
    }
    // Matrix units read what threads copied.
    if (llvm::any_of(loads, [](const AsyncLoad &load) {
          return load.store && !load.desc;
        }))
      ProxyFenceOp::create(builder, loc);
    BarrierOp::create(builder, loc);
  }

  SmallVector<Value> createZeros(unsigned count) {
    OpBuilder builder(getExtentOfRings(loads, loop, nest));
    Value zero = arith::ConstantOp::create(builder, loop.getLoc(),
                                           builder.getI32IntegerAttr(0));
    return SmallVector<Value>(count, zero);
  }

  /// Gives the loop the stage that it fills, and if others are given the stage
  /// that it reads, and how often that has begun again at 0.
  void addRounds(int64_t stages, ArrayRef<Value> initial) {
    addRound(stages, initial.take_front());
    if (initial.size() > 1)
      addRound(stages, initial.drop_front());
  }

  /// Gives the loop an index that goes round from 0 to `stages` - 1, and one
  /// that counts the rounds if there are two initial values.
  void addRound(int64_t stages, ArrayRef<Value> initial) {
    IRRewriter rewriter(loop.getContext());
    rewriter.setInsertionPoint(getExtentOfRings(loads, loop, nest));
    Location loc = loop.getLoc();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(rewriter, loc,
                                       rewriter.getI32IntegerAttr(value));
    };
    Value zero = constant(0), one = constant(1), end = constant(stages);
    loop = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
        rewriter, initial, /*replaceInitOperandUsesInLoop=*/false,
        [&](OpBuilder &b, Location loc,
            ArrayRef<BlockArgument> arguments) -> SmallVector<Value> {
          Value next = arith::AddIOp::create(b, loc, arguments[0], one);
          Value wraps = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                              next, end);
          SmallVector<Value> values = {
              arith::SelectOp::create(b, loc, wraps, zero, next)};
          if (arguments.size() > 1) {
            Value more = arith::AddIOp::create(b, loc, arguments[1], one);
            values.push_back(
                arith::SelectOp::create(b, loc, wraps, more, arguments[1]));
          }
          return values;
        }));
    if (!nest.empty())
      nest.front() = loop;
  }

  /// The copy needs its address at its present position, before everything else
  /// of the iteration.
  Value fill(OpBuilder &builder, const AsyncLoad &load, Value ring, Value slot,
             Value map, Value full) {
    TiledLoadOp from = load.load;
    Value stage =
        BufferViewOp::create(builder, from.getLoc(), load.stage, ring, slot);
    if (!load.desc)
      return createCopy(builder, loop, load, stage, /*predicate=*/Value());
    return TiledTmaLoadOp::create(
        builder, from.getLoc(), map, stage,
        computeTilePosition(builder, loop, load).coords, full,
        /*predicate=*/Value(), /*multicast_mask=*/Value(), /*part=*/Value(),
        load.fill);
  }

  /// Replaces the buffer of an iteration by a stage of the ring.
  static void replaceBuffer(AsyncLoad &load, Value ring, Value slot) {
    auto buffer = load.store.getDestination().getDefiningOp<AllocTensorOp>();
    OpBuilder builder(buffer);
    Value stage =
        BufferViewOp::create(builder, buffer.getLoc(), load.stage, ring, slot);
    // This is the copy's fence; the wait of the iteration has one.
    if (auto fence = dyn_cast<ProxyFenceOp>(load.store->getNextNode()))
      fence.erase();
    load.store.erase();
    buffer.replaceAllUsesWith(stage);
    buffer.erase();
    load.load->erase();
  }

  static void read(AsyncLoad &load, Value ring, Value slot) {
    OpBuilder builder(load.convert);
    Value stage = BufferViewOp::create(builder, load.convert.getLoc(),
                                       load.stage, ring, slot);
    readInstead(builder, load, stage);
  }

  scf::ForOp loop;
  SmallVector<Operation *> nest, replaced;
  const TargetInfo &target;
  int64_t limit;
  TensorMapProvider tensorMaps;
  SmallVectorImpl<SharedRings> &made;
  SmallVector<AsyncLoad> loads;
};

class LowerLoadsToAsync
    : public tileiras::impl::TileASLowerLoadsToAsyncBase<LowerLoadsToAsync> {
public:
  using TileASLowerLoadsToAsyncBase::TileASLowerLoadsToAsyncBase;

  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    const TargetInfo *target = getVerifiedTarget(func);
    if (!target)
      return signalPassFailure();
    SmallVector<scf::ForOp> loops;
    func.walk([&](scf::ForOp loop) {
      if (mayHaveCopiesInFlight(loop))
        loops.push_back(loop);
      else
        reportUncounted(loop, *target);
    });
    // One that has a loop under a condition comes after that.
    DenseSet<Operation *> replaced;
    SmallVector<SharedRings> made;
    for (scf::ForOp loop : loops) {
      if (replaced.contains(loop))
        continue;
      LoopLowering lowering(loop, *target,
                            getSharedMemoryLimit(*target, extendedSmem),
                            tensorMaps, made);
      lowering.run();
      replaced.insert_range(lowering.getReplaced());
    }
  }

private:
  /// Says why the loads of a loop, if it has any that would be copies, are
  /// none.
  void reportUncounted(scf::ForOp loop, const TargetInfo &target) {
    AsyncLoadPlanner planner(loop, /*nest=*/{}, target, tensorMaps);
    StringRef reason = refuseToCountAhead(loop);
    if (!reason.empty() &&
        llvm::any_of(loop.getBody()->getOps<TiledLoadOp>(),
                     [&](TiledLoadOp load) {
                       return planner.isReadThroughSharedMemory(load);
                     }))
      remark::missed(loop.getLoc(), remark::RemarkOpts::name("AsyncLoads")
                                        .category("memory")
                                        .function(getOperation().getSymName()))
          << remark::reason("the loads of a loop are not in flight: {0}",
                            reason);
  }
};

} // namespace
