//===- Factories.cpp - Named constructors of register layouts -------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The blocked layouts; the fragments of mma are in MmaFragments.cpp.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/Factories.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>

using namespace tileiras;

/// A box of indices of `in`, fastest along order[0].
static LinearLayout box(llvm::ArrayRef<int64_t> sizes,
                        llvm::ArrayRef<unsigned> order, InDim in) {
  LinearLayout result = LinearLayout::unit(sizes.size());
  for (unsigned dim : order)
    result =
        result * LinearLayout::identity1D(sizes[dim], in, dim, sizes.size());
  return result;
}

/// min(a, b), entry by entry.
static Coords smaller(llvm::ArrayRef<int64_t> a, llvm::ArrayRef<int64_t> b) {
  Coords result;
  for (auto [x, y] : llvm::zip_equal(a, b))
    result.push_back(std::min(x, y));
  return result;
}

LinearLayout tileiras::blocked(llvm::ArrayRef<int64_t> shape,
                               llvm::ArrayRef<int64_t> perThread,
                               llvm::ArrayRef<int64_t> threadsPerWarp,
                               llvm::ArrayRef<int64_t> warps,
                               llvm::ArrayRef<unsigned> order) {
  LinearLayout boxes = box(smaller(perThread, shape), order, InDim::Register) *
                       box(threadsPerWarp, order, InDim::Lane) *
                       box(warps, order, InDim::Warp);
  return boxes.wrapTo(smaller(boxes.getOutSizes(), shape))
      .repeatTo(shape, order);
}

LinearLayout tileiras::coalesced(llvm::ArrayRef<int64_t> shape,
                                 llvm::ArrayRef<unsigned> order,
                                 unsigned elementBits, int64_t numWarps,
                                 unsigned maxVectorBits) {
  unsigned rank = shape.size();
  // A rank-0 tile has no dimension to spread over: all threads hold it.
  if (rank == 0)
    return replicated(shape, numWarps);

  int64_t elements = 1;
  for (int64_t size : shape)
    elements *= size;
  int64_t perThreadTotal =
      std::max<int64_t>(1, elements / (kLanesPerWarp * numWarps));
  int64_t vector = std::max<int64_t>(1, maxVectorBits / elementBits);

  Coords perThread(rank, 1), lanes(rank, 1), warps(rank, 1);
  perThread[order[0]] = std::min({vector, shape[order[0]], perThreadTotal});
  int64_t lanesLeft = kLanesPerWarp, warpsLeft = numWarps;
  for (unsigned dim : order) {
    lanes[dim] = std::min(lanesLeft, shape[dim] / perThread[dim]);
    lanesLeft /= lanes[dim];
    warps[dim] =
        std::min(warpsLeft, shape[dim] / (perThread[dim] * lanes[dim]));
    warpsLeft /= warps[dim];
  }
  // Lanes beyond the tile wrap around.
  lanes[order.back()] *= lanesLeft;
  warps[order.back()] *= warpsLeft;
  return blocked(shape, perThread, lanes, warps, order);
}

LinearLayout tileiras::coalesced(llvm::ArrayRef<int64_t> shape,
                                 unsigned elementBits, int64_t numWarps,
                                 unsigned maxVectorBits) {
  llvm::SmallVector<unsigned> order;
  for (unsigned dim = shape.size(); dim-- != 0;)
    order.push_back(dim);
  return coalesced(shape, order, elementBits, numWarps, maxVectorBits);
}

LinearLayout tileiras::replicated(llvm::ArrayRef<int64_t> shape,
                                  int64_t numWarps) {
  unsigned rank = shape.size();
  LinearLayout threads = LinearLayout::zeros(kLanesPerWarp, InDim::Lane, rank) *
                         LinearLayout::zeros(numWarps, InDim::Warp, rank);
  llvm::SmallVector<unsigned> order;
  for (unsigned dim = rank; dim-- != 0;)
    order.push_back(dim);
  return threads.repeatTo(shape, order);
}
