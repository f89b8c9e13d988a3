//===- AtomicCoalescing.cpp - Sectors that an atomic RMW touches ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtomicCoalescing.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAS/Contract/AccessVectorWidth.h"
#include "tileiras/Dialect/TileAS/Contract/AtomicRMWAtoms.h"
#include "tileiras/Target/MachineModel.h"

using namespace mlir;
using namespace tileiras;

int64_t AtomicVector::getSectorElements() const {
  return std::max<int64_t>(kSectorBytes / elementBytes, 1);
}

std::optional<AtomicVector> tileiras::findAtomicVector(Operation *op) {
  Value tile = getAtomicRMWTile(op);
  const TargetInfo *target = tile ? findTarget(op) : nullptr;
  if (!target)
    return std::nullopt;
  auto atomic = cast<nv_tileaa::AccessOpInterface>(op);
  std::optional<int64_t> together = countAtomicRMWElements(atomic, *target);
  if (!together)
    return std::nullopt;
  unsigned bytes =
      nv_tileas::getMemoryBits(getElementTypeOrSelf(tile.getType())) / 8;
  return AtomicVector{atomic.getVector(bytes).dim, bytes, *together};
}

/// Returns the flat basis of coordinate `step` along `dim`.
static uint64_t getFlatStep(const LinearLayout &layout, unsigned dim,
                            int64_t step) {
  SmallVector<int64_t> coords(layout.getRank(), 0);
  coords[dim] = step;
  return layout.flatten(coords);
}

/// Returns how many adjacent elements, from the `first`th power of two on, `in`
/// holds.
static int64_t countAdjacent(const LinearLayout &layout, unsigned dim, InDim in,
                             int64_t first, int64_t maxCount) {
  int64_t step = first;
  while (step < first * maxCount && step < layout.getOutSize(dim) &&
         llvm::is_contained(layout.getFlatBases(in),
                            getFlatStep(layout, dim, step)))
    step *= 2;
  return step / first;
}

int64_t tileiras::getAtomicRMWCost(const LinearLayout &layout,
                                   const AtomicVector &vector) {
  int64_t together = countAdjacent(layout, vector.dim, InDim::Register,
                                   /*first=*/1, vector.together);
  int64_t lanes =
      layout.getNumLanes() >> llvm::popcount(layout.getZeroMask(InDim::Lane));
  int64_t side = countAdjacent(layout, vector.dim, InDim::Lane, together,
                               layout.getNumLanes());
  int64_t sectorsOfRun =
      llvm::divideCeil(side * together * vector.elementBytes, kSectorBytes);
  int64_t instructions = layout.getNumRegisters() / together;
  return layout.getNumWarps() * instructions * (lanes / side) * sectorsOfRun /
         (kCachePortBytes / kSectorBytes);
}

LinearLayout tileiras::fillSectors(const LinearLayout &layout,
                                   const AtomicVector &vector) {
  SmallVector<uint64_t> registers(layout.getFlatBases(InDim::Register));
  SmallVector<uint64_t> lanes(layout.getFlatBases(InDim::Lane));
  SmallVector<uint64_t> required;
  int64_t end =
      std::min(vector.getSectorElements(), layout.getOutSize(vector.dim));
  for (int64_t step = vector.together; step < end; step *= 2)
    required.push_back(getFlatStep(layout, vector.dim, step));
  for (uint64_t basis : required) {
    auto held = llvm::find(registers, basis);
    // The lane's highest bit: its lowest are adjacent elements already.
    auto free = llvm::find_if(llvm::reverse(lanes), [&](uint64_t lane) {
      return lane != 0 && !llvm::is_contained(required, lane);
    });
    if (held != registers.end() && free != lanes.rend())
      std::swap(*held, *free);
  }
  return layout.withBases(InDim::Register, registers)
      .withBases(InDim::Lane, lanes);
}
