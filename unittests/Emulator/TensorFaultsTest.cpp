//===- TensorFaultsTest.cpp - Mistakes with tensors, matrices ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The messages about wrong uses of tensor maps, wgmma and tcgen05.
//
//===----------------------------------------------------------------------===//

#include "Messages.h"
#include "TensorCopyHarness.h"
#include "TensorKernel.h"

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

/// \p body with all threads of a warp.
std::string inWarp(const std::string &body) {
  return withoutPosition(warpFailure({body, "sm_100a"}));
}

/// \p work in one thread, with 512 columns of tensor memory at %r20.
std::string inThread(const std::string &work) {
  TensorKernel kernel{work, {std::vector<uint8_t>(16384)}};
  WordTable in(128, 1), out(128, 8);
  return withoutPosition(
      llvm::toString(tryRunWarp(kernel.program(0, 8), in, out)));
}

const std::string Matrix = "0x400000000000"; // a descriptor of zeros

//===-- tcgen05.mma -----------------------------------------------------===//

struct Descriptor {
  const char *kind, *bits, *message;
};

/// PTX ISA, "Instruction descriptor": the fields that a kind doesn't have.
TEST(TensorFaults, InstructionDescriptors) {
  const Descriptor all[] = {
      {"f16", "0x8040020", "the type of D (bits 4-5) is none of this kind's"},
      {"f16", "0x8040110",
       "the type of A or B (bits 7-12) is none of this kind's"},
      {"f16", "0x8040018", "saturation (bit 3) is for integers"},
      {"i8", "0x8042020", "integers can't be negated (bits 13, 14)"},
      {"f16", "0x8040014",
       "its bit 2, sparse, is not what the instruction says"},
      {"f16", "0x2040010", "there is no shape M = 32, N = 16 of this kind"},
  };
  for (const auto &[kind, bits, message] : all)
    EXPECT_EQ(inThread("tcgen05.mma.cta_group::1.kind::" + std::string(kind) +
                       " [%r20], " + Matrix + ", " + Matrix + ", " + bits +
                       ", 0;\n"),
              std::string("tcgen05.mma: instruction descriptor: ") + message);
}

TEST(TensorFaults, ScaledProducts) {
  const Descriptor all[] = {
      {"mxf8f6f4.block_scale", "0x8040000",
       "instruction descriptor: scales of this kind are UE8M0 (bit 23)"},
      {"mxf4.block_scale", "0x88840480",
       "instruction descriptor: K = 96 (bit 31) is not supported"},
      {"mxf4.block_scale", "0x8848480",
       "instruction descriptor: 4-bit elements can't be transposed (bits 15, "
       "16)"},
      {"mxf4nvf4.block_scale.scale_vec::2X", "0x8040480",
       "the descriptor's scale type doesn't go with .scale_vec"},
      {"mxf4.block_scale", "0x28840480",
       "a scale factor id of the instruction descriptor is out of range for 2 "
       "scales of a row"},
  };
  for (const auto &[kind, bits, message] : all)
    EXPECT_EQ(inThread("tcgen05.mma.cta_group::1.kind::" + std::string(kind) +
                       " [%r20], " + Matrix + ", " + Matrix + ", " + bits +
                       ", [%r20+256], [%r20+260], 0;\n"),
              std::string("tcgen05.mma: ") + message);
}

