//===- Occupancy.cpp - Resident CTAs of a multiprocessor --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Profile/Occupancy.h"

#include "tileiras/Emulator/Program/RegisterUses.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace tileiras::emu {

namespace {

struct Limits {
  unsigned capability; // 90: sm_90
  unsigned warps, ctas;
  unsigned sharedBytes;
};
constexpr unsigned kKiB = 1024, kRegisters = 65536, kRegisterUnit32 = 256,
                   kMaxRegisters = 255, kReservedShared = kKiB,
                   kWarpThreads = 32;
constexpr Limits kTable[] = {
    {75, 32, 16, 64 * kKiB},   {80, 64, 32, 164 * kKiB},
    {86, 48, 16, 100 * kKiB},  {87, 48, 16, 164 * kKiB},
    {89, 48, 24, 100 * kKiB},  {90, 64, 32, 228 * kKiB},
    {100, 64, 32, 228 * kKiB}, {103, 64, 32, 228 * kKiB},
    {110, 48, 24, 228 * kKiB}, {120, 48, 24, 100 * kKiB},
    {121, 48, 24, 100 * kKiB},
};

const Limits *limitsOf(StringRef target) {
  unsigned capability;
  if (!target.consume_front("sm_") ||
      target.take_while(isDigit).getAsInteger(10, capability))
    return nullptr;
  const Limits *found = find_if(kTable, [&](const Limits &limits) {
    return limits.capability == capability;
  });
  return found == std::end(kTable) ? nullptr : found;
}

/// Backward liveness analysis over the instructions until nothing changes (Aho
/// et al., "Compilers", 9.2.5), for units of registers only.
class Liveness {
public:
  explicit Liveness(const Function &function)
      : function(function),
        before(function.code.size() + 1, BitVector(function.registerUnits)) {}

  unsigned solve() {
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t pc = function.code.size(); pc-- > 0;)
        changed |= update(pc);
    }
    unsigned most = 0;
    for (const BitVector &live : before)
      most = std::max(most, unsigned(live.count()));
    return most;
  }

private:
  /// Registers are units of 32 bits; a wide one also has the following units.
  static unsigned unitsOf(const Instruction &instruction, Slot slot) {
    return slot.isQuad() ? 4 : slot.isWide() ? 2 : 1;
  }

  bool update(size_t pc) {
    const Instruction &instruction = function.code[pc];
    BitVector live(function.registerUnits);
    StringRef words = instruction.info->words;
    bool endsPath = words == "ret" || words == "exit" || words == "trap";
    if (!(words == "bra" && !instruction.guard.exists()) &&
        !(endsPath && !instruction.guard.exists()))
      live = before[pc + 1];
    if (words == "bra")
      live |= before[instruction.target];
    if (words == "brx.idx")
      for (uint32_t target : function.branchTables[instruction.target])
        live |= before[target];
    for (const RegisterUse &use : registerUses(function, instruction))
      if (use.isDestination && !instruction.guard.exists())
        mark(live, use.reg, false);
    for (const RegisterUse &use : registerUses(function, instruction))
      if (!use.isDestination)
        mark(live, use.reg, true);
    if (live == before[pc])
      return false;
    before[pc] = std::move(live);
    return true;
  }

  void mark(BitVector &live, RegisterIndex reg, bool value) {
    if (reg >= function.registerUnits)
      return; // a predicate
    for (unsigned unit = reg; unit < reg + widths(reg); ++unit)
      live[unit] = value;
  }

  /// The number of units of the register that begins at \p reg.
  unsigned widths(RegisterIndex reg) {
    if (unitCounts.empty()) {
      unitCounts.assign(function.registerUnits, 1);
      for (const Instruction &each : function.code)
        for (Slot slot : ArrayRef(each.operands, each.numOperands))
          if (slot.base() == Slot::Frame && slot.unit() < unitCounts.size())
            unitCounts[slot.unit()] = std::max<unsigned>(
                unitCounts[slot.unit()], unitsOf(each, slot));
    }
    return std::min<unsigned>(unitCounts[reg], function.registerUnits - reg);
  }

  const Function &function;
  std::vector<BitVector> before;
  std::vector<uint8_t> unitCounts;
};

} // namespace

unsigned countLiveRegisters(const Function &function) {
  return Liveness(function).solve();
}

std::string Occupancy::str() const {
  if (!ctas)
    return std::string("none: too much for a multiprocessor (") + limit + ")";
  return std::to_string(warps) + " of " + std::to_string(maxWarps) +
         " warps (limited by " + limit + ")";
}

std::optional<Occupancy> estimateOccupancy(StringRef target,
                                           const Function &kernel,
                                           uint64_t threads,
                                           uint64_t sharedBytes) {
  const Limits *limits = limitsOf(target);
  if (!limits)
    return std::nullopt;
  Occupancy result;
  result.maxWarps = limits->warps;
  result.registers = std::clamp(countLiveRegisters(kernel), 16u, kMaxRegisters);
  unsigned warps = divideCeil(threads, kWarpThreads);
  unsigned registersPerWarp =
      alignTo(alignTo(result.registers, 8) * kWarpThreads, kRegisterUnit32);
  std::pair<unsigned, const char *> fits[] = {
      {limits->warps / warps, "warps"},
      {limits->ctas, "CTAs"},
      {kRegisters / registersPerWarp / warps, "registers"},
      {unsigned(limits->sharedBytes / (sharedBytes + kReservedShared)),
       "shared memory"}};
  auto [ctas, limit] = *std::min_element(
      std::begin(fits), std::end(fits),
      [](const auto &a, const auto &b) { return a.first < b.first; });
  result.ctas = ctas;
  result.warps = ctas * warps;
  result.limit = limit;
  return result;
}

} // namespace tileiras::emu
