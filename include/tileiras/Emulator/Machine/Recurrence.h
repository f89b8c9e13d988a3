//===- Recurrence.h - Finds clusters that go round in circles ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cluster that returns to a state in which it has been, registers and shared
// memory included, while global memory didn't change, will return to it
// forever: it waits for another cluster, however busy it looks. A lock that is
// never released makes such cycles. A loop that counts makes none, so no kernel
// that makes progress is suspected.
//
// States are compared with one that is kept and renewed after 1, 2, 4, ...
// comparisons (R. P. Brent, "An improved Monte Carlo factorization algorithm",
// 1980), thus cycles of any length are found.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_RECURRENCE_H
#define TILEIRAS_EMULATOR_MACHINE_RECURRENCE_H

#include <cstdint>
#include <vector>

namespace tileiras::emu {

class Cluster;

class Recurrence {
public:
  explicit Recurrence(Cluster &cluster) : cluster(cluster) {}

  /// Returns, between two rounds, whether the cluster is in a state in which it
  /// has been. It compares states rarely enough to cost nothing.
  bool isThere();
  /// Returns whether nothing has changed outside for so long that states are
  /// compared. Warps are switched more often then, so that there are more
  /// states to compare.
  bool isLooking() const { return looking; }

private:
  bool hasChangedOutside();
  bool look();

  Cluster &cluster;
  std::vector<uint8_t> kept; // the state that others are compared with
  uint64_t compared = 0, renewAfter = 1; // since it was kept
  uint64_t changes = 0, progress = 0;    // outside, as far as they are known
  bool looking = false;
  uint64_t lookAt = 0; // the processor's clock
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_RECURRENCE_H
