//===- LowerLoadsToAsync.cpp - Loads of loops as copies in flight ---------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile that a loop loads, and that goes through shared memory anyway because
// its readers want another layout, is copied there from global memory without
// passing registers:
//
//   %x = tiled_load %view[%i, %k]          %s = buffer_view %ring[%slot]
//   %y = convert_layout %x           =>    %t = async.copy %view[%i, %k] to %s
//                                          %g = async.commit %t
//                                          async.wait %g
//                                          barrier
//                                          %y = copy %s
//
// A load that goes to the buffer of a product (tileas-lower-dot-to-async) is
// copied there, and each thread that waited fences what it copied from the
// accesses of matrix units.
//
// The buffer is a ring, one stage for each step of the loop that can be in
// flight, with a slot that goes round. In this form every step still waits for
// its own copies; tileas-unspecialized-pipeline starts them earlier.
//
// The ring has one stage more than there are steps in flight, so that a stage
// is filled while another is read: one barrier a step is enough, which comes
// after the wait and before the copies of a later step.
//
// Where tensor maps can be had, a tile goes by TMA if its rows start at
// multiples of 16 bytes and its padding is zero (TensorLoads.h): one thread
// starts the copy, and the wait is for the phase of a barrier object of the
// stage. Where the kernel has to find its maps itself, that is for loops with
// products of no few steps. Readers have a slot of their own then, so that
// nothing is handed on from the step that fills a stage to the one that reads
// it. Loops around the loop carry both slots (LoopNest.h).
//
// Where two stages don't fit, loads with different readers take turns
// (CopiesInTurn.h).
//
// Left alone are loads that memory order concerns (only weak ones are taken,
// whose token comes from outside of the loop and is not asked for), addresses
// that need more of the loop than scalar arithmetic,
// vectors of less than 4 bytes, what does not fit into shared memory, and loops
// whose steps can't be counted ahead: those that compare without sign, and
// those with steps that are large or not known, which could pass the end of the
// number's range.
//
//===----------------------------------------------------------------------===//

#include "AsyncLoads.h"
#include "CopiesInTurn.h"
#include "DotAccumulation.h"
#include "LoopNest.h"
#include "TensorLoads.h"

#include "tileiras/Dialect/TileAS/Transforms/LayoutRules.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Transforms/SharedMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/MathExtras.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASLOWERLOADSTOASYNC
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::StridedMemRefType;

namespace {

/// Latency of global memory times bandwidth of an SM: so many bytes in flight
/// keep it busy (NVIDIA, "CUDA C++ Best Practices Guide", "Asynchronous copy").
constexpr int64_t kBytesInFlight = 32 * 1024;
constexpr int64_t kFewestStages = 2, kUsualStages = 3, kMostStages = 6;
/// Of an induction variable that runs a few steps ahead.
constexpr int64_t kLargestStep = 1024;

class LoopLowering {
public:
  LoopLowering(scf::ForOp loop, const TargetInfo &target, int64_t limit,
               TensorMapHome tensorMaps)
      : loop(loop), nest(getLoopNest(loop)), target(target), limit(limit),
        tensorMaps(tensorMaps) {}

  void run() {
    for (auto load : loop.getBody()->getOps<TiledLoadOp>())
      if (std::optional<AsyncLoad> found = analyse(load))
        loads.push_back(std::move(*found));
    if (loads.empty())
      return;
    int64_t stages = chooseStages();
    auto func = loop->getParentOfType<nv_tileaa::FuncOp>();
    auto options = remark::RemarkOpts::name("AsyncLoads")
                       .category("memory")
                       .function(func.getSymName());
    if (stages < kFewestStages) {
      CopiesInTurn turns(loop, loads);
      if (turns.isPossible() && getBytes() + getBytesOfTrips() <= limit) {
        remark::analysis(loop.getLoc(), options) << remark::add(
            "{0} loads of a loop of {1} bytes a step go to shared memory, each "
            "while what was loaded before it is read",
            int64_t(loads.size()), getBytes());
        return turns.rewrite();
      }
      remark::missed(loop.getLoc(), options) << remark::reason(
          "the loads of a loop, {0} bytes a step, are not in flight: shared "
          "memory has no room for {1} stages",
          getBytes(), kFewestStages);
      return;
    }
    remark::analysis(loop.getLoc(), options)
        << remark::add("{0} loads of a loop of {1} bytes a step go to shared "
                       "memory in flight, in {2} stages",
                       int64_t(loads.size()), getBytes(), stages);
    rewrite(stages);
  }

private:
  std::optional<AsyncLoad> analyse(TiledLoadOp load) {
    AsyncLoad result;
    result.load = load;
    if (!mayBeInFlight(load) || !findReader(result) ||
        !getScalarSlice(loop, getPlace(load)))
      return std::nullopt;
    return planBuffer(result) ? std::optional(std::move(result)) : std::nullopt;
  }

