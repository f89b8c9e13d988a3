//===- RegisterPressure.cpp - Registers that a region needs ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/RegisterPressure.h"

#include "tileiras/Dialect/TileAS/Analysis/AddressPressure.h"
#include "tileiras/Dialect/TileAS/Analysis/OpRegisterDemand.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Fixed registers of a thread: those that the hardware reserves, and its
/// index.
static constexpr int64_t kBase = 4;
/// Additional registers with dots: addresses of stages and slices, stage
/// indices, and gaps between fragments, which are in aligned groups.
static constexpr int64_t kDotRegisters = 14;
/// Operands are prefetched for one dot as long as both need at most this many
/// registers.
static constexpr int64_t kReadAhead = 64;
/// The maximum of conversions between a slice and its dot.
static constexpr unsigned kMaxConversions = 4;
/// Half registers for the address of an async copy, with and without
/// asynchronous MMAs.
static constexpr int64_t kAddressHalfRegsWithAsyncMma = 5, kHalves = 1;
/// Registers of the search for a tensor map, and of its encoding where there is
/// none, before there are tiles.
static constexpr int64_t kTensorMap = 50;

/// Returns the quarters of a register that one element needs.
static int64_t countQuarters(Type element) {
  if (element.isInteger(1))
    return 1;
  if (!element.isIntOrIndexOrFloat())
    return 2; // a pointer
  unsigned bits = element.isIndex() ? 32 : element.getIntOrFloatBitWidth();
  return std::max(bits / 8, 1u);
}

int64_t tileiras::countRegisters(Type type) {
  if (auto future = dyn_cast<FutureType>(type))
    type = future.getTensor();
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    if (!tensor.getEncoding())
      return 0;
    int64_t elements = getLayout(tensor).getNumRegisters();
    return llvm::divideCeil(elements * countQuarters(tensor.getElementType()),
                            4);
  }
  if (type.isInteger(1))
    return 0;
  if (type.isIntOrIndexOrFloat())
    return llvm::divideCeil(countQuarters(type), 4);
  return isa<nv_tileaa::PtrType>(type) ? 2 : 0;
}

/// Returns the instructions of a thread for an async copy.
static int64_t countCopies(AsyncCopyOp copy) {
  auto tile = cast<RankedTensorType>(copy.getTile());
  unsigned bits = getMemoryBits(tile.getElementType())
                  << getLayout(tile).getInBits(InDim::Register);
  return llvm::divideCeil(bits, 8 * copy.getAtom().getSize());
}

namespace {

/// Returns the one tensor that a tile is computed from without memory; none if
/// there are more.
Value getOnlyTensor(Value value) {
  Operation *def = value.getDefiningOp();
  if (!def || !isPure(def) || def->getNumRegions())
    return {};
  Value found;
  for (Value operand : def->getOperands())
    if (isa<RankedTensorType>(operand.getType())) {
      if (found)
        return {};
      found = operand;
    }
  return found;
}

/// Returns whether only dots of a block use the tile, or values computed from
/// it alone.
bool isForDots(Value value, Block *block) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    if (isa<DotOp>(user))
      return user->getBlock() == block;
    return user->getNumResults() == 1 &&
           getOnlyTensor(user->getResult(0)) == value &&
           isForDots(user->getResult(0), block);
  });
}

/// Returns whether it is a slice that a dot reads from a buffer, converted or
/// not, in the same iteration.
bool isOperandSlice(Value value) {
  Value read = value;
  for (unsigned i = 0; i < kMaxConversions; ++i)
    if (Value source = getOnlyTensor(read))
      read = source;
  auto copy = read.getDefiningOp<CopyOp>();
  return copy && isForDots(value, copy->getBlock());
}

/// Returns whether a tile has the registers of the only tile that it is
/// computed from: it renames them, or some of them, or is part of the
/// instruction that uses it, as signs and conversions from narrower floats are.
bool isRenaming(Operation *op, Value source) {
  int64_t from = countRegisters(source.getType()),
          to = countRegisters(op->getResult(0).getType());
  return isa<ViewOp, PermuteOp, ExtractSliceOp, arith::NegFOp, math::AbsFOp>(
             op) ||
         (isa<BroadcastOp, arith::ExtFOp, nv_tileaa::FpToFpOp>(op) &&
          from <= to) ||
         (isa<ConvertLayoutOp>(op) &&
          source.getType() == op->getResult(0).getType());
}