TEST(TensorFaults, OperandsOfProducts) {
  auto mma = [](const std::string &operands) {
    return inThread("tcgen05.mma" + operands + ";\n");
  };
  std::string f16 = ".cta_group::1.kind::f16 ", b = ", " + Matrix + ", ";
  EXPECT_EQ(mma(f16 + "[%r20], [%r20+16]" + b + "0x8048010, 0"),
            "tcgen05.mma: instruction descriptor: A in tensor memory can't be "
            "transposed (bit 15)");
  EXPECT_EQ(mma(f16 + "[%r20+0x200000], " + Matrix + b + "0x8040010, 0"),
            "tcgen05.mma: the address of D or A in tensor memory begins at "
            "lane 32, which this shape can't");
  EXPECT_EQ(mma(f16 + "[%r20+0x100000], [%r20+16]" + b + "0x4040010, 0"),
            "tcgen05.mma: A and D begin at different lanes");
  EXPECT_EQ(
      mma(".sp" + f16 + "[%r20], " + Matrix + b + "[%r20+32], 0x4040014, 0"),
      "tcgen05.mma.sp: only 128 rows of a CTA are supported, not 64");
  EXPECT_EQ(
      mma(".sp" + f16 + "[%r20], " + Matrix + b + "[%r20+32], 0x8040016, 0"),
      "tcgen05.mma.sp: instruction descriptor: sparsity selector 2 is "
      "out of range for this kind");
  EXPECT_EQ(mma(".ws" + f16 + "[%r20], " + Matrix + b + "0x8100010, 0, 5"),
            "tcgen05.mma.ws: a zero-column mask is not supported");
  EXPECT_EQ(inWarp("tcgen05.mma" + f16 + "[%r1], 0, 0, 0, 0;"),
            "tcgen05.mma is for one thread, not for several lanes of a warp");
}

/// PTX ISA, "Shared memory descriptor".
TEST(TensorFaults, MatrixDescriptors) {
  auto copy = [](const std::string &bits) {
    return inThread("tcgen05.cp.cta_group::1.128x128b [%r20], " + bits + ";\n");
  };
  std::string name = "tcgen05.cp: descriptor: ";
  EXPECT_EQ(copy("0"), name + "bits 46-48 are 0, not the constant 1");
  EXPECT_EQ(copy("0x20400000000000"), name + "bits 53-60 are not zero");
  EXPECT_EQ(copy("0x10400000000000"),
            name + "an absolute leading dimension (bit 52) is not supported");
  EXPECT_EQ(copy("0xe000400000000000"), name + "there is no swizzle mode 7");
  EXPECT_EQ(inThread("tcgen05.mma.cta_group::1.kind::f16 [%r20], " + Matrix +
                     ", 0, 0x8040010, 0;\n"),
            "tcgen05.mma: descriptor of B: bits 46-48 are 0, not the constant "
            "1");
}

//===-- Other tcgen05 instructions --------------------------------------===//

TEST(TensorFaults, LanesOfTensorMemory) {
  EXPECT_EQ(inThread("tcgen05.cp.cta_group::1.128x128b [%r20+510], " + Matrix +
                     ";\n"),
            "write to no tensor memory: lane 0, column 512");
  EXPECT_EQ(inThread("tcgen05.cp.cta_group::1.128x128b [%r20+0x10000], " +
                     Matrix + ";\n"),
            "tcgen05.cp copies to lane 0 on, not to lane 1");
  EXPECT_EQ(inThread("tcgen05.shift.cta_group::1.down [%r20+0x10000];\n"),
            "the lane of tcgen05.shift must be a multiple of 32, not 1");
  EXPECT_EQ(inThread("tcgen05.shift.cta_group::1.down [%r20+511];\n"),
            "read of uninitialised tensor memory: lane 30, column 511");
}

TEST(TensorFaults, Threads) {
  std::string several = " is for one thread, not for several lanes of a warp";
  EXPECT_EQ(inWarp("tcgen05.cp.cta_group::1.128x128b [%r1], 0;"),
            "tcgen05.cp" + several);
  EXPECT_EQ(inWarp("tcgen05.shift.cta_group::1.down [%r1];"),
            "tcgen05.shift" + several);
  EXPECT_EQ(inWarp("tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 "
                   "[%in];"),
            "tcgen05.commit" + several);
  WarpProgram one{"tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 "
                  "[smem], 32;",
                  "sm_100a"};
  EXPECT_EQ(withoutPosition(warpFailure(one, 1)),
            "a .sync.aligned tcgen05 instruction needs all 32 lanes of the "
            "warp");
  one.body = "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r1}, [0];";
  EXPECT_EQ(withoutPosition(warpFailure(one, 1)),
            "tcgen05.ld and .st need all 32 lanes of the warp");
  EXPECT_EQ(inWarp(one.body), "CTA of rank 0 has allocated no tensor memory");
}

