//===- ShadowMemory.h - Recorded accesses by address ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory is shadowed by *cells* with the accesses that a later one may conflict
// with. A page's cells are as wide as the narrowest access that the page has
// seen, 16 bytes at most; when a narrower one comes, they are split. Thus cells
// are exact to the byte if programs access bytes, and few if they move vectors.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_CHECKS_SHADOWMEMORY_H
#define TILEIRAS_EMULATOR_CHECKS_SHADOWMEMORY_H

#include "tileiras/Emulator/Checks/VectorClock.h"
#include "tileiras/Emulator/ISA/Modifiers.h"

#include "llvm/ADT/DenseMap.h"

#include <array>
#include <memory>
#include <mutex>

namespace tileiras::emu {

/// An instruction of the program, numbered over all functions.
using SiteId = uint32_t;

/// The kind of an access.
struct AccessKind {
  bool writes = false;
  /// Whether it is volatile, relaxed, acquire, release or atomic. Two strong
  /// accesses whose scopes include each other's threads don't race.
  bool strong = false;
  Scope scope = Scope::Sys;
  bool throughAsyncProxy = false;
  /// Whether it is a read (.nc) of memory that no thread may write as long as
  /// the kernel runs.
  bool nonCoherent = false;
  bool operator==(const AccessKind &) const = default;
};

/// An access, encoded in 12 bytes.
struct AccessRecord {
  AgentId agent = 0;
  Tick tick = 0;
  uint32_t site : 19 = 0;
  uint32_t lane : 5 = 0;
  /// Whether other lanes of the warp made the same access at the same time.
  uint32_t severalLanes : 1 = 0;
  uint32_t writes : 1 = 0;
  uint32_t strong : 1 = 0;
  uint32_t scope : 3 = 0;
  uint32_t throughAsyncProxy : 1 = 0;
  uint32_t nonCoherent : 1 = 0;
  /// Sites of larger programs share the last number.
  static constexpr SiteId kLastSite = (1u << 19) - 1;

  Epoch epoch() const { return {agent, tick}; }
};

using ShadowCell = llvm::SmallVector<AccessRecord, 2>;

class ShadowPage {
public:
  static constexpr uint64_t kBytes = 1024;

  /// Calls visit(cell) for the cells of \p bytes at \p offset, all inside the
  /// page, until it returns false.
  template <class Visit>
  void visit(uint64_t offset, uint64_t bytes, Visit visit) {
    std::lock_guard guard(lock);
    uint64_t end = offset + bytes;
    if (unsigned log = __builtin_ctzll(offset | end | kMaxGranule);
        log < granule)
      split(log);
    for (uint64_t i = offset >> granule; i != end >> granule; ++i)
      if (!visit(cells[i]))
        return;
  }

private:
  static constexpr uint64_t kMaxGranule = 16;
  void split(unsigned log);

  std::mutex lock;
  unsigned granule = 4; // log2 of a cell's bytes
  std::vector<ShadowCell> cells = std::vector<ShadowCell>(kBytes / kMaxGranule);
};

/// Pages by address; a page is created at the first access and kept until the
/// end. It is thread-safe.
class ShadowMemory {
public:
  ShadowPage &page(uint64_t address);

private:
  struct Shard {
    std::mutex lock;
    llvm::DenseMap<uint64_t, std::unique_ptr<ShadowPage>> pages;
  };
  std::array<Shard, 64> shards;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_CHECKS_SHADOWMEMORY_H
