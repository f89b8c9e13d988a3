//===- StridedLayoutAlgebra.cpp - Coalescing and composition --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CuTe's coalesce and composition. A static layout is a list of modes, sizes
// with strides; composition cuts the modes of the outer layout at the sizes and
// strides of the inner one. Layouts with swizzles are composed as linear maps
// (StridedLayoutBases.cpp).
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/StridedLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>

using namespace tileiras;

namespace {

/// A leaf of a static layout.
struct Mode {
  int64_t size, stride;
};

using Modes = llvm::SmallVector<Mode>;

Modes getLeaves(const IntTuple &shape, const IntTuple &stride) {
  Modes modes;
  shape.forEachLeaf(
      [&](const IntTuple &leaf) { modes.push_back({leaf.getValue(), 0}); });
  unsigned i = 0;
  stride.forEachLeaf(
      [&](const IntTuple &leaf) { modes[i++].stride = leaf.getValue(); });
  return modes;
}

/// Drops modes of one element, and merges modes that continue the one before.
Modes merge(llvm::ArrayRef<Mode> modes) {
  Modes result;
  for (Mode mode : modes) {
    if (mode.size == 1)
      continue;
    if (!result.empty() &&
        result.back().size * result.back().stride == mode.stride)
      result.back().size *= mode.size;
    else
      result.push_back(mode);
  }
  if (result.empty())
    result.push_back({1, 0});
  return result;
}

/// Returns a tree of these modes; a single one is a leaf.
std::pair<IntTuple, IntTuple> toTrees(llvm::ArrayRef<Mode> modes) {
  if (modes.size() == 1)
    return {IntTuple::integer(modes[0].size),
            IntTuple::integer(modes[0].stride)};
  llvm::SmallVector<int64_t> sizes, strides;
  for (Mode mode : modes) {
    sizes.push_back(mode.size);
    strides.push_back(mode.stride);
  }
  return {IntTuple::flat(sizes), IntTuple::flat(strides)};
}

/// Returns outer at the offsets of one mode; nullopt if the mode's strides do
/// not fit those of `outer`.
std::optional<Modes> composeLeaf(llvm::ArrayRef<Mode> outer, Mode inner) {
  if (inner.stride == 0)
    return Modes{inner};
  Modes result;
  int64_t size = inner.size, stride = inner.stride;
  for (Mode mode : outer.drop_back()) {
    if (size == 1)
      break;
    // The stride covers this mode a whole number of times.
    if (stride % mode.size == 0) {
      stride /= mode.size;
      continue;
    }
    if (mode.size % stride != 0)
      return std::nullopt;
    int64_t taken = std::min(size, mode.size / stride);
    if (size % taken != 0)
      return std::nullopt;
    result.push_back({taken, stride * mode.stride});
    size /= taken;
    stride = 1;
  }
  if (size > 1 || result.empty())
    result.push_back({size, stride * outer.back().stride});
  return merge(result);
}

/// Returns whether sums of the offsets of different leaves never carry into one
/// another.
bool areApart(Modes modes) {
  llvm::erase_if(modes, [](Mode m) { return m.size == 1 || m.stride == 0; });
  llvm::sort(modes, [](Mode a, Mode b) { return a.stride < b.stride; });
  for (size_t i = 1; i < modes.size(); ++i)
    if (modes[i].stride % (modes[i - 1].size * modes[i - 1].stride) != 0)
      return false;
  return true;
}

/// Replaces each leaf of `shape` by its composition with `outer`, and returns
/// the trees.
bool composeTrees(llvm::ArrayRef<Mode> outer, const IntTuple &shape,
                  const IntTuple &stride, IntTuple &newShape,
                  IntTuple &newStride) {
  if (!shape.isTuple()) {
    auto modes = composeLeaf(outer, {shape.getValue(), stride.getValue()});
    if (modes)
      std::tie(newShape, newStride) = toTrees(*modes);
    return modes.has_value();
  }
  std::vector<IntTuple> shapes(shape.getRank()), strides(shape.getRank());
  for (unsigned i = 0; i < shape.getRank(); ++i)
    if (!composeTrees(outer, shape[i], stride[i], shapes[i], strides[i]))
      return false;
  newShape = IntTuple::tuple(shapes);
  newStride = IntTuple::tuple(strides);
  return true;
}

/// Applies a linear map of offsets to an offset. Bits without a basis are
/// beyond the domain.
uint64_t applyBits(llvm::ArrayRef<uint64_t> bases, uint64_t index) {
  uint64_t result = 0;
  for (auto [bit, basis] : llvm::enumerate(bases))
    if (index >> bit & 1)
      result ^= basis;
  return result;
}

/// If both are linear, the bases of `inner` are mapped by `outer`.
std::optional<StridedLayout> composeLinear(const StridedLayout &outer,
                                           const StridedLayout &inner) {
  auto outerBases = outer.getBases(), innerBases = inner.getBases();
  if (!outerBases || !innerBases)
    return std::nullopt;
  llvm::SmallVector<uint64_t> bases;
  for (const auto &mode : *outerBases)
    bases.append(mode);
  for (auto &mode : *innerBases)
    for (uint64_t &basis : mode) {
      if (basis >> bases.size() != 0)
        return std::nullopt;
      basis = applyBits(bases, basis);
    }
  auto result = StridedLayout::fromBases(*innerBases);
  // An integer and a tuple of it are different coordinates.
  if (result && !inner.getShape().isTuple())
    result = StridedLayout(result->getShape()[0], result->getStride()[0],
                           result->getSwizzles());
  return result;
}

} // namespace

StridedLayout StridedLayout::coalesce() const {
  assert(isStatic());
  auto [newShape, newStride] = toTrees(merge(getLeaves(shape, stride)));
  return StridedLayout(newShape, newStride, swizzles);
}

std::optional<StridedLayout>
StridedLayout::compose(const StridedLayout &inner) const {
  assert(isStatic() && inner.isStatic());
  if (inner.swizzles.empty() &&
      areApart(getLeaves(inner.shape, inner.stride))) {
    IntTuple newShape, newStride;
    if (composeTrees(merge(getLeaves(shape, stride)), inner.shape, inner.stride,
                     newShape, newStride))
      return StridedLayout(newShape, newStride, swizzles);
  }
  return composeLinear(*this, inner);
}
