//===- MmaFragments.cpp - Register layouts of mma.sync ----------- -*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fragments as products atom * warps * repetitions; Factories.h has the
// register order that others rely on.
//
// In every m16n8 instruction, groupID = lane >> 2 is a row of A and of the
// accumulator and a column of B; threadID_in_group = lane & 3 runs along the
// other side, in units of one 32-bit register.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/Factories.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <cassert>

using namespace tileiras;

static constexpr unsigned kRow = 0, kCol = 1;

static LinearLayout reg(int64_t size, unsigned out) {
  return LinearLayout::identity1D(size, InDim::Register, out, 2);
}
static LinearLayout lane(int64_t size, unsigned out) {
  return LinearLayout::identity1D(size, InDim::Lane, out, 2);
}

MmaAtom tileiras::getMmaAtom(unsigned operandBits) {
  switch (operandBits) {
  case 4:
    return {16, 8, 64, 32, 16, 4};
  case 8:
    return {16, 8, 32, 16, 8, 4};
  case 16:
    return {16, 8, 16, 8, 4, 4};
  case 32:
    return {16, 8, 8, 4, 2, 4};
  case 64:
    return {8, 8, 4, 1, 1, 2};
  }
  llvm_unreachable("mma takes operands of 4, 8, 16, 32 or 64 bits");
}

/// The fragment of one operand; `k` and `other` (M for A, N for B) are its
/// outputs. Lanes cover half of k; the second half is in the last registers.
static LinearLayout operandAtom(unsigned operandBits, unsigned k,
                                unsigned other, bool isA) {
  // f64: one element per thread (m8n8k4).
  if (operandBits == 64)
    return lane(4, k) * lane(8, other);
  LinearLayout result = reg(32 / operandBits, k) * lane(4, k) * lane(8, other);
  if (isA) // a1 is 8 rows below a0, counted in registers
    result = result * reg(2, other);
  return result * reg(2, k);
}

static LinearLayout accumulatorAtom(unsigned operandBits) {
  LinearLayout result = reg(2, kCol) * lane(4, kCol) * lane(8, kRow);
  return operandBits == 64 ? result : result * reg(2, kRow);
}

/// Warps along an output, or (replicas) along the side that the operand lacks.
static LinearLayout warps(int64_t size, unsigned out) {
  return LinearLayout::identity1D(size, InDim::Warp, out, 2);
}
static LinearLayout replicas(int64_t size) {
  return LinearLayout::zeros(size, InDim::Warp, 2);
}

/// atom-and-warps over the whole tile: wrapped where the tile is smaller,
/// repeated along order[0] then order[1], then along the batch.
static LinearLayout spread(LinearLayout tile, llvm::ArrayRef<int64_t> shape,
                           llvm::ArrayRef<unsigned> order, int64_t batchWarps) {
  assert((shape.size() == 2 || shape.size() == 3) && "M×N or batch×M×N");
  bool batched = shape.size() == 3;
  Coords sizes(shape.take_back(2)), inner;
  for (auto [have, want] : llvm::zip_equal(tile.getOutSizes(), sizes))
    inner.push_back(std::min(have, want));
  tile = tile.wrapTo(inner);

  if (!batched)
    return (tile * LinearLayout::zeros(batchWarps, InDim::Warp, 2))
        .repeatTo(sizes, order);
  tile = tile.expandOut(0);
  LinearLayout batch = LinearLayout::identity1D(batchWarps, InDim::Warp, 0, 3)
                           .wrapTo({std::min(batchWarps, shape[0]), 1, 1});
  return (tile * batch).repeatTo(shape, {order[0] + 1, order[1] + 1, 0});
}

LinearLayout tileiras::mmaAccumulator(llvm::ArrayRef<int64_t> shape, MmaWarps w,
                                      unsigned operandBits) {
  LinearLayout tile =
      accumulatorAtom(operandBits) * warps(w.m, kRow) * warps(w.n, kCol);
  return spread(tile, shape, {kCol, kRow}, w.batch);
}

LinearLayout tileiras::mmaOperandA(llvm::ArrayRef<int64_t> shape, MmaWarps w,
                                   unsigned operandBits) {
  assert(shape.back() >= getMmaAtom(operandBits).k && "K fills the atom");
  LinearLayout tile = operandAtom(operandBits, kCol, kRow, /*isA=*/true) *
                      warps(w.m, kRow) * replicas(w.n);
  return spread(tile, shape, {kCol, kRow}, w.batch);
}

LinearLayout tileiras::mmaOperandB(llvm::ArrayRef<int64_t> shape, MmaWarps w,
                                   unsigned operandBits) {
  assert(shape[shape.size() - 2] >= getMmaAtom(operandBits).k &&
         "K fills the atom");
  LinearLayout tile = operandAtom(operandBits, kRow, kCol, /*isA=*/false) *
                      replicas(w.m) * warps(w.n, kCol);
  return spread(tile, shape, {kRow, kCol}, w.batch);
}

MmaRepetition tileiras::getMmaRepetition(int64_t m, int64_t n, int64_t k,
                                         MmaWarps warps, unsigned operandBits,
                                         int64_t batch) {
  MmaAtom atom = getMmaAtom(operandBits);
  auto repeat = [](int64_t size, int64_t step) {
    return std::max<int64_t>(1, size / step);
  };
  return {repeat(m, atom.m * warps.m), repeat(n, atom.n * warps.n),
          repeat(k, atom.k), repeat(batch, warps.batch)};
}

MmaWarps tileiras::chooseMmaWarps(int64_t m, int64_t n, int64_t numWarps,
                                  unsigned operandBits, int64_t batch) {
  MmaAtom atom = getMmaAtom(operandBits);
  MmaWarps result;
  // Each doubling goes where the warp's block is longest; ties go to M.
  while (result.count() < numWarps) {
    int64_t blockM = m / result.m, blockN = n / result.n;
    bool canM = blockM > atom.m, canN = blockN > atom.n;
    if (canM && (blockM >= blockN || !canN))
      result.m *= 2;
    else if (canN)
      result.n *= 2;
    else if (result.batch < batch)
      result.batch *= 2;
    else
      result.m *= 2; // nothing left to divide: replicate
  }
  return result;
}
