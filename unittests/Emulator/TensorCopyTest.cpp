//===- TensorCopyTest.cpp - cp.async.bulk.tensor and its kin ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor copies in tile, im2col and gather modes: bounds, swizzles, packed
// elements, reductions, multicast, and maps that the kernel makes.
//
//===----------------------------------------------------------------------===//

#include "TensorCopyHarness.h"

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

#define LOAD "cp.async.bulk.tensor"
#define COMPLETES ".mbarrier::complete_tx::bytes"

const char *Schedules[] = {"inorder", "random:1", "random:2", "adversarial"};

/// A matrix of 20 columns and 10 rows of 16-bit elements, rows 48 bytes apart,
/// of which copies move 8 columns and 4 rows.
TensorCopy matrix(TensorElement element = TensorElement::U16) {
  TensorCopy copy(480);
  copy.map.element = element;
  copy.map.rank = 2;
  copy.map.extents = {20, 10};
  copy.map.strides = {48};
  copy.map.box = {8, 4};
  return copy;
}

/// Row and column of the matrix, or the filling.
uint16_t at(const TensorCopy &copy, int row, int column, uint16_t fill = 0) {
  if (row < 0 || row >= 10 || column < 0 || column >= 20)
    return fill;
  uint16_t value;
  std::memcpy(&value, &copy.tensor[row * 48 + column * 2], 2);
  return value;
}

uint16_t element(const std::vector<uint8_t> &box, unsigned offset) {
  uint16_t value;
  std::memcpy(&value, &box[offset], 2);
  return value;
}

void expectBox(const TensorCopy &copy, const std::vector<uint8_t> &box, int row,
               int column, uint16_t fill = 0) {
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 8; ++c)
      EXPECT_EQ(element(box, (r * 8 + c) * 2),
                at(copy, row + r, column + c, fill))
          << r << ' ' << c;
}

TEST(TensorCopy, TileInsideAndOutOfBounds) {
  struct {
    int column, row;
  } starts[] = {{0, 0}, {8, 3}, {16, 8}, {-8, -2}, {24, 0}, {0, -4}};
  for (auto [column, row] : starts) {
    TensorCopy copy = matrix();
    std::string load =
        LOAD ".2d.shared::cluster.global.tile" COMPLETES " [box], [%map, {" +
        std::to_string(column) + ", " + std::to_string(row) + "}], [full];";
    for (const char *schedule : Schedules)
      expectBox(copy, copy.run(loading(load, 64), under(schedule)), row,
                column);
  }
}

TEST(TensorCopy, MissingWaitIsSeen) {
  // The box was zeroed, so that its old contents are read.
  TensorCopy copy = matrix();
  const char *text = "@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [full], 64;"
                     "@%p0 " LOAD ".2d.shared::cta.global" COMPLETES
                     " [box], [%map, {0, 0}], [full];";
  auto box = copy.run(text, unchecked("adversarial"));
  EXPECT_EQ(element(box, 2), 0u);
  EXPECT_NE(at(copy, 0, 1), 0u);
  for (const char *schedule : Schedules)
    EXPECT_TRUE(
        contains(copy.failure(text, under(schedule)), "race on shared memory"));
}

TEST(TensorCopy, FillsWithNaN) {
  TensorCopy copy = matrix(TensorElement::F16);
  copy.map.fill = TensorFill::NaN;
  expectBox(copy,
            copy.run(loading(LOAD ".2d.shared::cluster.global" COMPLETES
                                  " [box], [%map, {16, 8}], [full];",
                             64)),
            8, 16, 0x7ff7);
}

