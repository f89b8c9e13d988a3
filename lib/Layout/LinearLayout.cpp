//===- LinearLayout.cpp - Placements of tiles as maps over F2 -------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Building blocks, facts and the algebra proper. Text is in
// LinearLayoutText.cpp, changes of the output space in LinearLayoutOuts.cpp.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/LinearLayout.h"

#include "tileiras/Layout/F2Span.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>

using namespace tileiras;

llvm::StringRef tileiras::getInDimName(InDim dim) {
  switch (dim) {
  case InDim::Register:
    return "register";
  case InDim::Lane:
    return "lane";
  case InDim::Warp:
    return "warp";
  case InDim::Block:
    return "block";
  case InDim::Offset:
    return "offset";
  case InDim::TensorLane:
    return "tensor_lane";
  case InDim::TensorColumn:
    return "tensor_column";
  }
  return "";
}

/// log2 of a size, which must be a power of two.
static unsigned log2Size(int64_t size) {
  assert(size > 0 && llvm::isPowerOf2_64(size) && "sizes are powers of two");
  return llvm::Log2_64(size);
}

//===----------------------------------------------------------------------===//
// Building blocks
//===----------------------------------------------------------------------===//

LinearLayout LinearLayout::unit(unsigned rank) {
  LinearLayout result;
  result.outSizes.assign(rank, 1);
  return result;
}

LinearLayout LinearLayout::strided1D(int64_t size, int64_t stride, InDim in,
                                     unsigned out, unsigned rank) {
  assert(out < rank && "no such output");
  LinearLayout result = unit(rank);
  result.outSizes[out] = int64_t(1) << (log2Size(size) + log2Size(stride));
  for (int64_t index = 1; index < size; index *= 2)
    result.append(in, index * stride);
  return result;
}

LinearLayout LinearLayout::identity1D(int64_t size, InDim in, unsigned out,
                                      unsigned rank) {
  return strided1D(size, 1, in, out, rank);
}

LinearLayout LinearLayout::zeros(int64_t size, InDim in, unsigned rank) {
  LinearLayout result = unit(rank);
  result.assign(in, F2Vectors(log2Size(size), 0));
  return result;
}

LinearLayout LinearLayout::fromBases(llvm::ArrayRef<DimBases> inputs,
                                     llvm::ArrayRef<int64_t> outSizes) {
  LinearLayout result;
  result.outSizes.assign(outSizes.begin(), outSizes.end());
  for (const DimBases &input : inputs)
    for (const Coords &basis : input.bases)
      result.append(input.dim, result.flatten(basis));
  return result;
}

LinearLayout LinearLayout::fromFlatBases(InDim dim,
                                         llvm::ArrayRef<uint64_t> flat,
                                         llvm::ArrayRef<int64_t> outSizes) {
  LinearLayout result;
  result.outSizes.assign(outSizes.begin(), outSizes.end());
  return result.withBases(dim, flat);
}

