//===- ScannedCoordinates.cpp - Coordinates along a scan ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/IR/ScannedCoordinates.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using llvm::SmallVector;
using tileiras::Coords;
using tileiras::InDim;
using tileiras::LinearLayout;

std::optional<CoordinateBits>
nv_tileas::getCoordinateBits(const LinearLayout &layout, unsigned dim) {
  SmallVector<std::optional<CoordinateBits::Owner>> found(
      llvm::Log2_64(layout.getOutSizes()[dim]));
  for (InDim in : {InDim::Register, InDim::Lane, InDim::Warp})
    for (unsigned bit = 0; bit < layout.getInBits(in); ++bit) {
      Coords basis = layout.getBasis(in, bit);
      uint64_t along = basis[dim];
      basis[dim] = 0;
      if (along == 0)
        continue;
      if (!llvm::isPowerOf2_64(along) || layout.flatten(basis) != 0 ||
          found[llvm::Log2_64(along)])
        return std::nullopt;
      found[llvm::Log2_64(along)] = CoordinateBits::Owner{in, bit};
    }
  CoordinateBits bits;
  for (const auto &owner : found) {
    if (!owner)
      return std::nullopt;
    bits.owners.push_back(*owner);
  }
  return bits;
}

unsigned CoordinateBits::countScanned() const {
  const Owner *end = owners.begin();
  while (end != owners.end() && end->dim == InDim::Register)
    ++end;
  const Owner *firstLane = end;
  while (end != owners.end() && end->dim == InDim::Lane &&
         (end == firstLane || end->bit > end[-1].bit))
    ++end;
  return end - owners.begin();
}

std::optional<ScannedCoordinates>
nv_tileas::getScannedCoordinates(const LinearLayout &layout, unsigned dim) {
  std::optional<CoordinateBits> bits = getCoordinateBits(layout, dim);
  if (!bits || bits->countScanned() != bits->owners.size())
    return std::nullopt;
  ScannedCoordinates scanned;
  for (auto [in, bit] : bits->owners)
    (in == InDim::Register ? scanned.registers : scanned.lanes).push_back(bit);
  return scanned;
}