TEST(TensorCopy, Swizzles) {
  // Eight rows of 128 bytes: element (row, column) is at chunk column/8 xor
  // row.
  TensorCopy copy(64 * 128);
  copy.map.element = TensorElement::F16;
  copy.map.rank = 2;
  copy.map.extents = {64, 64};
  copy.map.strides = {128};
  auto piece = [&](TensorSwizzle swizzle, unsigned columns, unsigned row,
                   unsigned byte) {
    copy.map.swizzle = swizzle;
    copy.map.box = {columns, 16};
    auto box = copy.run(loading(LOAD ".2d.shared::cluster.global.tile" COMPLETES
                                     " [box], [%map, {0, 4}], [full];",
                                columns * 32));
    // Finds the byte of the row's memory that is at `byte` of the row in the
    // box.
    for (unsigned from = 0; from < columns * 2; from += 8)
      if (!std::memcmp(&box[row * columns * 2 + byte],
                       &copy.tensor[(4 + row) * 128 + from], 8))
        return int(from);
    return -1;
  };
  using S = TensorSwizzle;
  EXPECT_EQ(piece(S::None, 64, 3, 16), 16);
  EXPECT_EQ(piece(S::Bytes128, 64, 3, 16), (1 ^ 3) * 16);
  EXPECT_EQ(piece(S::Bytes128, 64, 9, 32), (2 ^ 1) * 16);
  // Rows of 64 bytes: two in 128 bytes, their pieces permuted by bits 7 and 8.
  EXPECT_EQ(piece(S::Bytes64, 32, 5, 0), 2 * 16);
  // Rows of 32 bytes: four in 128 bytes.
  EXPECT_EQ(piece(S::Bytes32, 16, 4, 0), 16);
  EXPECT_EQ(piece(S::Bytes32, 16, 3, 0), 0);
  EXPECT_EQ(piece(S::Bytes128Atom32, 64, 3, 0), 3 * 32);
  EXPECT_EQ(piece(S::Bytes128Atom64, 64, 3, 0), 64);
  EXPECT_EQ(piece(S::Bytes128Atom32Flip8, 64, 1, 0), 32 + 8);
}

TEST(TensorCopy, ElementStridesSkip) {
  TensorCopy copy = matrix();
  copy.map.box = {8, 7};
  copy.map.elementStrides[1] = 2; // rows 1, 3, 5, 7 of 7
  auto box = copy.run(loading(LOAD ".2d.shared::cluster.global" COMPLETES
                                   " [box], [%map, {0, 1}], [full];",
                              64));
  for (int r = 0; r < 4; ++r)
    EXPECT_EQ(element(box, r * 16 + 2), at(copy, 1 + 2 * r, 1));
}

TEST(TensorCopy, OneAndFiveDimensions) {
  TensorCopy line(64);
  line.map.extents = {64};
  line.map.box = {32};
  auto box = line.run(loading(LOAD ".1d.shared::cluster.global" COMPLETES
                                   " [box], [%map, {48}], [full];",
                              32));
  EXPECT_EQ(box[0], line.tensor[48]);
  EXPECT_EQ(box[15], line.tensor[63]);
  EXPECT_EQ(box[16], 0);

  TensorCopy cube(16 * 2 * 3 * 4 * 5);
  cube.map.rank = 5;
  cube.map.extents = {16, 2, 3, 4, 5};
  cube.map.strides = {16, 32, 96, 384};
  cube.map.box = {16, 1, 2, 1, 2};
  box = cube.run(loading(LOAD ".5d.shared::cluster.global.tile" COMPLETES
                              " [box], [%map, {0, 1, 1, 3, 2}], [full];",
                         64));
  for (unsigned outer = 0; outer < 4; ++outer)
    EXPECT_EQ(box[outer * 16 + 5], cube.tensor[5 + 16 + (1 + outer % 2) * 32 +
                                               3 * 96 + (2 + outer / 2) * 384]);
}

TEST(TensorCopy, PackedElements) {
  // Sixteen elements in 8 (12) bytes become 16 bytes of shared memory.
  for (auto [element, bytes] : {std::pair(TensorElement::U4x16Align16, 8u),
                                std::pair(TensorElement::U6x16Align16, 12u)}) {
    TensorCopy copy(bytes * 8 * 2);
    copy.map.element = element;
    copy.map.rank = 2;
    copy.map.extents = {128, 2};
    copy.map.strides = {bytes * 8};
    copy.map.box = {128, 2};
    auto box = copy.run(loading(LOAD ".2d.shared::cluster.global" COMPLETES
                                     " [box], [%map, {0, 0}], [full];",
                                256));
    for (unsigned group = 0; group < 16; ++group)
      for (unsigned byte = 0; byte < 16; ++byte)
        EXPECT_EQ(box[group * 16 + byte],
                  byte < bytes ? copy.tensor[group * bytes + byte] : 0);
  }
  TensorCopy nibbles(32);
  nibbles.map.element = TensorElement::U4x16Align8;
  nibbles.map.extents = {64};
  nibbles.map.box = {32};
  auto box = nibbles.run(loading(LOAD ".1d.shared::cluster.global" COMPLETES
                                      " [box], [%map, {32}], [full];",
                                 16));
  EXPECT_EQ(box[0], nibbles.tensor[16]);
  EXPECT_EQ(box[15], nibbles.tensor[31]);
}

