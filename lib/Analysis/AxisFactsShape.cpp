//===- AxisFactsShape.cpp - Axis facts of tiles of other shapes -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splats, broadcasts, reshapes, permutations and extractions keep the facts of
// unchanged dimensions, and `assume` adds facts; AxisFacts.h defines them.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Analysis/AxisFacts.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tileiras;

AxisFacts AxisFacts::splat(ArrayRef<int64_t> shape) const {
  AxisFacts result(shape.size(), step);
  for (auto [axis, size] : llvm::zip_equal(result.axes, shape))
    axis = {1, size, getDivisor()};
  return result;
}

AxisFacts AxisFacts::broadcast(ArrayRef<int64_t> from,
                               ArrayRef<int64_t> to) const {
  AxisFacts result = *this;
  for (unsigned dim = 0; dim < getRank(); ++dim)
    if (from[dim] != to[dim])
      result.axes[dim] = {1, to[dim], getDivisor(dim, 1)};
  return result;
}

/// The dimensions of a size other than one.
static SmallVector<unsigned> getLongDims(ArrayRef<int64_t> shape) {
  SmallVector<unsigned> dims;
  for (auto [dim, size] : llvm::enumerate(shape))
    if (size != 1)
      dims.push_back(dim);
  return dims;
}

AxisFacts AxisFacts::reshape(ArrayRef<int64_t> from,
                             ArrayRef<int64_t> to) const {
  AxisFacts result(to.size(), step);
  for (Axis &axis : result.axes)
    axis.divisor = getDivisor();
  SmallVector<unsigned> source = getLongDims(from), target = getLongDims(to);
  // From the last dimension on, as long as the sizes are the same, dimensions
  // are the same; the first pair that differs begins alike.
  while (!source.empty() && !target.empty()) {
    unsigned dim = source.pop_back_val(), into = target.pop_back_val();
    Axis &axis = result.axes[into];
    axis.contiguity = std::min(axes[dim].contiguity, to[into]);
    axis.constancy = std::min(axes[dim].constancy, to[into]);
    axis.divisor = getDivisor(dim, axis.contiguity);
    if (from[dim] != to[into])
      break;
  }
  return result;
}

AxisFacts AxisFacts::permute(ArrayRef<int32_t> permutation) const {
  AxisFacts result(getRank(), step);
  for (auto [axis, dim] : llvm::zip_equal(result.axes, permutation))
    axis = axes[dim];
  return result;
}

AxisFacts AxisFacts::extract(ArrayRef<int64_t> shape) const {
  AxisFacts result(getRank(), step);
  for (auto [dim, axis] : llvm::enumerate(result.axes)) {
    axis.contiguity = std::min(axes[dim].contiguity, shape[dim]);
    axis.constancy = std::min(axes[dim].constancy, shape[dim]);
    axis.divisor = getDivisor(dim, axis.contiguity);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Assumptions
//===----------------------------------------------------------------------===//

AxisFacts AxisFacts::assumeDivisible(uint64_t divisor,
                                     std::optional<int64_t> every,
                                     std::optional<int64_t> along,
                                     ArrayRef<int64_t> shape) const {
  AxisFacts result = *this;
  int64_t size = every.value_or(1);
  if (size < 1 || !llvm::isPowerOf2_64(size))
    return result;
  if (size == 1) {
    // If runs are longer, the assumption is about their first elements.
    for (Axis &axis : result.axes)
      axis.divisor = std::max(axis.divisor, divisor);
    return result;
  }
  unsigned dim = along.value_or(0);
  if (dim >= getRank())
    return result;
  Axis &axis = result.axes[dim];
  size = std::min(size, shape[dim]);
  axis.contiguity = std::max(axis.contiguity, size);
  axis.divisor = std::max(getDivisor(dim, axis.contiguity), divisor);
  return result;
}

AxisFacts AxisFacts::assumeSame(ArrayRef<int64_t> sizes) const {
  AxisFacts result = *this;
  for (auto [axis, size] : llvm::zip(result.axes, sizes))
    if (size > 1)
      axis.constancy = std::max<int64_t>(axis.constancy, size & -size);
  return result;
}