  bool mayBeInFlight(TiledLoadOp load) {
    return load.getMemSemantic() == nv_tileaa::MemSemantic::WEAK &&
           load.getResultToken().use_empty() &&
           (!load.getToken() || loop.isDefinedOutsideOfLoop(load.getToken())) &&
           !load.getView().getType().getSparseDim() &&
           lookupAtom("simt_async_copy")->isOn(target);
  }

  /// The only reader, behind what moves nothing.
  bool findReader(AsyncLoad &result) {
    Value tile = result.load.getResult();
    while (tile.hasOneUse()) {
      Operation *user = *tile.user_begin();
      if (user->getBlock() != loop.getBody())
        return false;
      if (auto store = dyn_cast<CopyOp>(user)) {
        result.store = store;
        return result.moves.empty() && fillsBuffer(store);
      }
      if (auto convert = dyn_cast<ConvertLayoutOp>(user)) {
        result.convert = convert;
        return planConversion(convert, target).kind ==
               ConversionKind::SharedMemory;
      }
      if (!isa<ViewOp, PermuteOp>(user))
        return false;
      result.moves.push_back(user);
      tile = user->getResult(0);
    }
    return false;
  }

  /// Nobody else writes to the buffer, of which there is one for each step.
  bool fillsBuffer(CopyOp store) {
    auto buffer = store.getDestination().getDefiningOp<AllocTensorOp>();
    return buffer && buffer->getBlock() == loop.getBody() &&
           store.getBuffer().getType().getParts() == 1 &&
           llvm::all_of(buffer->getUsers(), [&](Operation *user) {
             return user == store || isa<BufferViewOp, AsyncDotOp>(user);
           });
  }

  /// What keeps all loads of the loop from going by TMA; empty if nothing does.
  /// Barrier objects are made once, before all loops.
  StringRef refuseTma() {
    if (nest.empty())
      return "its loop is inside of a condition or of a loop that does not "
             "count";
    return tensorMaps == TensorMapHome::Device ? refuseToFindMaps(loop) : "";
  }

  bool planTensorCopy(AsyncLoad &result) {
    if (tensorMaps == TensorMapHome::None || !target.Tma)
      return false;
    StringRef why = refuseTma();
    if (why.empty() && planTensorCopy(result, why))
      return true;
    auto func = loop->getParentOfType<nv_tileaa::FuncOp>();
    remark::missed(result.load.getLoc(), remark::RemarkOpts::name("TensorCopy")
                                             .category("memory")
                                             .function(func.getSymName()))
        << remark::reason("a load of a loop does not go by TMA: {0}", why);
    return false;
  }

  bool planTensorCopy(AsyncLoad &result, StringRef &why) {
    // Who launches the kernel makes maps of what is there from the beginning.
    scf::ForOp maker = tensorMaps == TensorMapHome::Device ? loop : nest.back();
    if (!maker.isDefinedOutsideOfLoop(result.load.getView())) {
      why = "its array changes in the loop";
      return false;
    }
    if (hasPadding(result.load)) {
      why = "its padding is not zero";
      return false;
    }
    std::optional<TensorAccess> plan = planTensorLoad(
        result.load, tensorMaps,
        result.store ? result.store.getBuffer().getType() : StridedMemRefType(),
        why);
    if (!plan)
      return false;
    StridedMemRefType stage = plan->desc.getBuffer();
    StridedMemRefType seen = getBufferBehind(result.moves, stage);
    AtomAttr read;
    if (!result.store) {
      read = findReadAtom(seen, result.convert.getType());
      if (!read) {
        why = "what reads the tile wants it in another order";
        return false;
      }
    }
    result.stage = stage;
    result.seen = seen;
    result.read = read;
    result.desc = plan->desc;
    result.alignment = plan->alignment;
    result.fill = AtomAttr::get(stage.getContext(), lookupAtom("tma_load"),
                                stage.getRank());
    return true;
  }

  bool planBuffer(AsyncLoad &result) {
    if (planTensorCopy(result))
      return true;
    if (result.store)
      return planStage(result);
    LinearLayout dst = getLayout(result.convert.getType());
    for (Operation *move : llvm::reverse(result.moves))
      dst = *sourceLayoutFrom(move, dst);
    for (unsigned bytes = 16; bytes >= 4 && !result.fill; bytes /= 2)
      planFillOf(result, dst, bytes);
    return bool(result.fill);
  }