/// The result of \p text for four f32, in the box or, if it isn't loaded, in
/// the tensor.
std::array<uint32_t, 4> fourFloats(TensorElement element,
                                   std::array<uint32_t, 4> words,
                                   const std::string &text, bool isLoaded) {
  TensorCopy copy(64);
  copy.map.element = element;
  copy.map.extents = {16};
  copy.map.box = {4};
  std::memcpy(copy.tensor.data(), words.data(), 16);
  auto box = copy.run(text);
  std::memcpy(words.data(), isLoaded ? box.data() : copy.tensor.data(), 16);
  return words;
}

/// As on an H200, ties are rounded to even, and no type flushes.
TEST(TensorCopy, LoadsRoundToTF32) {
  std::string load = loading(LOAD ".1d.shared::cluster.global" COMPLETES
                                  " [box], [%map, {0}], [full];",
                             16);
  using Words = std::array<uint32_t, 4>;
  Words words = {0x0635d000, 0x804b9fff, 0x7f7ff025, 0xffb311fa};
  for (TensorElement element : {TensorElement::TF32, TensorElement::TF32Ftz})
    EXPECT_EQ(fourFloats(element, words, load, true),
              (Words{0x0635c000, 0x804ba000, 0x7f800000, 0x7fffe000}));
  for (TensorElement element : {TensorElement::F32, TensorElement::F32Ftz})
    EXPECT_EQ(fourFloats(element, words, load, true), words);
}

TEST(TensorCopy, AdditionsFlushSubnormals) {
  std::string add = "@%p0 st.shared.v4.b32 [box], {0x00070ab8, 1, 1, 0};"
                    "fence.proxy.async.shared::cta;"
                    "@%p0 cp.reduce.async.bulk.tensor.1d.global.shared::cta.add"
                    ".bulk_group [%map, {0}], [box];"
                    "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;";
  using Words = std::array<uint32_t, 4>;
  Words words = {0x09f25973, 1, 0x80000000, 0x80000001};
  EXPECT_EQ(fourFloats(TensorElement::F32, words, add, false),
            (Words{0x09f25975, 2, 1, 0x80000001}));
  EXPECT_EQ(fourFloats(TensorElement::F32Ftz, words, add, false),
            (Words{0x09f25973, 0, 0, 0}));
}

TEST(TensorCopy, GatherAndScatterFourRows) {
  TensorCopy copy = matrix();
  copy.map.box = {8, 1};
  auto box =
      copy.run(loading(LOAD ".2d.shared::cluster.global.tile::gather4" COMPLETES
                            " [box], [%map, {8, 9, 0, 12, 3}], [full];",
                       64));
  int rows[] = {9, 0, 12, 3};
  for (int r = 0; r < 4; ++r)
    EXPECT_EQ(element(box, r * 16), at(copy, rows[r], 8));

  copy.run("@%p0 st.shared.v4.u32 [box+16], {1, 2, 3, 4};"
           "fence.proxy.async.shared::cta;"
           "@%p0 " LOAD ".2d.global.shared::cta.tile::scatter4.bulk_group "
           "[%map, {8, 9, 0, 12, 3}], [box];"
           "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;");
  EXPECT_EQ(at(copy, 0, 8), 1u); // the second row of the box
  EXPECT_EQ(at(copy, 0, 10), 2u);
  EXPECT_EQ(at(copy, 9, 8), 0u);
}

