//===- ApiTensorMap.cpp - Entry points: tensor maps -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The 128 bytes of a tensor map are private to driver and GPU, so here they
// have the emulator's format.
//
//===----------------------------------------------------------------------===//

#include "Log.h"

#include "tileiras/Emulator/Machine/TensorMap.h"

#include <cstring>

using namespace llvm;

namespace tileiras::cuda {

namespace {
/// Enumerators of the client that must be below a bound to be valid.
struct Kinds {
  int element, interleave, swizzle, fill;

  bool apply(emu::TensorMap &map) const {
    if (element < 0 || element >= int(emu::TensorElement::NumElements) ||
        interleave < 0 || interleave > int(emu::TensorInterleave::Bytes32) ||
        swizzle < 0 || swizzle > int(emu::TensorSwizzle::Bytes128Atom64) ||
        fill < 0 || fill > int(emu::TensorFill::NaN))
      return false;
    map.element = emu::TensorElement(element);
    map.interleave = emu::TensorInterleave(interleave);
    map.swizzle = emu::TensorSwizzle(swizzle);
    map.fill = emu::TensorFill(fill);
    return true;
  }
};
} // namespace

/// Describes the part that all maps have. Returns false if the client's values
/// are out of range.
static bool describeTensor(emu::TensorMap &map, const Kinds &kinds,
                           unsigned rank, void *address,
                           const uint64_t *extents, const uint64_t *strides,
                           const uint32_t *elementStrides) {
  if (rank == 0 || rank > emu::kMaxTensorRank || !extents || !elementStrides ||
      (rank > 1 && !strides) || !kinds.apply(map))
    return false;
  map.rank = rank;
  map.address = reinterpret_cast<uintptr_t>(address);
  std::copy_n(extents, rank, map.extents.begin());
  std::copy_n(strides, rank - 1, map.strides.begin());
  std::copy_n(elementStrides, rank, map.elementStrides.begin());
  return true;
}

static CUresult finish(const emu::TensorMap &map, uint8_t *encoded) {
  if (Error error = map.verify()) {
    report(toString(std::move(error)));
    return CUDA_ERROR_INVALID_VALUE;
  }
  uint8_t bytes[emu::kTensorMapBytes];
  map.write(bytes);
  std::memcpy(encoded, bytes, sizeof(bytes));
  return CUDA_SUCCESS;
}

CUDA_API CUresult cuTensorMapEncodeTiled(
    uint8_t *encoded, int element, unsigned rank, void *address,
    const uint64_t *extents, const uint64_t *strides, const uint32_t *box,
    const uint32_t *elementStrides, int interleave, int swizzle, int,
    int fill) {
  emu::TensorMap map;
  if (!encoded || !box ||
      !describeTensor(map, {element, interleave, swizzle, fill}, rank, address,
                      extents, strides, elementStrides))
    return CUDA_ERROR_INVALID_VALUE;
  std::copy_n(box, rank, map.box.begin());
  return finish(map, encoded);
}

CUDA_API CUresult cuTensorMapEncodeIm2col(
    uint8_t *encoded, int element, unsigned rank, void *address,
    const uint64_t *extents, const uint64_t *strides, const int *lowerCorner,
    const int *upperCorner, unsigned channels, unsigned pixels,
    const uint32_t *elementStrides, int interleave, int swizzle, int,
    int fill) {
  emu::TensorMap map;
  map.mode = emu::TensorMode::Im2col;
  if (!encoded || !lowerCorner || !upperCorner || rank < 3 ||
      !describeTensor(map, {element, interleave, swizzle, fill}, rank, address,
                      extents, strides, elementStrides))
    return CUDA_ERROR_INVALID_VALUE;
  std::copy_n(lowerCorner, rank - 2, map.lowerCorner.begin());
  std::copy_n(upperCorner, rank - 2, map.upperCorner.begin());
  map.channelsPerPixel = channels;
  map.pixelsPerColumn = pixels;
  return finish(map, encoded);
}

CUDA_API CUresult cuTensorMapReplaceAddress(uint8_t *encoded, void *address) {
  if (!encoded)
    return CUDA_ERROR_INVALID_VALUE;
  Expected<emu::TensorMap> map = emu::TensorMap::read(encoded);
  if (!map) {
    report(toString(map.takeError()));
    return CUDA_ERROR_INVALID_VALUE;
  }
  map->address = reinterpret_cast<uintptr_t>(address);
  return finish(*map, encoded);
}

} // namespace tileiras::cuda
