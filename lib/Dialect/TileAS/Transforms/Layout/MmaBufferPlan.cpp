//===- MmaBufferPlan.cpp - What the buffers of MMAs take ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MmaBufferPlan.h"

#include "MmaOperandBuffers.h"
#include "tileiras/Dialect/TileAS/Contract/SharedMemoryStaging.h"
#include "tileiras/Target/MachineModel.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// The widest swizzle pattern has this alignment.
static constexpr int64_t kOperandAlignment = 1024;

/// Returns the tile before the operations that only move its elements: buffers
/// have it in its own order, and MMAs read them as moved.
static Value findStoredTile(Value operand) {
  while (Operation *def = operand.getDefiningOp()) {
    if (!isa<ViewOp, PermuteOp>(def))
      break;
    operand = def->getOperand(0);
  }
  return operand;
}

MmaBufferPlan::MmaBufferPlan(nv_tileaa::FuncOp func) : order(func.getBody()) {
  DenseMap<Value, unsigned> values;
  func.walk([&](DotOp dot) {
    Needs &own = needs[dot];
    for (Value operand : {Value(dot.getB()), Value(dot.getA())}) {
      unsigned value =
          values.try_emplace(findStoredTile(operand), values.size())
              .first->second;
      auto type = cast<RankedTensorType>(operand.getType());
      int64_t bytes =
          type.getNumElements() * getMemoryBits(type.getElementType()) / 8;
      own.operands.push_back({value, bytes, getRangeOfOperand(dot, operand)});
    }
    own.accumulator = getRangeOfAccumulator(dot);
  });
}

unsigned MmaBufferPlan::getEndOfChain(DotOp dot) const {
  while (dot->hasOneUse()) {
    auto after = dyn_cast<DotOp>(*dot->user_begin());
    if (!after || after.getC() != dot.getResult() ||
        after->getBlock() != dot->getBlock())
      break;
    dot = after;
  }
  return order.lookup(dot).end;
}

MmaBufferPlan::Range MmaBufferPlan::getRangeOfOperand(DotOp dot,
                                                      Value operand) const {
  Value tile = findStoredTile(operand);
  Block *block = tile.getParentBlock();
  Operation *here = block->findAncestorOpInBlock(*dot);
  if (here != dot)
    return order.lookup(here);
  if (findLoad(tile, /*throughCasts=*/false) &&
      isa<LoopLikeOpInterface>(dot->getParentOp()))
    return order.lookup(dot->getParentOp());
  return {order.lookup(dot).start, getEndOfChain(dot)};
}

MmaBufferPlan::Range MmaBufferPlan::getRangeOfAccumulator(DotOp dot) const {
  Value value = dot.getResult();
  Range range = order.lookup(dot);
  for (bool isCarried = true; isCarried;) {
    isCarried = false;
    for (OpOperand &use : value.getUses()) {
      auto loop = dyn_cast<scf::ForOp>(use.getOwner()->getParentOp());
      if (!loop || !isa<scf::YieldOp>(use.getOwner()))
        continue;
      range = order.lookup(loop);
      value = loop.getResult(use.getOperandNumber());
      isCarried = true;
      break;
    }
  }
  Block *block = value.getParentBlock();
  for (OpOperand &use : value.getUses()) {
    Range user = order.lookup(block->findAncestorOpInBlock(*use.getOwner()));
    // A loop or a dot that continues with it has a range of its own.
    auto after = dyn_cast<DotOp>(use.getOwner());
    bool isContinued =
        isa<scf::ForOp>(use.getOwner()) || (after && after.getC() == value);
    range.end = std::max(range.end, isContinued ? user.start - 1 : user.end);
  }
  return range;
}

/// Makes `buffer` live in `range`, too.
static void extend(Buffer &buffer, unsigned start, unsigned end) {
  buffer.start = std::min(buffer.start, start);
  buffer.end = std::max(buffer.end, end);
}

void MmaBufferPlan::addTo(Buffers &buffers, DotOp dot, const AtomInfo &atom,
                          bool aInRegisters) const {
  const Needs &own = needs.find(dot)->second;
  for (const Operand &operand :
       ArrayRef(own.operands).take_front(aInRegisters ? 1 : 2)) {
    Buffer buffer{{},           operand.bytes,       kOperandAlignment,
                  /*offset=*/0, operand.range.start, operand.range.end};
    auto [at, isNew] = buffers.operands.insert({operand.value, buffer});
    if (!isNew)
      extend(at->second, buffer.start, buffer.end);
  }
  if (atom.Completion != atoms::TensorCommit)
    return;
  ArrayRef<int64_t> shape = dot.getType().getShape();
  buffers.accumulators.push_back(
      {{},
       atom.countTmemColumns(shape[0], shape[1], dot.getDepth()),
       /*alignment=*/1,
       /*offset=*/0,
       own.accumulator.start,
       own.accumulator.end});
}

std::string tileiras::describeShortage(const Admission &capacity) {
  return llvm::formatv("the buffers of the MMAs that live at the same time "
                       "need {0} {1}, of which there are {2}",
                       capacity.needed, getUnit(capacity.binding),
                       capacity.available)
      .str();
}

void MmaBufferPlan::add(DotOp dot, const AtomInfo &atom, bool aInRegisters) {
  addTo(planned, dot, atom, aInRegisters);
}

Admission MmaBufferPlan::admits(DotOp dot, const AtomInfo &atom,
                                bool aInRegisters,
                                const TargetInfo &target) const {
  Buffers buffers = planned;
  addTo(buffers, dot, atom, aInRegisters);
  SmallVector<Buffer> operands = llvm::map_to_vector(
      buffers.operands, [](const auto &entry) { return entry.second; });
  ResourceDemand demand;
  // Conversions are staged next to them.
  demand.sharedMemory = placeBuffers(operands) + kMaxStagingBytes;
  if (!buffers.accumulators.empty())
    demand.tensorMemoryColumns =
        alignTensorColumns(placeBuffers(buffers.accumulators));
  return ResourceBudget(target, /*ctas=*/1).admits(demand);
}