TEST(TensorCopy, StoreAndReduce) {
  TensorCopy copy = matrix();
  uint16_t outside = at(copy, 2, 19), inside = at(copy, 2, 18);
  auto text = [](const char *store) {
    return std::string("@%p0 st.shared.v4.u32 [box], {0x20001, 0x20001, "
                       "0x20001, 0x20001};") +
           "fence.proxy.async.shared::cta; @%p0 " + store +
           " cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;";
  };
  for (const char *schedule : Schedules) {
    TensorCopy stored = matrix();
    stored.run(text(LOAD ".2d.global.shared::cta.tile.bulk_group "
                         "[%map, {16, 2}], [box];"),
               under(schedule));
    EXPECT_EQ(at(stored, 2, 18), 1u);
    EXPECT_EQ(at(stored, 2, 19), 2u);
    EXPECT_EQ(at(stored, 3, 18), 0u); // the box's other rows are zeros
    // The address is beyond the tensor, but in the 16 bytes in which its row
    // ends.
    EXPECT_EQ(stored.tensor[2 * 48 + 40], 1u);
  }
  copy.map.element = TensorElement::U32;
  copy.map.extents[0] = 10;
  copy.map.box[0] = 4;
  copy.run(text("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile"
                ".bulk_group [%map, {8, 2}], [box];"));
  EXPECT_EQ(at(copy, 2, 18), uint16_t(inside + 1));
  EXPECT_EQ(at(copy, 2, 19), uint16_t(outside + 2));
  uint16_t before = at(copy, 2, 18);
  copy.run(text("cp.reduce.async.bulk.tensor.2d.global.shared::cta.dec"
                ".bulk_group [%map, {8, 2}], [box];"));
  EXPECT_NE(at(copy, 2, 18), before);
  copy.map.element = TensorElement::F32;
  EXPECT_TRUE(contains(
      copy.failure(text("cp.reduce.async.bulk.tensor.2d.global.shared::cta.min"
                        ".bulk_group [%map, {8, 2}], [box];")),
      "has no such reduction"));
}

/// No thread has waited until the box was read when the CTA ends, or its group
/// is not among those waited for.
TEST(TensorCopy, StoreReadsAtExit) {
  for (const char *store :
       {LOAD ".2d.global.shared::cta.tile.bulk_group [%map, {8, 2}], [box];",
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.and.tile.bulk_group "
        "[%map, {8, 2}], [box];"})
    for (const char *schedule : Schedules) {
      TensorCopy copy = matrix();
      copy.map.element = TensorElement::U32;
      copy.map.extents[0] = 10;
      copy.map.box[0] = 4;
      auto failure = [&](const char *wait) {
        return copy.failure(std::string("@%p0 ") + store +
                                "cp.async.bulk.commit_group;" + wait,
                            under(schedule));
      };
      const char *unfinished = "unfinished: the CTA's threads end, and none "
                               "has waited for this asynchronous operation";
      EXPECT_TRUE(contains(failure(""), unfinished));
      EXPECT_TRUE(
          contains(failure("cp.async.bulk.wait_group.read 1;"), unfinished));
      EXPECT_TRUE(contains(failure("@!%p0 cp.async.bulk.wait_group.read 0;"),
                           unfinished));
      EXPECT_EQ(failure("cp.async.bulk.wait_group.read 0;"), "");
    }
}

/// An image of 5×4 pixels with 16 channels of a byte, twice; a 3×3 filter with
/// a padding of one pixel.
TensorCopy image() {
  TensorCopy copy(16 * 5 * 4 * 2);
  copy.map.mode = TensorMode::Im2col;
  copy.map.rank = 4;
  copy.map.extents = {16, 5, 4, 2};
  copy.map.strides = {16, 80, 320};
  copy.map.lowerCorner = {-1, -1};
  copy.map.upperCorner = {-1, -1};
  copy.map.channelsPerPixel = 16;
  copy.map.pixelsPerColumn = 24;
  return copy;
}

TEST(TensorCopy, Im2col) {
  TensorCopy copy = image();
  auto box = copy.run(loading(LOAD ".4d.shared::cluster.global.im2col" COMPLETES
                                   " [box], [%map, {0, -1, -1, 0}], [full],"
                                   " {2, 1};",
                              24 * 16));
  // Pixels (w, h) of the bounding box -1…3 × -1…2, then of the next image.
  for (int pixel = 0; pixel < 24; ++pixel) {
    int w = pixel % 5 - 1 + 2, h = pixel / 5 % 4 - 1 + 1, n = pixel / 20;
    bool inside = w >= 0 && w < 5 && h >= 0 && h < 4;
    EXPECT_EQ(box[pixel * 16 + 3],
              inside ? copy.tensor[3 + 16 * w + 80 * h + 320 * n] : 0)
        << pixel;
  }
}