/// Returns the value whose registers the tile has.
Value getOrigin(Value value) {
  while (Operation *def = value.getDefiningOp()) {
    Value source = getOnlyTensor(value);
    if (auto assume = dyn_cast<nv_tileaa::AssumeOp>(def))
      source = assume.getValue();
    else if (!source || !isRenaming(def, source))
      break;
    value = source;
  }
  return value;
}

/// Returns the registers of the operands that a dot reads from buffers.
int64_t countSlices(DotOp dot) {
  int64_t registers = 0;
  for (Value operand : {dot.getA(), dot.getB()})
    if (isOperandSlice(operand))
      registers += countRegisters(operand.getType());
  return registers;
}

/// Returns whether other parts of the tile are still to be read from a buffer:
/// they are in the registers of the tile that goes there in the same parts.
bool isPartlyFilled(Value value) {
  return value.getDefiningOp<CopyOp>() &&
         llvm::any_of(value.getUses(), [](OpOperand &use) {
           auto next = dyn_cast<CopyOp>(use.getOwner());
           return next && next.getResult() &&
                  next.getDestination() == use.get();
         });
}

/// Returns the registers of floats that are converted from narrower ones where
/// they are used: some elements at a time.
int64_t countWidened(Operation *op) {
  if (op->getNumResults() != 1)
    return 0;
  bool isWidened = llvm::any_of(op->getOperands(), [](Value operand) {
    return countRegisters(operand.getType()) >
           countRegisters(getOrigin(operand).getType());
  });
  return isWidened
             ? std::min(countRegisters(op->getResult(0).getType()), kInFlight)
             : 0;
}

/// Constants are immediate, and arguments of kernels are in constant memory:
/// they need no registers. Nor do values that wait without registers.
class HeldValues {
public:
  bool contains(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return !isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
    return !matchPattern(value, m_Constant()) && !isOperandSlice(value) &&
           !isPartlyFilled(value) && !isUniform(value) &&
           !(isa<RankedTensorType>(value.getType()) && isIndex(value));
  }

private:
  /// An integer that is the same in all threads has a register of the warp,
  /// except for those that a loop carries.
  static bool isUniform(Value value) {
    return value.getType().isIntOrIndex() && value.getDefiningOp() &&
           isPure(value.getDefiningOp()) &&
           value.getDefiningOp()->getNumRegions() == 0;
  }

  /// Returns whether a tile is computed from ranges and scalars alone.
  bool isIndex(Value value) {
    if (!isa<RankedTensorType>(value.getType()))
      return true;
    Operation *def = value.getDefiningOp();
    if (!def || !isPure(def) || def->getNumRegions() ||
        !isa<IntegerType, IndexType, nv_tileaa::PtrType>(
            getElementTypeOrSelf(value)))
      return false;
    auto known = indices.try_emplace(value, false);
    if (!known.second)
      return known.first->second;
    bool result = llvm::all_of(def->getOperands(),
                               [&](Value operand) { return isIndex(operand); });
    return indices[value] = result;
  }

  DenseMap<Value, bool> indices;
};

/// The values that are alive, and their registers.
struct LiveValues {
  HeldValues *held;
  DenseSet<Value> values;
  int64_t registers = 0;

  void use(Value value) {
    value = getOrigin(value);
    if (auto parts = value.getDefiningOp<CatOp>())
      return useAll(parts->getOperands());
    if (held->contains(value) && values.insert(value).second)
      registers += weigh(value);
  }
  void useAll(ValueRange used) {
    for (Value value : used)
      use(value);
  }
  void define(Value value) {
    if (values.erase(value))
      registers -= weigh(value);
  }
  void defineAll(ValueRange defined) {
    for (Value value : defined)
      define(value);
  }

  /// A splat weighs what its scalar weighs.
  static int64_t weigh(Value value) {
    if (auto splat = value.getDefiningOp<nv_tileaa::SplatOp>())
      value = splat.getSource();
    return countRegisters(value.getType());
  }
};

/// Returns whether an operation gives a tile that is not another name of one.
bool makesTile(Operation *op) {
  return op->getNumResults() == 1 &&
         isa<RankedTensorType>(op->getResult(0).getType()) &&
         getOrigin(op->getResult(0)) == op->getResult(0);
}