  /// The buffer of a product, as it is, filled in the largest vectors.
  static bool planStage(AsyncLoad &result) {
    auto access =
        cast<nv_tileaa::AccessOpInterface>(result.load.getOperation());
    const LinearLayout &threads = getLayout(result.load.getResult().getType());
    result.stage = result.seen = result.store.getBuffer().getType();
    for (unsigned bytes = 16; bytes >= 4 && !result.fill; bytes /= 2)
      if (planAsyncCopy(access, threads, result.stage, bytes))
        result.fill = AtomAttr::get(result.load.getContext(),
                                    lookupAtom("simt_async_copy"), bytes);
    return bool(result.fill);
  }

  /// With copies of `bytes` each, if that works.
  void planFillOf(AsyncLoad &result, const LinearLayout &dst, unsigned bytes) {
    auto tile = cast<RankedTensorType>(result.load.getResult().getType());
    auto access =
        cast<nv_tileaa::AccessOpInterface>(result.load.getOperation());
    unsigned bits = getMemoryBits(tile.getElementType());
    nv_tileaa::AccessVector vector = access.getVector(bits / 8, bytes);
    if (vector.elements * bits != bytes * 8)
      return;
    std::optional<SharedMemoryPlan> plan =
        planFill(getLayout(tile), dst, tile.getElementType(), target,
                 vector.dim, vector.elements);
    if (!plan)
      return;
    MLIRContext *context = tile.getContext();
    result.stage =
        StridedMemRefType::get(tile.getShape(), tile.getElementType(),
                               LayoutAttr::get(context, plan->smem));
    result.seen = getBufferBehind(result.moves, result.stage);
    result.read = getAtom(context, plan->load, plan->elementBits);
    if (planAsyncCopy(access, getLayout(tile), result.stage, bytes))
      result.fill =
          AtomAttr::get(context, lookupAtom("simt_async_copy"), bytes);
  }

  int64_t getBytes() const {
    int64_t bytes = 0;
    for (const AsyncLoad &load : loads)
      bytes += getBufferBytes(load.stage);
    return bytes;
  }

  /// Bytes of the trips that the other conversions of the loop make, and of the
  /// buffers that live with it.
  int64_t getBytesOfTrips() {
    return getBytesOfBuffers() + getBytesOfConversions();
  }

  int64_t getBytesOfBuffers() {
    int64_t bytes = 0;
    loop->getParentOfType<nv_tileaa::FuncOp>().walk([&](AllocTensorOp buffer) {
      if (livesWithRings(buffer) &&
          llvm::none_of(loads, [&](const AsyncLoad &load) {
            CopyOp store = load.store;
            return store && store.getDestination() == buffer.getResult();
          }))
        bytes += buffer.getBytes();
    });
    return bytes;
  }

  /// Before it the rings are made, those of barrier objects before all loops.
  /// They live in it.
  scf::ForOp getExtentOfRings() {
    return hasTensorCopies() ? nest.back() : loop;
  }

  /// Made in there, or before it and used in it or after it. What a loop in
  /// there makes that may get a ring itself is counted with that.
  bool livesWithRings(AllocTensorOp buffer) {
    scf::ForOp extent = getExtentOfRings();
    auto own = dyn_cast<scf::ForOp>(buffer->getParentOp());
    if (extent->isAncestor(buffer))
      return own == loop || !mayGetRing(own);
    Block *block = buffer->getBlock();
    Operation *here = block->findAncestorOpInBlock(*extent);
    if (!here || !buffer->isBeforeInBlock(here))
      return false;
    SmallVector<Operation *> users(buffer->getUsers());
    while (!users.empty()) {
      Operation *user = users.pop_back_val();
      if (!block->findAncestorOpInBlock(*user)->isBeforeInBlock(here))
        return true;
      if (isa<BufferViewOp>(user))
        llvm::append_range(users, user->getUsers());
    }
    return false;
  }

  static bool mayGetRing(scf::ForOp loop) {
    return loop && !loop.getBody()->getOps<TiledLoadOp>().empty() &&
           loop.getBody()->getOps<scf::ForOp>().empty();
  }

  int64_t getBytesOfConversions() {
    int64_t bytes = 0;
    getExtentOfRings().walk([&](ConvertLayoutOp convert) {
      if (llvm::any_of(loads, [&](const AsyncLoad &load) {
            return load.convert == convert;
          }))
        return;
      ConversionPlan plan = planConversion(convert, target);
      if (plan.kind == ConversionKind::SharedMemory)
        bytes = std::max(bytes, plan.shared->getBufferBytes());
    });
    return bytes;
  }

