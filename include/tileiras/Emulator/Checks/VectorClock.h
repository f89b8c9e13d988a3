//===- VectorClock.h - Who knows how much of whom ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vector clocks as in C. Flanagan and S. Freund, "FastTrack: Efficient and
// Precise Dynamic Race Detection", PLDI 2009. An *agent* is a warp, or an
// engine that works beside it (see Agents.h). Its own time advances whenever it
// releases; an *epoch* t@a is a moment of agent a, and a clock that *covers* it
// belongs to somebody for whom all that a did up to t has happened before.
//
// A grid has too many agents for dense vectors, but nearly all that a warp
// hears of is in its own CTA: a clock is dense over the agents of one CTA, and
// a sorted list for the few others.
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
/// An agent's own time; 0 is before all that it does.
using Tick = uint32_t;

struct Epoch {
  AgentId agent = 0;
  Tick tick = 0;
};

class VectorClock {
public:
  /// Covers nothing, dense over nobody.
  VectorClock() = default;
  /// Covers nothing, dense over \p count agents from \p first.
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

/// When single lanes of a warp release, only their own acts and those that they
/// are ordered after go along: up to when, for each lane.
struct LaneTicks {
  AgentId agent;
  std::array<Tick, 32> ticks;
};

/// What tensor copies see of the tensor map at an address.
struct AcquiredMap {
  uint64_t address;
  VectorClock visible;
};

/// What a warp may rely on, or hands on when it releases. PTX ISA, "Memory
/// Consistency Model", "Causality order": accesses through another proxy are
/// ordered only if a proxy fence lies on the way, thus each of these proxies
/// has a clock of its own, which the fence sets to `ordered`. For tensor maps
/// there are two on the way: who writes a map releases it, and who copies with
/// it acquires what was released, of the 128 bytes that the fence names.
///
/// What was done in tensor memory is known in two ways. `ordered` has what is
/// complete, as for other operations. `tensorFenced` has what was before a
/// tcgen05.fence::before_thread_sync and has come here by anything that makes
/// threads wait, relaxed or not. Times are numbers of operations: those of the
/// engines say what was complete then, those of IssuedByAll and IssuedByOne
/// what the warp's lanes together, or one of them, had issued. See
/// CheckerTensorMemory.cpp.
struct Knowledge {
  VectorClock ordered;
  VectorClock asyncVisible;
  VectorClock tensormapReleased;
  VectorClock tensorFenced;
  llvm::SmallVector<AcquiredMap, 0> acquiredMaps;
  /// What is known of single lanes beyond `ordered`.
  llvm::SmallVector<LaneTicks, 0> lanes;

  void join(const Knowledge &other);
  /// And what single lanes of a warp have released.
  void join(const LaneTicks &other);
  /// Is what \p lane of agent did at \p epoch known?
  bool covers(Epoch epoch, unsigned lane) const;
  /// Does a tensor copy that reads its map at \p address see what was written
  /// there at \p epoch?
  bool seesTensormap(uint64_t address, Epoch epoch) const;
  /// From now on, what has been released, of the map at \p address.
  void acquireTensormap(uint64_t address);
  /// The same of what another has released.
  void acquireTensormap(uint64_t address, const Knowledge &other);
  /// Lowers what is known of \p agent to \p base, but for \p mask's lanes.
  void limitToLanes(AgentId agent, uint32_t mask, Tick base, Tick now);

private:
  void joinLanes(const LaneTicks &other);
  void forgetLanesOfWarps();
  VectorClock &visibleOf(uint64_t address);
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_CHECKS_VECTORCLOCK_H
