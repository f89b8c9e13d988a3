//===- SliceAccumulators.cpp - Accumulators in slices ---------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The warpgroups that multiply by `wgmma` have the accumulators in registers. A
// tile whose accumulators don't fit is stored slice by slice, and everything
// that a slice is computed from is repeated for it, with the whole K loop:
//
//                                       for s in 0 to 2:
//   for k:                                for k:
//     acc += A[m, k] * B[k, n]     =>       acc' += A[2m + s, k] * B[k, n]
//   store acc, C[m, n]                    store acc', C[2m + s, n]
//
// An operand that all slices need is loaded once for each. That costs bytes, as
// a smaller tile would; accumulators in local memory cost more, and so does
// `mma.sync`, which dots without registers for `wgmma` get.
//
// Tensor memory has 128 lanes. Where threads read accumulators in each
// iteration and compute an operand from them, as attention does, more rows are
// computed in slices of as many: those of the other dot, of the scores and of
// the operand would not have columns at the same time, nor a thread registers
// for them.
//
// Several loops in a row with loads share a ring where nothing is around them.
// Then the loop over slices is unrolled, except in tensor memory, of which each
// loop would have a part of its own.
//
// Nothing is computed twice: each dot that a plan has is cut, and its result is
// for nothing but the store, or several stores of a block with slices of the
// same rows: attention stores its log-sum-exp, too. The loop over slices then
// has all of them, at the position of the last. Otherwise the kernel stays as
// it is.
//
//===----------------------------------------------------------------------===//

#include "SliceConsumers.h"
#include "SliceRules.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAA/Transforms/Passes.h"
#include "tileiras/Dialect/TileAA/Utils/MatrixUnits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/FormatVariadic.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEAASLICEACCUMULATORS
#include "tileiras/Dialect/TileAA/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

