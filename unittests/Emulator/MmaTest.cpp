//===- MmaTest.cpp - mma.sync, every type and shape -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands are laid out by the formulas that the PTX ISA prints for each
// fragment (element index i of a lane, groupID, threadID_in_group).
//
//===----------------------------------------------------------------------===//

#include "MatrixValues.h"
#include "WarpHarness.h"

#include <cmath>

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

struct Case {
  unsigned m, k;
  Element a, b;
  std::string c = "f32", d = "f32";
  std::string suffix = ""; // after row.col
  std::string tail = "";   // after the types
  unsigned sparsity = 1;
  std::string variant = ""; // ".sp"
  std::string scaleType = "";
};

/// Registers of the lanes of a warp: 32 bits, or pairs for f64.
struct Fragment {
  unsigned first; // word of the lane
  unsigned bits;  // per element
  WordTable &table;

  void put(unsigned lane, unsigned i, uint64_t code) const {
    if (bits == 64) {
      table.at(lane, first + 2 * i) = uint32_t(code);
      table.at(lane, first + 2 * i + 1) = uint32_t(code >> 32);
      return;
    }
    unsigned per = 32 / bits;
    table.at(lane, first + i / per) |= uint32_t(code << (i % per * bits));
  }
  uint64_t get(unsigned lane, unsigned i) const {
    if (bits == 64)
      return table.at(lane, first + 2 * i) |
             uint64_t(table.at(lane, first + 2 * i + 1)) << 32;
    unsigned per = 32 / bits;
    uint32_t mask = bits == 32 ? ~0u : (1u << bits) - 1;
    return table.at(lane, first + i / per) >> (i % per * bits) & mask;
  }
};

unsigned accumulatorBits(const std::string &type) {
  return type == "f16" ? 16 : type == "f64" ? 64 : 32;
}
uint64_t encodeAccumulator(const std::string &type, double value) {
  if (type == "f16")
    return encode(kFormatF16, value, Rounding::RN);
  if (type == "f64")
    return std::bit_cast<uint64_t>(value);
  if (type == "s32")
    return uint32_t(int32_t(value));
  return std::bit_cast<uint32_t>(float(value));
}

/// Words per lane of an m×n fragment.
unsigned wordsOf(unsigned elements, unsigned bits) {
  return elements * bits / 32 / 32;
}

std::string operandText(unsigned first, unsigned words, bool isDouble,
                        std::string &moves, char letter) {
  if (!isDouble)
    return registerList(letter, first, words);
  std::string text = "{";
  for (unsigned n = 0; n < words; n += 2) {
    std::string reg = "%f" + std::string(1, letter) + std::to_string(first + n);
    moves += ".reg .b64 " + reg + "; mov.b64 " + reg + ", {%" + letter +
             std::to_string(first + n) + ", %" + letter +
             std::to_string(first + n + 1) + "};\n";
    text += (n ? ", " : "") + reg;
  }
  return text + "}";
}

