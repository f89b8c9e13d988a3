//===- BankConflicts.cpp - Wavefronts of shared memory accesses -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConversionPlanners.h"

#include "tileiras/Layout/F2Span.h"

#include "llvm/Support/MathExtras.h"

using namespace tileiras;

unsigned tileiras::log2LanesPerWavefront(unsigned accessBits) {
  // 32 banks are 32 bits wide each: they serve 32 lanes, or fewer when each
  // lane covers several banks.
  return llvm::Log2_32(kWavefrontBits / std::max(32u, accessBits));
}

unsigned tileiras::countWavefrontsInRound(const LinearLayout &offset,
                                          unsigned elementBits,
                                          unsigned vectorElements,
                                          unsigned bufferBits) {
  unsigned accessBits = elementBits * vectorElements;
  llvm::ArrayRef<uint64_t> lanes = offset.getFlatBases(InDim::Lane);
  unsigned together =
      std::min<unsigned>(log2LanesPerWavefront(accessBits), lanes.size());
  unsigned numPhases = 1u << (lanes.size() - together);
  lanes = lanes.take_front(together);

  // The lanes of one round differ by combinations without a round bit.
  F2Vectors rounds;
  for (uint64_t basis : lanes)
    rounds.push_back(basis >> bufferBits);

  // Lanes collide when they agree in the bank but not in the address. Bits
  // below a word, or below the vector, are served with it.
  unsigned unit = llvm::Log2_32(std::max(32u, accessBits) / elementBits);
  unsigned line = llvm::Log2_32(kWavefrontBits / elementBits);
  F2Span addresses, banks;
  for (uint64_t combination : getKernel(rounds)) {
    uint64_t address = select<uint64_t>(lanes, combination) >> unit;
    addresses.insert(address);
    banks.insert(address & ((uint64_t(1) << (line - unit)) - 1));
  }
  return numPhases << (addresses.getDim() - banks.getDim());
}

unsigned tileiras::bankConflicts(const LinearLayout &offset,
                                 unsigned elementBits,
                                 unsigned vectorElements) {
  return countWavefrontsInRound(offset, elementBits, vectorElements,
                                offset.getOutBits());
}
