//===- TensorBox.cpp - The rows that a tensor copy moves --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/TensorBox.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>

using namespace llvm;

namespace tileiras::emu {

/// The alignment of tiles: at other addresses an H200 reports an illegal
/// instruction.
constexpr unsigned kTileStartBytes = 16;

void TensorBox::add(int64_t start, uint32_t units, ArrayRef<int64_t> outer) {
  ElementUnit unit = unitOf(map.element);
  TensorRow row{size, map.address, 0, 0};
  size += uint64_t(units) * unit.sharedBytes;
  bool inside = true;
  for (auto [dimension, at] : enumerate(outer)) {
    inside &= at >= 0 && uint64_t(at) < map.extents[dimension + 1];
    row.address += uint64_t(at) * map.strides[dimension];
  }
  int64_t firstUnit = start / int64_t(unit.elements);
  int64_t endUnit = int64_t(map.extents[0] / unit.elements);
  int64_t low = std::clamp<int64_t>(-firstUnit, 0, units);
  int64_t high = std::clamp<int64_t>(endUnit - firstUnit, low, units);
  if (inside) {
    row.first = uint32_t(low);
    row.count = uint32_t(high - low);
    row.address += uint64_t(firstUnit + low) * unit.globalBytes;
  }
  list.push_back(row);
}

/// Padded elements begin in whole rows, others at multiples of \p bytes.
Error TensorBox::checkStart(int64_t start, unsigned bytes) const {
  ElementUnit unit = unitOf(map.element);
  bool isPadded = unit.globalBytes != unit.sharedBytes;
  int64_t multiple =
      isPadded ? 128 : std::max(1u, bytes * unit.elements / unit.globalBytes);
  if (start % multiple == 0)
    return Error::success();
  std::string reason =
      isPadded || bytes == 1
          ? "this element type"
          : "elements of " +
                std::to_string(8 * unit.globalBytes / unit.elements) +
                " bits (16 bytes)";
  return createStringError("coordinate 0 must be a multiple of " +
                           Twine(multiple) + " for " + reason + ", not " +
                           Twine(start));
}

static Error checkMode(const TensorMap &map, TensorMode mode) {
  if (map.interleave != TensorInterleave::None)
    return createStringError("copies of interleaved tensors are not modelled");
  if (map.mode == mode)
    return Error::success();
  return createStringError(
      "the tensor map is for " +
      Twine(map.mode == TensorMode::Tiled ? "tile" : "im2col") +
      " mode, the copy for the other");
}

static Error checkRank(const TensorMap &map, size_t rank) {
  if (map.rank == rank)
    return Error::success();
  return createStringError("the tensor map has " + Twine(map.rank) +
                           " dimensions, the copy " + Twine(rank));
}

Expected<TensorBox> TensorBox::tile(const TensorMap &map,
                                    ArrayRef<int32_t> coordinates) {
  TensorBox box(map);
  if (Error error = checkMode(map, TensorMode::Tiled))
    return std::move(error);
  if (Error error = checkRank(map, coordinates.size()))
    return std::move(error);
  if (Error error = box.checkStart(coordinates[0], kTileStartBytes))
    return std::move(error);
  uint32_t units = map.box[0] / unitOf(map.element).elements;
  std::array<uint32_t, kMaxTensorRank> index = {};
  SmallVector<int64_t, 4> outer(map.rank - 1);
  while (true) {
    for (unsigned d = 1; d < map.rank; ++d)
      outer[d - 1] =
          int64_t(coordinates[d]) + int64_t(index[d]) * map.elementStrides[d];
    box.add(coordinates[0], units, outer);
    unsigned d = 1;
    while (d < map.rank && ++index[d] == map.count(d))
      index[d++] = 0;
    if (d >= map.rank)
      return box;
  }
}

Expected<TensorBox> TensorBox::rows(const TensorMap &map,
                                    ArrayRef<int32_t> coordinates) {
  TensorBox box(map);
  if (Error error = checkMode(map, TensorMode::Tiled))
    return std::move(error);
  if (Error error = checkRank(map, 2))
    return std::move(error);
  if (Error error = box.checkStart(coordinates[0], kTileStartBytes))
    return std::move(error);
  if (map.box[1] != 1)
    return createStringError(
        "gather4 and scatter4 need a box of one row, not " + Twine(map.box[1]));
  uint32_t units = map.box[0] / unitOf(map.element).elements;
  for (int64_t row : coordinates.drop_front())
    box.add(coordinates[0], units, row);
  return box;
}

Expected<TensorBox> TensorBox::pixels(const TensorMap &map,
                                      ArrayRef<int32_t> coordinates,
                                      ArrayRef<uint16_t> offsets) {
  TensorBox box(map);
  if (Error error = checkMode(map, TensorMode::Im2col))
    return std::move(error);
  if (Error error = checkRank(map, coordinates.size()))
    return std::move(error);
  if (Error error = box.checkStart(coordinates[0], /*bytes=*/1))
    return std::move(error);
  unsigned spatial = map.rank - 2;
  uint32_t units = map.channelsPerPixel / unitOf(map.element).elements;
  SmallVector<int64_t, 4> at(coordinates.drop_front());
  for (uint32_t pixel = 0; pixel < map.pixelsPerColumn; ++pixel) {
    SmallVector<int64_t, 4> position(at);
    for (auto [dimension, offset] : enumerate(offsets))
      position[dimension] += offset;
    box.add(coordinates[0], units, position);
    // Advances to the next pixel of the bounding box, then to the next image.
    unsigned d = 0;
    for (; d < spatial; ++d) {
      at[d] += map.elementStrides[d + 1];
      if (at[d] < int64_t(map.extents[d + 1]) + map.upperCorner[d])
        break;
      at[d] = map.lowerCorner[d];
    }
    if (d == spatial)
      ++at[d];
  }
  return box;
}

} // namespace tileiras::emu
