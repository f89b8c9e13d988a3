//===- RegisterEstimate.cpp - Registers that a thread needs -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterEstimate.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
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

/// What a kernel has anyway.
static constexpr int64_t kBase = 14;
/// Operands are read one product ahead as long as both take so many registers.
static constexpr int64_t kReadAhead = 64;
/// Steps of a conversion between a slice and its product.
static constexpr unsigned kMostConversions = 4;
/// Halves of registers for the address of a copy in flight, beside products in
/// flight and without.
static constexpr int64_t kHalvesBesideFutures = 5, kHalves = 1;

/// Quarters of a register that one element takes.
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
    int64_t elements = int64_t(1)
                       << getLayout(tensor).getInBits(InDim::Register);
    return llvm::divideCeil(elements * countQuarters(tensor.getElementType()),
                            4);
  }
  if (type.isInteger(1))
    return 0;
  if (type.isIntOrIndexOrFloat())
    return llvm::divideCeil(countQuarters(type), 4);
  return isa<nv_tileaa::PtrType>(type) ? 2 : 0;
}

/// Instructions of a thread that a copy in flight takes.
static int64_t countCopies(AsyncCopyOp copy) {
  auto tile = cast<RankedTensorType>(copy.getTile());
  unsigned bits = getMemoryBits(tile.getElementType())
                  << getLayout(tile).getInBits(InDim::Register);
  return llvm::divideCeil(bits, 8 * copy.getAtom().getSize());
}

namespace {

/// The one tensor that a tile is computed from without memory; none of others.
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

/// Whether only products use the tile, or what is computed from it alone.
bool isForProducts(Value value) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    return isa<DotOp>(user) || (user->getNumResults() == 1 &&
                                getOnlyTensor(user->getResult(0)) == value &&
                                isForProducts(user->getResult(0)));
  });
}

/// A slice that a product reads from a buffer, converted or not.
bool isOperandSlice(Value value) {
  Value read = value;
  for (unsigned i = 0; i < kMostConversions; ++i)
    if (Value source = getOnlyTensor(read))
      read = source;
  return read.getDefiningOp<CopyOp>() && isForProducts(value);
}

/// Where the registers of a tile come from: a view or repetition has those of
/// its source, and wider floats are made of narrower ones where they are used.
Value getOrigin(Value value) {
  while (Operation *def = value.getDefiningOp()) {
    Value source = getOnlyTensor(value);
    bool isFloat = isa<arith::ExtFOp, nv_tileaa::FpToFpOp>(def);
    if (!source || !(isFloat || isa<ViewOp, BroadcastOp>(def)) ||
        countRegisters(source.getType()) > countRegisters(value.getType()))
      break;
    value = source;
  }
  return value;
}

/// Registers of the operands that a product reads from buffers.
int64_t countSlices(DotOp dot) {
  int64_t registers = 0;
  for (Value operand : {dot.getA(), dot.getB()})
    if (isOperandSlice(operand))
      registers += countRegisters(operand.getType());
  return registers;
}

/// A tile whose other parts are still to be read from a buffer: they are in the
/// registers of the tile that goes there in the same parts.
bool isPartlyFilled(Value value) {
  return value.getDefiningOp<CopyOp>() &&
         llvm::any_of(value.getUses(), [](OpOperand &use) {
           auto next = dyn_cast<CopyOp>(use.getOwner());
           return next && next.getResult() &&
                  next.getDestination() == use.get();
         });
}

/// Constants are immediate, arguments of kernels in constant memory: neither is
/// held. Nor is what waits without registers.
class HeldValues {
public:
  bool contains(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return !isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
    return !matchPattern(value, m_Constant()) && !isOperandSlice(value) &&
           !isPartlyFilled(value) &&
           !(isa<RankedTensorType>(value.getType()) && isIndex(value));
  }

private:
  /// Whether a tile is computed from ranges and numbers alone.
  bool isIndex(Value value) {
    if (!isa<RankedTensorType>(value.getType()))
      return true;
    Operation *def = value.getDefiningOp();
    if (!def || !isPure(def) || def->getNumRegions() ||
        !isa<IntegerType, IndexType, nv_tileaa::PtrType>(
            getElementTypeOrSelf(value)))
      return false;
    auto known = indices.try_emplace(value, false);
    if (known.second) {
      bool result = llvm::all_of(
          def->getOperands(), [&](Value operand) { return isIndex(operand); });
      indices[value] = result;
      return result;
    }
    return known.first->second;
  }

  DenseMap<Value, bool> indices;
};

/// Values that are alive, and the registers that they take.
struct LiveValues {
  HeldValues *held;
  DenseSet<Value> values;
  int64_t registers = 0;

  void use(Value value) {
    value = getOrigin(value);
    if (held->contains(value) && values.insert(value).second)
      registers += weigh(value);
  }
  void define(Value value) {
    if (values.erase(value))
      registers -= weigh(value);
  }

  /// A splat is its number.
  static int64_t weigh(Value value) {
    if (auto splat = value.getDefiningOp<nv_tileaa::SplatOp>())
      value = splat.getSource();
    return countRegisters(value.getType());
  }
};

class Liveness {
public:
  explicit Liveness(Region &body) {
    LiveValues live{&held, {}, 0};
    for (Block &block : llvm::reverse(body))
      walk(block, live);
    most.registers =
        kBase + most.live +
        std::max(most.operands, std::min(2 * most.operands, kReadAhead)) +
        (hasFutures ? kHalvesBesideFutures : kHalves) * most.copies / 2;
  }

  RegisterEstimate most;

private:
  HeldValues held;
  bool hasFutures = false;

  void record(Operation *op, const LiveValues &live) {
    if (live.registers > most.live) {
      most.live = live.registers;
      most.where = op;
    }
  }

  /// What regions of `op` use of the outside.
  void useOfOutside(Operation *op, LiveValues &live) {
    for (Region &region : op->getRegions())
      region.walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
            live.use(operand);
      });
  }

  void walk(Block &block, LiveValues &live) {
    int64_t copies = 0;
    for (Operation &op : llvm::reverse(block)) {
      if (auto copy = dyn_cast<AsyncCopyOp>(op))
        copies += countCopies(copy);
      hasFutures |= isa<AsyncDotOp>(op);
      if (auto dot = dyn_cast<DotOp>(op))
        most.operands = std::max(most.operands, countSlices(dot));
      if (!op.getRegions().empty() && !isa<AgentSwitchOp>(op)) {
        useOfOutside(&op, live);
        for (Region &region : op.getRegions()) {
          LiveValues inside(live);
          for (Value result : op.getResults())
            inside.define(result);
          for (Block &inner : llvm::reverse(region))
            walk(inner, inside);
        }
      }
      record(&op, live);
      for (Value result : op.getResults())
        live.define(result);
      for (Value operand : op.getOperands())
        live.use(operand);
      record(&op, live);
    }
    if (isa<LoopLikeOpInterface>(block.getParentOp()))
      most.copies = std::max(most.copies, copies);
    for (BlockArgument argument : block.getArguments())
      live.define(argument);
  }
};

} // namespace

RegisterEstimate tileiras::estimateRegisters(Region &body) {
  return Liveness(body).most;
}
