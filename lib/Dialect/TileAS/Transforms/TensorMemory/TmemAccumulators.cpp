//===- TmemAccumulators.cpp - Accumulators in tensor memory ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TmemAccumulators.h"

#include "tileiras/Layout/Factories.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::StridedMemRefType;

AtomAttr tileiras::getTmemMoveAtom(MLIRContext *context, StringRef direction,
                                   StridedMemRefType memory,
                                   RankedTensorType accumulator) {
  constexpr unsigned kMaxWords = 32;
  // The words of a thread in the columns of one repetition.
  constexpr std::pair<StringRef, unsigned> kShapes[] = {{"32x32b", 1},
                                                        {"16x256b", 4}};
  for (auto [shape, words] : kShapes)
    for (unsigned size = kMaxWords / words; size >= 1; size /= 2) {
      AtomAttr atom = AtomAttr::get(
          context, lookupAtom((direction + "." + shape).str()), size);
      if (planTmemMove(memory, accumulator, atom))
        return atom;
    }
  // The verifier of the copy reports what is wrong.
  return AtomAttr::get(context, lookupAtom((direction + ".32x32b").str()), 1);
}

static bool isZero(Value value) {
  return matchPattern(value, m_AnyZeroFloat()) || matchPattern(value, m_Zero());
}

/// One phase is one wait.
Value TmemAccumulators::getDone(DotOp dot) {
  if (done)
    return done;
  OpBuilder builder = OpBuilder::atBlockBegin(&func.getBody().front());
  Location loc = func.getLoc();
  done = AllocMBarrierOp::create(builder, loc,
                                 MBarrierType::get(builder.getContext(), 1),
                                 /*offset=*/IntegerAttr());
  int64_t numWarps = getLayout(dot.getType()).getInSize(InDim::Warp),
          arrivals = numWarps * kLanesPerWarp + 1;
  Value ticks = arith::ConstantOp::create(builder, loc,
                                          builder.getI32IntegerAttr(arrivals));
  AsyncMBarrierInitOp::create(
      builder, loc, nv_tileaa::MemTokenType::get(builder.getContext()), done,
      ticks);
  return done;
}

/// Allocates the scales of an MMA in tensor memory.
static SmallVector<Value> allocateScales(DotOp dot) {
  OpBuilder builder(dot);
  MLIRContext *context = dot.getContext();
  Location loc = dot.getLoc();
  SmallVector<Value> buffers;
  for (auto [operand, tile] : llvm::zip(kScaledOperands, dot.getScales())) {
    auto scales = cast<RankedTensorType>(tile.getType());
    buffers.push_back(AllocTmemOp::create(
        builder, loc,
        StridedMemRefType::get(
            nv_tileaa::MemSpace::TENSOR, scales.getShape(),
            scales.getElementType(),
            LayoutAttr::get(context,
                            getTmemScaleLayout(operand, scales.getShape())))));
  }
  return buffers;
}

/// Stores both without a wait in between: one wait is for both.
static void storeScales(DotOp dot, ArrayRef<Value> buffers) {
  OpBuilder builder(dot);
  for (auto [tile, buffer] : llvm::zip(dot.getScales(), buffers)) {
    AtomAttr move = getTmemMoveAtom(dot.getContext(), "tmem_store",
                                    cast<StridedMemRefType>(buffer.getType()),
                                    cast<RankedTensorType>(tile.getType()));
    CopyOp::create(builder, dot.getLoc(), /*result=*/Type(), tile, buffer, move,
                   /*part=*/0, /*slice=*/DenseI64ArrayAttr());
  }
}

