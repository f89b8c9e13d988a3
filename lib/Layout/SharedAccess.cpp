//===- SharedAccess.cpp - Registers to and from a given buffer ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One half of a conversion through shared memory, for a given layout of the
// buffer; ConversionPlan.h has the theory.
//
//===----------------------------------------------------------------------===//

#include "ConversionPlanners.h"

#include "tileiras/Layout/F2Span.h"

#include "llvm/ADT/STLExtras.h"

using namespace tileiras;

llvm::SmallVector<unsigned>
SharedAccess::getVectorRegisters(unsigned group) const {
  uint32_t first = select<uint32_t>(groupMasks, group);
  llvm::SmallVector<unsigned> result;
  for (unsigned element = 0; element != getVectorElements(); ++element)
    result.push_back(first ^ select<uint32_t>(vectorMasks, element));
  return result;
}

int64_t SharedAccess::getNumInstructions() const {
  return matrix ? matrix->getNumInstructions() : getNumVectors();
}

int64_t SharedAccess::getTotalWavefronts() const {
  return getNumInstructions() * wavefronts;
}

/// The bits of a slot that give its round in the buffer.
static uint64_t getRoundMask(unsigned bufferBits) {
  return ~uint64_t(0) << bufferBits;
}

static SharedAccess startAccess(const LinearLayout &offset,
                                unsigned bufferBits) {
  SharedAccess access;
  access.offset = offset;
  uint64_t rounds = getRoundMask(bufferBits);
  access.roundDependsOnLane = (offset.getOutMask(InDim::Lane) & rounds) != 0;
  access.roundDependsOnWarp = (offset.getOutMask(InDim::Warp) & rounds) != 0;
  return access;
}

std::optional<SharedAccess> tileiras::planVectors(const LinearLayout &offset,
                                                  unsigned elementBits,
                                                  unsigned bufferBits,
                                                  unsigned log2Elements) {
  if (elementBits << log2Elements < 8)
    return std::nullopt;
  SharedAccess access = startAccess(offset, bufferBits);
  llvm::ArrayRef<uint64_t> registers = offset.getFlatBases(InDim::Register);
  uint64_t inVector = (uint64_t(1) << log2Elements) - 1;
  for (InDim in : {InDim::Lane, InDim::Warp, InDim::Block})
    if ((offset.getOutMask(in) & inVector) != 0)
      return std::nullopt;
  F2Span span(registers);
  F2Vectors known;
  for (unsigned bit = 0; bit != log2Elements; ++bit) {
    std::optional<uint64_t> mask = span.solve(uint64_t(1) << bit);
    if (!mask)
      return std::nullopt;
    access.vectorMasks.push_back(*mask);
    known.push_back(*mask);
  }
  for (uint64_t mask : getKernel(registers)) {
    access.copyMasks.push_back(mask);
    known.push_back(mask);
  }
  for (uint64_t mask :
       extendBasis(F2Span(known), unitVectors(registers.size()))) {
    uint64_t within = select<uint64_t>(registers, mask) & inVector;
    access.groupMasks.push_back(mask ^
                                select<uint32_t>(access.vectorMasks, within));
  }
  access.wavefronts = countWavefrontsInRound(
      offset, elementBits, access.getVectorElements(), bufferBits);
  return access;
}

std::optional<SharedAccess> tileiras::planMatrices(const LinearLayout &offset,
                                                   unsigned elementBits,
                                                   unsigned bufferBits,
                                                   MatrixForm form) {
  SharedAccess access = startAccess(offset, bufferBits);
  access.matrix =
      matchMatrixAccess(offset, elementBits, form, getRoundMask(bufferBits));
  if (!access.matrix)
    return std::nullopt;
  access.copyMasks = access.matrix->copyMasks;
  // Eight rows are a quarter of a warp with 16 bytes per lane.
  unsigned quarters =
      bankConflicts(access.matrix->rowAddress, elementBits, 128 / elementBits);
  access.wavefronts = quarters * access.matrix->getNumRows() / 32;
  return access;
}

static LinearLayout getSlots(const LinearLayout &registers,
                             const LinearLayout &memory) {
  return registers.invertAndCompose(memory).reshapeOuts(
      {memory.getInSize(InDim::Offset)});
}

static std::optional<SharedAccess>
withFreeThreads(std::optional<SharedAccess> access,
                const LinearLayout &registers) {
  if (access) {
    access->freeLanes = registers.getFreeMask(InDim::Lane);
    access->freeWarps = registers.getFreeMask(InDim::Warp);
  }
  return access;
}

std::optional<SharedAccess>
tileiras::planSharedVectors(const LinearLayout &registers,
                            const LinearLayout &memory, unsigned elementBits,
                            unsigned bufferBits, unsigned log2Elements) {
  return withFreeThreads(planVectors(getSlots(registers, memory), elementBits,
                                     bufferBits, log2Elements),
                         registers);
}

std::optional<SharedAccess>
tileiras::planSharedMatrices(const LinearLayout &registers,
                             const LinearLayout &memory, unsigned elementBits,
                             unsigned bufferBits, MatrixForm form) {
  return withFreeThreads(
      planMatrices(getSlots(registers, memory), elementBits, bufferBits, form),
      registers);
}
