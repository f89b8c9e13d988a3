//===- HardwareLayouts.cpp - Layouts that instructions prescribe ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/HardwareLayouts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>

using namespace tileiras;

static constexpr int64_t kUnitBytes = kSwizzleUnitBytes;
/// The number of rows after which a swizzle of 16-byte units repeats.
static constexpr int64_t kRowsOfPattern = 8;
/// The lowest bit of an address that a swizzle reads.
static constexpr unsigned kRowBit = 7;
/// The maximal extent of a TMA box.
static constexpr int64_t kMaxBoxExtent = 256;

namespace {

/// A span, and the unit of its swizzle.
struct Swizzle {
  unsigned spanBytes, unitBytes;

  int64_t getRows() const { return kRowsOfPattern * kUnitBytes / unitBytes; }
};

} // namespace

static constexpr Swizzle kSwizzles[] = {
    {128, 16}, {64, 16}, {32, 16}, {16, 16}, {128, 32}};

static int64_t bytesOf(int64_t elements, unsigned elementBits) {
  return elements * elementBits / 8;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// `size` elements of dimension `dim`, one after another.
static LinearLayout along(int64_t size, unsigned dim, unsigned rank) {
  return LinearLayout::identity1D(size, InDim::Offset, dim, rank);
}

/// Returns the layout of the tile at swizzled addresses whose layout at plain
/// addresses is `linear`. A swizzle is its own inverse, so the element at an
/// address is the one that `linear` has at the swizzled address.
static LinearLayout swizzle(const LinearLayout &linear, unsigned elementBits,
                            Swizzle swizzle) {
  llvm::ArrayRef<uint64_t> plain = linear.getFlatBases(InDim::Offset);
  llvm::SmallVector<uint64_t> bases(plain);
  // Bit i of the offset counted in elements is bit i + log2(bytes) of the
  // address; 4-bit elements have half a byte.
  unsigned toElements = llvm::Log2_32(elementBits);
  unsigned unitBit = llvm::Log2_32(swizzle.unitBytes);
  unsigned count = llvm::Log2_32(swizzle.spanBytes) - unitBit;
  for (unsigned bit = 0; bit != count; ++bit) {
    unsigned row = kRowBit + 3 + bit - toElements;
    unsigned unit = unitBit + 3 + bit - toElements;
    if (row < bases.size())
      bases[row] ^= plain[unit];
  }
  return linear.withBases(InDim::Offset, bases);
}

LinearLayout tileiras::getSwizzledPanels(llvm::ArrayRef<int64_t> shape,
                                         unsigned contiguous,
                                         unsigned elementBits,
                                         unsigned spanBytes,
                                         unsigned unitBytes) {
  unsigned rank = shape.size();
  int64_t span = spanBytes * 8 / elementBits;
  assert(shape[contiguous] >= span && "the tile is at least one span wide");
  LinearLayout tile = along(span, contiguous, rank);
  for (unsigned dim = rank; dim-- != 0;)
    if (dim != contiguous)
      tile = tile * along(shape[dim], dim, rank);
  tile = tile * along(shape[contiguous] / span, contiguous, rank);
  return swizzle(tile, elementBits, {spanBytes, unitBytes});
}

/// The bytes between adjacent indices along `dim`, if each bit of it has a
/// basis directly above the one before; the bytes of the pattern if there is
/// only one index.
static std::optional<int64_t> strideAlong(const LinearLayout &repetition,
                                          unsigned dim, int64_t patternBytes) {
  llvm::ArrayRef<uint64_t> bases = repetition.getFlatBases(InDim::Offset);
  unsigned first = 0;
  for (int64_t index = 1; index < repetition.getOutSize(dim); index *= 2) {
    Coords coordinate(repetition.getRank(), 0);
    coordinate[dim] = index;
    const auto *basis = llvm::find(bases, repetition.flatten(coordinate));
    if (basis == bases.end())
      return std::nullopt;
    unsigned bit = basis - bases.begin();
    if (index == 1)
      first = bit;
    else if (bit != first + llvm::Log2_64(index))
      return std::nullopt;
  }
  return patternBytes << first;
}

std::optional<MatrixDescriptorLayout>
tileiras::matchMatrixDescriptor(const LinearLayout &memory,
                                unsigned elementBits) {
  assert(memory.getRank() == 2 && "a matrix");
  for (Swizzle swizzle : kSwizzles)
    for (unsigned contiguous : {1u, 0u}) {
      Coords pattern(2, swizzle.getRows());
      pattern[contiguous] = swizzle.spanBytes * 8 / elementBits;
      auto fits = [](auto sizes) {
        return std::get<0>(sizes) <= std::get<1>(sizes);
      };
      if (!llvm::all_of(llvm::zip_equal(pattern, memory.getOutSizes()), fits))
        continue;
      std::optional<LinearLayout> repetition = memory.divideLeft(
          getSwizzledPanels(pattern, contiguous, elementBits, swizzle.spanBytes,
                            swizzle.unitBytes));
      if (!repetition)
        continue;
      int64_t bytes = swizzle.getRows() * swizzle.spanBytes;
      std::optional<int64_t> panels =
          strideAlong(*repetition, contiguous, bytes);
      std::optional<int64_t> groups =
          strideAlong(*repetition, 1 - contiguous, bytes);
      if (panels && groups)
        return MatrixDescriptorLayout{contiguous, swizzle.spanBytes,
                                      swizzle.unitBytes, *panels, *groups};
    }
  return std::nullopt;
}

/// PTX ISA, "Leading dimension byte offset" and "Stride dimension byte offset":
/// the stride is from eight rows to the next eight; without a swizzle and with
/// K not contiguous the two are exchanged.
static bool swapsOffsets(const MatrixDescriptorLayout &layout, unsigned k) {
  return layout.spanBytes == kUnitBytes && layout.contiguous != k;
}

int64_t MatrixDescriptorLayout::getLeadingByteOffset(unsigned k) const {
  return swapsOffsets(*this, k) ? groupStride : panelStride;
}

int64_t MatrixDescriptorLayout::getStrideByteOffset(unsigned k) const {
  return swapsOffsets(*this, k) ? panelStride : groupStride;
}

/// Returns the boxes with rows of `rowBytes`, as long in the other dimensions
/// as a box may be.
static std::optional<TmaBoxes> matchBoxes(const LinearLayout &memory,
                                          llvm::ArrayRef<unsigned> order,
                                          unsigned elementBits, int64_t row,
                                          std::optional<Swizzle> swizzled,
                                          int64_t maxRows) {
  unsigned rank = memory.getRank();
  Coords shape(rank, 1);
  shape[order[0]] = row;
  LinearLayout box = along(row, order[0], rank);
  for (unsigned dim : order.drop_front()) {
    // A row that is part of the tile's is followed by the next row of the box,
    // so no dimension is left out in between.
    shape[dim] = std::min(memory.getOutSize(dim), maxRows);
    box = box * along(shape[dim], dim, rank);
    if (shape[dim] < memory.getOutSize(dim))
      break;
  }
  if (swizzled)
    box = swizzle(box, elementBits, *swizzled);
  std::optional<LinearLayout> origins = memory.divideLeft(box);
  if (!origins)
    return std::nullopt;
  // The quotient counts boxes; origins are coordinates.
  llvm::SmallVector<uint64_t> starts;
  for (unsigned bit = 0; bit != origins->getInBits(InDim::Offset); ++bit) {
    Coords start = origins->getBasis(InDim::Offset, bit);
    for (auto [coord, extent] : llvm::zip_equal(start, shape))
      coord *= extent;
    starts.push_back(memory.flatten(start));
  }
  return TmaBoxes{
      swizzled ? swizzled->spanBytes : 0,
      swizzled ? swizzled->unitBytes : kSwizzleUnitBytes, shape,
      bytesOf(int64_t(1) << box.getInBits(InDim::Offset), elementBits),
      LinearLayout::fromFlatBases(InDim::Offset, starts, memory.getOutSizes())};
}

std::optional<TmaBoxes> tileiras::matchTmaBoxes(const LinearLayout &memory,
                                                llvm::ArrayRef<unsigned> order,
                                                unsigned elementBits,
                                                int64_t maxRows) {
  assert(order.size() == memory.getRank() && "all dimensions");
  assert(maxRows <= kMaxBoxExtent && "the extent of a box is limited");
  int64_t width = memory.getOutSize(order[0]);
  std::optional<TmaBoxes> best;
  auto attempt = [&](int64_t row, std::optional<Swizzle> swizzle) {
    if (row > std::min(width, kMaxBoxExtent) ||
        bytesOf(row, elementBits) % kUnitBytes != 0)
      return;
    std::optional<TmaBoxes> boxes =
        matchBoxes(memory, order, elementBits, row, swizzle, maxRows);
    if (boxes && (!best || boxes->getNumBoxes() < best->getNumBoxes()))
      best = std::move(boxes);
  };
  for (Swizzle swizzle : kSwizzles)
    attempt(swizzle.spanBytes * 8 / elementBits, swizzle.spanBytes == kUnitBytes
                                                     ? std::nullopt
                                                     : std::optional(swizzle));
  attempt(std::min(width, kMaxBoxExtent), std::nullopt);
  return best;
}

//===----------------------------------------------------------------------===//
// Tensor memory
//===----------------------------------------------------------------------===//

static constexpr unsigned kTensorLane = 0, kColumn = 1;

LinearLayout tileiras::getTmemFragment(TmemMoveShape shape, int64_t columns) {
  auto reg = [](int64_t size, unsigned out) {
    return LinearLayout::identity1D(size, InDim::Register, out, 2);
  };
  auto lane = [](int64_t size, unsigned out) {
    return LinearLayout::identity1D(size, InDim::Lane, out, 2);
  };
  // The lowest bits of lane and register are those of one instruction that
  // covers as few columns as it can; then come its repetitions along the
  // columns.
  auto repeated = [&](LinearLayout atom) {
    assert(columns >= atom.getOutSize(kColumn) && "the shape fits");
    return atom * reg(columns / atom.getOutSize(kColumn), kColumn);
  };
  LinearLayout warps = LinearLayout::identity1D(4, InDim::Warp, kTensorLane, 2);
  LinearLayout half = reg(2, kTensorLane);
  switch (shape) {
  case TmemMoveShape::Lanes32Bits32:
    return repeated(lane(32, kTensorLane)) * warps;
  case TmemMoveShape::Lanes16Bits64: {
    // Thread t holds lane t / 4 + 8 (t mod 2), column t / 2 mod 2.
    LinearLayout atom = LinearLayout::fromBases(
        {{InDim::Lane, {{8, 0}, {0, 1}, {1, 0}, {2, 0}, {4, 0}}}}, {16, 2});
    return repeated(atom) * half * warps;
  }
  case TmemMoveShape::Lanes16Bits128:
    return repeated(lane(4, kColumn) * lane(8, kTensorLane) *
                    reg(2, kTensorLane)) *
           half * warps;
  case TmemMoveShape::Lanes16Bits256:
    return repeated(reg(2, kColumn) * lane(4, kColumn) * lane(8, kTensorLane) *
                    reg(2, kTensorLane)) *
           half * warps;
  case TmemMoveShape::Lanes16Bits32x2:
    return lane(16, kTensorLane) * reg(columns / 2, kColumn) *
           lane(2, kColumn) * half * warps;
  }
  llvm_unreachable("a shape of tcgen05.ld");
}

LinearLayout tileiras::getTmemAccumulator(int64_t columns) {
  return LinearLayout::identity1D(128, InDim::TensorLane, 0, 2) *
         LinearLayout::identity1D(columns, InDim::TensorColumn, 1, 2);
}

LinearLayout tileiras::getScaleFactors(int64_t rows, int64_t scales) {
  assert(rows % 128 == 0 && scales % 4 == 0 && "whole blocks of 512 bytes");
  constexpr unsigned row = 0, k = 1;
  // A block has four scales of a row, then the rows 32 apart, then the rows.
  llvm::SmallVector<Coords> bases = {{0, 1}, {0, 2}, {32, 0}, {64, 0}, {1, 0},
                                     {2, 0}, {4, 0}, {8, 0},  {16, 0}};
  LinearLayout block =
      LinearLayout::fromBases({{InDim::Offset, bases}}, {128, 4});
  return block * along(scales / 4, k, 2) * along(rows / 128, row, 2);
}
