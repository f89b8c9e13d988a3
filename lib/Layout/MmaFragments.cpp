//===- MmaFragments.cpp - Register layouts of mma.sync --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fragments are products atom * warps * repetitions; Factories.h documents
// the register order on which others rely.
//
// In every instruction, groupID = lane >> 2 is a row of A and of the
// accumulator and a column of B; threadID_in_group = lane & 3 runs along the
// other dimension, in units of one 32-bit register.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/Factories.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cassert>

using namespace tileiras;

static constexpr unsigned kRow = 0, kCol = 1;

static LinearLayout reg(int64_t size, unsigned out) {
  return LinearLayout::identity1D(size, InDim::Register, out, 2);
}
static LinearLayout lane(int64_t size, unsigned out) {
  return LinearLayout::identity1D(size, InDim::Lane, out, 2);
}

static constexpr int64_t kGroups = 8, kThreadsInGroup = 4, kWarpRows = 16;

/// Rows are in groups of eight, in registers of a warp and then in warps.
static LinearLayout rows(int64_t m) {
  int64_t ofWarp = std::min(m, kWarpRows);
  return reg(ofWarp / kGroups, kRow) *
         LinearLayout::identity1D(m / ofWarp, InDim::Warp, kRow, 2);
}

/// The number of elements of four lanes along `k`, and how often that repeats.
static int64_t elementsOfLane(const MmaShape &shape) {
  return std::max<int64_t>(1, 32 / shape.operandBits);
}
static int64_t repetitionsAlongK(const MmaShape &shape) {
  return shape.k / (kThreadsInGroup * elementsOfLane(shape));
}

LinearLayout tileiras::mmaFragmentA(const MmaShape &shape) {
  return reg(elementsOfLane(shape), kCol) * lane(kThreadsInGroup, kCol) *
         lane(kGroups, kRow) * rows(shape.m) *
         reg(repetitionsAlongK(shape), kCol);
}

LinearLayout tileiras::mmaFragmentB(const MmaShape &shape) {
  assert(shape.n == kGroups && "wider ones are read from shared memory");
  return reg(elementsOfLane(shape), kRow) * lane(kThreadsInGroup, kRow) *
         lane(kGroups, kCol) * reg(repetitionsAlongK(shape), kRow);
}

LinearLayout tileiras::mmaFragmentC(const MmaShape &shape) {
  return reg(2, kCol) * lane(kThreadsInGroup, kCol) * lane(kGroups, kRow) *
         rows(shape.m) * reg(shape.n / kGroups, kCol);
}

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

/// The lane within four has this many bits: the lowest selects the half of A's
/// rows, the others are the selector.
static constexpr unsigned kSelectorLaneBits = 2;

static unsigned halvesOfRows(MmaSide side) {
  return side == MmaSide::Rows ? kWarpRows / kGroups : 1;
}

unsigned tileiras::mmaScaleSelectors(MmaSide side) {
  return (1u << kSelectorLaneBits) / halvesOfRows(side);
}

LinearLayout tileiras::mmaScales(MmaSide side, const LinearLayout &fragments,
                                 int64_t count) {
  unsigned rank = fragments.getRank();
  unsigned rowDim = side == MmaSide::Rows ? rank - 2 : rank - 1;
  unsigned kDim = side == MmaSide::Rows ? rank - 1 : rank - 2;
  int64_t halves = halvesOfRows(side), rowsOfAtom = halves * kGroups;
  auto strided = [&](int64_t size, int64_t stride, unsigned dim) {
    llvm::SmallVector<Coords> bases;
    for (int64_t index = 1; index < size; index *= 2) {
      bases.emplace_back(rank, 0);
      bases.back()[dim] = index * stride;
    }
    return bases;
  };
  auto basesOf = [&](InDim in) {
    llvm::SmallVector<Coords> bases;
    for (unsigned bit = 0; bit < fragments.getInBits(in); ++bit) {
      bases.push_back(fragments.getBasis(in, bit));
      bases.back()[rowDim] *= rowsOfAtom;
    }
    return bases;
  };
  llvm::SmallVector<Coords> ofFragments = basesOf(InDim::Register);
  llvm::SmallVector<Coords> lanes = strided(halves, kGroups, rowDim);
  size_t selected =
      std::min<size_t>(kSelectorLaneBits - lanes.size(), ofFragments.size());
  lanes.append(ofFragments.begin(), ofFragments.begin() + selected);
  lanes.resize(kSelectorLaneBits, Coords(rank, 0));
  lanes.append(strided(kGroups, 1, rowDim));
  llvm::SmallVector<Coords> registers = strided(count, 1, kDim);
  registers.append(ofFragments.begin() + selected, ofFragments.end());
  Coords sizes(fragments.getOutSizes());
  sizes[rowDim] *= rowsOfAtom;
  sizes[kDim] = count;
  return LinearLayout::fromBases({{InDim::Register, registers},
                                  {InDim::Lane, lanes},
                                  {InDim::Warp, basesOf(InDim::Warp)}},
                                 sizes);
}

