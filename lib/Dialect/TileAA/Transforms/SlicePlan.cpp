//===- SlicePlan.cpp - The values that a slice is computed from -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlicePlan.h"

#include "SliceRules.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/ControlFlowSinkUtils.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

RankedTensorType tileiras::getSliceType(Type tile, int dim, int64_t count) {
  auto type = cast<RankedTensorType>(tile);
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] /= count;
  return type.clone(shape);
}

bool tileiras::isComputedFromDot(Value tile, Block *block) {
  SetVector<Value> values;
  values.insert(tile);
  for (size_t next = 0; next < values.size(); ++next) {
    Operation *op = values[next].getDefiningOp();
    if (!op || op->getBlock() != block)
      continue;
    if (isa<DotOp>(op))
      return true;
    values.insert_range(op->getOperands());
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Loads and their order
//===----------------------------------------------------------------------===//

bool tileiras::isWeakLoad(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<TiledLoadOp, LoadOp>(
          [](auto load) { return load.getMemSemantic() == MemSemantic::WEAK; })
      .Default(false);
}

void tileiras::dropTokens(Operation *op) {
  if (!isWeakLoad(op) || !op->getResult(0).use_empty() ||
      op->getResult(1).use_empty())
    return;
  Value before;
  for (Value operand : op->getOperands())
    if (isa<MemTokenType>(operand.getType()))
      before = operand;
  OpBuilder builder(op);
  if (!before)
    before = CreateMemTokenOp::create(builder, op->getLoc(),
                                      MemTokenType::get(builder.getContext()));
  op->getResult(1).replaceAllUsesWith(before);
}

void tileiras::eraseDead(FuncOp func,
                         llvm::function_ref<void(Operation *)> prepare) {
  func->walk<WalkOrder::PostOrder, mlir::ReverseIterator>([&](Operation *op) {
    prepare(op);
    if (op != func && isOpTriviallyDead(op))
      op->erase();
  });
}

void tileiras::hoistScalars(FuncOp func) {
  func.walk([](LoopLikeOpInterface loop) {
    moveLoopInvariantCode(
        loop.getLoopRegions(),
        [&](Value value, Region *) {
          return loop.isDefinedOutsideOfLoop(value);
        },
        [](Operation *op, Region *) {
          return isPure(op) && op->getNumRegions() == 0 &&
                 llvm::none_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
        },
        [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
  });
}

/// Whether the operation may run in some iterations only.
static bool mayBeSkipped(Operation *op) {
  WalkResult result = op->walk([](Operation *inner) {
    bool isQuiet = inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                   isMemoryEffectFree(inner) ||
                   (isWeakLoad(inner) && inner->getResult(1).use_empty());
    return isQuiet ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

void tileiras::sinkIntoChoices(FuncOp func) {
  DominanceInfo dominance(func);
  func.walk<WalkOrder::PreOrder>([&](scf::IfOp choice) {
    if (llvm::any_of(choice->getRegions(), [](Region &arm) {
          return !arm.hasOneBlock() || !llvm::hasSingleElement(arm.front());
        }))
      return;
    controlFlowSink(
        choice->getRegions(), dominance,
        [](Operation *op, Region *) { return mayBeSkipped(op); },
        [](Operation *op, Region *arm) {
          op->moveBefore(&arm->front(), arm->front().begin());
        });
  });
}

Value tileiras::getTokenOperand(Operation *access) {
  return llvm::TypeSwitch<Operation *, Value>(access)
      .Case<TiledLoadOp, LoadOp, AtomicRmwOp, AtomicCasOp>(
          [](auto op) { return op.getToken(); });
}

/// Finds the loop and the number of a carried value, which is an iteration
/// argument or a result.
static std::optional<std::pair<scf::ForOp, unsigned>> findCarried(Value value) {
  if (auto loop = value.getDefiningOp<scf::ForOp>())
    return std::pair(loop, cast<OpResult>(value).getResultNumber());
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return std::nullopt;
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop || argument.getArgNumber() == 0)
    return std::nullopt;
  return std::pair(loop, argument.getArgNumber() - 1);
}

bool SlicePlan::isVisible(Value value) const {
  return value.getParentRegion()->isAncestor(consumer->getParentRegion());
}

LogicalResult SlicePlan::findTokens(Value token,
                                    SetVector<Value> &tokens) const {
  SetVector<Value> work;
  work.insert(token);
  for (size_t next = 0; next < work.size(); ++next) {
    Value value = work[next];
    Operation *op = value.getDefiningOp();
    if (op && isWeakLoad(op)) {
      if (Value before = getTokenOperand(op))
        work.insert(before);
    } else if (isa_and_present<JoinMemTokenOp>(op)) {
      work.insert_range(op->getOperands());
    } else if (isa_and_present<CreateMemTokenOp>(op)) {
      continue;
    } else if (isVisible(value)) {
      tokens.insert(value);
    } else if (auto found = findCarried(value)) {
      auto [loop, number] = *found;
      work.insert(loop.getInitArgs()[number]);
      work.insert(loop.getYieldedValues()[number]);
    } else {
      return failure();
    }
  }
  return success();
}

/// The write has to be in the block of load and consumer, or deeper. If the
/// consumer were in a loop that the load isn't in, the writes of an iteration
/// would precede the next one.
bool SlicePlan::isAfterConsumer(Operation *write, Operation *load) const {
  if (load->getBlock() != consumer->getBlock())
    return false;
  Operation *after = load->getBlock()->findAncestorOpInBlock(*write);
  return after && after != consumer && consumer->isBeforeInBlock(after);
}

/// Whether the consumer overwrites, in each iteration, the elements that the
/// same iteration loads.
bool SlicePlan::isSameElements(Operation *op, int cutOfLoad) const {
  auto load = dyn_cast<TiledLoadOp>(op);
  auto store = dyn_cast<TiledStoreOp>(consumer);
  if (!load || !store || cutOfLoad != cut || !isVisible(load.getResult()) ||
      load.getView().getType() != store.getView().getType() ||
      load.getView().getType().getSparseDim())
    return false;
  auto from = load.getView().getDefiningOp<BlockTileOp>();
  auto to = store.getView().getDefiningOp<BlockTileOp>();
  return from && to && from.getSource() == to.getSource() &&
         llvm::equal(load.getCoords(), store.getCoords());
}

bool SlicePlan::canMove(Operation *load, int cutOfLoad) {
  if (!isWeakLoad(load))
    return false;
  SetVector<Value> before;
  if (Value token = getTokenOperand(load))
    if (failed(findTokens(token, before)))
      return false;
  SetVector<Value> work;
  work.insert(load->getResults().back());
  SmallVector<Operation *> writes;
  for (size_t next = 0; next < work.size(); ++next) {
    for (OpOperand &use : work[next].getUses()) {
      Operation *user = use.getOwner();
      if (isWeakLoad(user) || isa<JoinMemTokenOp>(user)) {
        work.insert(user->getResults().back());
      } else if (auto loop = dyn_cast<scf::ForOp>(user)) {
        unsigned number = use.getOperandNumber() - loop.getNumControlOperands();
        work.insert(loop.getRegionIterArg(number));
        work.insert(loop.getResult(number));
      } else if (isa<scf::YieldOp>(user)) {
        Operation *parent = user->getParentOp();
        if (!isa<scf::ForOp, scf::IfOp>(parent))
          return false;
        work.insert(parent->getResult(use.getOperandNumber()));
        if (auto loop = dyn_cast<scf::ForOp>(parent))
          work.insert(loop.getRegionIterArg(use.getOperandNumber()));
      } else if (user == consumer) {
        if (!isSameElements(load, cutOfLoad))
          return false;
      } else {
        if (!isAfterConsumer(user, load))
          return false;
        writes.push_back(user);
      }
    }
  }
  writesAfter.insert_range(writes);
  return true;
}

//===----------------------------------------------------------------------===//
// The closure
//===----------------------------------------------------------------------===//

LogicalResult SlicePlan::fail(Value value) {
  if (!failureReason)
    failureReason = value.getDefiningOp()
                        ? value.getDefiningOp()
                        : value.getParentBlock()->getParentOp();
  return failure();
}

LogicalResult SlicePlan::cutAlong(ArrayRef<int64_t> shape, ArrayRef<int> dims) {
  FailureOr<int> number = sliceCuts.cutAlong(shape, dims);
  if (failed(number))
    return failure();
  cut = *number;
  return success();
}

LogicalResult SlicePlan::require(Value value, int cutOfValue) {
  if (cutOfValue == kWhole && isVisible(value))
    return success();
  if (!parts.insert({value, cutOfValue}))
    return success();
  return cutOfValue == kWhole ? requireWhole(value)
                              : requireSlice(value, cutOfValue);
}

LogicalResult SlicePlan::requireWhole(Value value) {
  if (auto found = findCarried(value))
    return requireCarried(found->first, found->second, kWhole);
  Operation *op = value.getDefiningOp();
  if (!op) // The induction variable of a loop, which is made already.
    return success();
  if (!isMemoryEffectFree(op) && !canMove(op, kWhole))
    return fail(value);
  cuts[op].insert(kWhole);
  SetVector<Value> needed(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), needed);
  for (Value operand : needed) {
    if (isa<MemTokenType>(operand.getType())) {
      SetVector<Value> tokens;
      if (failed(findTokens(operand, tokens)))
        return fail(value);
    } else if (failed(require(operand, kWhole))) {
      return failure();
    }
  }
  return success();
}

/// Elements that aren't adjacent are loaded through pointers.
LogicalResult SlicePlan::requireView(TiledLoadOp load, int cutOfLoad) {
  Value view = load.getView();
  auto tiles = view.getDefiningOp<BlockTileOp>();
  if (!tiles)
    return fail(view);
  auto cutOfView =
      sliceCuts.get(cutOfLoad, load.getResult().getType().getShape());
  if (isTileOfView(load, *cutOfView))
    return require(tiles.getSource(), kWhole);
  MakeMemRefOp array = findGatheredArray(load);
  if (!array)
    return fail(load.getResult());
  for (Value operand : array->getOperands())
    if (failed(require(operand, kWhole)))
      return failure();
  return success();
}

LogicalResult SlicePlan::extract(Value value) {
  if (failed(require(value, kWhole)))
    return fail(value);
  extracted.insert(value);
  return success();
}

bool SlicePlan::leavesDimensions(Value value, int cutOfValue,
                                 ArrayRef<Part> operands) {
  if (value.getDefiningOp<ExtractOp>() ||
      !SliceCuts::isAlongDimension(cutOfValue))
    return false;
  auto cat = value.getDefiningOp<CatOp>();
  return (cat && int64_t(cat.getDim()) == cutOfValue) ||
         llvm::any_of(operands, [](const Part &part) {
           return part.second != kWhole &&
                  !SliceCuts::isAlongDimension(part.second);
         });
}

LogicalResult SlicePlan::requireSlice(Value value, int cutOfValue) {
  auto type = cast<RankedTensorType>(value.getType());
  if (failed(sliceCuts.get(cutOfValue, type.getShape())))
    return fail(value);
  if (isKept && isKept(value))
    return extract(value);
  auto found = findCarried(value);
  if (found && !found->first->isAncestor(consumer))
    return requireCarried(found->first, found->second, cutOfValue);
  if (auto choice = value.getDefiningOp<scf::IfOp>())
    return requireChoice(choice, cast<OpResult>(value).getResultNumber(),
                         cutOfValue);

  Operation *op = value.getDefiningOp();
  FailureOr<SmallVector<Part>> operands = failure();
  bool isAccess = isa_and_present<AccessOpInterface>(op);
  if (op && (!isAccess || (isWeakLoad(op) && canMove(op, cutOfValue))))
    operands = findOperandParts(op, cutOfValue, sliceCuts);
  if (auto kept = dyn_cast_or_null<KeptOp>(op))
    return requireKept(kept, cutOfValue);
  if (succeeded(operands) && (areDimensionsKept || isSmall(type)) &&
      leavesDimensions(value, cutOfValue, *operands))
    operands = failure();
  if (failed(operands) && isSmall(type))
    return extract(value);
  if (failed(operands))
    return (isAccess || isa_and_present<ScanOp>(op)) &&
                   succeeded(requireLocal(op, cutOfValue))
               ? success()
               : fail(value);
  cuts[op].insert(cutOfValue);
  if (auto load = dyn_cast<TiledLoadOp>(op))
    if (failed(requireView(load, cutOfValue)))
      return failure();
  return requireOperands(op, *operands);
}

LogicalResult SlicePlan::requireOperands(Operation *op,
                                         ArrayRef<Part> operands) {
  if (auto sub = dyn_cast<ExtractOp>(op)) {
    // The indices of the sub-tile select the part of the source, and have to be
    // available where that part is made.
    if (areDimensionsKept || isSmall(sub.getSource().getType()))
      return success(succeeded(extract(sub.getSource())) &&
                     llvm::all_of(sub.getIndices(), [&](Value number) {
                       return succeeded(require(number, kWhole));
                     }));
    if (!llvm::all_of(sub.getIndices(),
                      [&](Value number) { return isVisible(number); }))
      return fail(sub.getResult());
  }
  SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (auto [operand, cutOfOperand] : operands)
    if (failed(require(operand, cutOfOperand)))
      return failure();
  return success(llvm::all_of(captured, [&](Value operand) {
    return succeeded(require(operand, kWhole));
  }));
}

LogicalResult SlicePlan::requireCarried(scf::ForOp loop, unsigned number,
                                        int dim) {
  if (!carried[loop].insert({number, dim}))
    return success();
  cuts[loop].insert(kWhole);
  for (Value end :
       {Value(loop.getRegionIterArg(number)), Value(loop.getResult(number))})
    parts.insert({end, dim});
  for (Value bound :
       {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
    if (failed(require(bound, kWhole)))
      return failure();
  return success(succeeded(require(loop.getInitArgs()[number], dim)) &&
                 succeeded(require(loop.getYieldedValues()[number], dim)));
}

LogicalResult SlicePlan::requireChoice(scf::IfOp choice, unsigned number,
                                       int cutOfResult) {
  if (!carried[choice].insert({number, cutOfResult}))
    return success();
  cuts[choice].insert(kWhole);
  parts.insert({choice.getResult(number), cutOfResult});
  return success(
      succeeded(require(choice.getCondition(), kWhole)) &&
      succeeded(require(choice.thenYield().getOperand(number), cutOfResult)) &&
      succeeded(require(choice.elseYield().getOperand(number), cutOfResult)));
}

//===----------------------------------------------------------------------===//
// Local memory
//===----------------------------------------------------------------------===//

const LocalTile *SlicePlan::findLocal(Operation *op, int cutOfTile) const {
  auto found = llvm::find_if(locals, [&](const LocalTile &local) {
    return local.op == op && local.cut == cutOfTile;
  });
  return found == locals.end() ? nullptr : &*found;
}

LogicalResult SlicePlan::requireKept(KeptOp op, int cutOfTile) {
  // A repeated loop doesn't fill the slots that the original one fills.
  if (!isVisible(op.getResult()))
    return fail(op.getResult());
  Cut preferred = *sliceCuts.get(
      cutOfTile, cast<RankedTensorType>(op.getType()).getShape());
  if (int64_t(op.getSlices()) != count || preferred.listBits() != op.getCut()) {
    preferredCount = std::max<int64_t>(preferredCount, op.getSlices());
    return fail(op.getResult());
  }
  cuts[op].insert(cutOfTile);
  return success();
}

/// Whether the value dominates the operation.
static bool isAvailable(Value value, Operation *op) {
  Operation *here = value.getParentBlock()->findAncestorOpInBlock(*op);
  Operation *def = value.getDefiningOp();
  return here && (!def || def->isBeforeInBlock(here));
}

LogicalResult SlicePlan::requireLocal(Operation *op, int cutOfTile) {
  Value tile = op->getResult(0);
  // An operation that can't be repeated has a single cut.
  bool isRepeatable = isWeakLoad(op) || isMemoryEffectFree(op);
  if (!areLocalsAllowed || !isVisible(tile) || (!isRepeatable && isLocal(op)))
    return failure();
  auto inner = std::make_shared<SlicePlan>(op, kWhole, count, isSmall);
  inner->allowLocals();
  Cut cutInPlace = *sliceCuts.get(
      cutOfTile, cast<RankedTensorType>(tile.getType()).getShape());
  for (CutDim &dim : cutInPlace.dims)
    for (CutBit &bit : dim) {
      if (bit.isFree() || bit.scalar == 0)
        continue;
      Value scalar = sliceCuts.getScalar(bit.scalar);
      if (!isAvailable(scalar, op))
        return failure();
      bit.scalar = inner->sliceCuts.addScalar(
          scalar, sliceCuts.getScalarBits(bit.scalar));
    }
  if (failed(inner->requireInPlace(inner->sliceCuts.add(cutInPlace)))) {
    failureReason = inner->getFailureReason();
    preferredCount = std::max(preferredCount, inner->getPreferredCount());
    return failure();
  }
  locals.push_back({op, cutOfTile, std::move(inner)});
  cuts[op].insert(cutOfTile);
  return success();
}

/// Whether slices are consecutive along the dimension, and along no other.
static bool isInOrder(const Cut &cut, int64_t dim, int64_t count) {
  Cut along = cut;
  along.dims[dim] = CutDim(cut.dims[dim].size());
  return along.isWhole() && cut.isBlock(dim) &&
         cut.listBits().size() == llvm::Log2_64(count) &&
         llvm::is_sorted(cut.listBits());
}

LogicalResult SlicePlan::requireScan(ScanOp scan) {
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(scan.getResult(0).getType()).getShape();
  if (scan.getNumResults() != 1 ||
      !isInOrder(*sliceCuts.get(cut, shape), scan.getDim(), count))
    return fail(scan.getResult(0));
  // Warps exchange indices (tileas-legalize-scan), in tiles with one number of
  // 32 bits or more for each element.
  RankedTensorType slice =
      sliceCuts.getSliceType(scan.getResult(0).getType(), cut);
  if (!isSmall(slice.clone(IntegerType::get(scan.getContext(), 32)))) {
    preferredCount = 2 * count;
    return fail(scan.getResult(0));
  }
  return require(scan.getOperands().front(), cut);
}

LogicalResult SlicePlan::requireInPlace(int cutOfResult) {
  cut = cutOfResult;
  Value tile = consumer->getResult(0);
  parts.insert({tile, cut});
  if (auto scan = dyn_cast<ScanOp>(consumer))
    return requireScan(scan);
  FailureOr<SmallVector<Part>> operands =
      findOperandParts(consumer, cut, sliceCuts);
  if (failed(operands))
    return fail(tile);
  cuts[consumer].insert(cut);
  if (auto load = dyn_cast<TiledLoadOp>(consumer))
    if (failed(requireView(load, cut)))
      return failure();
  return requireOperands(consumer, *operands);
}

SmallVector<Operation *> SlicePlan::getOperations() const {
  SmallVector<Operation *> operations;
  for (auto &[op, dims] : cuts)
    if (op->getParentRegion()->isAncestor(consumer->getParentRegion()))
      operations.push_back(op);
  // If two blocks contain the consumer, one is nested in the other.
  llvm::sort(operations, [](Operation *lhs, Operation *rhs) {
    if (lhs->getBlock() == rhs->getBlock())
      return lhs->isBeforeInBlock(rhs);
    return lhs->getParentRegion()->isProperAncestor(rhs->getParentRegion());
  });
  return operations;
}