Value TmemAccumulators::multiply(DotOp dot, Value a, Value b,
                                 ValueRange sources) {
  OpBuilder builder(dot);
  MLIRContext *context = dot.getContext();
  Location loc = dot.getLoc();
  RankedTensorType accumulator = dot.getType();
  auto type = StridedMemRefType::get(
      nv_tileaa::MemSpace::TENSOR, accumulator.getShape(),
      accumulator.getElementType(),
      LayoutAttr::get(context,
                      getTmemAccumulatorLayout(accumulator.getShape())));
  TmemMma mma;
  mma.memory = AllocTmemOp::create(builder, loc, type);
  Value accumulate;
  if (isZero(dot.getC()))
    accumulate =
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
  else
    mma.store = CopyOp::create(
        builder, loc, /*result=*/Type(), dot.getC(), mma.memory,
        getTmemMoveAtom(context, "tmem_store", type, accumulator), /*part=*/0,
        /*slice=*/DenseI64ArrayAttr());
  SmallVector<Value> scales = allocateScales(dot);
  if (sources.empty())
    storeScales(dot, scales);
  mma.dots.push_back(
      TmemDotOp::create(builder, loc, a, b, mma.memory, scales, sources,
                        accumulate, dot.getAtom(), dot.getSignednessAAttr(),
                        dot.getSignednessBAttr(), dot.getPackedAttr()));
  mma.wait = TmemWaitOp::create(builder, loc, getDone(dot));
  mma.load = CopyOp::create(
      builder, loc, accumulator, mma.memory, /*destination=*/Value(),
      getTmemMoveAtom(context, "tmem_load", type, accumulator), /*part=*/0,
      /*slice=*/DenseI64ArrayAttr());
  mmas.push_back(mma);
  return mma.load.getResult();
}

/// Returns the MMA of the same block whose accumulator this one adds to, if
/// nothing else uses that.
TmemAccumulators::TmemMma *TmemAccumulators::findBefore(const TmemMma &mma) {
  auto load = mma.store ? CopyOp(mma.store).getSource().getDefiningOp<CopyOp>()
                        : CopyOp();
  if (!load || !load->hasOneUse() || load->getBlock() != mma.load->getBlock())
    return nullptr;
  auto *before = llvm::find_if(
      mmas, [&](const TmemMma &other) { return other.load == load; });
  if (before == mmas.end())
    return nullptr;
  // The unit orders MMAs of one shape and kind on the same accumulator.
  TmemDotOp first = before->dots.back(), second = mma.dots.front();
  AllocTmemOp memory = before->memory;
  bool isSame = memory.getType() == AllocTmemOp(mma.memory).getType() &&
                first.getAtom() == second.getAtom() &&
                first.getPacked() == second.getPacked();
  return isSame && first.getScales().empty() && second.getScales().empty()
             ? before
             : nullptr;
}

/// Makes one MMA of those that add to each other's accumulators. The first ones
/// move down, so that their operands live until the wait.
void TmemAccumulators::joinChains() {
  for (TmemMma &mma : mmas) {
    TmemMma *before = findBefore(mma);
    if (!before)
      continue;
    for (TmemDotOp dot : before->dots)
      dot->moveBefore(mma.dots.front());
    mma.memory.getResult().replaceAllUsesWith(before->memory);
    mma.memory->erase();
    mma.store->erase();
    before->load->erase();
    before->wait->erase();
    before->dots.append(mma.dots);
    before->wait = mma.wait;
    before->load = mma.load;
    mma = std::exchange(*before, TmemMma());
  }
  llvm::erase_if(mmas, [](const TmemMma &mma) { return !mma.memory; });
}

/// Hoists the accumulator out of the loop around it, if that carries it and has
/// no other use of it.
bool TmemAccumulators::hoist(TmemMma &mma, bool waitsInside) {
  auto carried = mma.store ? dyn_cast<BlockArgument>(mma.store.getSource())
                           : BlockArgument();
  if (!carried || !carried.hasOneUse() ||
      mma.store->getBlock() != carried.getOwner())
    return false;
  auto loop = dyn_cast<scf::ForOp>(carried.getOwner()->getParentOp());
  Value accumulator = mma.load.getResult();
  if (!loop || !accumulator.hasOneUse() ||
      loop.getTiedLoopYieldedValue(carried)->get() != accumulator)
    return false;
  loops.insert(loop);
  mma.memory->moveBefore(loop);
  mma.store->moveBefore(loop);
  mma.store.getSourceMutable().assign(loop.getTiedLoopInit(carried)->get());
  loop.getTiedLoopYieldedValue(carried)->set(carried);
  loadAfterLoop(mma, loop, waitsInside);
  loop.getTiedLoopResult(carried).replaceAllUsesWith(accumulator);
  return true;
}

