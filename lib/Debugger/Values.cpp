//===- Values.cpp - Variables of stopped CTAs -----------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Debugger/Values.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>

using namespace llvm;

namespace tileiras::dbg {

bool Value::isKnown(uint64_t offset, uint64_t size) const {
  return std::all_of(known.begin() + offset, known.begin() + offset + size,
                     [](bool each) { return each; });
}

void readRegister(const emu::Frame &frame, const emu::Register &reg,
                  unsigned lane, uint8_t *to) {
  uint32_t unit = reg.slot.unit();
  if (reg.isPredicate)
    *to = frame.predicates[unit] >> lane & 1;
  else
    std::memcpy(to,
                reinterpret_cast<const uint8_t *>(&frame.registers[unit]) +
                    lane * reg.slot.bytes(),
                std::min(reg.bytes, reg.slot.bytes()));
}

/// Returns one lane's part of a variable at \p location.
static Value readLane(const Variable::Location &location,
                      const emu::Frame &frame, unsigned lane) {
  Value value{location.type, std::vector<uint8_t>(location.type->bytes),
              std::vector<bool>(location.type->bytes)};
  uint64_t offset = 0;
  for (const Piece &piece : location.pieces) {
    uint8_t bytes[16] = {};
    if (piece.kind == Piece::InRegister)
      readRegister(frame, piece.reg, lane, bytes);
    else
      std::memcpy(bytes, &piece.value, sizeof(piece.value));
    for (uint64_t i = 0; i < piece.bytes && offset + i < value.bytes.size();
         ++i) {
      value.bytes[offset + i] = i < sizeof(bytes) ? bytes[i] : 0;
      value.known[offset + i] = piece.kind != Piece::Missing;
    }
    offset += piece.bytes;
  }
  return value;
}

namespace {

/// Copies the elements that threads hold to their positions in the tile.
class TileGatherer {
public:
  TileGatherer(const Variable &variable, const Type &type)
      : variable(variable), element(type.element->bytes) {
    tile.type = &type;
    tile.bytes.resize(type.countElements() * element);
    tile.known.resize(tile.bytes.size());
  }

  Value gather(emu::Cta &cta) {
    for (std::unique_ptr<emu::Warp> &warp : cta.warps)
      for (const emu::Fragment &fragment : warp->getFragments())
        addFragment(*warp, fragment);
    return std::move(tile);
  }

private:
  void addFragment(emu::Warp &warp, const emu::Fragment &fragment) {
    const Variable::Location *location =
        variable.findLocation(*fragment.frame->function, fragment.pc);
    if (!location || !location->type->isTile() ||
        location->type->shape != tile.type->shape ||
        location->type->element->bytes != element)
      return;
    for (unsigned lane = 0; lane < emu::kWarpSize; ++lane)
      if (fragment.lanes >> lane & 1)
        addLane(readLane(*location, *fragment.frame, lane), warp.index(), lane);
  }

  void addLane(const Value &part, unsigned warp, unsigned lane) {
    const TileLayout &layout = *part.type->layout;
    for (uint64_t reg = 0; reg < part.type->count; ++reg) {
      if (!part.isKnown(reg * element, element))
        continue;
      Coordinate at = layout.apply(tile.type->shape.size(), reg, lane,
                                   warp % layout.getNumWarps());
      uint64_t flat = 0;
      for (auto [index, extent] : zip_equal(at, tile.type->shape))
        flat = flat * extent + index;
      if ((flat + 1) * element > tile.bytes.size())
        continue;
      std::memcpy(&tile.bytes[flat * element], &part.bytes[reg * element],
                  element);
      std::fill_n(tile.known.begin() + flat * element, element, true);
    }
  }

  const Variable &variable;
  const uint64_t element;
  Value tile;
};

} // namespace

std::optional<Value> readVariable(const Variable &variable,
                                  const Focus &focus) {
  const Variable::Location *location =
      variable.findLocation(focus.function(), focus.fragment.pc);
  if (!location)
    return std::nullopt;
  Value value = location->type->isTile()
                    ? TileGatherer(variable, *location->type).gather(*focus.cta)
                    : readLane(*location, *focus.fragment.frame, focus.lane);
  if (none_of(value.known, [](bool each) { return each; }))
    return std::nullopt;
  return value;
}

} // namespace tileiras::dbg
