//===- OccupancyRegisters.cpp - Registers at an occupancy -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/IR/OccupancyRegisters.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Returns the words that one instruction of a matrix unit reads from a
/// thread's registers, or writes there; none for other operations.
static unsigned getWordsAtOnce(Operation *op) {
  constexpr unsigned kWordBits = 32, kThreads = 128;
  if (auto dot = dyn_cast<AsyncDotOp>(op)) {
    unsigned bits = getMemoryBits(dot.getAccumulatorType().getElementType());
    AtomAttr atom = dot.getAtom();
    return atom->M * atom.getSize() * bits / kWordBits / kThreads;
  }
  auto copy = dyn_cast<CopyOp>(op);
  if (!copy ||
      copy.getBuffer().getType().getSpace() != nv_tileaa::MemSpace::TENSOR)
    return 0;
  nv_tileaa::StridedMemRefType buffer = copy.getBuffer().getType();
  auto move = planTmemMove(buffer, copy.getTileType(), copy.getAtom());
  return move ? move->accesses.front().registers.size() *
                    getMemoryBits(buffer.getElementType()) / kWordBits
              : 0;
}

/// Returns the registers that the widest instruction needs.
static unsigned getMinRegisters(Operation *func) {
  constexpr unsigned kMinRegisters = 32;
  unsigned words = 0;
  func->walk(
      [&](Operation *op) { words = std::max(words, getWordsAtOnce(op)); });
  return words == 0 ? kMinRegisters : words + kNonAccumulatorRegisters;
}

unsigned tileiras::getRegistersOfOccupancy(Operation *func, unsigned threads,
                                           const TargetInfo &target) {
  constexpr unsigned kUnit = 8;
  auto share = [&](uint64_t ctas) {
    return std::min<unsigned>(target.RegistersPerSM / (threads * ctas) / kUnit *
                                  kUnit,
                              llvm::alignTo(target.RegistersPerThread, kUnit));
  };
  auto occupancy = func->getAttrOfType<IntegerAttr>(
      nv_tileaa::TileAADialect::getOccupancyAttrName());
  if (!occupancy)
    return share(1);
  unsigned minRegisters = llvm::alignTo(getMinRegisters(func), kUnit);
  return std::max(share(occupancy.getInt()), std::min(minRegisters, share(1)));
}