TEST(TensorCopy, Im2colStore) {
  TensorCopy copy = image();
  copy.map.pixelsPerColumn = 2;
  copy.run("@%p0 st.shared.v4.u32 [box], {1, 2, 3, 4};"
           "@%p0 st.shared.v4.u32 [box+16], {5, 6, 7, 8};"
           "fence.proxy.async.shared::cta;"
           "@%p0 " LOAD ".4d.global.shared::cta.im2col_no_offs.bulk_group "
           "[%map, {0, 3, 0, 1}], [box];"
           "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;");
  EXPECT_EQ(copy.tensor[320 + 3 * 16], 1);
  // The next pixel of the bounding box is (-1, 1): outside the tensor.
  EXPECT_NE(copy.tensor[320 + 80], 5);
}

TEST(TensorCopy, MulticastAndPairs) {
  TensorCopy copy = matrix();
  // CTA 1 sends to all CTAs; each waits for its part.
  std::string send = "@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [full], 64;"
                     "setp.eq.and.u32 %p2, %rank, 1, %p0;"
                     "mov.u32 %r7, box; mov.u32 %r8, full;"
                     "@%p2 " LOAD ".2d.shared::cluster.global.tile" COMPLETES
                     ".multicast::cluster [%r7], [%map, {8, 1}], [%r8], 15;"
                     "wait: mbarrier.try_wait.parity.shared.b64 %p1, [full], 0;"
                     "@!%p1 bra wait;";
  for (const char *schedule : Schedules) {
    auto boxes = copy.run(send, clustered(4, schedule));
    for (unsigned rank = 0; rank < 4; ++rank)
      expectBox(copy,
                {boxes.begin() + rank * kSharedBox,
                 boxes.begin() + (rank + 1) * kSharedBox},
                1, 8);
  }
  // Both CTAs of a pair signal the even one's mbarrier: bit 24 cleared.
  std::string pair = "setp.eq.and.u32 %p2, %rank, 0, %p0;"
                     "@%p2 mbarrier.arrive.expect_tx.shared.b64 _, [full], 128;"
                     "mov.u32 %r7, box; mov.u32 %r8, full;"
                     "and.b32 %r8, %r8, 0xfeffffff;"
                     "@%p0 " LOAD ".2d.shared::cluster.global.tile" COMPLETES
                     ".cta_group::2 [%r7], [%map, {0, 0}], [%r8];"
                     "setp.ne.u32 %p3, %rank, 0; @%p3 bra done;"
                     "wait: mbarrier.try_wait.parity.shared.b64 %p1, [full], 0;"
                     "@!%p1 bra wait; done:"
                     "barrier.cluster.arrive; barrier.cluster.wait;";
  for (const char *schedule : Schedules) {
    auto boxes = copy.run(pair, clustered(2, schedule));
    expectBox(copy, {boxes.begin() + kSharedBox, boxes.end()}, 0, 0);
  }
  pair.replace(pair.find(".cta_group::2"), 13, "");
  EXPECT_TRUE(contains(copy.failure(pair, clustered(2)),
                       "the mbarrier is in the CTA of rank 0"));
}

TEST(TensorCopy, Prefetch) {
  TensorCopy copy = matrix();
  copy.run("@%p0 cp.async.bulk.prefetch.tensor.2d.L2.global.tile "
           "[%map, {0, 0}];");
  TensorCopy pixels = image();
  pixels.run("@%p0 cp.async.bulk.prefetch.tensor.4d.L2.global.im2col "
             "[%map, {0, 0, 0, 0}], {1, 1};");
}

TEST(TensorCopy, Im2colMulticast) {
  TensorCopy copy = image();
  auto box = copy.run(
      loading(LOAD ".4d.shared::cluster.global.im2col" COMPLETES
                   ".multicast::cluster [box], [%map, {0, 0, 0, 0}], [full],"
                   " {0, 0}, 1;",
              24 * 16));
  EXPECT_EQ(box[5], copy.tensor[5]);
  box = copy.run(loading(LOAD ".4d.shared::cta.global.im2col" COMPLETES
                              " [box], [%map, {0, 0, 0, 0}], [full], {0, 0};",
                         24 * 16));
  EXPECT_EQ(box[5], copy.tensor[5]);
}

