//===- BulkCopy.h - Common parts of bulk copies -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_SEMANTICS_BULKCOPY_H
#define TILEIRAS_EMULATOR_SEMANTICS_BULKCOPY_H

#include "tileiras/Emulator/Machine/Cluster.h"

namespace tileiras::emu {

/// The last operand of a copy to shared memory, [mbar]: the mbarrier that
/// counts the bytes that arrive.
std::optional<MemoryLocation> mbarrierOperand(Warp &w, const Instruction &i,
                                              unsigned operand, unsigned which,
                                              unsigned lane);

/// Address operand \p operand in \p space, a multiple of \p align.
std::optional<MemoryLocation> bulkAddress(Warp &w, const Instruction &i,
                                          unsigned operand, unsigned which,
                                          Space space, uint64_t align,
                                          unsigned lane);

/// The same offset in each CTA of a multicast's mask, with its mbarrier.
struct Destination {
  MemoryLocation location, mbarrier;
};
/// Without a mask, \p location and \p mbarrier themselves. With .cta_group::2
/// the mbarrier may belong to the other CTA of the pair.
llvm::SmallVector<Destination, 2> destinations(Warp &w, const Instruction &i,
                                               MemoryLocation location,
                                               MemoryLocation mbarrier,
                                               std::optional<uint32_t> ctaMask,
                                               unsigned lane);

/// An operation of the async proxy that completes with an mbarrier or, without
/// one, with a bulk async-group.
AsyncOperation bulkOperation(std::optional<MemoryLocation> mbarrier,
                             uint64_t bytes);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_BULKCOPY_H
