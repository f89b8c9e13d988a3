//===- AccessVectorWidth.cpp - Vector widths of accesses ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The facts of an access give how many adjacent elements one vector may have,
// the layout says which of them a thread holds: those in registers whose bases
// are 1, 2, 4, … along the dimension of the runs, where no other base has these
// bits.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Contract/AccessVectorWidth.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAA/IR/RowVectors.h"
#include "tileiras/Dialect/TileAS/Contract/MultimemAtoms.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

nv_tileaa::AccessVector
tileiras::getVector(nv_tileaa::AccessOpInterface access) {
  constexpr unsigned kBytes = 16, kWideBytes = 32;
  const TargetInfo *target = findTarget(access);
  unsigned element = getMemoryBits(getElementTypeOrSelf(access.getTile())) / 8;
  if (!isa<TiledLoadOp, TiledStoreOp, LoadOp, StoreOp>(access) ||
      findMultimemAtom(access))
    return access.getVector(element, kBytes);
  bool isWide = target && lookupAtom("wide_copy")->isOn(*target);
  return nv_tileaa::getRowVector(access, element, isWide ? kWideBytes : kBytes);
}

AtomAttr tileiras::getVectorAtom(MLIRContext *context, unsigned bits) {
  const AtomInfo *wide = lookupAtom("wide_copy");
  return AtomAttr::get(
      context, bits >= wide->MinSize ? wide : lookupAtom("universal_copy"),
      bits);
}

/// Returns the register bit that alone moves by `step` along `dim`, if there is
/// one.
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

SmallVector<unsigned>
tileiras::findVectorBits(nv_tileaa::AccessOpInterface access) {
  Type tile = access.getTile();
  if (!isa<RankedTensorType>(tile))
    return {};
  const LinearLayout &layout = getLayout(tile);
  nv_tileaa::AccessVector vector = getVector(access);
  SmallVector<unsigned> bits;
  for (int64_t step = 1; step < vector.elements; step *= 2) {
    std::optional<unsigned> bit = findBit(layout, vector.dim, step);
    if (!bit)
      break;
    bits.push_back(*bit);
  }
  return bits;
}
