//===- SplitSteps.cpp - Steps whose tiles fit beside others ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that only multiplies tiles and adds up the products,
//
//   for i in 0 to n:  sum += A[m, i] * B[i, k]
//
// does the same in twice as many steps of tiles half as deep. The copies of its
// tiles run a few steps ahead, for which shared memory has to hold a ring of
// them; and while the threads of one CTA wait at the barrier of a step, the
// matrix unit works for a second one, if there is room for its ring too. So the
// steps are split where no ring of two stages fits as they are.
//
// Step j of the new loop takes slice j % count of the tiles of step j / count
// (SliceRules.h). A slice may lie outside of the array as a whole.
//
// With wgmma and tcgen05 one CTA keeps the unit busy by itself, and its ring is
// larger.
//
//===----------------------------------------------------------------------===//

#include "SliceConsumers.h"
#include "SliceRules.h"

#include "tileiras/Analysis/TileFacts.h"
#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAA/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEAASHRINKKTILES
#include "tileiras/Dialect/TileAA/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

namespace {

/// Of a ring: the least, and what leaves copies under way while threads wait.
constexpr int64_t kFewestStages = 2, kUsualStages = 3;
/// Of an operand along the dimension that is summed over: two instructions of
/// each type, so that one's operands are read while the other multiplies.
constexpr int64_t kFewestBytes = 64;

/// The tiles of a loop that products sum over, each with the dimension.
class SummedTiles {
public:
  SummedTiles(scf::ForOp loop, int64_t count) : loop(loop), count(count) {}

  /// Fails where the loop does more than multiply and add up.
  LogicalResult collect() {
    for (auto dot : loop.getBody()->getOps<DotOp>())
      if (failed(addProduct(dot)))
        return failure();
    return success(!dims.empty() &&
                   llvm::all_of(*loop.getBody(),
                                [&](Operation &op) { return isExpected(op); }));
  }

  const llvm::MapVector<Operation *, int> &getDims() const { return dims; }

private:
  LogicalResult addProduct(DotOp dot) {
    auto sum = dyn_cast<BlockArgument>(dot.getC());
    if (!sum || sum.getOwner() != loop.getBody() || !sum.hasOneUse() ||
        !dot.getResult().hasOneUse() ||
        loop.getTiedLoopYieldedValue(sum)->get() != dot.getResult())
      return failure();
    for (auto [value, dim] : getSummedParts(dot)) {
      auto type = cast<RankedTensorType>(value.getType());
      if (type.getDimSize(dim) / count * getMemoryBits(type.getElementType()) <
              8 * kFewestBytes ||
          failed(add(value, dim)))
        return failure();
    }
    return success();
  }

  LogicalResult add(Value value, int dim) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != loop.getBody() ||
        !SliceCuts::isAlongDimension(dim))
      return failure();
    auto [known, isNew] = dims.insert({op, dim});
    if (!isNew)
      return success(known->second == dim);
    if (auto load = dyn_cast<TiledLoadOp>(op))
      return success(canSlice(load));
    if (!op->hasTrait<OpTrait::Elementwise>() && !isa<PermuteOp, ViewOp>(op))
      return failure();
    SliceCuts cuts(count);
    FailureOr<SmallVector<Part>> parts = findOperandParts(op, dim, cuts);
    if (failed(parts))
      return failure();
    for (auto [operand, operandDim] : *parts)
      if (isa<RankedTensorType>(operand.getType()) &&
          failed(add(operand, operandDim)))
        return failure();
    return success();
  }

  bool canSlice(TiledLoadOp load) {
    return isWeakLoad(load) && load.getResultToken().use_empty() &&
           (!load.getToken() || loop.isDefinedOutsideOfLoop(load.getToken())) &&
           !load.getView().getType().getSparseDim() &&
           load.getView().getDefiningOp<BlockTileOp>();
  }

  /// Tiles of the products alone, and scalars.
  bool isExpected(Operation &op) {
    if (isa<scf::YieldOp, DotOp>(op))
      return true;
    if (dims.contains(&op))
      return llvm::all_of(op.getUsers(), [&](Operation *user) {
        return dims.contains(user) || isa<DotOp>(user);
      });
    return op.getNumRegions() == 0 && isPure(&op) &&
           llvm::none_of(op.getResultTypes(), llvm::IsaPred<RankedTensorType>);
  }

  scf::ForOp loop;
  int64_t count;
  llvm::MapVector<Operation *, int> dims;
};

