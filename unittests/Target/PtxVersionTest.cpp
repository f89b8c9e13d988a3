//===- PtxVersionTest.cpp - Which .version a PTX text needs -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/PTX/PtxVersion.h"

#include "llvm/ADT/Twine.h"

#include "gtest/gtest.h"

using namespace tileiras;

namespace {
/// The version that one instruction in a text by LLVM requires.
PtxVersion required(llvm::StringRef instruction) {
  return requiredPtxVersion(
      (llvm::Twine(".version 9.0\n.target sm_90a\n") + instruction + "\n")
          .str());
}
} // namespace

TEST(PtxVersion, ParsesAndFormats) {
  EXPECT_EQ(parsePtxVersion("9.0"), 90u);
  EXPECT_EQ(parsePtxVersion("9.12"), 0u);
  EXPECT_EQ(parsePtxVersion("nine"), 0u);
  EXPECT_EQ(formatPtxVersion(87), "8.7");
  EXPECT_EQ(statedPtxVersion("//\n.version 8.6\n.target sm_100a"), 86u);
  EXPECT_EQ(statedPtxVersion("nothing"), 0u);
}

TEST(PtxVersion, PlainCodeNeedsLittle) {
  EXPECT_EQ(required("ld.param.b64 %rd1, [k_param_0];"), 60u);
  EXPECT_EQ(required("@%p1 bra $L__BB0_2;"), 60u);
  EXPECT_EQ(required("$L__BB0_2: add.rn.f32 %f1, %f2, %f3;"), 60u);
  EXPECT_EQ(required(".reg .b32 %r<5>;"), 60u);
  EXPECT_EQ(required(".visible .entry k(\n.param .u64 .ptr .global .align 16 "
                     "k_param_0\n)\n.reqntid 128, 1, 1\n.minnctapersm 1\n{"),
            60u);
}

TEST(PtxVersion, CallSitesRaiseIt) {
  EXPECT_EQ(required(".loc 1 32 5"), 60u);
  EXPECT_EQ(required(".loc 1 32 5, function_name info_string0, inlined_at 1 5 "
                     "7"),
            72u);
}

TEST(PtxVersion, ModifiersRaiseIt) {
  EXPECT_EQ(required("fma.rn.bf16x2 %r1, %r2, %r3, %r4;"), 70u);
  EXPECT_EQ(required("add.rn.bf16x2 %r1, %r2, %r3;"), 78u);
  EXPECT_EQ(required("ld.shared::cluster.b32 %r1, [%r2];"), 78u);
  EXPECT_EQ(required("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r1], {%r2, "
                     "%r3, %r4, %r5};"),
            78u);
  EXPECT_EQ(required("cp.async.cg.shared.global [%r1], [%rd1], 16;"), 70u);
  EXPECT_EQ(required("cp.async.cg.shared.global [%r1], [%rd1], 16, %r2;"), 70u);
  EXPECT_EQ(required("cp.async.cg.shared.global [%r1], [%rd1], 16, %p2;"), 75u);
  EXPECT_EQ(required("wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {}, "
                     "%rd1, %rd2, p, 1, 1, 0, 0;"),
            80u);
  EXPECT_EQ(required("min.f32 %r1, %r2, %r3, %r4;"), 88u);
  EXPECT_EQ(required("min.f32 %r1, %r2, %r3;"), 60u);
}

TEST(PtxVersion, PairsOfModifiersRaiseIt) {
  EXPECT_EQ(required("cvt.rn.f16x2.e4m3x2 %r1, %rs1;"), 81u);
  EXPECT_EQ(required("cvt.rn.bf16x2.e4m3x2 %r1, %rs1;"), 92u);
  EXPECT_EQ(required("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 "
                     "{%r1,%r2,%r3,%r4}, {%r5,%r6,%r7,%r8}, {%r9,%r10}, "
                     "{%r1,%r2,%r3,%r4};"),
            84u);
  EXPECT_EQ(required("cp.async.bulk.tensor.1d.shared::cluster.global.tile."
                     "mbarrier::complete_tx::bytes [%r1], [%rd1, {0}], [%r2];"),
            80u);
  EXPECT_EQ(required("cp.async.bulk.tensor.1d.shared::cta.global.tile."
                     "mbarrier::complete_tx::bytes [%r1], [%rd1, {0}], [%r2];"),
            86u);
  EXPECT_EQ(required("cp.async.bulk.tensor.1d.global.shared::cta.tile."
                     "bulk_group [%rd1, {0}], [%r1];"),
            80u);
}

TEST(PtxVersion, DirectivesAndRegistersCount) {
  EXPECT_EQ(required(".reqnctapercluster 2, 1, 1"), 78u);
  EXPECT_EQ(required(".blocksareclusters"), 90u);
  EXPECT_EQ(required("mov.u32 %r1, %cluster_ctarank;"), 78u);
}

TEST(PtxVersion, ManyParametersRaiseIt) {
  auto entry = [](llvm::StringRef more) {
    return (".visible .entry k(\n\t.param .u64 .ptr .global .align 1 k_param_0,"
            "\n\t.param .align 64 .b8 k_param_1[128],\n" +
            more + "\n)\n.reqntid 128\n{\n.param .align 8 .b8 x[9000];\n}")
        .str();
  };
  // 192 bytes before them.
  EXPECT_EQ(required(entry("\t.param .b8 k_param_2[4160]")), 60u);
  EXPECT_EQ(required(entry("\t.param .b8 k_param_2[4161]")), 81u);
  EXPECT_EQ(required(entry("\t.param .u8 k_param_2,\n"
                           "\t.param .b32 k_param_3,\n"
                           "\t.param .b8 k_param_4[4152]")),
            60u);
  EXPECT_EQ(required(entry("\t.param .b8 k_param_2[2000]") +
                     entry("\t.param .b8 k_param_2[3000]")),
            60u);
}

TEST(PtxVersion, PragmasCount) {
  EXPECT_EQ(required(".pragma \"nounroll\";"), 60u);
  EXPECT_EQ(required(".pragma \"used_bytes_mask 0xfff\";\n"
                     "ld.global.v4.b32 {%r1, %r2, %r3, _}, [%rd1];"),
            83u);
}

TEST(PtxVersion, LooksInsideInlineAssembly) {
  EXPECT_EQ(required("{ .reg .b8 b; cvt.rn.satfinite.e2m1x2.f32 b, %f1, %f2; "
                     "mov.b32 %r1, {b, b, b, b}; }"),
            86u);
}

TEST(PtxVersion, IgnoresComments) {
  EXPECT_EQ(required("// tcgen05.wait::ld.sync.aligned;"), 60u);
}

TEST(PtxVersion, KeepsTheStatedVersionForUnknownInstructions) {
  EXPECT_EQ(required("frobnicate.u32 %r1;"), 90u);
  EXPECT_EQ(required("add.strange %r1, %r2, %r3;"), 90u);
  EXPECT_EQ(required(".newdirective 4"), 90u);
}