  /// As many as keep memory busy beyond the step that is waited for, if there
  /// is room; but where products are not in flight themselves, no more than let
  /// a second CTA onto the SM, whose warps multiply while those of the first
  /// wait.
  int64_t chooseStages() {
    int64_t bytes = getBytes();
    int64_t wanted = std::max(
        kUsualStages, int64_t(2 + llvm::divideCeil(kBytesInFlight, bytes)));
    // One that products in flight still read.
    bool isRead = !findDotAccumulations(loop).empty();
    wanted += isRead;
    int64_t trips = getBytesOfTrips();
    // Behind rings of whole swizzles there is room for barrier objects.
    if (hasTensorCopies())
      trips += kMostStages * AllocMBarrierOp::kObjectBytes;
    int64_t room = (limit - trips) / bytes / countRingsToCome();
    if (std::optional<int64_t> ofTwo = getSharedMemoryOfTwo();
        ofTwo && !isRead && (*ofTwo - trips) / bytes >= kFewestStages)
      room = std::min(room, (*ofTwo - trips) / bytes);
    return std::min({wanted, room, kMostStages});
  }

  /// Rings that are made before all loops live at the same time: of the loops
  /// that may get one, how many have none, with this one.
  int64_t countRingsToCome() {
    if (!hasTensorCopies())
      return 1;
    int64_t count = 0;
    nest.back().walk([&](scf::ForOp other) { count += mayGetRing(other); });
    return std::max<int64_t>(count, 1);
  }

  bool hasTensorCopies() const {
    return llvm::any_of(loads,
                        [](const AsyncLoad &load) { return bool(load.desc); });
  }

  std::optional<int64_t> getSharedMemoryOfTwo() {
    FailureOr<int64_t> warps =
        getNumWarps(loop->getParentOfType<nv_tileaa::FuncOp>());
    return succeeded(warps) ? tileiras::getSharedMemoryOfTwo(target, *warps)
                            : std::nullopt;
  }

  void rewrite(int64_t stages) {
    OpBuilder builder(getExtentOfRings());
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
    // Before the barrier of the ring: who finds maps does it while others come.
    SmallVector<Value> maps;
    for (AsyncLoad &load : loads)
      maps.push_back(load.desc ? makeMap(load) : Value());
    std::optional<TensorRing> tensors;
    if (hasTensorCopies())
      tensors.emplace(builder, loop.getLoc(), stages);
    addRound(stages, /*counts=*/false);
    if (tensors) {
      addRound(stages, /*counts=*/true);
      IRRewriter rewriter(loop.getContext());
      carryOutwards(rewriter, nest, /*count=*/3);
    }
    ValueRange added = loop.getRegionIterArgs().take_back(tensors ? 3 : 1);
    Value slot = added.front(), readSlot = tensors ? added[1] : slot,
          phase = tensors ? added[2] : Value();
    builder.setInsertionPointToStart(loop.getBody());
    fillAll(builder, rings, maps, slot, tensors, readSlot, phase);
    for (auto [load, ring] : llvm::zip_equal(loads, rings))
      if (load.store)
        replaceBuffer(load, ring, readSlot);
      else
        read(load, ring, readSlot);
  }

  /// Before as many loops as the array stays the same in.
  static Value makeMap(const AsyncLoad &load) {
    TiledLoadOp from = load.load;
    OpBuilder builder(
        from.getView().getParentBlock()->findAncestorOpInBlock(*from));
    return MakeTiledTmaDescOp::create(builder, from.getLoc(), load.desc,
                                      from.getView());
  }

  static int64_t getAlignment(const AsyncLoad &load) {
    CopyOp store = load.store;
    if (!store)
      return load.alignment;
    auto buffer = store.getDestination().getDefiningOp<AllocTensorOp>();
    return std::max<int64_t>(load.alignment, buffer.getAlignment());
  }

