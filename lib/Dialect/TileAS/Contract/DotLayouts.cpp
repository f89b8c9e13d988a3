//===- DotLayouts.cpp - Layouts of accumulators and operands ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Contract/DotLayouts.h"

#include "tileiras/Layout/Factories.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

static ArrayRef<int64_t> shapeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getShape();
}

/// Returns the part of an operand with which a thread can compute its elements
/// of `acc` alone: all of K, in the highest register bits, for the rows or
/// columns it holds.
static LinearLayout fmaOperand(const LinearLayout &acc, unsigned reducedDim,
                               ArrayRef<int64_t> shape) {
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::seq<unsigned>(shape.size()));
  return acc.projectOut(reducedDim)
      .removeZeroBases(InDim::Register)
      .first.repeatTo(shape, order);
}

/// Returns the layout of A or B, also where bytes hold two numbers each.
static std::optional<LinearLayout>
getOperandLayout(DotOp dot, AtomOperand operand, const LinearLayout &acc) {
  std::optional<LinearLayout> layout =
      nv_tileas::getOperandLayout(dot.getAtom(), operand, acc, dot.getDepth());
  if (!layout || !dot.getPacked())
    return layout;
  unsigned rank = acc.getRank();
  return joinAdjacent(*layout, operand == AtomOperand::A ? rank - 1 : rank - 2);
}

std::optional<DotOperandLayouts>
tileiras::dotOperandLayouts(DotOp dot, const LinearLayout &acc) {
  unsigned rank = acc.getRank();
  ArrayRef<int64_t> a = shapeOf(dot.getA()), b = shapeOf(dot.getB());
  // K has the dimension of N in a, and of M in b.
  unsigned kOfA = rank - 1, kOfB = rank - 2;
  AtomAttr atom = dot.getAtom();
  if (atom->FragmentC == atoms::NoFragment)
    return DotOperandLayouts{
        fmaOperand(acc, kOfA, a), fmaOperand(acc, kOfB, b), {}, {}};
  // Its accumulator is in no registers that operands would have to match.
  if (atom->Completion == atoms::TensorCommit) {
    DotOperandLayouts layouts;
    if (dot.isScaled()) {
      int64_t numWarps = acc.getInSize(InDim::Warp);
      layouts.scaleA = nv_tileas::getScalesOfThreads(
          AtomOperand::A, shapeOf(dot.getScales()[0]), numWarps);
      layouts.scaleB = nv_tileas::getScalesOfThreads(
          AtomOperand::B, shapeOf(dot.getScales()[1]), numWarps);
    }
    return layouts;
  }
  std::optional<LinearLayout> layoutA =
      getOperandLayout(dot, AtomOperand::A, acc);
  if (!layoutA)
    return std::nullopt;
  // Any layout will do for operands that become buffers.
  if (atom->needsSharedOperands())
    return DotOperandLayouts();
  DotOperandLayouts layouts{
      layoutA, getOperandLayout(dot, AtomOperand::B, acc), {}, {}};
  if (dot.isScaled()) {
    int64_t count = dot.getScalesOfRow();
    layouts.scaleA = getScaleLayout(atom, AtomOperand::A, acc, count);
    layouts.scaleB = getScaleLayout(atom, AtomOperand::B, acc, count);
  }
  return layouts;
}

const std::optional<LinearLayout> &
DotOperandLayouts::get(unsigned operand) const {
  switch (operand) {
  case 0:
    return a;
  case 1:
    return b;
  case 3:
    return scaleA;
  default:
    assert(operand == 4 && "c has the layout of the result");
    return scaleB;
  }
}

LinearLayout tileiras::fmaAccumulator(ArrayRef<int64_t> shape,
                                      int64_t numWarps) {
  unsigned rank = shape.size(), warpBits = llvm::Log2_64(numWarps);
  unsigned mBits = llvm::Log2_64(shape[rank - 2]);
  unsigned nBits = llvm::Log2_64(shape[rank - 1]);
  // Returns up to `maxBits` of what is left of a side.
  auto take = [](unsigned &left, unsigned maxBits) {
    unsigned taken = std::min(left, maxBits);
    left -= taken;
    return taken;
  };
  auto size = [](unsigned bits) { return int64_t(1) << bits; };

  // Blocks have up to 4x4 elements, as long as every thread gets one.
  unsigned threadBits = 5 + warpBits, bits = mBits + nBits;
  unsigned spare = bits > threadBits ? bits - threadBits : 0;
  unsigned regN = take(nBits, std::min(2u, (spare + 1) / 2));
  unsigned regM = take(mBits, std::min(2u, spare - regN));
  unsigned laneN = take(nBits, 3);
  unsigned laneM = take(mBits, 5 - laneN);
  laneN += take(nBits, 5 - laneN - laneM);
  unsigned warpM = take(mBits, (warpBits + 1) / 2);
  unsigned warpN = take(nBits, warpBits - warpM);
  warpM += take(mBits, warpBits - warpM - warpN);
  // The excess replicates: it wraps around along M.
  laneM = 5 - laneN;
  warpM = warpBits - warpN;

  SmallVector<int64_t> perThread(rank, 1), lanes(rank, 1), warps(rank, 1);
  perThread[rank - 2] = size(regM), perThread[rank - 1] = size(regN);
  lanes[rank - 2] = size(laneM), lanes[rank - 1] = size(laneN);
  warps[rank - 2] = size(warpM), warps[rank - 1] = size(warpN);
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::reverse(llvm::seq<unsigned>(rank)));
  return blocked(shape, perThread, lanes, warps, order);
}
