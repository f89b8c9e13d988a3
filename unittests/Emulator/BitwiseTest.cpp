//===- BitwiseTest.cpp - Logic, shifts and bit fields -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Logic and Shift Instructions", bit fields, prmt, lop3 and fns.
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

using namespace tileiras::emu::test;

namespace {

TEST(Bitwise, Logic) {
  EXPECT_EQ(eval("and.b32 %ro, %ra, %rb;", 0xf0f0, 0xff00), 0xf000u);
  EXPECT_EQ(eval("or.b64 %o, %a, %b;", 0xf0, 0x0f), 0xffu);
  EXPECT_EQ(eval("xor.b16 %ho, %ha, %hb;", 0xf0f0, 0xffff), 0x0f0fu);
  EXPECT_EQ(eval("not.b32 %ro, %ra;", 0), 0xffffffffu);
  EXPECT_EQ(eval("cnot.b32 %ro, %ra;", 0), 1u);
  // (a & b) | c
  EXPECT_EQ(eval("lop3.b32 %ro, %ra, %rb, %rc, 0xEA;", 0xff00, 0xf0f0, 0x1),
            0xf001u);
  EXPECT_EQ(eval("setp.eq.s32 %p1, %ra, 1; setp.eq.s32 %p2, %rb, 1;"
                 "and.pred %p3, %p1, %p2; not.pred %po, %p3;",
                 1, 1),
            0u);
}

TEST(Bitwise, Shifts) {
  EXPECT_EQ(eval("shl.b32 %ro, %ra, 31;", 3), 0x80000000u);
  EXPECT_EQ(eval("shl.b32 %ro, %ra, 32;", 3), 0u);
  EXPECT_EQ(eval("shr.s32 %ro, %ra, 40;", 0x80000000), 0xffffffffu);
  EXPECT_EQ(eval("shr.u32 %ro, %ra, 40;", 0x80000000), 0u);
  EXPECT_EQ(eval("shr.s64 %o, %a, 63;", 1ull << 63), ~0ull);
  EXPECT_EQ(eval("shr.s16 %ho, %ha, 4;", 0x8000), 0xf800u);
  EXPECT_EQ(eval("shf.l.wrap.b32 %ro, %ra, %rb, 40;", 0xab000000, 0x1),
            0x000001abu);
  EXPECT_EQ(eval("shf.r.clamp.b32 %ro, %ra, %rb, 40;", 1, 2), 2u);
  EXPECT_EQ(eval("shf.r.wrap.b32 %ro, %ra, %rb, 4;", 0x10, 0x2), 0x20000001u);
}

TEST(Bitwise, Fields) {
  EXPECT_EQ(eval("bfe.u32 %ro, %ra, 4, 8;", 0xabcd), 0xbcu);
  EXPECT_EQ(eval("bfe.s32 %ro, %ra, 4, 8;", 0xabcd), 0xffffffbcu);
  EXPECT_EQ(eval("bfe.s64 %o, %a, 60, 16;", 1ull << 63), ~0ull << 3);
  EXPECT_EQ(eval("bfi.b32 %ro, %ra, %rb, 8, 4;", 0xf, 0xffff0000), 0xffff0f00u);
  EXPECT_EQ(eval("bfind.u32 %ro, %ra;", 0x00ff0000), 23u);
  EXPECT_EQ(eval("bfind.shiftamt.u32 %ro, %ra;", 0x00ff0000), 8u);
  EXPECT_EQ(eval("bfind.s32 %ro, %ra;", 0xffffffff), 0xffffffffu);
  EXPECT_EQ(eval("szext.clamp.s32 %ro, %ra, 8;", 0x80), 0xffffff80u);
  EXPECT_EQ(eval("bmsk.clamp.b32 %ro, 4, 8;"), 0xff0u);
  EXPECT_EQ(eval("fns.b32 %ro, %ra, 0, 2;", 0b10110), 2u);
}

TEST(Bitwise, Counts) {
  EXPECT_EQ(eval("popc.b64 %ro, %a;", 0xff00ff), 16u);
  EXPECT_EQ(eval("clz.b32 %ro, %ra;", 1), 31u);
  EXPECT_EQ(eval("clz.b64 %ro, %a;", 0), 64u);
  EXPECT_EQ(eval("brev.b32 %ro, %ra;", 1), 0x80000000u);
}

TEST(Bitwise, Permute) {
  EXPECT_EQ(eval("prmt.b32 %ro, %ra, %rb, 0x5410;", 0x33221100, 0x77665544),
            0x55441100u);
  EXPECT_EQ(eval("prmt.b32 %ro, %ra, %rb, 0x8;", 0x80, 0), 0x808080ffu);
  EXPECT_EQ(eval("prmt.b32.f4e %ro, %ra, %rb, 1;", 0x33221100, 0x77665544),
            0x44332211u);
  EXPECT_EQ(eval("prmt.b32.rc16 %ro, %ra, %rb, 1;", 0x33221100, 0),
            0x33223322u);
}

/// PTX ISA, "prmt": the bytes that each mode picks, by the two bits of c.
TEST(Bitwise, PermuteModes) {
  auto permute = [](const char *mode, const char *c) {
    return eval("prmt.b32." + std::string(mode) + " %ro, %ra, %rb, " + c + ";",
                0x33221100, 0x77665544);
  };
  EXPECT_EQ(permute("f4e", "3"), 0x66554433u);
  EXPECT_EQ(permute("b4e", "1"), 0x66770011u);
  EXPECT_EQ(permute("rc8", "2"), 0x22222222u);
  EXPECT_EQ(permute("ecl", "2"), 0x33222222u);
  EXPECT_EQ(permute("ecr", "1"), 0x11111100u);
  EXPECT_EQ(permute("rc16", "0"), 0x11001100u);
}

TEST(Bitwise, Lop3WithPredicate) {
  // Table 0x80: a & b & c.
  EXPECT_EQ(eval("setp.eq.u32 %p1, %t, 1;"
                 "lop3.or.b32 %ro|%po, %ra, %rb, %rc, 0x80, %p1;",
                 7, 6, 12),
            4u + 1);
  EXPECT_EQ(eval("setp.eq.u32 %p1, %t, 0;"
                 "lop3.or.b32 _|%po, %ra, %rb, %rc, 0x80, %p1;",
                 1, 2, 4),
            1u);
  EXPECT_EQ(eval("setp.eq.u32 %p1, %t, 1;"
                 "lop3.and.b32 _|%po, %ra, %rb, %rc, 0x80, %p1;",
                 7, 6, 12),
            0u);
}

/// PTX ISA: .clamp keeps lengths and positions beyond the word, .wrap reduces
/// them modulo 32.
TEST(Bitwise, BeyondTheWord) {
  EXPECT_EQ(eval("bfi.b32 %ro, %ra, %rb, 4, 20;", 0xabcde, 0xff00000f),
            0xffabcdefu);
  EXPECT_EQ(eval("bmsk.clamp.b32 %ro, %ra, 8;", 36), 0u);
  EXPECT_EQ(eval("bmsk.wrap.b32 %ro, %ra, 8;", 36), 0xff0u);
  EXPECT_EQ(eval("szext.clamp.u32 %ro, %ra, 0;", 0xff), 0u);
  EXPECT_EQ(eval("szext.clamp.u32 %ro, %ra, 40;", 0xff), 0xffu);
  EXPECT_EQ(eval("szext.wrap.u32 %ro, %ra, 36;", 0xff), 0xfu);
  EXPECT_EQ(eval("shf.l.clamp.b32 %ro, %ra, %rb, 40;", 7, 9), 7u);
  EXPECT_EQ(eval("bfe.u32 %ro, %ra, 28, 8;", 0xabcdef01), 0xau);
}

TEST(Bitwise, FindsTheNthSetBit) {
  EXPECT_EQ(eval("fns.b32 %ro, %ra, 2, 0;", 0b10110), 2u);
  EXPECT_EQ(eval("fns.b32 %ro, %ra, 3, 0;", 0b10110), ~0u);
  EXPECT_EQ(eval("fns.b32 %ro, %ra, 4, -2;", 0b10110), 2u);
  // The smallest possible offset.
  EXPECT_EQ(eval("fns.b32 %ro, %ra, 4, -2147483648;", 0b10110), ~0u);
  EXPECT_EQ(eval("fns.b32 %ro, %ra, 0, 4;", 0b10110), ~0u);
}

} // namespace