TEST(TensorFaults, Commits) {
  std::string commit = "tcgen05.commit.cta_group::1.mbarrier::arrive::one.";
  EXPECT_EQ(inThread(commit + "b64 [%in];\n"),
            "the mbarrier of tcgen05.commit is not 8 aligned bytes of shared "
            "memory");
  EXPECT_EQ(inThread("mov.u16 %h1, 6;\n" + commit +
                     "shared::cluster.multicast::cluster.b64 [smem], %h1;\n"),
            "the mask 0x6 of tcgen05.commit names CTAs that the cluster of 1 "
            "doesn't have");
}

//===-- wgmma -----------------------------------------------------------===//

TEST(TensorFaults, Wgmma) {
  auto wgmma = [](const std::string &rest, unsigned threads) {
    WarpProgram program{"wgmma.fence.sync.aligned;\nwgmma.mma_async" + rest +
                            "wgmma.commit_group.sync.aligned;\n"
                            "wgmma.wait_group.sync.aligned 0;",
                        "sm_90a"};
    return withoutPosition(warpFailure(program, threads));
  };
  std::string d = "{%r0, %r1, %r2, %r3}, 0, 0, ";
  EXPECT_EQ(
      wgmma(".sync.aligned.m64n8k16.f32.f16.f16 " + d + "0, 1, 1, 0, 0;", 100),
      "wgmma.fence needs all 32 lanes of the warp");
  EXPECT_EQ(wgmma(".sp.sync.aligned.m64n8k32.f32.f16.f16 " + d +
                      "%r4, 2, 0, 1, 1, 0, 0;",
                  128),
            "sparsity selector 2 is out of range for this shape");
  EXPECT_EQ(wgmma(".sp.sync.aligned.m64n8k32.f32.f16.f16 " + d +
                      "%r4, 0, 0, 1, 1, 0, 0;",
                  128),
            "sparsity metadata of row 0, chunk 0 is 0, which names no "
            "elements");
}

TEST(TensorFaults, LanesOfMma) {
  WarpProgram program{"mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 "
                      "{%r1, %r2}, {%r3}, {%r4}, {%r5, %r6};"};
  EXPECT_EQ(withoutPosition(warpFailure(program, 31)),
            "mma.sync needs all 32 lanes of the warp");
}

//===-- Tensor maps -----------------------------------------------------===//

class TensorMaps : public testing::Test {
protected:
  TensorMaps() : copy(480) {
    map().element = TensorElement::U16;
    map().rank = 2;
    map().extents = {20, 10};
    map().strides = {48};
    map().box = {8, 4};
  }
  TensorMap &map() { return copy.map; }
  std::string body(const std::string &text) {
    return withoutPosition(copy.failure("@%p0 " + text));
  }
  std::string broken() { return llvm::toString(map().verify()); }

  TensorCopy copy;
};

const std::string Prefetch = "cp.async.bulk.prefetch.tensor.";

TEST_F(TensorMaps, Copies) {
  EXPECT_EQ(body(Prefetch + "1d.L2.global [%map, {0}];"),
            "the tensor map has 2 dimensions, the copy 1");
  EXPECT_EQ(body(Prefetch + "3d.L2.global.im2col [%map, {0, 0, 0}], {0};"),
            "the tensor map is for tile mode, the copy for the other");
  EXPECT_EQ(body(Prefetch + "2d.L2.global.tile::gather4 "
                            "[%map, {0, 1, 2, 3, 4}];"),
            "gather4 and scatter4 need a box of one row, not 4");
  EXPECT_EQ(body(Prefetch + "2d.L2.global [8, {0, 0}];"),
            "the address of a tensor map, 0x8, is not a multiple of 64");
  EXPECT_TRUE(contains(body(Prefetch + "2d.L2.global [0, {0, 0}];"),
                       "out-of-bounds global read of 16 bytes at 0x0: "));
  map().element = TensorElement::U4x16Align8;
  map().box[0] = 32;
  EXPECT_EQ(body(Prefetch + "2d.L2.global [%map, {1, 0}];"),
            "coordinate 0 must be a multiple of 32 for elements of 4 bits (16 "
            "bytes), not 1");
}

/// An H200 reports an illegal instruction here.
TEST_F(TensorMaps, AlignmentOfTiles) {
  map().element = TensorElement::F16;
  EXPECT_EQ(body(Prefetch + "2d.L2.global [%map, {4, 0}];"),
            "coordinate 0 must be a multiple of 8 for elements of 16 bits (16 "
            "bytes), not 4");
  EXPECT_EQ(body("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group "
                 "[%map, {-8, 0}], [box];"),
            "coordinate 0 of a store or reduction must not be negative, but is "
            "-8");
}