TEST(TensorCopy, Mistakes) {
  TensorCopy copy = matrix();
  auto load = [&](const char *operands) {
    return copy.failure(
        loading(std::string(LOAD ".2d.shared::cluster.global" COMPLETES " ") +
                    operands + ", [full];",
                64));
  };
  EXPECT_TRUE(
      contains(load("[box+64], [%map, {0, 0}]"), "is not a multiple of 128"));
  EXPECT_TRUE(
      contains(load("[box], [%map+16, {0, 0}]"), "is not a multiple of 64"));
  EXPECT_TRUE(contains(load("[box], [%gmap, {0, 0}]"), "tensor map: "));
  EXPECT_TRUE(contains(load("[box], [%map, {0, 0, 0}]"), "don't go together"));
  copy.map.rank = 3;
  copy.map.extents[2] = copy.map.box[2] = 1;
  copy.map.strides[1] = 480;
  EXPECT_TRUE(
      contains(load("[box], [%map, {0, 0}]"), "has 3 dimensions, the copy 2"));
  copy.map.rank = 2;
  copy.map.extents[1] = 11; // one row more than the memory has
  EXPECT_TRUE(contains(load("[box], [%map, {0, 9}]"), "past the end of"));
}

//===-- tensormap.replace -----------------------------------------------===//

/// A map made by the kernel from zeros, field by field.
const char *Make = R"(
  .shared .align 128 .b8 smap[128];
  @!%p0 bra made;
  mov.u32 %r5, smap;
  st.bulk.shared::cta [%r5], 128, 0;
  tensormap.replace.tile.global_address.shared::cta.b1024.b64 [smap], %data;
  tensormap.replace.tile.rank.shared::cta.b1024.b32 [smap], 1;
  tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [smap], 0, 8;
  tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [smap], 1, 4;
  tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [smap], 0, 20;
  tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [smap], 1, 10;
  tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [smap], 0, 48;
  tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [smap], 0, 1;
  tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [smap], 1, 1;
  tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [smap], 6;
  tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [smap], 0;
  tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [smap], 0;
  tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [smap], 1;
  made:
  bar.warp.sync -1;
  tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned
    [%gmap], [smap], 128;
  fence.proxy.tensormap::generic.acquire.gpu [%gmap], 128;
)";

TEST(Tensormap, MadeFieldByField) {
  TensorCopy copy = matrix();
  std::string load = LOAD ".2d.shared::cluster.global.tile" COMPLETES
                          " [box], [%gmap, {16, 8}], [full];";
  expectBox(copy, copy.run(Make + loading(load, 64)), 8, 16, 0x7ff7);
}

TEST(Tensormap, Mistakes) {
  TensorCopy copy = matrix();
  auto replace = [&](const char *text) {
    return copy.failure(
        std::string(".shared .align 128 .b8 smap[128]; mov.u32 %r5, smap;"
                    "@%p0 st.bulk.shared::cta [%r5], 128, 0;"
                    "@%p0 tensormap.replace.tile.") +
        text);
  };
  EXPECT_TRUE(contains(replace("elemtype.shared::cta.b1024.b32 [smap], 16;"),
                       "has no meaning for the value 16"));
  EXPECT_TRUE(contains(replace("box_dim.shared::cta.b1024.b32 [smap], 5, 1;"),
                       "has no dimension 5"));
  EXPECT_TRUE(contains(
      replace("global_dim.shared::cta.b1024.b32 [smap], 0, 0;"), "at least 1"));
  EXPECT_TRUE(
      contains(replace("swizzle_atomicity.shared::cta.b1024.b32 [smap], 1;"),
               "must be set before"));
  EXPECT_EQ(replace("swizzle_mode.shared::cta.b1024.b32 [smap], 3;"
                    "@%p0 tensormap.replace.tile.swizzle_atomicity"
                    ".shared::cta.b1024.b32 [smap], 2;"),
            "");
}

} // namespace
