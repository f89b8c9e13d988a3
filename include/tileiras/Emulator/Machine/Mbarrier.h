//===- Mbarrier.h - mbarrier objects ----------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Parallel Synchronization and Communication Instructions: mbarrier".
// The object's 64 bits are opaque to programs; here they hold
//
//   bits 0-19 expected arrivals, 20-39 arrivals still pending,
//   40-62 pending transaction bytes (two's complement), 63 phase
//
// and the state that arrive returns is the object before the arrival.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_MBARRIER_H
#define TILEIRAS_EMULATOR_MACHINE_MBARRIER_H

#include "tileiras/Emulator/Machine/Monitor.h"

#include <optional>

namespace tileiras::emu {

struct Mbarrier {
  /// PTX ISA, "mbarrier: valid ranges of the counts".
  static constexpr uint64_t kMaxCount = (1 << 20) - 1;
  static constexpr int64_t kMaxBytes = (1 << 20) - 1;

  uint64_t expected, pending;
  int64_t bytes;
  bool phase;

  explicit Mbarrier(uint64_t bits)
      : expected(bits & 0xfffff), pending(bits >> 20 & 0xfffff),
        bytes(int64_t(bits << 1) >> 41), phase(bits >> 63) {}

  uint64_t pack() const {
    return expected | pending << 20 | (uint64_t(bytes) & 0x7fffff) << 40 |
           uint64_t(phase) << 63;
  }
  /// Ends the phase if nothing is pending any more; returns whether it did.
  bool complete() {
    if (pending || bytes)
      return false;
    phase = !phase;
    pending = expected;
    return true;
  }
};

/// An object in shared memory that a lane or an operation changes: any number
/// of changes, then settle().
class MbarrierObject {
public:
  MbarrierObject(MemoryLocation location, uint8_t *data, Warp &warp,
                 unsigned lane);
  MbarrierObject(MemoryLocation location, uint8_t *data,
                 AsyncOperation &operation);

  void arrive(uint64_t count);
  /// Arrives \p count times, and all later phases expect \p count fewer
  /// arrivals.
  void drop(uint64_t count);
  void expectBytes(uint64_t bytes);
  void completeBytes(uint64_t bytes);
  /// Adds \p count pending arrivals to this phase.
  void raise(uint64_t count);
  /// Ends the phase if nothing is pending, and writes the object.
  void settle();

  /// Returns whether nothing is pending any more.
  bool isDone() const { return !state.pending && !state.bytes; }
  /// The object before the changes, which arrive returns.
  uint64_t before() const { return old; }
  const MemoryLocation location;

private:
  void tell(MbarrierEvent event, uint64_t amount);
  [[clang::nomerge]] void fault(const llvm::Twine &message);
  void changeBytes(int64_t difference);

  uint8_t *data;
  Warp &warp;
  int lane = -1;
  AsyncOperation *operation = nullptr;
  uint64_t old;
  Mbarrier state;
};

/// The location of address operand \p operand of \p i in \p lane. It is in
/// shared memory, or a fault is reported.
std::optional<MemoryLocation> locateMbarrier(Warp &warp, const Instruction &i,
                                             unsigned operand, unsigned lane);

/// The object at address operand \p operand of \p i in \p lane; nothing after a
/// fault was reported.
std::optional<MbarrierObject> mbarrierOf(Warp &warp, const Instruction &i,
                                         unsigned operand, unsigned lane);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_MBARRIER_H
