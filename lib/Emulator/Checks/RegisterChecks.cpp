//===- RegisterChecks.cpp - Registers without values ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/RegisterChecks.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras::emu {

//===-- What to watch ---------------------------------------------------===//

/// The transitive closure of the suspects and of registers computed from them.
static BitVector closure(const Function &function, BitVector watched) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Instruction &instruction : function.code) {
      auto uses = registerUses(function, instruction);
      if (none_of(uses, [&](const RegisterUse &use) {
            return !use.isDestination && watched.test(use.reg);
          }))
        continue;
      for (const RegisterUse &use : uses) {
        if (!use.isDestination || watched.test(use.reg))
          continue;
        watched.set(use.reg);
        changed = true;
      }
    }
  }
  return watched;
}

/// tcgen05.ld does not: PTX ISA, "Register dependencies, same thread", lets
/// programs use loaded values without tcgen05.wait::ld.
bool usesRegistersLater(const Instruction &instruction) {
  return StringRef(instruction.info->words).starts_with("wgmma.mma_async");
}

bool isUsedLater(const RegisterUse &use) {
  return use.role == 'R' || use.role == 'B';
}

WatchedFunction::WatchedFunction(const Function &function) {
  watchUnwritten(function);
  watchAsync(function);
}

void WatchedFunction::watchAsync(const Function &function) {
  BitVector registers(countRegisters(function));
  for (const Instruction &instruction : function.code)
    if (usesRegistersLater(instruction))
      for (const RegisterUse &use : registerUses(function, instruction))
        if (isUsedLater(use))
          registers.set(use.reg);
  if (registers.none())
    return;
  watches.resize(function.code.size());
  for (auto [pc, instruction] : enumerate(function.code)) {
    bool touches =
        any_of(registerUses(function, instruction),
               [&](const RegisterUse &use) { return registers.test(use.reg); });
    bool isFence =
        StringRef(instruction.info->words).starts_with("wgmma.fence");
    watches[pc] = watches[pc] || touches || isFence;
  }
}

void WatchedFunction::watchUnwritten(const Function &function) {
  BitVector suspects = mayReadUnwritten(function);
  if (suspects.none())
    return;
  BitVector watched = closure(function, std::move(suspects));
  for (unsigned reg : watched.set_bits())
    indexOf.try_emplace(reg, indexOf.size());
  for (const Instruction &instruction : function.code)
    watches.push_back(
        any_of(registerUses(function, instruction),
               [&](const RegisterUse &use) { return watched.test(use.reg); }));
}

//===-- What an instruction does ----------------------------------------===//

namespace {

/// The dependence of the result's value on those of the sources.
enum class Rule { All, Any, Selected, Always };

Rule ruleOf(const Instruction &instruction) {
  StringRef words = instruction.info->words;
  switch (instruction.info->cls) {
  case InstClass::Load:
  case InstClass::Atomic:
  case InstClass::WarpSync:
  case InstClass::Barrier:
  case InstClass::Async:
    return Rule::Always;
  default:
    break;
  }
  if (words == "selp")
    return Rule::Selected;
  if (is_contained({"and", "or", "lop3", "prmt", "bfi"}, words))
    return Rule::Any;
  if (words == "mov" && instruction.group(1).size() > 1)
    return Rule::Any;
  return Rule::All;
}

/// The purpose of an operand that must have a value; empty if it need not have
/// one.
StringRef purposeOf(const Instruction &instruction, const RegisterUse &use) {
  if (use.operand == RegisterUse::kGuard)
    return "the predicate";
  if (use.role == 'm' || use.role == 'c')
    return "the address";
  if (StringRef(instruction.info->words).starts_with("brx"))
    return "the branch index";
  switch (instruction.info->cls) {
  case InstClass::Store:
    return instruction.modifiers.space() == Space::Param ? ""
                                                         : "the stored value";
  case InstClass::Atomic:
    return "the operand";
  case InstClass::Barrier:
  case InstClass::Async:
    return "the operand";
  default:
    return "";
  }
}

class Follower {
public:
  Follower(const WatchedFunction &watched, const Function &function,
           const Instruction &instruction, WrittenLanes &written)
      : watched(watched), instruction(instruction), written(written),
        uses(registerUses(function, instruction)) {}

  uint32_t valueOf(const RegisterUse &use) const {
    auto found = watched.indexOf.find(use.reg);
    return found == watched.indexOf.end() ? ~0u : written[found->second];
  }

  /// A stored vector may have some elements without values, but not all.
  std::optional<UnwrittenUse> findUse(uint32_t reached, uint32_t active) const {
    for (const RegisterUse &use : uses) {
      StringRef what =
          use.isDestination ? StringRef() : purposeOf(instruction, use);
      if (what.empty())
        continue;
      uint32_t lanes = use.operand == RegisterUse::kGuard ? reached : active;
      bool needsAll = use.role == 'c'; // coordinates
      for (const RegisterUse &other : uses)
        if (other.operand == use.operand && (!needsAll || other.reg == use.reg))
          lanes &= ~valueOf(other);
      if (lanes)
        return UnwrittenUse{use, unsigned(__builtin_ctz(lanes)), what};
    }
    return std::nullopt;
  }

  void write(uint32_t active, function_ref<uint32_t(Slot)> predicateOf) {
    uint32_t value = result(predicateOf);
    for (const RegisterUse &use : uses) {
      auto found = watched.indexOf.find(use.reg);
      if (!use.isDestination || found == watched.indexOf.end())
        continue;
      uint32_t &lanes = written[found->second];
      lanes = (lanes & ~active) | (value & active);
    }
  }

private:
  uint32_t sourceAt(unsigned operand) const {
    uint32_t value = ~0u;
    for (const RegisterUse &use : uses)
      if (use.operand == operand && !use.isDestination)
        value &= valueOf(use);
    return value;
  }

  uint32_t result(function_ref<uint32_t(Slot)> predicateOf) const {
    uint32_t all = ~0u, any = 0;
    unsigned registers = 0;
    for (const RegisterUse &use : uses) {
      if (use.isDestination || use.operand == RegisterUse::kGuard)
        continue;
      all &= valueOf(use);
      any |= valueOf(use);
      ++registers;
    }
    switch (ruleOf(instruction)) {
    case Rule::Always:
      return ~0u;
    case Rule::All:
      return all;
    case Rule::Any: // immediates and special registers have values
      return registers + 1 < instruction.numOperands ? ~0u : any;
    case Rule::Selected: {
      uint32_t chosen = predicateOf(instruction[3]);
      return sourceAt(3) & ((chosen & sourceAt(1)) | (~chosen & sourceAt(2)));
    }
    }
    return all;
  }

  const WatchedFunction &watched;
  const Instruction &instruction;
  WrittenLanes &written;
  SmallVector<RegisterUse, 8> uses;
};

} // namespace

std::optional<UnwrittenUse>
followWrites(const WatchedFunction &watched, const Function &function,
             const Instruction &instruction, uint32_t reached, uint32_t active,
             function_ref<uint32_t(Slot)> predicateOf, WrittenLanes &written) {
  Follower follower(watched, function, instruction, written);
  if (auto use = follower.findUse(reached, active))
    return use;
  follower.write(active, predicateOf);
  return std::nullopt;
}

} // namespace tileiras::emu