int64_t getBytes(const SummedTiles &tiles) {
  int64_t bytes = 0;
  for (auto [op, dim] : tiles.getDims())
    if (auto load = dyn_cast<TiledLoadOp>(op)) {
      RankedTensorType tile = load.getResult().getType();
      bytes += tile.getNumElements() * getMemoryBits(tile.getElementType()) / 8;
    }
  return bytes;
}

/// The loop with `count` times as many steps.
class StepSplitter {
public:
  /// `isWide`: as many don't fit into the type of the loop's number.
  StepSplitter(scf::ForOp loop, int64_t count, bool isWide)
      : old(loop), count(count), builder(loop), loc(loop.getLoc()),
        type(isWide ? builder.getI64Type() : old.getInductionVar().getType()) {}

  void run(const SummedTiles &tiles) {
    Value lower = extend(old.getLowerBound());
    Value steps = builder.createOrFold<arith::SubIOp>(
        loc, extend(old.getUpperBound()), lower);
    Value end =
        builder.createOrFold<arith::MulIOp>(loc, steps, getNumber(count));
    loop = scf::ForOp::create(builder, loc, getNumber(0), end, getNumber(1),
                              old.getInitArgs());
    loop->setDiscardableAttrs(old->getDiscardableAttrDictionary());
    loop.getBody()->getOperations().splice(loop.getBody()->end(),
                                           old.getBody()->getOperations());
    for (auto [op, dim] : tiles.getDims()) {
      for (Value result : op->getResults().take_front())
        result.setType(getSliceType(result.getType(), dim, count));
      if (auto load = dyn_cast<TiledLoadOp>(op))
        slice(load, dim);
    }
    replace(lower);
  }

private:
  Value getNumber(int64_t number) {
    return arith::ConstantIntOp::create(builder, loc, type, number);
  }

  Value extend(Value value) {
    return value.getType() == type
               ? value
               : arith::ExtSIOp::create(builder, loc, type, value);
  }

  void slice(TiledLoadOp load, int dim) {
    builder.setInsertionPoint(load);
    TiledViewType view = load.getView().getType();
    Value memref = load.getView().getDefiningOp<BlockTileOp>().getSource();
    SlicePosition place{load.getView(), llvm::to_vector(load.getCoords())};
    if (isNumber(load.getCoords()[dim]) &&
        view.getSteps()[dim] == view.getShape()[dim]) {
      // i * count + j % count is j.
      place.coords[dim] = loop.getInductionVar();
      place.view = BlockTileOp::create(
          builder, load.getLoc(),
          getSlicedView(view, dim, count, view.getSteps()[dim] / count),
          memref);
    } else {
      Value index = arith::AndIOp::create(builder, loc, loop.getInductionVar(),
                                          getNumber(count - 1));
      place = sliceTile(builder, memref, place, dim, count, index);
    }
    load.getViewMutable().assign(place.view);
    load.getCoordsMutable().assign(place.coords);
    narrowFacts(load, dim);
  }

  /// The number of a step, from 0 on.
  bool isNumber(Value value) {
    return value == old.getInductionVar() &&
           isConstantIntValue(old.getLowerBound(), 0);
  }

  void replace(Value lower) {
    builder.setInsertionPointToStart(loop.getBody());
    Value step = arith::ShRSIOp::create(builder, loc, loop.getInductionVar(),
                                        getNumber(llvm::Log2_64(count)));
    step = builder.createOrFold<arith::AddIOp>(loc, step, lower);
    Type narrow = old.getInductionVar().getType();
    if (type != narrow)
      step = arith::TruncIOp::create(builder, loc, narrow, step);
    old.getInductionVar().replaceAllUsesWith(step);
    for (auto [from, to] :
         llvm::zip_equal(old.getRegionIterArgs(), loop.getRegionIterArgs()))
      from.replaceAllUsesWith(to);
    old.replaceAllUsesWith(loop.getResults());
    old.erase();
  }

