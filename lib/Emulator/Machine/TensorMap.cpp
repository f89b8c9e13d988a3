//===- TensorMap.cpp - Descriptors of tensors for copies --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/TensorMap.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"

#include <cstring>

using namespace llvm;

namespace tileiras::emu {

ElementUnit unitOf(TensorElement element) {
  switch (element) {
  case TensorElement::U8:
    return {1, 1, 1};
  case TensorElement::U16:
  case TensorElement::F16:
  case TensorElement::BF16:
    return {1, 2, 2};
  case TensorElement::U64:
  case TensorElement::S64:
  case TensorElement::F64:
    return {1, 8, 8};
  case TensorElement::U4x16Align8:
    return {2, 1, 1};
  case TensorElement::U4x16Align16:
    return {16, 8, 16};
  case TensorElement::U6x16Align16:
    return {16, 12, 16};
  default:
    return {1, 4, 4};
  }
}

bool isFloat(TensorElement element) {
  return element >= TensorElement::F16 && element <= TensorElement::TF32Ftz;
}

uint64_t swizzled(TensorSwizzle swizzle, uint64_t address) {
  uint64_t row = address >> 7; // of 128 bytes
  switch (swizzle) {
  case TensorSwizzle::None:
    return address;
  case TensorSwizzle::Bytes32:
    return address ^ (row & 1) << 4;
  case TensorSwizzle::Bytes64:
    return address ^ (row & 3) << 4;
  case TensorSwizzle::Bytes128:
    return address ^ (row & 7) << 4;
  case TensorSwizzle::Bytes128Atom32:
    return address ^ (row & 3) << 5;
  case TensorSwizzle::Bytes128Atom32Flip8:
    return address ^ (row & 3) << 5 ^ (row & 1) << 3;
  case TensorSwizzle::Bytes128Atom64:
    return address ^ (row & 1) << 6;
  }
  return address;
}

static uint64_t bytesOfRow(const TensorMap &map) {
  ElementUnit unit = unitOf(map.element);
  uint32_t elements =
      map.mode == TensorMode::Tiled ? map.box[0] : map.channelsPerPixel;
  return uint64_t(elements) / unit.elements * unit.sharedBytes;
}

uint64_t TensorMap::rowBytes() const { return bytesOfRow(*this); }

uint64_t TensorMap::boxBytes() const {
  uint64_t bytes = rowBytes();
  if (mode == TensorMode::Im2col)
    return bytes * pixelsPerColumn;
  for (unsigned dimension = 1; dimension < rank; ++dimension)
    bytes *= count(dimension);
  return bytes;
}

//===-- Rules -----------------------------------------------------------===//

namespace {

/// The checks of verify(). Each is a rule of the driver API's documentation.
class Rules {
public:
  explicit Rules(const TensorMap &map) : map(map) {}

  Error check() {
    checkRank();
    checkMemory();
    for (unsigned dimension = 0; dimension < map.rank && broken.empty();
         ++dimension)
      checkDimension(dimension);
    if (broken.empty())
      map.mode == TensorMode::Tiled ? checkBox() : checkPixels();
    checkRow();
    checkFill();
    return broken.empty() ? Error::success()
                          : createStringError("tensor map: " + broken);
  }

private:
  /// Records the first broken rule.
  [[clang::nomerge]] LLVM_ATTRIBUTE_NOINLINE void refuse(const Twine &rule) {
    if (broken.empty())
      broken = rule.str();
  }
  bool isPadded() const {
    return map.element == TensorElement::U4x16Align16 ||
           map.element == TensorElement::U6x16Align16;
  }
  bool isPacked() const { return map.element >= TensorElement::U4x16Align8; }
  bool isInterleaved() const {
    return map.interleave != TensorInterleave::None;
  }

  void checkRank() {
    if (map.element >= TensorElement::NumElements)
      refuse("unknown element type");
    if (map.interleave > TensorInterleave::Bytes32)
      refuse("unknown interleave");
    if (map.swizzle > TensorSwizzle::Bytes128Atom64)
      refuse("unknown swizzle");
    if (map.mode > TensorMode::Im2col)
      refuse("unknown mode");
    if (map.rank < 1 || map.rank > kMaxTensorRank)
      refuse("the rank is 1 to 5, not " + Twine(map.rank));
    if (map.rank < 3 && (isInterleaved() || map.mode != TensorMode::Tiled))
      refuse("an interleaved or im2col tensor has rank 3 to 5, not " +
             Twine(map.rank));
    if (isInterleaved() && isPacked())
      refuse("packed elements can't be interleaved");
  }

  /// Strides and addresses are multiples of this.
  unsigned alignment() const {
    return map.interleave == TensorInterleave::Bytes32 || isPadded() ? 32 : 16;
  }

  void checkMemory() {
    if (map.address % alignment() != 0)
      refuse("the global address must be a multiple of " + Twine(alignment()));
    unsigned multiple = isPadded()                                  ? 128
                        : map.element == TensorElement::U4x16Align8 ? 2
                                                                    : 1;
    if (map.extents[0] % multiple != 0)
      refuse("the extent of dimension 0 must be a multiple of " +
             Twine(multiple) + ", not " + Twine(map.extents[0]));
  }

  void checkDimension(unsigned dimension) {
    uint64_t extent = map.extents[dimension];
    if (extent < 1 || extent > uint64_t(1) << 32)
      refuse("the extent of dimension " + Twine(dimension) +
             " is 1 to 2^32, not " + Twine(extent));
    uint32_t step = map.elementStrides[dimension];
    if (step < 1 || step > 8)
      refuse("the element stride of dimension " + Twine(dimension) +
             " is 1 to 8, not " + Twine(step));
    if (dimension == 0)
      return;
    uint64_t stride = map.strides[dimension - 1];
    if (stride % alignment() != 0 || stride >= uint64_t(1) << 40)
      refuse("the stride of dimension " + Twine(dimension) +
             " must be a multiple of " + Twine(alignment()) +
             " bytes below 2^40, not " + Twine(stride));
  }

