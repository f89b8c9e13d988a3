//===- InstructionCosts.h - Costs of instructions ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Costs per instruction, which the machine counts and from which the report
// (Profile/HtmlReport.h) colours source lines. A launch fills the profile that
// LaunchConfig::profile points to.
//
// Units: an issue is one warp executing one instruction once. A sector is 32
// bytes of global memory, a pass one access to all 32 banks of shared memory
// (CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory", "Shared
// Memory and Memory Banks"); the minimum of either is the number that the same
// bytes would need if they were contiguous.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_INSTRUCTIONCOSTS_H
#define TILEIRAS_EMULATOR_MACHINE_INSTRUCTIONCOSTS_H

#include "tileiras/Emulator/Program/Program.h"

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace tileiras::emu {

enum class Cost : uint8_t {
  Issues,     // warp instructions
  Lanes,      // lanes that were active, over all issues
  Sectors,    // of global memory
  MinSectors, // that its bytes need
  Passes,     // over the banks of shared memory
  MinPasses,  // that its bytes need
  AsyncBytes, // copied by the asynchronous engines
  Stalls,     // issues of other warps while one waited here
  Conflicts,  // passes of a group of lanes beyond its first
  NumCosts
};
inline constexpr unsigned kNumCosts = unsigned(Cost::NumCosts);

/// The costs of one instruction, or of a line's instructions together.
class InstructionCost {
public:
  uint64_t &operator[](Cost cost) { return values[unsigned(cost)]; }
  uint64_t operator[](Cost cost) const { return values[unsigned(cost)]; }
  InstructionCost &operator+=(const InstructionCost &other) {
    for (unsigned i = 0; i < kNumCosts; ++i)
      values[i] += other.values[i];
    return *this;
  }
  bool operator==(const InstructionCost &) const = default;

private:
  std::array<uint64_t, kNumCosts> values = {};
};

/// Costs of every instruction of the functions that a launch entered.
class CostProfile {
public:
  /// The costs of \p function by index of its instructions.
  std::vector<InstructionCost> &of(const Function &function) {
    std::vector<InstructionCost> &costs = functions[&function];
    costs.resize(function.code.size());
    return costs;
  }
  void add(const CostProfile &other) {
    for (const auto &[function, costs] : other.functions) {
      std::vector<InstructionCost> &sums = of(*function);
      for (size_t pc = 0; pc < costs.size(); ++pc)
        sums[pc] += costs[pc];
    }
  }
  auto begin() const { return functions.begin(); }
  auto end() const { return functions.end(); }

private:
  std::map<const Function *, std::vector<InstructionCost>> functions;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_INSTRUCTIONCOSTS_H