  scf::ForOp old, loop;
  int64_t count;
  OpBuilder builder;
  Location loc;
  Type type;
};

class SplitSteps : public tileiras::impl::TileAAShrinkKTilesBase<SplitSteps> {
public:
  using TileAAShrinkKTilesBase::TileAAShrinkKTilesBase;

  void runOnOperation() override {
    FuncOp func = getOperation();
    KernelSpecAttr spec = func.getKernelSpec();
    const TargetInfo *target = findTarget(func);
    // Later passes say what is missing.
    if (!spec || !target || !target->CpAsync || target->Wgmma ||
        target->Tcgen05)
      return markAllAnalysesPreserved();
    SmallVector<scf::ForOp> loops;
    func.walk([&](scf::ForOp loop) {
      if (!loop.getBody()->getOps<DotOp>().empty())
        loops.push_back(loop);
    });
    if (loops.empty())
      return markAllAnalysesPreserved();
    room = getSharedMemoryLimit(*target, extendedSmem);
    if (auto ofTwo = getSharedMemoryOfTwo(*target, spec.getNumWarps()))
      room = std::min(room, *ofTwo);
    TileFacts facts(func);
    for (scf::ForOp loop : loops)
      visit(loop, facts);
  }

private:
  void visit(scf::ForOp loop, const TileFacts &facts) {
    SummedTiles whole(loop, 1);
    if (failed(whole.collect()))
      return;
    int64_t bytes = getBytes(whole);
    if (bytes == 0 || room / bytes >= kFewestStages)
      return;
    int64_t count = chooseCount(loop, bytes);
    if (room / (bytes / count) < kFewestStages)
      return;
    auto remark = remark::RemarkOpts::name("Steps").category("memory").function(
        getOperation().getName());
    std::optional<bool> isWide = findWidth(loop, count, facts);
    if (!isWide) {
      remark::missed(loop.getLoc(), remark) << remark::reason(
          "a loop whose steps take tiles of {0} bytes is not made one of more "
          "steps: their number is not known to fit into that of the loop",
          bytes);
      return;
    }
    remark::analysis(loop.getLoc(), remark) << remark::add(
        "a loop whose steps take tiles of {0} bytes becomes one of {1} times "
        "as many steps, since {2} bytes of shared memory have no room for two",
        bytes, count, room);
    SummedTiles tiles(loop, count);
    [[maybe_unused]] LogicalResult found = tiles.collect();
    assert(succeeded(found) && "the tiles have so many slices");
    StepSplitter(loop, count, *isWide).run(tiles);
  }

  /// The least that gives a ring of the usual stages, or as many as there are.
  int64_t chooseCount(scf::ForOp loop, int64_t bytes) {
    int64_t count = 1;
    while (room / (bytes / count) < kUsualStages &&
           succeeded(SummedTiles(loop, 2 * count).collect()))
      count *= 2;
    return count;
  }

  /// Whether the number of the new steps takes more bits than that of the old;
  /// none where it may not fit into 64, or steps are counted otherwise.
  static std::optional<bool> findWidth(scf::ForOp loop, int64_t count,
                                       const TileFacts &facts) {
    auto type = dyn_cast<IntegerType>(loop.getInductionVar().getType());
    if (!type || type.getWidth() > 64 || loop.getUnsignedCmp() ||
        !isConstantIntValue(loop.getStep(), 1))
      return std::nullopt;
    ConstantIntRanges lower = facts.getRange(loop.getLowerBound());
    ConstantIntRanges upper = facts.getRange(loop.getUpperBound());
    auto countSteps = [&](const APInt &from, const APInt &to) {
      APInt steps = to.sext(128) - from.sext(128);
      return steps * APInt(128, count);
    };
    APInt fewest = countSteps(lower.smax(), upper.smin());
    APInt most = countSteps(lower.smin(), upper.smax());
    auto fitsInto = [&](unsigned width) {
      return fewest.isSignedIntN(width) && most.isSignedIntN(width);
    };
    if (fitsInto(type.getWidth()))
      return false;
    return type.getWidth() < 64 && fitsInto(64) ? std::optional(true)
                                                : std::nullopt;
  }

  int64_t room = 0;
};

} // namespace
