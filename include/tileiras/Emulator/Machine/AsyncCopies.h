//===- AsyncCopies.h - cp.async copies under way ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Data Movement and Conversion Instructions: cp.async". A copy lands
// when the program waits for it and not before, so that a missing wait is seen.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_ASYNCCOPIES_H
#define TILEIRAS_EMULATOR_MACHINE_ASYNCCOPIES_H

#include <array>
#include <cstdint>
#include <vector>

namespace tileiras::emu {

struct AsyncCopy {
  uint64_t destination;       // in .shared
  uint64_t source;            // in .global
  uint8_t bytes, sourceBytes; // the rest is zeros
  uint8_t lane;
  uint32_t group;
};

/// Copies of one warp; groups are counted lane by lane.
class AsyncCopies {
public:
  void add(AsyncCopy copy) {
    copy.group = committed[copy.lane];
    copies.push_back(copy);
  }
  void commit(unsigned lane) { ++committed[lane]; }
  bool empty() const { return copies.empty(); }

  /// Takes out the copies of \p lanes in all groups but the latest
  /// \p pending ones; with \p uncommitted also those in no group yet.
  template <class Land>
  void wait(uint32_t lanes, uint32_t pending, bool uncommitted, Land land) {
    auto keep = copies.begin();
    for (const AsyncCopy &copy : copies) {
      uint32_t done = committed[copy.lane];
      bool due = uncommitted || copy.group + pending < done;
      if ((lanes >> copy.lane & 1) && due)
        land(copy);
      else
        *keep++ = copy;
    }
    copies.erase(keep, copies.end());
  }

private:
  std::vector<AsyncCopy> copies;
  std::array<uint32_t, 32> committed = {};
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_ASYNCCOPIES_H