  /// Starts the copies of a step, and waits for them.
  void fillAll(OpBuilder &builder, ArrayRef<Value> rings, ArrayRef<Value> maps,
               Value slot, std::optional<TensorRing> &tensors, Value readSlot,
               Value phase) {
    Location loc = loop.getLoc();
    SmallVector<Value> tokens;
    Value full = tensors ? tensors->getBarrier(builder, loc, slot) : Value();
    int64_t bytes = 0;
    for (auto [load, ring, map] : llvm::zip_equal(loads, rings, maps)) {
      Value token = fill(builder, load, ring, slot, map, full);
      if (load.desc)
        bytes += getBufferBytes(load.stage);
      else
        tokens.push_back(token);
    }
    if (tensors) {
      AsyncMBarrierExpectTxOp::create(builder, loc, full,
                                      builder.getI32IntegerAttr(bytes),
                                      /*predicate=*/Value());
      AsyncMBarrierWaitOp::create(
          builder, loc, tensors->getBarrier(builder, loc, readSlot), phase);
    }
    if (!tokens.empty()) {
      Value group = AsyncCommitOp::create(builder, loc, tokens);
      AsyncWaitOp::create(builder, loc, group, /*pending=*/IntegerAttr());
    }
    // What threads copied is read by matrix units.
    if (llvm::any_of(loads, [](const AsyncLoad &load) {
          return load.store && !load.desc;
        }))
      ProxyFenceOp::create(builder, loc);
    BarrierOp::create(builder, loc);
  }

  /// Gives the loop a number that goes round from 0 to `stages` - 1, and one
  /// that counts the rounds.
  void addRound(int64_t stages, bool counts) {
    IRRewriter rewriter(loop.getContext());
    rewriter.setInsertionPoint(getExtentOfRings());
    Location loc = loop.getLoc();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(rewriter, loc,
                                       rewriter.getI32IntegerAttr(value));
    };
    Value zero = constant(0), one = constant(1), end = constant(stages);
    SmallVector<Value> initial(counts ? 2 : 1, zero);
    loop = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
        rewriter, initial, /*replaceInitOperandUsesInLoop=*/false,
        [&](OpBuilder &b, Location loc,
            ArrayRef<BlockArgument> arguments) -> SmallVector<Value> {
          Value next = arith::AddIOp::create(b, loc, arguments[0], one);
          Value wraps = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                              next, end);
          SmallVector<Value> values = {
              arith::SelectOp::create(b, loc, wraps, zero, next)};
          if (counts) {
            Value more = arith::AddIOp::create(b, loc, arguments[1], one);
            values.push_back(
                arith::SelectOp::create(b, loc, wraps, more, arguments[1]));
          }
          return values;
        }));
    if (!nest.empty())
      nest.front() = loop;
  }

  /// The copy needs its place in memory where it stands now, before everything
  /// else of the step.
  Value fill(OpBuilder &builder, const AsyncLoad &load, Value ring, Value slot,
             Value map, Value full) {
    TiledLoadOp from = load.load;
    Value stage =
        BufferViewOp::create(builder, from.getLoc(), load.stage, ring, slot);
    if (!load.desc)
      return createCopy(builder, loop, load, stage, /*predicate=*/Value());
    return TiledTmaLoadOp::create(
        builder, from.getLoc(), map, stage,
        computePlace(builder, loop, load).coords, full,
        /*predicate=*/Value(), /*multicast_mask=*/Value(), load.fill);
  }

  /// What was a buffer of this step is a stage of the ring.
  static void replaceBuffer(AsyncLoad &load, Value ring, Value slot) {
    auto buffer = load.store.getDestination().getDefiningOp<AllocTensorOp>();
    OpBuilder builder(buffer);
    Value stage =
        BufferViewOp::create(builder, buffer.getLoc(), load.stage, ring, slot);
    // The copy's fence; the wait of the step has one.
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
  SmallVector<scf::ForOp> nest;
  const TargetInfo &target;
  int64_t limit;
  TensorMapHome tensorMaps;
  SmallVector<AsyncLoad> loads;
};

class LowerLoadsToAsync
    : public tileiras::impl::TileASLowerLoadsToAsyncBase<LowerLoadsToAsync> {
public:
  using TileASLowerLoadsToAsyncBase::TileASLowerLoadsToAsyncBase;

  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    const TargetInfo *target = getTarget(func);
    if (!target || failed(verifyLayouts(func, LayoutState::Complete)))
      return signalPassFailure();
    SmallVector<scf::ForOp> loops;
    func.walk([&](scf::ForOp loop) {
      if (loop.getBody()->getOps<scf::ForOp>().empty() && canCountAhead(loop))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops)
      LoopLowering(loop, *target, getSharedMemoryLimit(*target, extendedSmem),
                   tensorMaps)
          .run();
  }

private:
  static bool canCountAhead(scf::ForOp loop) {
    std::optional<int64_t> step = getConstantIntValue(loop.getStep());
    return !loop.getUnsignedCmp() && step && *step <= kLargestStep;
  }
};

} // namespace
