//===- ChooseWarps.cpp - Warps of a kernel without a hint -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChooseWarps.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tileiras;

static constexpr unsigned kMostWarps = 8;
static constexpr int64_t kLanes = 32;
/// Registers of a thread that accumulators may take.
static constexpr int64_t kAccumulatorRegisters = 128;

/// Whether a product counts twice. Of 8-bit floats it gets sums of its own,
/// which threads add to the accumulator, as warpgroups keep fewer bits of them
/// (tileas-lower-dot-to-async). Of 8-bit integers it is done in half of the
/// time, so that the threads that store it should be more: on an H200 a product
/// of 4096 cubed takes 8 % less time so.
static bool countsTwice(Operation *op, const TargetInfo &target) {
  if (!target.Wgmma || isa<cuda_tile::MmaIOp>(op))
    return target.Wgmma;
  auto product = cast<cuda_tile::MmaFOp>(op);
  if (product.getFastAcc())
    return false;
  auto lhs = cast<cuda_tile::TileType>(product.getLhs().getType());
  return lhs.getElementType().getIntOrFloatBitWidth() == 8;
}

static int64_t countBits(Value value) {
  auto tile = cast<cuda_tile::TileType>(value.getType());
  return ShapedType::getNumElements(tile.getShape()) *
         tile.getElementType().getIntOrFloatBitWidth();
}

/// Whether the tile is computed of what some operation of its block gives that
/// `isOrigin` holds for, without memory or products in between. A tile that is
/// broadcast is no part of it: registers hold only the few elements that it
/// has, such as a row's logarithms of sums in a backward kernel.
static bool comesFrom(Value tile, function_ref<bool(Operation *)> isOrigin) {
  Block *block = tile.getParentBlock();
  SetVector<Value> work;
  work.insert(tile);
  for (size_t next = 0; next < work.size(); ++next) {
    Operation *op = work[next].getDefiningOp();
    if (!op || op->getBlock() != block)
      continue;
    if (isOrigin(op))
      return true;
    if (isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
        !isa<cuda_tile::BroadcastOp, cuda_tile::MmaFOp, cuda_tile::MmaIOp>(op))
      work.insert_range(op->getOperands());
  }
  return false;
}

/// Whether threads load the tile from pointers, so that registers hold it and
/// its addresses before shared memory does.
static bool isGathered(Value tile) {
  return comesFrom(tile, llvm::IsaPred<cuda_tile::LoadPtrTkoOp>);
}

/// The most registers that accumulators of one block take, of all threads, with
/// the operands that pass through registers beside them. Tensor memory leaves
/// room for those. `isTwice` says which products count twice.
static int64_t
countAccumulatorRegisters(cuda_tile::EntryOp entry, const TargetInfo &target,
                          function_ref<bool(Operation *)> isTwice) {
  DenseMap<Block *, int64_t> registers;
  int64_t most = 0;
  entry->walk([&](Operation *op) {
    if (!isa<cuda_tile::MmaFOp, cuda_tile::MmaIOp>(op))
      return;
    int64_t bits = countBits(op->getResult(0));
    bits *= isTwice(op) ? 2 : 1;
    if (target.TensorMemoryColumns == 0)
      for (Value operand : op->getOperands().take_front(2))
        bits += isGathered(operand) ? countBits(operand) : 0;
    most = std::max(most, registers[op->getBlock()] += bits / 32);
  });
  return most;
}

static unsigned countAccesses(scf::ForOp loop) {
  unsigned count = 0;
  loop->walk([&](Operation *op) {
    count += op->getNumRegions() == 0 && !isMemoryEffectFree(op);
  });
  return count;
}

/// Whether `op` multiplies what threads make of the sums of another product of
/// its step, of 128 rows and as many as a usual thread holds, and both take
/// tiles of views: agents of usual warps then share the steps
/// (AlternateSteps.h). Loops in loops have none, nor those with other accesses.
static bool isOfAlternateSteps(cuda_tile::MmaFOp op, unsigned usual,
                               const TargetInfo &target) {
  constexpr int64_t kRows = 128;
  auto isOfView = [](cuda_tile::MmaFOp product) {
    return comesFrom(product.getRhs(), llvm::IsaPred<cuda_tile::LoadViewTkoOp>);
  };
  // Control flow is that of scf already (StructureControlFlow.cpp).
  auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
  return target.TensorMemoryColumns != 0 && target.SetMaxNReg && loop &&
         isa<cuda_tile::EntryOp>(loop->getParentOp()) &&
         countAccesses(loop) == 2 && isOfView(op) &&
         comesFrom(op.getLhs(), [&](Operation *origin) {
           auto sums = dyn_cast<cuda_tile::MmaFOp>(origin);
           return sums && isOfView(sums) &&
                  sums.getType().getShape().drop_back().back() == kRows &&
                  countBits(sums) / 32 <=
                      int64_t(usual) * kLanes * kAccumulatorRegisters;
         });
}

unsigned tileiras::chooseNumWarps(cuda_tile::EntryOp entry, unsigned usual,
                                  const TargetInfo &target) {
  WalkResult result = entry->walk([&](cuda_tile::MmaFOp product) {
    return isOfAlternateSteps(product, usual, target) ? WalkResult::interrupt()
                                                      : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return usual;
  auto isTwice = [&](Operation *op) { return countsTwice(op, target); };
  bool fits = countAccumulatorRegisters(entry, target, isTwice) <=
              int64_t(usual) * kLanes * kAccumulatorRegisters;
  return fits ? usual : std::max(usual, std::min(2 * usual, kMostWarps));
}

unsigned tileiras::admitNumWarps(cuda_tile::EntryOp entry, unsigned hinted,
                                 unsigned chosen, const TargetInfo &target) {
  // Integers count twice for their speed alone.
  auto isTwice = [&](Operation *op) {
    return !isa<cuda_tile::MmaIOp>(op) && countsTwice(op, target);
  };
  int64_t registers = countAccumulatorRegisters(entry, target, isTwice);
  while (hinted < chosen &&
         registers > int64_t(hinted) * kLanes * kAccumulatorRegisters)
    hinted *= 2;
  return hinted;
}
