//===- tensor_map.c - Tensor maps are made and changed ------------- C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver.h"

#include <string.h>

typedef struct {
  _Alignas(64) unsigned char bytes[128];
} Map;

int cuTensorMapEncodeTiled(Map *, int element, unsigned rank, void *address,
                           const uint64_t *extents, const uint64_t *strides,
                           const unsigned *box, const unsigned *elementStrides,
                           int interleave, int swizzle, int promotion,
                           int fill);
int cuTensorMapEncodeIm2col(Map *, int element, unsigned rank, void *address,
                            const uint64_t *extents, const uint64_t *strides,
                            const int *lower, const int *upper,
                            unsigned channels, unsigned pixels,
                            const unsigned *elementStrides, int interleave,
                            int swizzle, int promotion, int fill);
int cuTensorMapReplaceAddress(Map *, void *address);

enum { Float32 = 7, Swizzle128 = 3 };

static _Alignas(128) float image[8][16][16][8];

/// A matrix of 64 x 32, in boxes of 8 x 32.
static int tiled(Map *map, uint64_t stride, unsigned rank) {
  uint64_t extents[5] = {32, 64};
  unsigned box[5] = {32, 8}, ones[5] = {1, 1};
  return cuTensorMapEncodeTiled(map, Float32, rank, image, extents, &stride,
                                box, ones, 0, Swizzle128, 0, 0);
}

static int convolution(Map *map) {
  uint64_t extents[] = {8, 16, 16, 8};
  uint64_t strides[] = {32, 512, 8192};
  int lower[] = {-1, -1}, upper[] = {-1, -1};
  unsigned ones[] = {1, 1, 1, 1};
  return cuTensorMapEncodeIm2col(map, Float32, 4, image, extents, strides,
                                 lower, upper, 8, 32, ones, 0, 0, 0, 0);
}

int main(void) {
  Map map, moved, garbage;
  setvbuf(stdout, NULL, _IONBF, 0);
  SHOW(tiled(&map, 128, 2));
  SHOW(convolution(&moved));
  SHOW(tiled(&moved, 120, 2)); // rows are not aligned to 16 bytes
  SHOW(tiled(&moved, 128, 6));
  moved = map;
  SHOW(cuTensorMapReplaceAddress(&moved, &image[1]));
  printf("%s\n", memcmp(&map, &moved, sizeof(map)) ? "changed" : "the same");
  SHOW(cuTensorMapReplaceAddress(&moved, image));
  printf("%s\n", memcmp(&map, &moved, sizeof(map)) ? "changed" : "the same");
  memset(&garbage, 0xa5, sizeof(garbage));
  SHOW(cuTensorMapReplaceAddress(&garbage, image));
}