namespace {

/// The registers of a thread for everything but accumulators and the operands
/// that are computed with them. Attention with 224 registers for these doesn't
/// spill in its loop, with 256 it does.
constexpr int64_t kOtherRegisters = 24;
/// The columns of a slice below which operands are most of what it reads.
constexpr int64_t kMinColumns = 64;
constexpr int64_t kLanesOfMemory = 128, kMaxSlices = 8;

/// Whether a warpgroup may multiply these operands.
bool isForWarpgroup(DotOp dot, const TargetInfo &target) {
  ArrayRef<int64_t> shape = dot.getType().getShape();
  return shape.size() == 2 && shape.front() % kRowsPerGroup == 0 &&
         !dot.isScaled() &&
         !getElementTypeOrSelf(dot.getA().getType()).isF64() &&
         hasMatrixUnit(dot, target);
}

/// Whether the tile comes from memory, in the layout that it has there.
bool isLoaded(Value tile) {
  while (isa_and_present<PermuteOp, ViewOp>(tile.getDefiningOp()))
    tile = tile.getDefiningOp()->getOperand(0);
  Operation *op = tile.getDefiningOp();
  return op && isWeakLoad(op);
}

/// Whether several loops of a step load tiles.
bool hasSeveralLoops(scf::ForOp loop) {
  auto loops = loop.getBody()->getOps<scf::ForOp>();
  return llvm::count_if(loops, [](scf::ForOp inner) {
           return !inner.getBody()->getOps<TiledLoadOp>().empty();
         }) > 1;
}

//===----------------------------------------------------------------------===//
// What remains of the operations that a plan repeats
//===----------------------------------------------------------------------===//

/// Adds what the user makes of a slice of the value. Returns false if it needs
/// the whole value.
bool addResults(const SlicePlan &plan, Operation *user, OpOperand &use,
                SetVector<Value> &values) {
  unsigned number = use.getOperandNumber();
  if (isa<scf::ForOp, scf::IfOp>(user)) {
    auto loop = dyn_cast<scf::ForOp>(user);
    if (use.getOwner() == user) {
      if (!loop || number < loop.getNumControlOperands())
        return false;
      number -= loop.getNumControlOperands();
    }
    values.insert(user->getResult(number));
    if (loop)
      values.insert(loop.getRegionIterArg(number));
    return true;
  }
  values.insert_range(user->getResults());
  return llvm::all_of(plan.getCuts(user), [&](int cut) {
    SliceCuts cuts = plan.getSliceCuts();
    return cut != kWhole && llvm::none_of(*findOperandParts(user, cut, cuts),
                                          [&](const Part &part) {
                                            return part.second == kWhole &&
                                                   part.first == use.get();
                                          });
  });
}

bool contains(ArrayRef<StoreCut> stores, Operation *op) {
  return llvm::any_of(stores,
                      [&](const StoreCut &store) { return store.store == op; });
}

/// Finds an operation that needs the values, or what is computed from them,
/// otherwise than in slices that are stored.
Operation *findOtherUser(const SlicePlan &plan, ArrayRef<StoreCut> stores,
                         SetVector<Value> values) {
  for (size_t next = 0; next < values.size(); ++next)
    for (OpOperand &use : values[next].getUses()) {
      Operation *user = use.getOwner();
      bool isToken = isa<MemTokenType>(use.get().getType());
      if (!isToken && contains(stores, user))
        continue;
      if (isa<scf::YieldOp>(user))
        user = user->getParentOp();
      if (!plan.contains(user) || !addResults(plan, user, use, values))
        return user;
    }
  return nullptr;
}

/// Whether an operation in the loop does more than compute and load.
bool hasOtherEffects(Operation *loop) {
  return loop
      ->walk([](Operation *op) {
        return op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                       isMemoryEffectFree(op) || isWeakLoad(op)
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// Finds what would keep a dot of the plan where it is, or a loop that it is
/// in, when slices of it are computed.
Refusal findRemainder(const SlicePlan &plan, ArrayRef<StoreCut> stores,
                      FuncOp func) {
  SetVector<Value> values;
  Refusal refusal;
  func.walk([&](Operation *op) {
    bool isLoop = plan.contains(op) && plan.isCarrying(op);
    if (isLoop && hasOtherEffects(op))
      refusal = {op, "it has other effects"};
    if (isLoop || (isa<DotOp>(op) && plan.contains(op)))
      values.insert_range(op->getResults());
  });
  if (refusal.op)
    return refusal;
  if (Operation *user = findOtherUser(plan, stores, std::move(values)))
    return {user, "it needs the accumulators as a whole"};
  return {};
}

//===----------------------------------------------------------------------===//
// Several stores in one loop over slices
//===----------------------------------------------------------------------===//

/// Adds what the user makes of the value: of a loop that carries it, or of a
/// region that yields it, the result of the same number.
void followUse(OpOperand &use, SetVector<Value> &values) {
  Operation *user = use.getOwner();
  int64_t number = use.getOperandNumber();
  if (isa<scf::YieldOp>(user)) {
    user = user->getParentOp();
  } else if (auto loop = dyn_cast<scf::ForOp>(user)) {
    number -= loop.getNumControlOperands();
  } else {
    values.insert_range(user->getResults());
    return;
  }
  if (number < 0 || number >= user->getNumResults())
    return;
  values.insert(user->getResult(number));
  if (auto loop = dyn_cast<scf::ForOp>(user))
    values.insert(loop.getRegionIterArg(number));
}

/// Finds a store that the operation is, or that takes what is computed from it.
Operation *findStore(Operation *op) {
  if (isa<TiledStoreOp, StoreOp>(op))
    return op;
  SetVector<Value> values;
  values.insert_range(op->getResults());
  for (size_t next = 0; next < values.size(); ++next)
    for (OpOperand &use : values[next].getUses()) {
      if (isa<TiledStoreOp, StoreOp>(use.getOwner()))
        return use.getOwner();
      followUse(use, values);
    }
  return nullptr;
}

/// Adds what a store needs to the plan, with the first cut of its tile that has
/// the slices that the plan has already.
LogicalResult addStore(SlicePlan &plan, SmallVectorImpl<StoreCut> &stores,
                       Operation *store) {
  auto tile = cast<RankedTensorType>(cast<AccessOpInterface>(store).getTile());
  for (int cut = 0; cut < int(tile.getRank()); ++cut) {
    SlicePlan extended = plan;
    StoreCut candidate = {store, cut};
    if (tile.getDimSize(cut) < plan.getCount())
      continue;
    SmallVector<Part> parts = getStoreParts(candidate, extended);
    if (parts.empty() || llvm::any_of(parts, [&](const Part &part) {
          return failed(extended.require(part.first, part.second));
        }))
      continue;
    bool isCutTwice = false;
    store->getParentOfType<FuncOp>().walk([&](DotOp dot) {
      isCutTwice |= extended.contains(dot) && extended.getCuts(dot).size() > 1;
    });
    if (isCutTwice)
      continue;
    plan = std::move(extended);
    stores.push_back(candidate);
    return success();
  }
  return failure();
}

/// Adds the stores that take the same accumulators, or other values that the
/// repeated loops carry, as attention does with its log-sum-exp. They move down
/// to the plan's consumer, which is the last.
Refusal addStores(SlicePlan &plan, SmallVectorImpl<StoreCut> &stores,
                  FuncOp func) {
  while (Operation *user = findRemainder(plan, stores, func).op) {
    Operation *store = findStore(user);
    if (!store || contains(stores, store))
      return {};
    if (!canMoveDown(store, plan.getConsumer()))
      return {store, "it is not done together with the other stores"};
    if (failed(addStore(plan, stores, store)))
      return {store, "it has no slices that the other stores have"};
  }
  return {};
}

class SliceAccumulators
    : public tileiras::impl::TileAASliceAccumulatorsBase<SliceAccumulators> {
public:
  void runOnOperation() override {
    FuncOp func = getOperation();
    KernelSpecAttr spec = func.getKernelSpec();
    target = findTarget(func);
    // Later passes report what is missing.
    if (!spec || !target ||
        (!target->Wgmma && target->TensorMemoryColumns == 0))
      return markAllAnalysesPreserved();
    warps = spec.getNumWarps();
    limit = int64_t(target->RegistersPerThread) - kOtherRegisters;
    bool isChanged = false;
    while (visitNext())
      isChanged = true;
    if (!isChanged)
      return markAllAnalysesPreserved();
    hoistScalars(func);
  }

private:
  /// Slices the accumulators of the next block that has too many. Returns false
  /// if there is none.
  bool visitNext() {
    Block *block = nullptr;
    getOperation().walk([&](DotOp dot) {
      if (isForWarpgroup(dot, *target) && !refused.contains(dot->getBlock()) &&
          isTooLarge(dot->getBlock(), nullptr))
        block = dot->getBlock();
    });
    if (!block)
      return false;
    if (Refusal refusal = visit(block); refusal.op) {
      reportMissed(block, refusal);
      refused.insert(block);
    }
    return true;
  }

  /// Whether the accumulators of a block, or of a slice if there is a plan, are
  /// more than its threads should hold.
  bool isTooLarge(Block *block, const SlicePlan *plan) const {
    if (target->Wgmma)
      return countRegisters(block, plan) > limit;
    return llvm::any_of(block->getOps<DotOp>(), [&](DotOp dot) {
      int64_t rows = dot.getType().getShape().front();
      if (plan && plan->getCuts(dot).front() == 0)
        rows /= plan->getCount();
      return isForWarpgroup(dot, *target) && rows > kLanesOfMemory &&
             isComputedFromDot(dot.getA(), block);
    });
  }

  /// The registers of a thread for accumulators of a block, and for what dots
  /// multiply that was computed in registers; of a slice if there is a plan.
  int64_t countRegisters(Block *block, const SlicePlan *plan) const {
    int64_t registers = 0;
    for (auto dot : block->getOps<DotOp>()) {
      auto before = dot.getC().getDefiningOp<DotOp>();
      if (!before || before->getBlock() != block)
        registers += countRegisters(dot.getType(), dot, plan);
      if (!isLoaded(dot.getA()))
        registers += countRegisters(dot.getA().getType(), dot, plan);
    }
    return registers;
  }

  /// A slice of a dot's rows has a slice of A; one of its columns has A whole.
  int64_t countRegisters(Type type, DotOp dot, const SlicePlan *plan) const {
    auto tile = cast<RankedTensorType>(type);
    int64_t count = 1;
    if (plan && (tile == dot.getType() || plan->getCuts(dot).front() == 0))
      count = plan->getCount();
    return tile.getNumElements() *
           int64_t(getMemoryBits(tile.getElementType())) / 32 /
           (kLanes * warps * count);
  }

  /// Slices the store of the accumulators. Returns what is in the way.
  Refusal visit(Block *block) {
    Refusal first = {*block->getOps<DotOp>().begin(),
                     "no store takes the accumulators"};
    SmallVector<Operation *> stores;
    getOperation().walk([&](Operation *op) {
      if (isa<TiledStoreOp, StoreOp>(op))
        stores.push_back(op);
    });
    bool isFirst = true;
    for (Operation *store : llvm::reverse(stores)) {
      auto tile =
          cast<RankedTensorType>(cast<AccessOpInterface>(store).getTile());
      for (int64_t count = 2; count <= kMaxSlices; count *= 2)
        for (int cut = 0; cut < int(tile.getRank()); ++cut) {
          if (tile.getDimSize(cut) < count)
            continue;
          SlicePlan plan(store, cut, count, [](Type) { return false; });
          plan.keepDimensions();
          SmallVector<StoreCut> group = {{store, cut}};
          Refusal refusal = check(plan, group, block);
          if (!refusal.op) {
            slice(plan, group, block);
            return {};
          }
          if (std::exchange(isFirst, false))
            first = refusal;
        }
    }
    return first;
  }

  Refusal check(SlicePlan &plan, SmallVectorImpl<StoreCut> &stores,
                Block *block) {
    Operation *store = plan.getConsumer();
    SmallVector<Part> parts = getStoreParts(stores.front(), plan);
    if (parts.empty())
      return {store, "it has no slices"};
    for (auto [value, dim] : parts)
      if (failed(plan.require(value, dim)))
        return {plan.getFailureReason() ? plan.getFailureReason() : store,
                "it has no slices"};
    if (Refusal refusal = addStores(plan, stores, getOperation()); refusal.op)
      return refusal;
    for (auto dot : block->getOps<DotOp>())
      if (!plan.contains(dot))
        return {dot, "the tile that is stored is not computed from it"};
    Refusal refusal;
    getOperation().walk([&](DotOp dot) {
      if (plan.contains(dot) && !refusal.op)
        refusal = checkDot(plan, dot);
    });
    if (!refusal.op)
      refusal = findRemainder(plan, stores, getOperation());
    if (!refusal.op && isTooLarge(block, &plan))
      refusal = {store, "slices of its tile have too many accumulators, too"};
    return refusal;
  }

  Refusal checkDot(const SlicePlan &plan, DotOp dot) const {
    ArrayRef<int> cuts = plan.getCuts(dot);
    if (cuts.size() != 1 || cuts.front() == kWhole ||
        !SliceCuts::isAlongDimension(cuts.front()))
      return {dot, "each slice would compute it again"};
    int dim = cuts.front();
    int64_t size = dot.getType().getShape()[dim] / plan.getCount();
    int64_t groups = std::max<int64_t>(1, warps / kWarpsPerGroup);
    if (!target->Wgmma)
      return dim == 0 && size >= kLanesOfMemory
                 ? Refusal()
                 : Refusal{dot, "its slices are not of 128 rows"};
    if (dim == 0 ? size % (kRowsPerGroup * groups) != 0 : size < kMinColumns)
      return {dot, "warpgroups need more rows or columns than a slice has"};
    return {};
  }

  void slice(const SlicePlan &plan, SmallVectorImpl<StoreCut> &stores,
             Block *block) {
    Operation *store = plan.getConsumer();
    remark::passed(store->getLoc(), getRemark()) << remark::add(
        "accumulators of {0} are computed in {1} slices along dimension {2}",
        describe(block), plan.getCount(), plan.getCut());
    llvm::sort(stores, [](const StoreCut &lhs, const StoreCut &rhs) {
      return lhs.store->isBeforeInBlock(rhs.store);
    });
    auto loop = cast<scf::ForOp>(sliceStores(stores, plan));
    for (StoreCut sliced : stores)
      sliced.store->erase();
    if (target->Wgmma && isa<FuncOp>(loop->getParentOp()) &&
        hasSeveralLoops(loop))
      (void)loopUnrollFull(loop);
    eraseDead(getOperation(), dropTokens);
  }

  void reportMissed(Block *block, Refusal refusal) {
    remark::missed(refusal.op->getLoc(), getRemark()) << remark::reason(
        "accumulators of {0} are not computed in slices: '{1}' stands in the "
        "way: {2}",
        describe(block), refusal.op->getName().getStringRef(), refusal.reason);
  }

  /// What the accumulators of a block need, and what there is.
  std::string describe(Block *block) const {
    if (target->Wgmma)
      return llvm::formatv("{0} registers of each thread, of {1} that there "
                           "are,",
                           countRegisters(block, nullptr), limit)
          .str();
    int64_t rows = 0;
    for (auto dot : block->getOps<DotOp>())
      rows = std::max(rows, dot.getType().getShape().front());
    return llvm::formatv("{0} rows, of {1} that tensor memory has,", rows,
                         kLanesOfMemory)
        .str();
  }

  remark::RemarkOpts getRemark() {
    return remark::RemarkOpts::name("AccumulatorSlices")
        .category("memory")
        .function(getOperation().getSymName());
  }

  const TargetInfo *target = nullptr;
  int64_t warps = 0, limit = 0;
  /// Blocks whose accumulators stay whole.
  DenseSet<Block *> refused;
};

} // namespace
