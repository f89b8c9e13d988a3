//===- TensorMap.h - Descriptors of tensors for copies ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor map describes a tensor of up to five dimensions in global memory,
// the box of it that one copy moves, and the order of the box in shared memory.
// Hosts encode it (cuTensorMapEncodeTiled, …Im2col), kernels may change its
// fields (tensormap.replace). PTX ISA, "Tensors", "Tensor-map".
//
// NVIDIA's 128 bytes are opaque; ours hold, in little endian,
//
//   0 address u64   8 extents - 1 u32[5]   28 dimensions - 1, 29 element type,
//   30 interleave, 31 swizzle, 32 strides of dimensions 1 to 4 in bytes u64[4],
//   64 box extents u16[5], 74 element strides u8[5], 79 fill,
//   80 lower corner i16[3], 86 upper corner i16[3], 92 channels per pixel u16,
//   94 pixels per column u16, 96 mode, and zeros
//
// so that, as on the GPU, 128 zero bytes become a map by tensormap.replace of
// every field. Reading a map verifies it: an invalid map is refused when it is
// used.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_TENSORMAP_H
#define TILEIRAS_EMULATOR_MACHINE_TENSORMAP_H

#include "llvm/Support/Error.h"

#include <array>
#include <cstdint>

namespace tileiras::emu {

constexpr unsigned kTensorMapBytes = 128, kTensorMapAlign = 64;
constexpr unsigned kMaxTensorRank = 5;

/// The values are those of CUtensorMapDataType.
enum class TensorElement : uint8_t {
  U8,
  U16,
  U32,
  S32,
  U64,
  S64,
  F16,
  F32,
  F64,
  BF16,
  F32Ftz,
  TF32,
  TF32Ftz,
  U4x16Align8,  // 16 of 4 bits in 8 bytes, in both memories
  U4x16Align16, // 16 of 4 bits: 8 bytes in global, 16 in shared memory
  U6x16Align16, // 16 of 6 bits: 12 bytes in global, 16 in shared memory
  NumElements
};

/// The number of elements, and of their bytes in either memory, of the unit in
/// which dimension 0 is copied.
struct ElementUnit {
  unsigned elements, globalBytes, sharedBytes;
};
ElementUnit unitOf(TensorElement element);
bool isFloat(TensorElement element);

/// The values are those of CUtensorMapInterleave, CUtensorMapSwizzle and
/// CUtensorMapFloatOOBfill.
enum class TensorInterleave : uint8_t { None, Bytes16, Bytes32 };
enum class TensorSwizzle : uint8_t {
  None,
  Bytes32,
  Bytes64,
  Bytes128,
  Bytes128Atom32,
  Bytes128Atom32Flip8,
  Bytes128Atom64
};
enum class TensorFill : uint8_t { Zeros, NaN };
enum class TensorMode : uint8_t { Tiled, Im2col };

/// The swizzled address of \p address, which is linear in the box: swizzles are
/// permutations of the 16-byte (with Flip8 also 8-byte) pieces of 1024 bytes.
uint64_t swizzled(TensorSwizzle swizzle, uint64_t address);

struct TensorMap {
  TensorMode mode = TensorMode::Tiled;
  TensorElement element = TensorElement::U8;
  unsigned rank = 1;
  uint64_t address = 0;
  std::array<uint64_t, kMaxTensorRank> extents = {};     // elements
  std::array<uint64_t, kMaxTensorRank - 1> strides = {}; // bytes; dimension 1…
  std::array<uint32_t, kMaxTensorRank> box = {};         // elements
  std::array<uint32_t, kMaxTensorRank> elementStrides = {1, 1, 1, 1, 1};
  TensorInterleave interleave = TensorInterleave::None;
  TensorSwizzle swizzle = TensorSwizzle::None;
  TensorFill fill = TensorFill::Zeros;
  /// Im2col only: corners of the pixels' bounding box, dimension 1….
  std::array<int16_t, 3> lowerCorner = {}, upperCorner = {};
  uint32_t channelsPerPixel = 0, pixelsPerColumn = 0;

  /// Checks the rules of cuTensorMapEncodeTiled and …Im2col; the error names
  /// the broken rule. Strides need not rise with the dimensions, since drivers
  /// don't require it.
  llvm::Error verify() const;
  void write(uint8_t (&bytes)[kTensorMapBytes]) const;
  /// Reads and verifies a map.
  static llvm::Expected<TensorMap> read(const uint8_t *bytes);

  //===-- What a copy moves -----------------------------------------------===//

  /// Elements that a tiled copy moves along \p dimension.
  uint32_t count(unsigned dimension) const {
    uint32_t stride = dimension ? elementStrides[dimension] : 1;
    return (box[dimension] + stride - 1) / stride;
  }
  /// The bytes of shared memory of a row of dimension 0.
  uint64_t rowBytes() const;
  /// Bytes of a whole box in shared memory.
  uint64_t boxBytes() const;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_TENSORMAP_H
