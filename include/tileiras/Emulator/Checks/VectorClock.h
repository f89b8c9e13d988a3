//===- VectorClock.h - Vector clocks and knowledge --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vector clocks as in C. Flanagan and S. Freund, "FastTrack: Efficient and
// Precise Dynamic Race Detection", PLDI 2009. An *agent* is a warp, or an
// engine that works asynchronously to it (see Agents.h). Its own time advances
// whenever it releases; an *epoch* t@a is a moment of agent a, and the owner of
// a clock that *covers* it comes after all that a did up to t.
//
// A grid has too many agents for dense vectors, but nearly all knowledge of a
// warp is about its own CTA: a clock is dense over the agents of one CTA, and a
// sorted list for the few others.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_CHECKS_VECTORCLOCK_H
#define TILEIRAS_EMULATOR_CHECKS_VECTORCLOCK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <cstdint>

namespace tileiras::emu {

using AgentId = uint32_t;
/// An agent's own time; 0 is before its first action.
using Tick = uint32_t;

struct Epoch {
  AgentId agent = 0;
  Tick tick = 0;
};

class VectorClock {
public:
  /// Covers nothing, and is dense over no agent.
  VectorClock() = default;
  /// Covers nothing, and is dense over \p count agents from \p first.
  VectorClock(AgentId first, unsigned count) : first(first), dense(count) {}

  Tick of(AgentId agent) const {
    if (agent - first < dense.size())
      return dense[agent - first];
    return sparse.empty() ? 0 : ofSparse(agent);
  }
  bool covers(Epoch epoch) const { return epoch.tick <= of(epoch.agent); }
  bool empty() const { return dense.empty() && sparse.empty(); }

  /// Covers \p epoch from now on.
  void advance(Epoch epoch);
  /// Covers the agent's acts up to \p epoch and no later ones.
  void limit(Epoch epoch);
  /// Covers all that \p other covers from now on.
  void join(const VectorClock &other);

private:
  Tick ofSparse(AgentId agent) const;
  void joinSparse(llvm::ArrayRef<Epoch> others);

  AgentId first = 0;
  llvm::SmallVector<Tick, 0> dense;
  llvm::SmallVector<Epoch, 0> sparse; // by agent, none of them in `dense`
};

/// When single lanes of a warp release, they release only their own actions and
/// those that they are ordered after: up to these times, for each lane.
struct LaneTicks {
  AgentId agent;
  std::array<Tick, 32> ticks;
};

/// The writes that tensor copies see of the tensor map at an address.
struct AcquiredMap {
  uint64_t address;
  VectorClock visible;
};

/// The knowledge of a warp, on which it may rely and which it publishes when it
/// releases. PTX ISA, "Memory Consistency Model", "Causality order": accesses
/// through another proxy are ordered only if a proxy fence is between them,
/// thus each of these proxies has its own clock, which the fence sets to
/// `ordered`. For tensor maps there are two fences: the thread that writes a
/// map releases it, and the thread that copies with it acquires the released
/// writes of the 128 bytes that the fence names.
///
/// Accesses to tensor memory are known in two ways. `ordered` covers complete
/// operations, as for other memory. `tcgen05Fenced` covers operations before a
/// tcgen05.fence::before_thread_sync that are known through any
/// synchronisation, relaxed or not. Times are indices of operations: the times
/// of the engines cover complete operations, the times of kIssuedByAll and
/// kIssuedByOne cover operations that the warp's lanes together, or one of
/// them, had issued. See CheckerTensorMemory.cpp.
struct Knowledge {
  VectorClock ordered;
  VectorClock asyncVisible;
  VectorClock tensormapReleased;
  VectorClock tcgen05Fenced;
  llvm::SmallVector<AcquiredMap, 0> acquiredMaps;
  /// The knowledge of single lanes in addition to `ordered`.
  llvm::SmallVector<LaneTicks, 0> lanes;

  void join(const Knowledge &other);
  /// Joins the releases of single lanes of a warp.
  void join(const LaneTicks &other);
  /// Returns whether the action of \p lane of the agent at \p epoch is known.
  bool covers(Epoch epoch, unsigned lane) const;
  /// Returns whether a tensor copy that reads its map at \p address sees a
  /// write of the map at \p epoch.
  bool seesTensormap(uint64_t address, Epoch epoch) const;
  /// Acquires the released writes of the map at \p address.
  void acquireTensormap(uint64_t address);
  /// Acquires the writes of the map that \p other has released.
  void acquireTensormap(uint64_t address, const Knowledge &other);
  /// Lowers the knowledge of \p agent to \p base, except for \p mask's lanes.
  void limitToLanes(AgentId agent, uint32_t mask, Tick base, Tick now);

private:
  void joinLanes(const LaneTicks &other);
  void forgetLanesOfWarps();
  VectorClock &visibleOf(uint64_t address);
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_CHECKS_VECTORCLOCK_H