/// Multiplies a dense A and B in fragments and compares the result with C
/// added.
void checkDense(const Case &test) {
  unsigned bitsC = accumulatorBits(test.c), bitsD = accumulatorBits(test.d);
  unsigned wordsA = wordsOf(test.m * test.k, test.a.bits);
  unsigned wordsB = wordsOf(8 * test.k, test.b.bits);
  unsigned wordsC = wordsOf(test.m * 8, bitsC);
  unsigned wordsD = wordsOf(test.m * 8, bitsD);
  WordTable in(32, wordsA + wordsB + wordsC), out(32, wordsD);
  Fragment a{0, test.a.bits, in}, b{wordsA, test.b.bits, in};
  Fragment c{wordsA + wordsB, bitsC, in}, d{0, bitsD, out};
  unsigned perA = std::max(1u, 32 / test.a.bits);
  unsigned perB = std::max(1u, 32 / test.b.bits);
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned groupID = lane >> 2, thread = lane % 4;
    for (unsigned i = 0; i < test.m * test.k / 32; ++i) {
      unsigned reg = i / perA; // the rows alternate register by register
      unsigned row = test.m == 8 || reg % 2 == 0 ? groupID : groupID + 8;
      unsigned step = test.m == 8 ? reg : reg / 2;
      unsigned k = thread * perA + i % perA + step * 4 * perA;
      a.put(lane, i, test.a.encoded(valueA(test.a, row, k)));
    }
    for (unsigned i = 0; i < 8 * test.k / 32; ++i) {
      unsigned k = thread * perB + i % perB + i / perB * 4 * perB;
      b.put(lane, i, test.b.encoded(valueB(test.b, k, groupID)));
    }
    for (unsigned i = 0; i < test.m / 4; ++i)
      c.put(lane, i,
            encodeAccumulator(test.c, valueC(groupID + (i < 2 ? 0 : 8),
                                             thread * 2 + (i & 1))));
  }
  bool isDouble = test.a.bits == 64;
  std::string moves, body;
  std::string listA = operandText(0, wordsA, isDouble, moves, 'i');
  std::string listB = operandText(wordsA, wordsB, isDouble, moves, 'i');
  std::string listC =
      operandText(wordsA + wordsB, wordsC, isDouble, moves, 'i');
  std::string listD = operandText(0, wordsD, isDouble, moves, 'o');
  body = moves + "mma.sync.aligned.m" + std::to_string(test.m) + "n8k" +
         std::to_string(test.k) + ".row.col" + test.suffix + "." + test.d +
         "." + test.a.name + "." + test.b.name + "." + test.c + test.tail +
         " " + listD + ", " + listA + ", " + listB + ", " + listC + ";\n";
  if (isDouble)
    for (unsigned n = 0; n < wordsD; n += 2)
      body += "mov.b64 {%o" + std::to_string(n) + ", %o" +
              std::to_string(n + 1) + "}, %fo" + std::to_string(n) + ";\n";
  runWarp({body}, in, out);
  auto entryA = [&](unsigned row, unsigned k) {
    return valueA(test.a, row, k);
  };
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned i = 0; i < test.m / 4; ++i) {
      unsigned row = (lane >> 2) + (i < 2 ? 0 : 8);
      unsigned column = lane % 4 * 2 + (i & 1);
      double expected = valueC(row, column);
      for (unsigned k = 0; k < test.k; ++k) {
        double x = entryA(row, k), y = valueB(test.b, k, column);
        expected += test.tail == ".xor.popc" ? double(x != y) : x * y;
      }
      ASSERT_EQ(d.get(lane, i), encodeAccumulator(test.d, expected))
          << body << " lane " << lane << " element " << i;
    }
  }
}

TEST(Mma, Halves) {
  for (const char *sums : {"f16", "f32"})
    for (unsigned k : {8u, 16u})
      checkDense({16, k, halfElement(), halfElement(), sums, sums});
  for (unsigned k : {8u, 16u})
    checkDense({16, k, bfloatElement(), bfloatElement()});
  for (unsigned k : {4u, 8u})
    checkDense({16, k, tf32Element(), tf32Element()});
}

TEST(Mma, Doubles) {
  Element f64{"f64", &kFormatF32, 64};
  checkDense({8, 4, f64, f64, "f64", "f64"});
  for (unsigned k : {4u, 8u, 16u})
    checkDense({16, k, f64, f64, "f64", "f64"});
}

TEST(Mma, Integers) {
  for (const char *a : {"u8", "s8"})
    for (const char *b : {"u8", "s8"}) {
      checkDense({8, 16, integer(a), integer(b), "s32", "s32"});
      checkDense({16, 16, integer(a), integer(b), "s32", "s32"});
      checkDense({16, 32, integer(a), integer(b), "s32", "s32", ".satfinite"});
    }
  for (const char *a : {"u4", "s4"})
    for (const char *b : {"u4", "s4"}) {
      checkDense({8, 32, integer(a), integer(b), "s32", "s32"});
      checkDense({16, 32, integer(a), integer(b), "s32", "s32"});
      checkDense({16, 64, integer(a), integer(b), "s32", "s32"});
    }
}

