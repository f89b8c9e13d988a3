//===- MmaSparseTest.cpp - mma.sp -------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Matrix fragments for multiply-accumulate operation with sparse
// matrix A".
//
//===----------------------------------------------------------------------===//

#include "SparseValues.h"
#include "WarpHarness.h"

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

struct SparseCase {
  std::string variant; // "sp"
  unsigned k;
  Element a, b;
  std::string c = "f32";
  unsigned selector = 0;
  std::string suffix = "";  // after row.col
  std::string scale = "";   // block scales of this type, all one
  std::string failure = ""; // expected instead of a result
  uint32_t spoiled = 0;     // xor on the metadata
};

/// The lane of group g and the bit where the metadata of (row, chunk) begin:
/// sixteen bits of two rows, or thirty-two of one; see the figures
/// "metadata layout".
std::pair<unsigned, unsigned> positionOfMetadata(const SparseCase &test,
                                                 unsigned row, unsigned chunk) {
  unsigned group = 4 * (row % 8);
  if (test.a.bits >= 16) {
    unsigned lanes = test.k * test.a.bits == 512 ? 2 : 1;
    return {group + test.selector * lanes + chunk / 4,
            row / 8 * 16 + chunk % 4 * 4};
  }
  unsigned lanes = test.k * test.a.bits == 512 ? 4 : 2;
  return {group + test.selector * lanes + row / 8 + chunk / 8 * 2,
          chunk % 8 * 4};
}

void check(const SparseCase &test) {
  SparseMatrix matrix{test.a};
  unsigned perA = 32 / test.a.bits, perB = 32 / test.b.bits;
  unsigned wordsA = 16 * test.k / 2 / perA / 32,
           wordsB = 8 * test.k / perB / 32;
  unsigned wordsC = test.c == "f16" ? 2 : 4;
  unsigned b0 = wordsA, c0 = b0 + wordsB, meta = c0 + wordsC, one = meta + 1;
  WordTable in(32, one + 1), out(32, wordsC);
  auto put = [&](unsigned lane, unsigned word, unsigned bits, unsigned i,
                 uint64_t code) {
    in.at(lane, word + i * bits / 32) |= uint32_t(code << (i * bits % 32));
  };
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned groupID = lane >> 2, thread = lane % 4;
    for (unsigned i = 0; i < wordsA * perA; ++i) {
      unsigned row = i / perA % 2 ? groupID + 8 : groupID;
      unsigned n = thread * perA + i % perA + i / perA / 2 * 4 * perA;
      put(lane, 0, test.a.bits, i, test.a.encoded(matrix.stored(row, n)));
    }
    for (unsigned i = 0; i < wordsB * perB; ++i) {
      unsigned k = thread * perB + i % perB + i / perB * 4 * perB;
      put(lane, b0, test.b.bits, i, test.b.encoded(valueB(test.b, k, groupID)));
    }
    // C is zero. The metadata of all other lanes are invalid.
    in.at(lane, meta) = 0;
    in.at(lane, one) = test.scale == "ue8m0" ? 0x7f7f7f7f : 0x38383838;
  }
  for (unsigned row = 0; row < 16; ++row)
    for (unsigned c = 0; c < test.k / matrix.chunk(); ++c) {
      auto [lane, bit] = positionOfMetadata(test, row, c);
      if (lane < 32) // a wrong selector names lanes that don't exist
        in.at(lane, meta) |= matrix.metadata(row, c) << bit;
    }
  for (unsigned lane = 0; lane < 32; ++lane)
    in.at(lane, meta) ^= test.spoiled;
  auto reg = [](unsigned n) { return "%i" + std::to_string(n); };
  std::string d = test.c;
  std::string body = "mma." + test.variant + ".sync.aligned.m16n8k" +
                     std::to_string(test.k) + ".row.col" + test.suffix + "." +
                     d + "." + test.a.name + "." + test.b.name + "." + test.c +
                     (test.scale.empty() ? "" : "." + test.scale) + " " +
                     registerList('o', 0, wordsC) + ", " +
                     registerList('i', 0, wordsA) + ", " +
                     registerList('i', b0, wordsB) + ", " +
                     registerList('i', c0, wordsC) + ", " + reg(meta) + ", " +
                     std::to_string(test.selector);
  if (!test.scale.empty())
    body += ", " + reg(one) + ", {0, 0}, " + reg(one) + ", {0, 0}";
  if (!test.failure.empty()) {
    std::string message = llvm::toString(tryRunWarp({body + ";"}, in, out));
    EXPECT_NE(message.find(test.failure), std::string::npos) << message;
    return;
  }
  runWarp({body + ";"}, in, out);
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned i = 0; i < 4; ++i) {
      unsigned row = (lane >> 2) + (i < 2 ? 0 : 8);
      unsigned column = lane % 4 * 2 + (i & 1);
      double expected = productOf(
          [&](unsigned r, unsigned k) { return matrix.at(r, k); },
          [&](unsigned k, unsigned n) { return valueB(test.b, k, n); }, row,
          column, test.k);
      uint32_t code = test.c == "s32" ? uint32_t(int32_t(expected))
                      : test.c == "f16"
                          ? encode(kFormatF16, expected, Rounding::RN)
                          : std::bit_cast<uint32_t>(float(expected));
      uint32_t got = test.c == "f16"
                         ? out.at(lane, i / 2) >> (i % 2 * 16) & 0xffff
                         : out.at(lane, i);
      ASSERT_EQ(got, code) << body << " lane " << lane << " element " << i;
    }
  }
}

TEST(MmaSparse, Types) {
  for (const char *variant : {"sp", "sp::ordered_metadata"}) {
    for (unsigned selector : {0u, 1u, 2u, 3u}) {
      check({variant, 16, halfElement(), halfElement(), "f16", selector});
      check({variant, 8, tf32Element(), tf32Element(), "f32", selector});
    }
    for (unsigned selector : {0u, 1u}) {
      check({variant, 32, bfloatElement(), bfloatElement(), "f32", selector});
      check({variant, 16, tf32Element(), tf32Element(), "f32", selector});
      check({variant, 32, integer("u8"), integer("s8"), "s32", selector});
      check({variant, 64, integer("s4"), integer("s4"), "s32", selector});
    }
    check({variant, 64, integer("s8"), integer("u8"), "s32"});
    check({variant, 128, integer("u4"), integer("s4"), "s32"});
    check({variant, 64, smallFloat("e4m3"), smallFloat("e5m2")});
  }
}

TEST(MmaSparse, SmallFloats) {
  std::string variant = "sp::ordered_metadata";
  check({variant, 64, smallFloat("e2m1"), smallFloat("e3m2"), "f16", 0,
         ".kind::f8f6f4"});
  check({variant, 64, smallFloat("e2m3"), smallFloat("e2m1"), "f32", 0,
         ".kind::mxf8f6f4.block_scale", "ue8m0"});
  check({variant, 128, packedE2M1(), packedE2M1(), "f32", 0,
         ".kind::mxf4.block_scale.scale_vec::2X", "ue8m0"});
  check({variant, 128, packedE2M1(), packedE2M1(), "f32", 0,
         ".kind::mxf4nvf4.block_scale.scale_vec::4X", "ue4m3"});
}

TEST(MmaSparse, Mistakes) {
  check({"sp", 32, halfElement(), halfElement(), "f32", 2, "", "",
         "sparsity selector 2 is out of range"});
  // Flipping the bits makes 0b0100 0b1011, whose indices fall.
  check({"sp::ordered_metadata", 16, halfElement(), halfElement(), "f32", 0, "",
         "", "which names no elements", ~0u});
}

} // namespace
