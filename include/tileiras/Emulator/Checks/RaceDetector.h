//===- RaceDetector.h - Conflicting accesses without an order ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two accesses conflict when they overlap, one of them writes, and they are not
// both strong with scopes that include each other; a conflict without
// happens-before is a race (PTX ISA, "Memory Consistency Model", "Data races").
//
// An operation of an engine (Agents.h) is recorded when it is issued: it may
// happen at any time until it is known to be complete, so that any conflicting
// access in between is a race in every schedule, including schedules in which
// the result is right. The accesses that the issuing thread knows of are
// ordered before it; if it goes through the async proxy, writes through the
// generic proxy must be known as fenced. (Reads before it need no fence: a read
// can't be late.)
//
// A non-coherent read (.nc) asserts that no thread writes the memory as long as
// the kernel runs (PTX ISA, "ld.global.nc"): with a write it conflicts in any
// order.
//
// The record is bounded: a cell keeps up to 64 accesses in shared and 6 in
// global memory, which only reads of many warps can exceed. The accesses that
// are kept then are of different CTAs, so that a later write is likely to
// conflict with one of them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_CHECKS_RACEDETECTOR_H
#define TILEIRAS_EMULATOR_CHECKS_RACEDETECTOR_H

#include "tileiras/Emulator/Checks/WarpClock.h"

#include <optional>

namespace tileiras::emu {

/// One lane's part of an instruction.
struct CheckedAccess {
  uint64_t address;
  unsigned bytes;
  AccessKind kind;
  /// The warp itself, or the engine and group (mbarrier and phase) as which the
  /// access will be complete.
  Epoch by;
  SiteId site;
  unsigned lane;
  /// Whether it is an access of the whole warp, whose lanes have reconverged
  /// for it.
  bool collective = false;
  /// Whether it reads a tensor map, which has a separate proxy.
  bool throughTensormapProxy = false;
};

/// Whether an earlier access happens before a later one, or the reason why not.
enum class Ordering : uint8_t {
  Ordered,
  OtherLane, // of the same warp, without bar.warp.sync
  NotFenced, // known, but not through the later access's proxy
  ReadOnly,  // a non-coherent read and a write: no order helps
  Unordered
};

struct Conflict {
  AccessRecord earlier;
  CheckedAccess later;
  Ordering lacks;
};

/// The accesses to one memory, a CTA's shared or the global memory, and the
/// knowledge released at its addresses. It is thread-safe.
class CheckedMemory {
public:
  enum Kind { Shared, Global };
  CheckedMemory(Kind kind, const Agents &agents)
      : agents(agents), maxPerCell(kind == Shared ? 64 : 6) {}

  /// Records \p access and returns its conflict, if any.
  std::optional<Conflict> access(const WarpClock &warp,
                                 const CheckedAccess &access);

  /// Records a strong write; if it is an atomic operation, earlier releases at
  /// the address are kept.
  void release(WarpClock &warp, uint64_t address, bool isRelease, Scope scope,
               bool isAtomic, SiteId site, uint32_t lanes = ~uint32_t(0));
  /// Records a strong read.
  void observe(WarpClock &warp, uint64_t address, bool isAcquire, Scope scope,
               SiteId site);

private:
  Ordering order(const AccessRecord &earlier, const WarpClock &warp,
                 const CheckedAccess &later) const;
  bool conflicts(const AccessRecord &earlier, const CheckedAccess &later) const;
  /// The ordering of two conflicting accesses.
  Ordering lacks(const AccessRecord &earlier, const WarpClock &warp,
                 const CheckedAccess &later) const;
  void record(ShadowCell &cell, const WarpClock &warp,
              const CheckedAccess &access);
  void evictAccess(ShadowCell &cell, AgentId newcomer) const;

  const Agents &agents;
  const unsigned maxPerCell;
  ShadowMemory shadow;
  struct Locations {
    std::mutex lock;
    llvm::DenseMap<uint64_t, llvm::SmallVector<Release, 1>> releases;
  };
  std::array<Locations, 64> locations;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_CHECKS_RACEDETECTOR_H
