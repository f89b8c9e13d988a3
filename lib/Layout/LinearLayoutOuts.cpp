//===- LinearLayoutOuts.cpp - Effects of tile operations on layouts -------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reshape, transpose, reduce and broadcast change a layout's output space; the
// removal of inputs is here too.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/LinearLayout.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>

using namespace tileiras;

LinearLayout LinearLayout::reshapeOuts(llvm::ArrayRef<int64_t> sizes) const {
  LinearLayout result = *this;
  result.outSizes.assign(sizes.begin(), sizes.end());
  assert(result.getOutBits() == getOutBits() && "a reshape keeps all elements");
  return result;
}

LinearLayout LinearLayout::permuteOuts(llvm::ArrayRef<unsigned> order) const {
  assert(order.size() == getRank() && "a permutation of all outputs");
  LinearLayout target = unit(getRank());
  for (auto [dim, from] : llvm::enumerate(order))
    target.outSizes[dim] = outSizes[from];
  return mapFlat(target.outSizes, [&](uint64_t flat) {
    Coords from = unflatten(flat), to;
    for (unsigned dim : order)
      to.push_back(from[dim]);
    return target.flatten(to);
  });
}

LinearLayout LinearLayout::projectOut(unsigned dim) const {
  assert(dim < getRank() && "no such output");
  Coords sizes = outSizes;
  sizes[dim] = 1;
  return wrapTo(sizes);
}

LinearLayout LinearLayout::dropOut(unsigned dim) const {
  LinearLayout result = projectOut(dim);
  result.outSizes.erase(result.outSizes.begin() + dim);
  return result;
}

LinearLayout LinearLayout::expandOut(unsigned dim) const {
  assert(dim <= getRank() && "no such position");
  LinearLayout result = *this;
  result.outSizes.insert(result.outSizes.begin() + dim, 1);
  return result;
}

LinearLayout LinearLayout::wrapTo(llvm::ArrayRef<int64_t> sizes) const {
  LinearLayout target = unit(getRank());
  target.outSizes.assign(sizes.begin(), sizes.end());
  return mapFlat(sizes, [&](uint64_t flat) {
    Coords coords = unflatten(flat);
    for (auto [coord, size] : llvm::zip_equal(coords, sizes))
      coord &= size - 1;
    return target.flatten(coords);
  });
}

LinearLayout LinearLayout::repeatTo(llvm::ArrayRef<int64_t> sizes,
                                    llvm::ArrayRef<unsigned> order) const {
  assert(sizes.size() == getRank() && order.size() == getRank());
  LinearLayout result = *this;
  for (unsigned dim : order) {
    assert(sizes[dim] >= outSizes[dim] && "repetition only adds");
    result = result * identity1D(sizes[dim] / outSizes[dim], InDim::Register,
                                 dim, getRank());
  }
  return result;
}

LinearLayout LinearLayout::withoutIn(InDim dim) const {
  return withBases(dim, {});
}

LinearLayout LinearLayout::onlyIn(InDim dim) const {
  LinearLayout result = *this;
  for (InDim other : kAllInDims)
    if (other != dim)
      result.assign(other, {});
  return result;
}

std::pair<LinearLayout, llvm::SmallVector<unsigned>>
LinearLayout::removeZeroBases(InDim dim) const {
  llvm::SmallVector<uint64_t> nonzero(getFlatBases(dim));
  llvm::erase(nonzero, uint64_t(0));
  uint64_t removed = getZeroMask(dim);
  llvm::SmallVector<unsigned> kept;
  for (int64_t index = 0; index != getInSize(dim); ++index)
    if ((uint64_t(index) & removed) == 0)
      kept.push_back(index);
  return {withBases(dim, nonzero), std::move(kept)};
}
