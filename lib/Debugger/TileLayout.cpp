//===- TileLayout.cpp - The elements of a tile that a thread holds --------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Debugger/TileLayout.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace tileiras::dbg {

/// Parses "[0,2]".
static bool parseCoordinate(StringRef &text, Coordinate &coordinate) {
  if (!text.consume_front("["))
    return false;
  while (!text.consume_front("]")) {
    uint64_t number;
    if (text.consumeInteger(10, number))
      return false;
    coordinate.push_back(number);
    text.consume_front(",");
  }
  return true;
}

std::optional<TileLayout> TileLayout::parse(StringRef text) {
  TileLayout layout;
  if (!text.consume_front("{"))
    return std::nullopt;
  while (!text.consume_front("}")) {
    auto [name, rest] = text.split('=');
    text = rest;
    if (name == "out") { // sizes aren't needed here
      Coordinate sizes;
      if (!parseCoordinate(text, sizes))
        return std::nullopt;
      text.consume_front(", ");
      continue;
    }
    int input = StringSwitch<int>(name)
                    .Case("register", Register)
                    .Case("lane", Lane)
                    .Case("warp", Warp)
                    .Default(NumInputs);
    if (input == NumInputs || !text.consume_front("["))
      return std::nullopt;
    while (!text.consume_front("]")) {
      if (!parseCoordinate(text, layout.bases[input].emplace_back()))
        return std::nullopt;
      text.consume_front(",");
    }
    text.consume_front(", ");
  }
  return layout;
}

Coordinate TileLayout::apply(unsigned rank, uint64_t reg, uint64_t lane,
                             uint64_t warp) const {
  Coordinate result(rank);
  const uint64_t numbers[] = {reg, lane, warp};
  for (unsigned input = 0; input < NumInputs; ++input)
    for (unsigned bit = 0; bit < bases[input].size(); ++bit)
      if (numbers[input] >> bit & 1)
        for (unsigned dim = 0; dim < rank && dim < bases[input][bit].size();
             ++dim)
          result[dim] ^= bases[input][bit][dim];
  return result;
}

} // namespace tileiras::dbg