LinearLayout tileiras::joinAdjacent(const LinearLayout &layout, unsigned dim) {
  std::optional<LinearLayout> units = layout.divideLeft(
      LinearLayout::identity1D(2, InDim::Register, dim, layout.getRank()));
  assert(units &&
         "the lowest register bit selects one of two adjacent elements");
  return *units;
}

LinearLayout tileiras::getByteMatrixTransposed() {
  return LinearLayout::fromBases(
      {{InDim::Register, {{1, 0}, {0, 8}, {2, 0}}},
       {InDim::Lane, {{4, 0}, {8, 0}, {0, 1}, {0, 2}, {0, 4}}}},
      {16, 16});
}

/// Warps along an output, or (replicas) along the dimension that the operand
/// lacks.
static LinearLayout warps(int64_t size, unsigned out) {
  return LinearLayout::identity1D(size, InDim::Warp, out, 2);
}
static LinearLayout replicas(int64_t size) {
  return LinearLayout::zeros(size, InDim::Warp, 2);
}

/// Repeats atom-and-warps over the whole tile: it wraps around if the tile is
/// smaller, and repeats along order[0], then order[1], then along the batch.
static LinearLayout spread(LinearLayout tile, llvm::ArrayRef<int64_t> shape,
                           llvm::ArrayRef<unsigned> order, int64_t batchWarps) {
  assert((shape.size() == 2 || shape.size() == 3) && "M×N or batch×M×N");
  bool batched = shape.size() == 3;
  Coords sizes(shape.take_back(2)), inner;
  for (auto [size, required] : llvm::zip_equal(tile.getOutSizes(), sizes))
    inner.push_back(std::min(size, required));
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
                                      const MmaShape &atom) {
  LinearLayout tile = mmaFragmentC(atom) * warps(w.m, kRow) * warps(w.n, kCol);
  return spread(tile, shape, {kCol, kRow}, w.batch);
}

LinearLayout tileiras::mmaOperandA(llvm::ArrayRef<int64_t> shape, MmaWarps w,
                                   const MmaShape &atom) {
  assert(shape.back() >= atom.k && "K fills the atom");
  LinearLayout tile = mmaFragmentA(atom) * warps(w.m, kRow) * replicas(w.n);
  return spread(tile, shape, {kCol, kRow}, w.batch);
}

LinearLayout tileiras::mmaOperandB(llvm::ArrayRef<int64_t> shape, MmaWarps w,
                                   const MmaShape &atom) {
  assert(shape[shape.size() - 2] >= atom.k && "K fills the atom");
  LinearLayout tile = mmaFragmentB(atom) * replicas(w.m) * warps(w.n, kCol);
  return spread(tile, shape, {kRow, kCol}, w.batch);
}

MmaWarps tileiras::chooseMmaWarps(int64_t m, int64_t n, int64_t numWarps,
                                  const MmaShape &atom, int64_t batch) {
  MmaWarps result;
  // Each doubling divides the longer dimension of the warp's block; ties go to
  // M.
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
