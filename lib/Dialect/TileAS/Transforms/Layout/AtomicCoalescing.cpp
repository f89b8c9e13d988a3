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

using namespace mlir;
using namespace tileiras;

static constexpr int64_t kSectorBytes = 32;
/// The bandwidth of an SM to the L2 cache: 64 bytes.
static constexpr int64_t kSectorsPerCycle = 2;

int64_t UpdatedNeighbours::getSectorElements() const {
  return std::max<int64_t>(kSectorBytes / elementBytes, 1);
}

std::optional<UpdatedNeighbours>
tileiras::findUpdatedNeighbours(Operation *op) {
  Value tile = getAtomicRMWTile(op);
  const TargetInfo *target = tile ? findTarget(op) : nullptr;
  if (!target)
    return std::nullopt;
  auto update = cast<nv_tileaa::AccessOpInterface>(op);
  std::optional<int64_t> together = countAtomicRMWElements(update, *target);
  if (!together)
    return std::nullopt;
  unsigned bytes =
      nv_tileas::getMemoryBits(getElementTypeOrSelf(tile.getType())) / 8;
  return UpdatedNeighbours{update.getVector(bytes).dim, bytes, *together};
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
static int64_t countNeighbours(const LinearLayout &layout, unsigned dim,
                               InDim in, int64_t first, int64_t most) {
  int64_t step = first;
  while (step < first * most && step < layout.getOutSize(dim) &&
         llvm::is_contained(layout.getFlatBases(in),
                            getFlatStep(layout, dim, step)))
    step *= 2;
  return step / first;
}

int64_t tileiras::getUpdateCost(const LinearLayout &layout,
                                const UpdatedNeighbours &neighbours) {
  int64_t together = countNeighbours(layout, neighbours.dim, InDim::Register,
                                     /*first=*/1, neighbours.together);
  int64_t lanes =
      layout.getNumLanes() >> llvm::popcount(layout.getZeroMask(InDim::Lane));
  int64_t side = countNeighbours(layout, neighbours.dim, InDim::Lane, together,
                                 layout.getNumLanes());
  int64_t sectorsOfRun =
      llvm::divideCeil(side * together * neighbours.elementBytes, kSectorBytes);
  int64_t instructions = layout.getNumRegisters() / together;
  return layout.getNumWarps() * instructions * (lanes / side) * sectorsOfRun /
         kSectorsPerCycle;
}

LinearLayout tileiras::fillSectors(const LinearLayout &layout,
                                   const UpdatedNeighbours &neighbours) {
  SmallVector<uint64_t> registers(layout.getFlatBases(InDim::Register));
  SmallVector<uint64_t> lanes(layout.getFlatBases(InDim::Lane));
  SmallVector<uint64_t> wanted;
  int64_t end = std::min(neighbours.getSectorElements(),
                         layout.getOutSize(neighbours.dim));
  for (int64_t step = neighbours.together; step < end; step *= 2)
    wanted.push_back(getFlatStep(layout, neighbours.dim, step));
  for (uint64_t basis : wanted) {
    auto held = llvm::find(registers, basis);
    // The lane's highest bit: its lowest are adjacent elements already.
    auto free = llvm::find_if(llvm::reverse(lanes), [&](uint64_t lane) {
      return lane != 0 && !llvm::is_contained(wanted, lane);
    });
    if (held != registers.end() && free != lanes.rend())
      std::swap(*held, *free);
  }
  return layout.withBases(InDim::Register, registers)
      .withBases(InDim::Lane, lanes);
}
