//===- Schedule.h - In which order things happen ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX leaves open which warp runs when and when asynchronous work lands. A
// schedule is one choice; a program is right when it is right under all.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_SCHEDULE_H
#define TILEIRAS_EMULATOR_MACHINE_SCHEDULE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace tileiras::emu {

struct Schedule {
  enum Kind : uint8_t {
    InOrder,    // warps and CTAs by number, work lands when it is asked for
    Random,     // warps, CTAs and landings as the seed says
    Adversarial // one warp runs until it blocks; work lands as late as it may
  };
  Kind kind = InOrder;
  uint64_t seed = 0;

  /// "inorder", "random:SEED", "random" (seed 0) or "adversarial".
  static llvm::Expected<Schedule> parse(llvm::StringRef text);
};

/// Numbers of a random schedule: SplitMix64 (Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators", 2014).
class RandomNumbers {
public:
  explicit RandomNumbers(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  uint64_t below(uint64_t bound) { return next() % bound; }

private:
  uint64_t state;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_SCHEDULE_H
