//===- VectorGroups.cpp - Registers that are accessed at once -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorGroups.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

/// The register bit that alone moves by `step` along `dim`, if there is one.
static std::optional<unsigned> findBit(const LinearLayout &layout, unsigned dim,
                                       int64_t step) {
  Coords alone(layout.getRank(), 0);
  alone[dim] = step;
  std::optional<unsigned> found;
  for (InDim in : {InDim::Register, InDim::Lane, InDim::Warp})
    for (unsigned bit = 0; bit < layout.getInBits(in); ++bit) {
      Coords basis = layout.getBasis(in, bit);
      if (!(basis[dim] & step))
        continue;
      if (found || in != InDim::Register || basis != alone)
        return std::nullopt;
      found = bit;
    }
  return found;
}

VectorGroups::VectorGroups(nv_tileaa::AccessOpInterface access) {
  Type tile = access.getTile();
  if (!isa<RankedTensorType>(tile))
    return;
  const LinearLayout &layout = getLayout(tile);
  nv_tileaa::AccessVector vector =
      access.getVector(getMemoryBits(getElementTypeOrSelf(tile)) / 8);
  for (int64_t step = 1; step < vector.elements; step *= 2) {
    std::optional<unsigned> bit = findBit(layout, vector.dim, step);
    if (!bit)
      break;
    vectorBits.push_back(*bit);
  }
  for (unsigned bit = 0; bit < layout.getInBits(InDim::Register); ++bit)
    if (!llvm::is_contained(vectorBits, bit))
      groupBits.push_back(bit);
}

SmallVector<unsigned> VectorGroups::getRegisters(unsigned group) const {
  unsigned first = 0;
  for (auto [i, bit] : llvm::enumerate(groupBits))
    first |= (group >> i & 1) << bit;
  SmallVector<unsigned> registers;
  for (unsigned e = 0; e < 1u << vectorBits.size(); ++e) {
    unsigned reg = first;
    for (auto [i, bit] : llvm::enumerate(vectorBits))
      reg |= (e >> i & 1) << bit;
    registers.push_back(reg);
  }
  return registers;
}

} // namespace tileiras::to_llvm