/// Loads the accumulator after the loop, following a wait for that load.
void TmemAccumulators::loadAfterLoop(TmemMma &mma, scf::ForOp loop,
                                     bool waitsInside) {
  OpBuilder builder(loop->getContext());
  builder.setInsertionPointAfter(loop);
  TmemWaitOp inside = mma.wait;
  mma.wait = cast<TmemWaitOp>(builder.clone(*inside));
  if (!waitsInside)
    inside->erase();
  mma.load->moveAfter(mma.wait);
}

bool TmemAccumulators::shareMemory(TmemMma &mma, OpOperand &init) {
  auto load = init.get().getDefiningOp<CopyOp>();
  if (!load || !init.get().hasOneUse())
    return false;
  auto *before = llvm::find_if(
      mmas, [&](const TmemMma &other) { return other.load == load; });
  if (before == mmas.end() || before->memory.getType() != mma.memory.getType())
    return false;
  // The loop no longer carries the accumulator.
  OpBuilder builder(init.getOwner());
  init.set(ub::PoisonOp::create(builder, load.getLoc(), init.get().getType()));
  AllocTmemOp own = mma.memory;
  own.getResult().replaceAllUsesWith(before->memory);
  mma.memory = before->memory;
  own->erase();
  before->load = {};
  load->erase();
  return true;
}

/// Returns the first operation that uses an accumulator that a loop carries, if
/// all users are before `end`.
static Operation *findFirstUse(BlockArgument carried, Operation *end) {
  Operation *first = nullptr;
  for (Operation *user : carried.getUsers()) {
    if (user->getBlock() != carried.getOwner() || !user->isBeforeInBlock(end))
      return nullptr;
    if (!first || user->isBeforeInBlock(first))
      first = user;
  }
  return first;
}

/// Keeps an accumulator that a loop carries in tensor memory, if threads
/// rescale it before they store it again.
bool TmemAccumulators::keepAcrossRescale(TmemMma &mma) {
  Value accumulator = mma.load.getResult();
  auto loop = dyn_cast<scf::ForOp>(mma.load->getParentOp());
  if (!loop || !mma.store || mma.store->getBlock() != loop.getBody() ||
      !accumulator.hasOneUse() ||
      *accumulator.user_begin() != loop.getBody()->getTerminator())
    return false;
  BlockArgument carried =
      loop.getRegionIterArg(accumulator.use_begin()->getOperandNumber());
  Operation *first = findFirstUse(carried, mma.store);
  if (!first || carried.getType() != mma.store.getSource().getType())
    return false;
  loops.insert(loop);
  OpBuilder builder(first);
  auto inside = cast<CopyOp>(builder.clone(*mma.load));
  carried.replaceUsesWithIf(inside.getResult(), [](OpOperand &use) {
    return !isa<scf::YieldOp>(use.getOwner());
  });
  OpOperand *init = loop.getTiedLoopInit(carried);
  loop.getTiedLoopYieldedValue(carried)->set(carried);
  loadAfterLoop(mma, loop, /*waitsInside=*/true);
  loop.getTiedLoopResult(carried).replaceAllUsesWith(accumulator);
  if (shareMemory(mma, *init))
    return true;
  mma.memory->moveBefore(loop);
  builder.setInsertionPoint(loop);
  auto store = cast<CopyOp>(builder.clone(*mma.store));
  store.getSourceMutable().assign(init->get());
  return true;
}

void TmemAccumulators::hoistOutOfLoops() {
  joinChains();
  for (TmemMma &mma : mmas) {
    if (keepAcrossRescale(mma))
      continue;
    // Between a loop and one around it nothing reads the accumulator.
    for (bool isFirst = true; hoist(mma, /*waitsInside=*/isFirst);)
      isFirst = false;
  }
  if (loops.empty())
    return;
  // The carried values are dead now.
  MLIRContext *context = func.getContext();
  RewritePatternSet patterns(context);
  scf::ForOp::getCanonicalizationPatterns(patterns, context);
  // Without these, the patterns of scf.for count some loops wrongly.
  context->getLoadedDialect<nv_tileaa::TileAADialect>()
      ->getCanonicalizationPatterns(patterns);
  (void)applyOpPatternsGreedily(loops.getArrayRef(), std::move(patterns));
}
