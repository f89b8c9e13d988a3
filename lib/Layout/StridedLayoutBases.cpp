//===- StridedLayoutBases.cpp - CuTe's layouts as linear maps -------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts between strided layouts and bases over F2 by the theorem of
// StridedLayout.h: sizes and strides that are powers of two give bases
// directly; for other bases, Gauss' elimination finds the swizzles.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/StridedLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>

using namespace tileiras;

//===----------------------------------------------------------------------===//
// Layout → bases
//===----------------------------------------------------------------------===//

/// Appends the bases of the leaves; returns false if a size is not a power of
/// two, or a bit of offsets is in `used`, the bits of other leaves.
static bool appendBases(const IntTuple &shape, const IntTuple &stride,
                        llvm::SmallVector<uint64_t> &bases, uint64_t &used) {
  if (shape.isTuple()) {
    for (unsigned i = 0; i < shape.getRank(); ++i)
      if (!appendBases(shape[i], stride[i], bases, used))
        return false;
    return true;
  }
  if (!shape.isInteger() || !stride.isInteger() ||
      !llvm::isPowerOf2_64(shape.getValue()))
    return false;
  for (unsigned bit = 0; bit < llvm::Log2_64(shape.getValue()); ++bit) {
    uint64_t basis = uint64_t(stride.getValue()) << bit;
    if ((basis >> bit) != uint64_t(stride.getValue()) || (used & basis))
      return false;
    used |= basis;
    bases.push_back(basis);
  }
  return true;
}

std::optional<ModeBases> StridedLayout::getBases() const {
  ModeBases modes;
  uint64_t used = 0;
  for (unsigned mode = 0; mode < getRank(); ++mode)
    if (!appendBases(shape[mode], stride[mode], modes.emplace_back(), used))
      return std::nullopt;
  for (auto &bases : modes)
    for (uint64_t &basis : bases)
      basis = swizzle(basis);
  return modes;
}

//===----------------------------------------------------------------------===//
// Bases → layout
//===----------------------------------------------------------------------===//

namespace {

/// Reduces bases to powers of two by adding bits of offsets to others.
class Elimination {
public:
  explicit Elimination(llvm::ArrayRef<llvm::SmallVector<uint64_t>> modes)
      : modes(modes.begin(), modes.end()) {}

  /// Returns false if a basis depends on others.
  bool run() {
    // Bases that are powers of two already keep their bit. The others get the
    // highest bit that is left, and add it to lower ones, as CuTe's swizzles
    // do.
    for (bool onlyPowersOfTwo : {true, false})
      for (auto &bases : modes)
        for (uint64_t &basis : bases)
          if (basis && (!onlyPowersOfTwo || llvm::isPowerOf2_64(basis)) &&
              !llvm::is_contained(finished, &basis) && !reduce(basis))
            return false;
    return true;
  }

  const ModeBases &getModes() const { return modes; }
  llvm::ArrayRef<Swizzle> getSwizzles() const { return swizzles; }

private:
  bool reduce(uint64_t &basis) {
    uint64_t free = basis & ~pivots;
    if (free == 0)
      return false;
    unsigned pivot = llvm::Log2_64(free);
    finished.push_back(&basis);
    pivots |= uint64_t(1) << pivot;
    for (unsigned bit = 0; bit < 64; ++bit)
      if (bit != pivot && basis >> bit & 1)
        addBit(pivot, bit);
    return true;
  }

  /// Adds bit `from` to bit `to` in all bases.
  void addBit(unsigned from, unsigned to) {
    for (auto &bases : modes)
      for (uint64_t &basis : bases)
        basis ^= (basis >> from & 1) << to;
    append(Swizzle{1, int(std::min(from, to)), int(from) - int(to)});
  }

  static uint64_t getTargetMask(Swizzle s) {
    uint64_t source = s.getSourceMask();
    return s.shift > 0 ? source >> s.shift : source << -s.shift;
  }
  static bool commute(Swizzle a, Swizzle b) {
    return !(a.getSourceMask() & getTargetMask(b)) &&
           !(b.getSourceMask() & getTargetMask(a));
  }

  /// Appends a swizzle, or merges it with an earlier one that it may move next
  /// to.
  void append(Swizzle swizzle) {
    for (Swizzle &s : llvm::reverse(swizzles)) {
      bool fits = s.shift == swizzle.shift && s.bits < std::abs(s.shift);
      if (fits && swizzle.base == s.base + s.bits)
        return void(++s.bits);
      if (fits && swizzle.base == s.base - 1)
        return void(s = {s.bits + 1, swizzle.base, s.shift});
      if (!commute(s, swizzle))
        break;
    }
    swizzles.push_back(swizzle);
  }

  ModeBases modes;
  llvm::SmallVector<Swizzle> swizzles;
  llvm::SmallVector<const uint64_t *> finished;
  uint64_t pivots = 0;
};

} // namespace

std::optional<StridedLayout>
StridedLayout::fromBases(llvm::ArrayRef<llvm::SmallVector<uint64_t>> modes) {
  Elimination elimination(modes);
  if (!elimination.run())
    return std::nullopt;
  std::vector<IntTuple> shapes, strides;
  for (llvm::ArrayRef<uint64_t> bases : elimination.getModes()) {
    llvm::SmallVector<int64_t> sizes(bases.size(), 2);
    StridedLayout mode =
        StridedLayout(IntTuple::flat(sizes),
                      IntTuple::flat(llvm::to_vector_of<int64_t>(bases)))
            .coalesce();
    shapes.push_back(mode.getShape());
    strides.push_back(mode.getStride());
  }
  return StridedLayout(IntTuple::tuple(shapes), IntTuple::tuple(strides),
                       elimination.getSwizzles());
}

//===----------------------------------------------------------------------===//
// In a LinearLayout, the last dimension of a flat coordinate is fastest.
//===----------------------------------------------------------------------===//

std::optional<LinearLayout> StridedLayout::toLinearLayout() const {
  auto modes = getBases();
  if (!modes)
    return std::nullopt;
  llvm::SmallVector<uint64_t> flat;
  llvm::SmallVector<int64_t> sizes;
  for (const auto &bases : llvm::reverse(*modes))
    flat.append(bases);
  for (const auto &bases : *modes)
    sizes.push_back(int64_t(1) << bases.size());
  if (flat.size() > 62 || llvm::any_of(flat, [&](uint64_t basis) {
        return basis >> flat.size() != 0;
      }))
    return std::nullopt;
  LinearLayout offsets = LinearLayout::fromFlatBases(
      InDim::Offset, flat, {int64_t(1) << flat.size()});
  if (!offsets.isInvertible())
    return std::nullopt;
  return offsets.invert().reshapeOuts(sizes);
}

StridedLayout StridedLayout::fromLinearLayout(const LinearLayout &memory) {
  assert(memory.isInvertible() &&
         memory.getTotalInBits() == memory.getInBits(InDim::Offset));
  LinearLayout inverse = memory.invert();
  llvm::ArrayRef<uint64_t> flat = inverse.getFlatBases(InDim::Offset);
  ModeBases modes(memory.getRank());
  for (unsigned dim = memory.getRank(); dim-- > 0;) {
    unsigned bits = llvm::Log2_64(memory.getOutSize(dim));
    modes[dim].append(flat.begin(), flat.begin() + bits);
    flat = flat.drop_front(bits);
  }
  return *fromBases(modes);
}