LinearLayout LinearLayout::withBases(InDim dim,
                                     llvm::ArrayRef<uint64_t> flat) const {
  assert(
      llvm::all_of(flat, [&](uint64_t f) { return f >> getOutBits() == 0; }) &&
      "a basis is within the output space");
  LinearLayout result = *this;
  result.assign(dim, flat);
  return result;
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

unsigned LinearLayout::getOutBits() const {
  unsigned bits = 0;
  for (int64_t size : outSizes)
    bits += log2Size(size);
  return bits;
}

unsigned LinearLayout::getFirstBit(InDim dim) const {
  unsigned first = 0;
  for (InDim lower : kAllInDims) {
    if (lower == dim)
      break;
    first += getInBits(lower);
  }
  return first;
}

void LinearLayout::append(InDim dim, uint64_t flat) {
  bases.insert(bases.begin() + getFirstBit(dim) + getInBits(dim), flat);
  ++inBits[static_cast<unsigned>(dim)];
}

void LinearLayout::assign(InDim dim, llvm::ArrayRef<uint64_t> flat) {
  auto *first = bases.begin() + getFirstBit(dim);
  bases.erase(first, first + getInBits(dim));
  bases.insert(bases.begin() + getFirstBit(dim), flat.begin(), flat.end());
  inBits[static_cast<unsigned>(dim)] = flat.size();
}

Coords LinearLayout::unflatten(uint64_t flat) const {
  Coords coords(getRank());
  for (unsigned dim = getRank(); dim-- != 0;) {
    coords[dim] = flat & (outSizes[dim] - 1);
    flat >>= log2Size(outSizes[dim]);
  }
  return coords;
}

uint64_t LinearLayout::flatten(llvm::ArrayRef<int64_t> coords) const {
  assert(coords.size() == getRank() && "one coordinate per output");
  uint64_t flat = 0;
  for (auto [coord, size] : llvm::zip_equal(coords, outSizes)) {
    assert(coord >= 0 && coord < size && "coordinate within the tile");
    flat = (flat << log2Size(size)) | uint64_t(coord);
  }
  return flat;
}

Coords LinearLayout::getBasis(InDim dim, unsigned bit) const {
  return unflatten(getFlatBasis(dim, bit));
}

uint64_t LinearLayout::applyFlat(InDim dim, uint64_t index) const {
  assert(index >> getInBits(dim) == 0 && "index within the input");
  return select<uint64_t>(getFlatBases(dim), index);
}

uint64_t LinearLayout::applyPacked(uint64_t packed) const {
  return select<uint64_t>(bases, packed);
}

Coords LinearLayout::apply(uint64_t reg, uint64_t lane, uint64_t warp,
                           uint64_t block) const {
  return unflatten(applyFlat(InDim::Register, reg) ^
                   applyFlat(InDim::Lane, lane) ^ applyFlat(InDim::Warp, warp) ^
                   applyFlat(InDim::Block, block));
}

uint64_t LinearLayout::pack(uint64_t reg, uint64_t lane, uint64_t warp,
                            uint64_t block) const {
  uint64_t packed = block;
  packed = packed << getInBits(InDim::Warp) | warp;
  packed = packed << getInBits(InDim::Lane) | lane;
  return packed << getInBits(InDim::Register) | reg;
}

uint64_t LinearLayout::unpack(InDim dim, uint64_t packed) const {
  return (packed >> getFirstBit(dim)) & ((uint64_t(1) << getInBits(dim)) - 1);
}

bool LinearLayout::isSurjective() const {
  return F2Span(getAllFlatBases()).getDim() == getOutBits();
}

bool LinearLayout::isInjective() const {
  return F2Span(getAllFlatBases()).getDim() == getTotalInBits();
}

bool LinearLayout::isTrivialOver(InDim dim) const {
  return llvm::all_of(getFlatBases(dim), [](uint64_t b) { return b == 0; });
}

bool LinearLayout::isIdentity() const {
  if (getTotalInBits() != getOutBits())
    return false;
  return llvm::all_of(llvm::enumerate(getAllFlatBases()), [](auto basis) {
    return basis.value() == uint64_t(1) << basis.index();
  });
}

uint64_t LinearLayout::getFreeMask(InDim dim) const {
  uint64_t all = (uint64_t(1) << getTotalInBits()) - 1;
  return unpack(dim, all & ~F2Span(getAllFlatBases()).getIndependent());
}

uint64_t LinearLayout::getZeroMask(InDim dim) const {
  uint64_t mask = 0;
  for (auto [bit, basis] : llvm::enumerate(getFlatBases(dim)))
    if (basis == 0)
      mask |= uint64_t(1) << bit;
  return mask;
}

uint64_t LinearLayout::getOutMask(InDim dim) const {
  uint64_t mask = 0;
  for (uint64_t basis : getFlatBases(dim))
    mask |= basis;
  return mask;
}

//===----------------------------------------------------------------------===//
// Algebra
//===----------------------------------------------------------------------===//

LinearLayout LinearLayout::operator*(const LinearLayout &slower) const {
  assert(getRank() == slower.getRank() && "a product is of equal ranks");
  LinearLayout result = unit(getRank());
  for (unsigned dim = 0; dim != getRank(); ++dim)
    result.outSizes[dim] = outSizes[dim] * slower.outSizes[dim];
  for (InDim in : kAllInDims) {
    for (uint64_t flat : getFlatBases(in))
      result.append(in, result.flatten(unflatten(flat)));
    for (uint64_t flat : slower.getFlatBases(in)) {
      Coords coords = slower.unflatten(flat);
      for (unsigned dim = 0; dim != getRank(); ++dim)
        coords[dim] *= outSizes[dim];
      result.append(in, result.flatten(coords));
    }
  }
  return result;
}

LinearLayout LinearLayout::compose(const LinearLayout &outer) const {
  assert(getOutBits() <= outer.getTotalInBits() &&
         "outer accepts every output");
  return mapFlat(outer.outSizes,
                 [&](uint64_t flat) { return outer.applyPacked(flat); });
}

LinearLayout
LinearLayout::mapFlat(llvm::ArrayRef<int64_t> sizes,
                      llvm::function_ref<uint64_t(uint64_t)> map) const {
  LinearLayout result = *this;
  result.outSizes.assign(sizes.begin(), sizes.end());
  for (uint64_t &basis : result.bases)
    basis = map(basis);
  return result;
}

/// The sizes of packed indices of `layout`, as outputs.
static Coords getPackedSizes(const LinearLayout &layout) {
  Coords sizes(kNumInDims);
  for (InDim dim : kAllInDims)
    sizes[outDimOf(dim)] = layout.getInSize(dim);
  return sizes;
}

LinearLayout LinearLayout::invert() const {
  assert(isInvertible() && "only bijections have an inverse");
  return pseudoInvert();
}

LinearLayout LinearLayout::pseudoInvert() const {
  // The rows are a basis of the image from the earliest possible bits,
  // completed by unit vectors that map to zero.
  F2Span span(getAllFlatBases());
  unsigned outBits = getOutBits();
  uint64_t inMask = (uint64_t(1) << getTotalInBits()) - 1;
  span.insert(unitVectors(outBits));
  LinearLayout result;
  result.outSizes = getPackedSizes(*this);
  for (unsigned bit = 0; bit != outBits; ++bit)
    result.append(InDim::Offset, *span.solve(uint64_t(1) << bit) & inMask);
  return result;
}

LinearLayout LinearLayout::invertAndCompose(const LinearLayout &dst) const {
  assert(getOutBits() == dst.getOutBits() &&
         "the layouts are of the same tile");
  F2Span span(dst.getAllFlatBases());
  LinearLayout result;
  result.outSizes = getPackedSizes(dst);
  for (InDim in : kAllInDims) {
    unsigned firstBit = dst.getFirstBit(in);
    for (auto [bit, target] : llvm::enumerate(getFlatBases(in))) {
      std::optional<uint64_t> preimage = span.solve(target);
      assert(preimage && "every element of the source is in the destination");
      // A bit preferably stays the same bit, plus bits of lower dimensions.
      if (bit < dst.getInBits(in)) {
        std::optional<uint64_t> lower =
            span.solve(target ^ dst.getFlatBasis(in, bit));
        if (lower && *lower >> firstBit == 0)
          preimage = *lower | uint64_t(1) << (firstBit + bit);
      }
      result.append(in, *preimage);
    }
  }
  return result;
}

std::optional<LinearLayout>
LinearLayout::divideLeft(const LinearLayout &faster) const {
  if (getRank() != faster.getRank())
    return std::nullopt;
  LinearLayout rest = unit(getRank());
  for (unsigned dim = 0; dim != getRank(); ++dim) {
    if (outSizes[dim] < faster.outSizes[dim])
      return std::nullopt;
    rest.outSizes[dim] = outSizes[dim] / faster.outSizes[dim];
  }
  for (InDim in : kAllInDims) {
    if (getInBits(in) < faster.getInBits(in))
      return std::nullopt;
    for (unsigned bit = 0; bit != getInBits(in); ++bit) {
      Coords coords = getBasis(in, bit);
      if (bit < faster.getInBits(in)) {
        if (coords != faster.getBasis(in, bit))
          return std::nullopt;
        continue;
      }
      for (unsigned dim = 0; dim != getRank(); ++dim) {
        if (coords[dim] % faster.outSizes[dim] != 0)
          return std::nullopt;
        coords[dim] /= faster.outSizes[dim];
      }
      rest.append(in, rest.flatten(coords));
    }
  }
  return rest;
}