/// A reduction only reads its first operand, the coordinates.
TEST_F(TensorMaps, UnwrittenCoordinates) {
  EXPECT_EQ(body("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile"
                 ".bulk_group [%map, {%r8, %r9}], [box];"),
            "uninitialised register: the address of 'cp.reduce.async.bulk."
            "tensor.global.shared::cta.bulk_group' comes from a register that "
            "this lane has not written");
}

TEST_F(TensorMaps, InterleavedCopies) {
  map().interleave = TensorInterleave::Bytes16;
  map().rank = 3;
  map().extents[2] = map().box[2] = 1;
  map().strides[1] = 480;
  EXPECT_EQ(body(Prefetch + "3d.L2.global [%map, {0, 0, 0}];"),
            "copies of interleaved tensors are not modelled");
}

TEST_F(TensorMaps, Replacements) {
  std::string replace = "tensormap.replace.tile.";
  EXPECT_EQ(body(replace + "rank.global.b1024.b32 [%gmap+8], 2;"),
            "a tensor map is aligned to 64 bytes");
  EXPECT_EQ(body(replace + "box_dim.global.b1024.b32 [%gmap], 5, 2;"),
            "a tensor map has no dimension 5 here");
  EXPECT_EQ(body(replace + "global_dim.global.b1024.b32 [%gmap], 1, 0;"),
            "the extent of a tensor map's dimension is at least 1");
  EXPECT_EQ(body(replace + "elemtype.global.b1024.b32 [%gmap], 77;"),
            "tensormap.replace has no meaning for the value 77");
  EXPECT_EQ(body(replace + "swizzle_atomicity.global.b1024.b32 [%gmap], 1;"),
            "swizzle atomicity needs swizzle mode 128B, which must be set "
            "before");
  EXPECT_EQ(withoutPosition(copy.failure(
                "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic"
                ".release.gpu.sync.aligned [%gmap], [box], 64;")),
            "tensormap.cp_fenceproxy copies 128 bytes");
}

/// Codes that no enumerator has.
TEST_F(TensorMaps, UnknownCodes) {
  auto with = [&](unsigned offset, uint8_t code) {
    uint8_t bytes[kTensorMapBytes];
    map().write(bytes);
    bytes[offset] = code;
    return llvm::toString(TensorMap::read(bytes).takeError());
  };
  EXPECT_EQ(with(29, 99), "tensor map: unknown element type");
  EXPECT_EQ(with(30, 3), "tensor map: unknown interleave");
  EXPECT_EQ(with(31, 99), "tensor map: unknown swizzle");
  EXPECT_EQ(with(96, 2), "tensor map: unknown mode");
}

TEST_F(TensorMaps, Rules) {
  map().address = 0;
  EXPECT_EQ(broken(), "");
  map().element = TensorElement::U4x16Align16;
  map().strides[0] = 64;
  EXPECT_EQ(broken(), "tensor map: the extent of dimension 0 must be a "
                      "multiple of 128, not 20");
  map().extents[0] = 128;
  EXPECT_EQ(broken(), "tensor map: the box's extent in dimension 0 must be 128 "
                      "for this type");
  map().box[0] = 128;
  EXPECT_EQ(broken(), "");
  map().swizzle = TensorSwizzle::Bytes128Atom64;
  EXPECT_EQ(broken(), "tensor map: this type takes swizzles of 128 bytes with "
                      "atoms of 16 or 32");
  map().rank = 3;
  map().extents[2] = map().box[2] = 1;
  map().interleave = TensorInterleave::Bytes32;
  EXPECT_EQ(broken(), "tensor map: packed elements can't be interleaved");
  map().element = TensorElement::U16;
  EXPECT_EQ(broken(), "tensor map: interleave 32B needs swizzle 32B");
  map().interleave = TensorInterleave::None;
  map().mode = TensorMode::Im2col;
  map().channelsPerPixel = 257;
  EXPECT_EQ(broken(), "tensor map: channels per pixel are 1 to 256, not 257");
}

} // namespace
