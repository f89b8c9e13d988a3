//===- RegisterTable.cpp - Registers by their names -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Program/RegisterTable.h"

using namespace llvm;

namespace tileiras::emu {

Register RegisterTable::registerAt(Type type, uint32_t first, uint32_t index) {
  if (type == Type::Pred)
    return {Slot(Slot::Frame, first + index, 4), 4, true};
  unsigned bytes = bytesOf(type);
  return {Slot(Slot::Frame, first + index * unitsOf(bytes), bytes), bytes,
          false};
}

std::optional<Register> RegisterTable::find(StringRef name) const {
  if (auto found = single.find(name); found != single.end())
    return found->second;
  StringRef stem = name.rtrim("0123456789");
  uint32_t index;
  if (name.substr(stem.size()).getAsInteger(10, index))
    return std::nullopt;
  auto found = ranges.find(stem);
  if (found == ranges.end() || index >= found->second.count)
    return std::nullopt;
  const Range &range = found->second;
  return registerAt(range.type, range.first, index);
}

} // namespace tileiras::emu