class Liveness {
public:
  explicit Liveness(Region &body) {
    LiveValues live{&held, {}, 0};
    walk(body, live);
    int64_t anywhere = kBase + (hasDots ? kDotRegisters : 0) +
                       (hasFutures ? kAddressHalfRegsWithAsyncMma : kHalves) *
                           maximum.copies / 2;
    maximum.registers += anywhere;
    maximum.minRegisters += anywhere;
    if (hasTensorMaps)
      maximum.registers = std::max(maximum.registers, kTensorMap);
  }

  RegisterPressure maximum;

private:
  HeldValues held;
  AddressPressure accesses;
  bool hasFutures = false, hasDots = false, hasTensorMaps = false;

  void record(Operation *op, const LiveValues &live, int64_t working,
              int64_t slices = 0) {
    working += accesses.getRegisters();
    int64_t minRegisters = live.registers + working + slices;
    if (minRegisters > maximum.minRegisters) {
      maximum.minRegisters = minRegisters;
      maximum.where = op;
    }
    // Operands of the next dot are prefetched where that is little.
    int64_t ahead = std::max(slices, std::min(2 * slices, kReadAhead));
    if (minRegisters - slices + ahead <= maximum.registers)
      return;
    maximum.registers = minRegisters - slices + ahead;
    maximum.live = live.registers + working;
    maximum.operands = slices;
  }

  /// Values from outside that a loop uses, its bounds too, are alive in all of
  /// it.
  void useOfOutside(LoopLikeOpInterface loop, LiveValues &live) {
    for (auto bounds : {loop.getLoopUpperBounds(), loop.getLoopSteps()})
      if (bounds)
        live.useAll(getValues(*bounds));
    loop->walk([&](Operation *inner) {
      if (inner == loop)
        return;
      for (Value operand : inner->getOperands())
        if (!loop->isAncestor(operand.getParentBlock()->getParentOp()))
          live.use(operand);
    });
  }
  static SmallVector<Value> getValues(ArrayRef<OpFoldResult> numbers) {
    SmallVector<Value> values;
    for (OpFoldResult number : numbers)
      if (auto value = dyn_cast<Value>(number))
        values.push_back(value);
    return values;
  }

  void walk(Region &region, LiveValues &live) {
    for (Block &block : llvm::reverse(region))
      walk(block, live);
  }

  /// Walks the regions of an operation, of which one runs, or all in some
  /// order.
  void walkRegions(Operation *op, LiveValues &live) {
    auto loop = dyn_cast<LoopLikeOpInterface>(op);
    if (loop)
      useOfOutside(loop, live);
    LiveValues before(live);
    before.defineAll(op->getResults());
    for (Region &region : op->getRegions()) {
      LiveValues inside(live);
      inside.defineAll(op->getResults());
      walk(region, inside);
      for (Value value : inside.values)
        before.use(value);
    }
    if (!loop)
      live = std::move(before);
  }

  void walk(Block &block, LiveValues &live) {
    BlockAccesses access(accesses, block);
    int64_t copies = 0;
    for (Operation &op : llvm::reverse(block)) {
      if (auto copy = dyn_cast<AsyncCopyOp>(op))
        copies += countCopies(copy);
      hasFutures |= isa<AsyncDotOp>(op);
      hasDots |= isa<AsyncDotOp, DotOp>(op);
      hasTensorMaps |= isa<FindTmaDescOp>(op);
      if (!op.getRegions().empty() && !isa<AgentSwitchOp>(op))
        walkRegions(&op, live);
      if (makesTile(&op))
        access.endLoads();
      access.enter(&op);
      int64_t working = countTemporaries(&op);
      if (working == 0)
        working = countWidened(&op);
      if (isa<TiledLoadOp>(op))
        working += access.getLoaded();
      record(&op, live, working);
      live.defineAll(op.getResults());
      live.useAll(op.getOperands());
      auto dot = dyn_cast<DotOp>(op);
      record(&op, live, working, dot ? countSlices(dot) : 0);
      access.leave(&op);
    }
    if (isa<LoopLikeOpInterface>(block.getParentOp()))
      maximum.copies = std::max(maximum.copies, copies);
    live.defineAll(block.getArguments());
  }
};

} // namespace

RegisterPressure tileiras::estimateRegisters(Region &body) {
  return Liveness(body).maximum;
}
