//===- Scopes.cpp - Names and registers of a function -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lookup of names in the nested blocks of a function, the allocation of its
// registers, and the pool of constants that its operands share.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/SpecialRegisters.h"
#include "tileiras/Emulator/Parser/Operands.h"

#include "tileiras/Emulator/ISA/Limits.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tileiras::emu {

static unsigned unitsOf(unsigned bytes) {
  return RegisterTable::unitsOf(bytes);
}

bool Scopes::fits(Type type, uint64_t count) const {
  if (type == Type::Pred)
    return function.predicates + count <= kMaxRegisterUnits;
  return function.registerUnits + count * unitsOf(bytesOf(type)) <=
         kMaxRegisterUnits;
}

uint32_t Scopes::allocate(Type type, uint32_t count) {
  uint32_t &next =
      type == Type::Pred ? function.predicates : function.registerUnits;
  uint32_t first = next;
  next += count * (type == Type::Pred ? 1 : unitsOf(bytesOf(type)));
  return first;
}

Slot Scopes::newRegister(Type type) {
  return RegisterTable::registerAt(type, allocate(type, 1), 0).slot;
}

void Scopes::declareRegister(StringRef name, Type type) {
  scopes.back().registers.add(
      name, RegisterTable::registerAt(type, allocate(type, 1), 0));
}

void Scopes::declareRange(StringRef name, Type type, uint32_t count) {
  scopes.back().registers.addRange(name, type, allocate(type, count), count);
}

std::optional<Register> Scopes::findRegister(StringRef name) const {
  for (const Scope &scope : reverse(scopes))
    if (std::optional<Register> found = scope.registers.find(name))
      return found;
  return std::nullopt;
}

void Scopes::declareSymbol(StringRef name, Symbol symbol) {
  scopes.back().symbols[name] = std::move(symbol);
}

std::optional<Scopes::Symbol> Scopes::findSymbol(StringRef name) const {
  for (const Scope &scope : reverse(scopes))
    if (auto found = scope.symbols.find(name); found != scope.symbols.end())
      return found->second;
  if (program.variableByName.contains(name) ||
      program.functionByName.contains(name))
    return Symbol{Symbol::Global, 0, name.str(), 0};
  return std::nullopt;
}

Slot Scopes::constant(uint64_t low, unsigned bytes, StringRef symbol,
                      uint64_t high) {
  bytes = bytes <= 4 ? 4 : bytes;
  if (bytes == 4 && symbol.empty())
    low = uint32_t(low);
  Constant constant{low, high, bytes, symbol.str()};
  auto [entry, isNew] = constants.try_emplace(constant.key());
  if (isNew) {
    entry->second = Slot(Slot::Constant, program.constantUnits, bytes);
    program.constantPositions.push_back(program.constantUnits);
    program.constantUnits += unitsOf(bytes);
    program.constants.push_back(std::move(constant));
  }
  return entry->second;
}

Slot Scopes::localAddress(uint64_t offset) {
  auto [entry, isNew] = localSlots.try_emplace(offset);
  if (isNew) {
    entry->second = newRegister(Type::B64);
    function.localAddresses.push_back({entry->second, offset});
  }
  return entry->second;
}

std::optional<Register> findSpecialRegister(StringRef name) {
  static const StringMap<Register> table = [] {
    StringMap<Register> table;
#define SPECIAL(Spelling, Name, Bytes)                                         \
  table[Spelling] = {slotOf(Special::Name, Bytes), Bytes, false};
#include "tileiras/Emulator/ISA/SpecialRegisters.def"
    return table;
  }();
  if (auto found = table.find(name); found != table.end())
    return found->second;
  unsigned number;
  if (name.consume_front("%envreg") && !name.getAsInteger(10, number) &&
      number < 32)
    return table.lookup("%envreg0");
  return std::nullopt;
}

} // namespace tileiras::emu