TEST(Mma, Bits) {
  Element bit{"b1", nullptr, 1, false};
  for (const char *op : {".xor.popc", ".and.popc"}) {
    checkDense({8, 128, bit, bit, "s32", "s32", "", op});
    checkDense({16, 128, bit, bit, "s32", "s32", "", op});
    checkDense({16, 256, bit, bit, "s32", "s32", "", op});
  }
}

TEST(Mma, SmallFloats) {
  for (const char *c : {"f16", "f32"})
    for (unsigned k : {16u, 32u})
      checkDense({16, k, smallFloat("e4m3"), smallFloat("e5m2"), c, c});
  for (const char *a : {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"})
    for (const char *b : {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"})
      checkDense({16, 32, smallFloat(a), smallFloat(b), "f32", "f32",
                  ".kind::f8f6f4"});
  checkDense({16, 32, smallFloat("e2m1"), smallFloat("e3m2"), "f16", "f16",
              ".kind::f8f6f4"});
}

TEST(Mma, WhatPtxHasNot) {
  auto refused = [](const std::string &text) {
    return warpFailure({text}).find("don't go together") != std::string::npos;
  };
  EXPECT_TRUE(refused("mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32"
                      " {%r1,%r2,%r3,%r4}, {%r1,%r2,%r3,%r4}, {%r1,%r2},"
                      " {%r1,%r2,%r3,%r4};"));
  EXPECT_TRUE(refused("mma.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32"
                      " {%r1,%r2,%r3,%r4}, {%r1,%r2,%r3,%r4,%r5,%r6,%r7,%r8},"
                      " {%r1,%r2,%r3,%r4}, {%r1,%r2,%r3,%r4};"));
  EXPECT_TRUE(refused("mma.sync.aligned.m16n8k32.row.col.f32.e2m1.e2m1.f32"
                      " {%r1,%r2,%r3,%r4}, {%r1,%r2,%r3,%r4}, {%r1,%r2},"
                      " {%r1,%r2,%r3,%r4};"));
}

//===-- Block scales ----------------------------------------------------===//

struct ScaledCase {
  std::string kind;   // "kind::mxf4"
  std::string vector; // ".scale_vec::2X", may be empty
  std::string scale;
  unsigned k, count; // scales of a row
  Element a, b;
  unsigned byteA, threadA, byteB, threadB;
};

double scaleValue(const std::string &type, unsigned index, unsigned block) {
  int step = int((index * 3 + block * 2) % 5) - 2;
  return type == "ue8m0" ? std::ldexp(1.0, step) : 1.0 + 0.125 * (step + 2);
}
uint32_t scaleCode(const std::string &type, double value) {
  return encode(type == "ue8m0" ? kFormatUE8M0 : kFormatUE4M3, value,
                Rounding::RN);
}

void checkScaled(const ScaledCase &test) {
  // The registers are A 0-3, B 4-5, C 6-9, the scales of A 10, of B 11.
  WordTable in(32, 12), out(32, 4);
  Fragment a{0, test.a.bits, in}, b{4, test.b.bits, in}, c{6, 32, in};
  unsigned per = 32 / test.a.bits;
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned groupID = lane >> 2, thread = lane % 4;
    for (unsigned i = 0; i < 4 * per; ++i) {
      unsigned row = i / per % 2 ? groupID + 8 : groupID;
      unsigned k = thread * per + i % per + (i / per >= 2 ? 4 * per : 0);
      a.put(lane, i, test.a.encoded(valueA(test.a, row, k)));
    }
    for (unsigned i = 0; i < 2 * per; ++i)
      b.put(lane, i,
            test.b.encoded(valueB(
                test.b, thread * per + i % per + (i >= per ? 4 * per : 0),
                groupID)));
    for (unsigned i = 0; i < 4; ++i)
      c.put(lane, i,
            encodeAccumulator("f32", valueC(groupID + (i < 2 ? 0 : 8),
                                            thread * 2 + (i & 1))));
    // The lanes of pair thread-id-a: the even one has row groupID, the odd one
    // row groupID + 8. Lane thread-id-b has column groupID. 0xff elsewhere.
    uint32_t scalesA = ~0u, scalesB = ~0u;
    auto put = [](uint32_t &word, unsigned byte, uint32_t code) {
      word = (word & ~(0xffu << (8 * byte))) | code << (8 * byte);
    };
    for (unsigned n = 0; n < test.count; ++n) {
      if (thread / 2 == test.threadA)
        put(scalesA, test.byteA + n,
            scaleCode(test.scale,
                      scaleValue(test.scale, groupID + 8 * (thread % 2), n)));
      if (thread == test.threadB)
        put(scalesB, test.byteB + n,
            scaleCode(test.scale, scaleValue(test.scale, groupID + 20, n)));
    }
    in.at(lane, 10) = scalesA;
    in.at(lane, 11) = scalesB;
  }
  auto text = [](unsigned n) { return std::to_string(n); };
  std::string body =
      "mma.sync.aligned." + test.kind + ".block_scale" + test.vector +
      ".m16n8k" + text(test.k) + ".row.col.f32." + test.a.name + "." +
      test.b.name + ".f32." + test.scale +
      " {%o0,%o1,%o2,%o3}, {%i0,%i1,%i2,%i3}, {%i4,%i5}, {%i6,%i7,%i8,%i9},"
      " %i10, {" +
      text(test.byteA) + ", " + text(test.threadA) + "}, %i11, {" +
      text(test.byteB) + ", " + text(test.threadB) + "};";
  runWarp({body}, in, out);
  unsigned block = test.k / test.count;
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned i = 0; i < 4; ++i) {
      unsigned row = (lane >> 2) + (i < 2 ? 0 : 8);
      unsigned column = lane % 4 * 2 + (i & 1);
      double expected = valueC(row, column);
      for (unsigned k = 0; k < test.k; ++k)
        expected += valueA(test.a, row, k) * valueB(test.b, k, column) *
                    scaleValue(test.scale, row, k / block) *
                    scaleValue(test.scale, column + 20, k / block);
      ASSERT_EQ(out.at(lane, i), encodeAccumulator("f32", expected))
          << body << " lane " << lane << " element " << i;
    }
  }
}

TEST(MmaBlockScale, Kinds) {
  Element e2m1 = packedE2M1();
  checkScaled({"kind::mxf8f6f4", "", "ue8m0", 32, 1, smallFloat("e4m3"),
               smallFloat("e2m1"), 3, 1, 2, 3});
  checkScaled({"kind::mxf8f6f4", ".scale_vec::1X", "ue8m0", 32, 1,
               smallFloat("e3m2"), smallFloat("e5m2"), 0, 0, 1, 2});
  checkScaled({"kind::mxf4", "", "ue8m0", 64, 2, e2m1, e2m1, 2, 1, 0, 1});
  checkScaled({"kind::mxf4nvf4", ".scale_vec::2X", "ue8m0", 64, 2, e2m1, e2m1,
               0, 0, 2, 0});
  checkScaled({"kind::mxf4nvf4", ".scale_vec::4X", "ue4m3", 64, 4, e2m1, e2m1,
               0, 1, 0, 2});
}

TEST(MmaBlockScale, SelectorsAreChecked) {
  std::string text =
      "mma.sync.aligned.kind::mxf4.block_scale.m16n8k64.row.col.f32.e2m1.e2m1"
      ".f32.ue8m0 {%r1,%r2,%r3,%r4}, {%r1,%r2,%r3,%r4}, {%r1,%r2},"
      " {%r1,%r2,%r3,%r4}, %i0, {";
  EXPECT_NE(warpFailure({text + "1, 0}, %i0, {0, 0};"})
                .find("byte-id 1 of scale A is out of range for 2 scales"),
            std::string::npos);
  EXPECT_NE(warpFailure({text + "0, 0}, %i0, {0, 4};"})
                .find("thread-id 4 of scale B is out of range"),
            std::string::npos);
}

} // namespace