  void checkBox() {
    for (unsigned dimension = 0; dimension < map.rank; ++dimension)
      if (map.box[dimension] < 1 || map.box[dimension] > 256)
        refuse("the box's extent in dimension " + Twine(dimension) +
               " is 1 to 256, not " + Twine(map.box[dimension]));
    if (isPadded() && map.box[0] != 128)
      refuse("the box's extent in dimension 0 must be 128 for this type");
  }

  void checkPixels() {
    if (map.channelsPerPixel < 1 || map.channelsPerPixel > 256)
      refuse("channels per pixel are 1 to 256, not " +
             Twine(map.channelsPerPixel));
    if (map.pixelsPerColumn < 1 || map.pixelsPerColumn > 1024)
      refuse("pixels per column are 1 to 1024, not " +
             Twine(map.pixelsPerColumn));
    int limit = map.rank == 3 ? 1 << 15 : map.rank == 4 ? 1 << 7 : 1 << 4;
    for (unsigned n = 0; n + 2 < map.rank; ++n)
      for (int corner : {map.lowerCorner[n], map.upperCorner[n]})
        if (corner < -limit || corner >= limit)
          refuse("a corner of the pixel box is " + Twine(-limit) + " to " +
                 Twine(limit - 1) + " for this rank, not " + Twine(corner));
  }

  /// The span that a swizzle permutes limits the row.
  void checkRow() {
    if (!broken.empty() || isInterleaved()) {
      if (map.interleave == TensorInterleave::Bytes32 &&
          map.swizzle != TensorSwizzle::Bytes32)
        refuse("interleave 32B needs swizzle 32B");
      return;
    }
    uint64_t bytes = map.rowBytes();
    if (bytes % 16 != 0)
      refuse("the box's dimension 0 must be a multiple of 16 "
             "bytes, not " +
             Twine(bytes));
    uint64_t span = map.swizzle == TensorSwizzle::None      ? bytes
                    : map.swizzle == TensorSwizzle::Bytes32 ? 32
                    : map.swizzle == TensorSwizzle::Bytes64 ? 64
                                                            : 128;
    if (bytes > span)
      refuse("the box's dimension 0 has at most " + Twine(span) +
             " bytes with this swizzle, not " + Twine(bytes));
    if (isPadded() && map.swizzle != TensorSwizzle::None &&
        map.swizzle != TensorSwizzle::Bytes128 &&
        map.swizzle != TensorSwizzle::Bytes128Atom32)
      refuse("this type takes swizzles of 128 bytes with atoms of 16 or 32");
  }

  void checkFill() {
    if (map.fill != TensorFill::Zeros && !isFloat(map.element))
      refuse("only floating point elements can be filled with NaN");
  }

  const TensorMap &map;
  std::string broken;
};

} // namespace

Error TensorMap::verify() const { return Rules(*this).check(); }

//===-- Bytes -----------------------------------------------------------===//

namespace {
/// One description of the layout for both directions: Field(value, offset)
/// moves a little-endian integer of its type.
template <class Map, class Mover> void moveFields(Map &map, Mover field) {
  field.template as<uint64_t>(map.address, 0);
  field.template as<uint8_t>(map.element, 29);
  field.template as<uint8_t>(map.interleave, 30);
  field.template as<uint8_t>(map.swizzle, 31);
  for (unsigned n = 0; n < kMaxTensorRank; ++n) {
    if (n)
      field.template as<uint64_t>(map.strides[n - 1], 24 + 8 * n);
    field.template as<uint16_t>(map.box[n], 64 + 2 * n);
    field.template as<uint8_t>(map.elementStrides[n], 74 + n);
  }
  field.template as<uint8_t>(map.fill, 79);
  for (unsigned n = 0; n < 3; ++n) {
    field.template as<int16_t>(map.lowerCorner[n], 80 + 2 * n);
    field.template as<int16_t>(map.upperCorner[n], 86 + 2 * n);
  }
  field.template as<uint16_t>(map.channelsPerPixel, 92);
  field.template as<uint16_t>(map.pixelsPerColumn, 94);
  field.template as<uint8_t>(map.mode, 96);
}

struct Writer {
  uint8_t *bytes;
  template <class T, class V> void as(const V &value, unsigned offset) {
    support::endian::write<T>(bytes + offset, T(value), endianness::little);
  }
};
struct Reader {
  const uint8_t *bytes;
  template <class T, class V> void as(V &value, unsigned offset) {
    value = V(support::endian::read<T>(bytes + offset, endianness::little));
  }
};
} // namespace

void TensorMap::write(uint8_t (&bytes)[kTensorMapBytes]) const {
  std::memset(bytes, 0, kTensorMapBytes);
  moveFields(*this, Writer{bytes});
  bytes[28] = uint8_t(rank - 1);
  for (unsigned n = 0; n < kMaxTensorRank; ++n)
    support::endian::write32le(bytes + 8 + 4 * n, uint32_t(extents[n] - 1));
}

Expected<TensorMap> TensorMap::read(const uint8_t *bytes) {
  TensorMap map;
  moveFields(map, Reader{bytes});
  map.rank = bytes[28] + 1u;
  for (unsigned n = 0; n < kMaxTensorRank; ++n)
    map.extents[n] = uint64_t(support::endian::read32le(bytes + 8 + 4 * n)) + 1;
  if (Error error = map.verify())
    return std::move(error);
  return map;
}

} // namespace tileiras::emu
