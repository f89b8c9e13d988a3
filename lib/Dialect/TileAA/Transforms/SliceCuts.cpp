//===- SliceCuts.cpp - The elements of a slice of a tile ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceCuts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tileiras;

Cut Cut::getWhole(ArrayRef<int64_t> shape) {
  Cut cut;
  for (int64_t size : shape)
    cut.dims.emplace_back(llvm::Log2_64(size));
  return cut;
}

bool Cut::isWhole(int dim) const {
  return llvm::all_of(dims[dim], [](CutBit bit) { return bit.isFree(); });
}

bool Cut::isWhole() const {
  return llvm::all_of(llvm::seq<int>(0, dims.size()),
                      [&](int dim) { return isWhole(dim); });
}

bool Cut::isBlock(int dim) const {
  return std::is_partitioned(dims[dim].begin(), dims[dim].end(),
                             [](CutBit bit) { return bit.isFree(); });
}

SmallVector<int64_t> Cut::getShape() const {
  return llvm::map_to_vector(dims, [](const CutDim &dim) {
    return int64_t(1) << llvm::count_if(
               dim, [](CutBit bit) { return bit.isFree(); });
  });
}

int64_t Cut::getRun(int dim) const {
  const CutDim &bits = dims[dim];
  auto *end = llvm::find_if_not(bits, [](CutBit bit) { return bit.isFree(); });
  return int64_t(1) << (end - bits.begin());
}

SmallVector<int32_t> Cut::listBits() const {
  SmallVector<int32_t> places;
  int32_t place = 0;
  for (const CutDim &dim : llvm::reverse(dims))
    for (CutBit bit : dim) {
      if (bit.scalar > 0)
        return {};
      if (!bit.isFree()) {
        if (bit.position >= places.size())
          places.resize(bit.position + 1, -1);
        places[bit.position] = place;
      }
      ++place;
    }
  return places;
}

Cut Cut::view(ArrayRef<int64_t> shape) const {
  CutDim bits;
  for (const CutDim &dim : llvm::reverse(dims))
    llvm::append_range(bits, dim);
  Cut result = getWhole(shape);
  auto *next = bits.begin();
  for (CutDim &dim : llvm::reverse(result.dims))
    for (CutBit &bit : dim)
      bit = *next++;
  return result;
}

SliceCuts::SliceCuts(int64_t count) {
  addScalar(Value(), llvm::Log2_64(count));
}

FailureOr<int> SliceCuts::cutAlong(ArrayRef<int64_t> shape,
                                   ArrayRef<int> dims) {
  Cut cut = Cut::getWhole(shape);
  unsigned position = getScalarBits(0);
  for (int dim : dims)
    for (CutBit &bit : llvm::reverse(cut.dims[dim])) {
      if (position == 0)
        break;
      bit = {0, --position};
    }
  if (position != 0)
    return failure();
  return add(std::move(cut));
}

int SliceCuts::add(Cut cut) {
  int number = find(cut);
  if (number == kFirstOther + int(others.size()))
    others.push_back(std::move(cut));
  return number;
}

int SliceCuts::find(const Cut &cut) const {
  if (cut.isWhole())
    return kWhole;
  SmallVector<int64_t> shape = llvm::map_to_vector(
      cut.dims, [](const CutDim &dim) { return int64_t(1) << dim.size(); });
  for (int dim = 0, rank = shape.size(); dim < rank; ++dim)
    if (auto along = get(dim, shape); succeeded(along) && *along == cut)
      return dim;
  return kFirstOther + int(llvm::find(others, cut) - others.begin());
}

FailureOr<Cut> SliceCuts::get(int number, ArrayRef<int64_t> shape) const {
  if (number >= kFirstOther)
    return others[number - kFirstOther];
  Cut cut = Cut::getWhole(shape);
  if (number == kWhole)
    return cut;
  CutDim &dim = cut.dims[number];
  unsigned bits = getScalarBits(0);
  if (bits > dim.size())
    return failure();
  for (unsigned position = 0; position < bits; ++position)
    dim[dim.size() - bits + position] = {0, position};
  return cut;
}

RankedTensorType SliceCuts::getSliceType(Type tile, int number) const {
  auto type = cast<RankedTensorType>(tile);
  return type.clone(get(number, type.getShape())->getShape());
}

int SliceCuts::addScalar(Value value, unsigned bits) {
  std::pair<Value, unsigned> scalar(value, bits);
  auto *found = llvm::find(scalars, scalar);
  if (found == scalars.end()) {
    scalars.push_back(scalar);
    return int(scalars.size()) - 1;
  }
  return int(found - scalars.begin());
}
