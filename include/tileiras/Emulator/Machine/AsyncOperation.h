//===- AsyncOperation.h - Work that completes later -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The base of cp.async, bulk and tensor copies, wgmma and tcgen05: an operation
// is issued by lanes of a warp, reads its sources at one moment and writes its
// destinations at a later one, and signals its completion in one of two ways:
// to the lanes' wait for a group, or to mbarriers.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_ASYNCOPERATION_H
#define TILEIRAS_EMULATOR_MACHINE_ASYNCOPERATION_H

#include "tileiras/Emulator/Machine/Fault.h"
#include "tileiras/Emulator/Machine/Frame.h"
#include "tileiras/Emulator/Machine/MemoryLocation.h"

#include "llvm/ADT/FunctionExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Compiler.h"

#include <optional>

namespace tileiras::emu {

class Warp;

/// The progress of an operation, or the progress that a wait requires.
enum class Stage : uint8_t { SourcesRead, Landed };

/// Each kind has its own waits; see AsyncEngine.
enum class AsyncKind : uint8_t {
  Copy,        // cp.async; groups
  Bulk,        // cp.async.bulk…, cp.reduce.async.bulk…; groups or mbarriers
  Store,       // st.async, red.async; mbarriers
  Wgmma,       // wgmma.mma_async; groups
  TensorCore,  // tcgen05.mma, .cp, .shift; tcgen05.commit
  TensorLoad,  // tcgen05.ld; tcgen05.wait::ld
  TensorStore, // tcgen05.st; tcgen05.wait::st
  Arrival,     // arrives at mbarriers when others have completed
  NumKinds
};

/// The instruction that issued an operation, for reports.
struct Origin {
  Warp *warp = nullptr;
  LaneMask lanes = 0;
  const Function *function = nullptr;
  const Instruction *instruction = nullptr;
};

/// The effect of a completed operation on an mbarrier object.
struct MbarrierSignal {
  MemoryLocation mbarrier; // always in .shared
  uint64_t bytes = 0;      // complete-tx
  uint32_t arrivals = 0;   // arrive
};

struct AsyncOperation {
  AsyncKind kind = AsyncKind::Bulk;
  Proxy proxy = Proxy::Async;
  /// Whether it completes with the group that its lanes commit next.
  bool grouped = false;
  /// Known ranges, for checks and traces; may stay empty.
  llvm::SmallVector<MemoryRange, 2> reads, writes;
  /// The tensor map, which is read through a separate proxy, at some time
  /// before the operation is complete.
  std::optional<MemoryRange> tensorMap;
  /// The cells of tensor memory that it accesses, for checks.
  llvm::SmallVector<TmemRange, 0> tensorMemory;
  /// Reads the sources into the operation; if null, `land` does everything.
  llvm::unique_function<void(AsyncOperation &)> read;
  /// Writes the destinations; null for an Arrival.
  llvm::unique_function<void(AsyncOperation &)> land;
  llvm::SmallVector<MbarrierSignal, 1> signals;
  /// Operations that must have landed before, by id.
  llvm::SmallVector<uint64_t, 2> after;

  /// Bytes of the known destinations.
  uint64_t writtenBytes() const {
    uint64_t bytes = 0;
    for (const MemoryRange &range : writes)
      bytes += range.bytes;
    return bytes;
  }

  /// Set when the operation is issued. Ids rise in issue order within a
  /// cluster, from 1.
  Origin origin;
  uint64_t id = 0;
  bool sourcesRead = false;
  /// The stage that some warp waits for.
  std::optional<Stage> demanded;

  /// Memory for `read` and `land`, checked like a lane's; null after a fault,
  /// which is reported at the instruction that issued the operation.
  uint8_t *memory(MemoryLocation location, uint64_t bytes, Access access);
  [[clang::nomerge]] void fault(FaultKind kind, const llvm::Twine &message);
  [[clang::nomerge]] LLVM_ATTRIBUTE_NOINLINE void
  fault(const llvm::Twine &message) {
    fault(FaultKind::Other, message);
  }
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_ASYNCOPERATION_H
