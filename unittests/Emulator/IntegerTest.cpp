//===- IntegerTest.cpp - Integer arithmetic instructions --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Integer Arithmetic Instructions" and "Video Instructions".
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

using namespace tileiras::emu::test;

namespace {

TEST(Integer, AddSub) {
  EXPECT_EQ(eval("add.s32 %ro, %ra, %rb;", 0xffffffff, 2), 1u);
  EXPECT_EQ(eval("add.u64 %o, %a, %b;", ~0ull, 2), 1u);
  EXPECT_EQ(eval("add.s16 %ho, %ha, %hb;", 0xffff, 3), 2u);
  EXPECT_EQ(eval("add.sat.s32 %ro, %ra, %rb;", 0x7fffffff, 1), 0x7fffffffu);
  EXPECT_EQ(eval("sub.sat.s32 %ro, %ra, %rb;", 0x80000000, 1), 0x80000000u);
  EXPECT_EQ(eval("add.u16x2 %ro, %ra, %rb;", 0x0001ffff, 0x00010001),
            0x00020000u);
  EXPECT_EQ(eval("sub.s32 %ro, 5, %rb;", 0, 7), u32(-2));
}

TEST(Integer, Multiply) {
  EXPECT_EQ(eval("mul.lo.s32 %ro, %ra, %rb;", u32(-3), 5), u32(-15));
  EXPECT_EQ(eval("mul.hi.s32 %ro, %ra, %rb;", u32(-3), 5), u32(-1));
  EXPECT_EQ(eval("mul.hi.u32 %ro, %ra, %rb;", 0xffffffff, 0xffffffff),
            0xfffffffeu);
  EXPECT_EQ(eval("mul.hi.u64 %o, %a, %b;", ~0ull, ~0ull), ~0ull - 1);
  EXPECT_EQ(eval("mul.hi.s64 %o, %a, %b;", ~0ull, 2), ~0ull);
  EXPECT_EQ(eval("mul.wide.s32 %o, %ra, %rb;", u32(-3), 5), uint64_t(-15));
  EXPECT_EQ(eval("mul.wide.u16 %ro, %ha, %hb;", 0xffff, 0xffff), 0xfffe0001u);
  EXPECT_EQ(eval("mul.lo.u16 %ho, %ha, %hb;", 0xffff, 0xffff), 1u);
  EXPECT_EQ(eval("mad.lo.s32 %ro, %ra, %rb, %rc;", 3, 5, 7), 22u);
  EXPECT_EQ(eval("mad.wide.u32 %o, %ra, %rb, %c;", 0xffffffff, 2, 3),
            0x200000001ull);
  EXPECT_EQ(eval("mul24.hi.s32 %ro, %ra, %rb;", 0x800000, 2), u32(-256));
  EXPECT_EQ(
      eval("mad.hi.sat.s32 %ro, %ra, %rb, %rc;", 0x7fffffff, 4, 0x7fffffff),
      0x7fffffffu);
}

TEST(Integer, Divide) {
  EXPECT_EQ(eval("div.s32 %ro, %ra, %rb;", u32(-7), 2), u32(-3));
  EXPECT_EQ(eval("rem.s32 %ro, %ra, %rb;", u32(-7), 2), u32(-1));
  EXPECT_EQ(eval("div.u64 %o, %a, %b;", 100, 7), 14u);
  EXPECT_EQ(eval("div.s32 %ro, %ra, %rb;", 0x80000000, u32(-1)), 0x80000000u);
  EXPECT_EQ(eval("div.u32 %ro, %ra, %rb;", 5, 0), 0xffffffffu);
  EXPECT_EQ(eval("rem.u16 %ho, %ha, %hb;", 17, 5), 2u);
}

TEST(Integer, Extremes) {
  EXPECT_EQ(eval("min.s32 %ro, %ra, %rb;", u32(-1), 1), u32(-1));
  EXPECT_EQ(eval("min.u32 %ro, %ra, %rb;", u32(-1), 1), 1u);
  EXPECT_EQ(eval("max.s64 %o, %a, %b;", ~0ull, 1), 1u);
  EXPECT_EQ(eval("max.relu.s32 %ro, %ra, %rb;", u32(-2), u32(-1)), 0u);
  EXPECT_EQ(eval("min.s16x2 %ro, %ra, %rb;", 0xffff0001, 0x00010002),
            0xffff0001u);
  EXPECT_EQ(eval("abs.s32 %ro, %ra;", u32(-5)), 5u);
  EXPECT_EQ(eval("neg.s16 %ho, %ha;", 5), 0xfffbu);
  EXPECT_EQ(eval("sad.s32 %ro, %ra, %rb, %rc;", u32(-2), 3, 10), 15u);
}

TEST(Integer, DotProducts) {
  EXPECT_EQ(
      eval("dp4a.s32.s32 %ro, %ra, %rb, %rc;", 0xff020304, 0x01010101, 10),
      18u);
  EXPECT_EQ(
      eval("dp4a.u32.u32 %ro, %ra, %rb, %rc;", 0xff020304, 0x01010101, 10),
      274u);
  EXPECT_EQ(
      eval("dp2a.lo.u32.u32 %ro, %ra, %rb, %rc;", 0x00020003, 0x04030201, 1),
      8u);
  EXPECT_EQ(
      eval("dp2a.hi.u32.u32 %ro, %ra, %rb, %rc;", 0x00020003, 0x04030201, 1),
      18u);
}

TEST(Integer, CarryChain) {
  EXPECT_EQ(eval("add.cc.u32 %r1, %ra, %rb; addc.u32 %ro, %rc, %rd;",
                 0xffffffff, 1, 3, 4),
            8u);
  EXPECT_EQ(
      eval("sub.cc.u32 %r1, %ra, %rb; subc.u32 %ro, %rc, %rd;", 0, 1, 3, 1),
      1u);
  EXPECT_EQ(eval("mad.lo.cc.u32 %r1, %ra, %rb, %rc;"
                 "madc.hi.u32 %ro, %ra, %rb, 0;",
                 0xffffffff, 0xffffffff, 0xffffffff),
            0xffffffffu);
}

TEST(Integer, TwentyFourBits) {
  // The low 24 bits of each factor; .lo bits 31-0, .hi bits 47-16.
  EXPECT_EQ(eval("mul24.lo.u32 %ro, %ra, %rb;", 0xff123456, 0x01000003),
            0x123456u * 3);
  EXPECT_EQ(eval("mul24.hi.u32 %ro, %ra, %rb;", 0xffffff, 0xffffff),
            uint32_t((0xffffffull * 0xffffff) >> 16));
  EXPECT_EQ(eval("mul24.lo.s32 %ro, %ra, %rb;", 0xffffff, 5), u32(-5));
  EXPECT_EQ(eval("mad24.lo.u32 %ro, %ra, %rb, %rc;", 0x123456, 3, 7),
            0x123456u * 3 + 7);
  EXPECT_EQ(eval("mad24.hi.s32 %ro, %ra, %rb, %rc;", 0x400000, 0x400000, 1),
            uint32_t((0x400000ll * 0x400000) >> 16) + 1);
}

TEST(Integer, SaturationAndHighProducts) {
  EXPECT_EQ(eval("neg.sat.s32 %ro, %ra;", 0x80000000), 0x7fffffffu);
  EXPECT_EQ(eval("neg.sat.s32 %ro, %ra;", 5), u32(-5));
  EXPECT_EQ(eval("mad.hi.u32 %ro, %ra, %rb, %rc;", 0x80000000, 6, 4), 7u);
  EXPECT_EQ(eval("mad.hi.s64 %o, %a, %b, %c;", ~0ull, 5, 1), 0u);
  EXPECT_EQ(eval("min.relu.s32 %ro, %ra, %rb;", u32(-7), 3), 0u);
  EXPECT_EQ(eval("max.relu.s16x2 %ro, %ra, %rb;", 0xfff00002, 0xffff0001),
            0x00000002u);
}

TEST(Video, Scalar) {
  // a = 0x80ff7f01: bytes 1, 0x7f, 0xff, 0x80; halves 0x7f01, 0x80ff.
  uint64_t a = 0x80ff7f01, b = 0x00020003;
  EXPECT_EQ(eval("vadd.s32.s32.u32 %ro, %ra.b3, %rb.h1;", a, b), u32(-126));
  EXPECT_EQ(eval("vadd.u32.u32.u32 %ro, %ra.b2, %rb.b0;", a, b), 0x102u);
  EXPECT_EQ(eval("vsub.u32.u32.u32.sat %ro, %ra.b0, %rb.b0;", a, b), 0u);
  EXPECT_EQ(eval("vsub.s32.u32.u32.add %ro, %ra.b0, %rb.b0, %rc;", a, b, 10),
            8u);
  EXPECT_EQ(eval("vabsdiff.s32.s32.s32.sat %ro.h0, %ra.b2, %rb.b2, %rc;", a, b,
                 0xaaaabbbb),
            0xaaaa0003u);
  EXPECT_EQ(eval("vmin.s32.s32.s32.max %ro, %ra.h1, %rb, %rc;", a, b, 7), 7u);
  EXPECT_EQ(eval("vmax.u32.u32.u32 %ro, %ra.h1, %rb.h0;", a, b), 0x80ffu);
  EXPECT_EQ(eval("vshl.u32.u32.u32.sat.clamp %ro.b1, %ra.b1, %rb.b0, %rc;", a,
                 b, 0x11223344),
            0x1122ff44u);
  EXPECT_EQ(eval("vshr.s32.s32.u32.wrap %ro, %ra, %rb;", a, 36),
            u32(0xf80ff7f0));
  EXPECT_EQ(eval("vset.s32.u32.lt %ro, %ra.b3, %rb.b0;", a, b), 1u);
  EXPECT_EQ(eval("vset.u32.u32.lt.add %ro, %ra.b3, %rb.b0, %rc;", a, b, 5), 5u);
  EXPECT_EQ(eval("vmad.s32.s32.u32 %ro, %ra.b2, %rb.b0, %rc;", a, b, 10), 7u);
  EXPECT_EQ(eval("vmad.u32.u32.u32.po.shr7 %ro, %ra.h0, %rb.h1, %rc;", a, b, 1),
            (0x7f01u * 2 + 2) >> 7);
  EXPECT_EQ(eval("vmad.u32.u32.u32.sat %ro, %ra, %ra, %rc;", ~0u, 0, 1), ~0u);
}

TEST(Video, AddendsAndBounds) {
  EXPECT_EQ(eval("vmad.u32.u32.u32.po %ro, %ra, %rb, %rc;", 3, 5, 7), 23u);
  EXPECT_EQ(eval("vshl.u32.u32.u32.clamp %ro, %ra, %rb;", 3, 40), 0u);
  EXPECT_EQ(eval("vshl.u32.u32.u32.wrap %ro, %ra, %rb;", 3, 36), 48u);
  // Less, equal, greater.
  const char *compare[] = {"eq", "ne", "lt", "le", "gt", "ge"};
  unsigned holds[] = {0b010, 0b101, 0b001, 0b011, 0b100, 0b110};
  for (unsigned n = 0; n < 6; ++n)
    for (unsigned order = 0; order < 3; ++order)
      EXPECT_EQ(
          eval("vset.s32.s32." + std::string(compare[n]) + " %ro, %ra, %rb;",
               u32(int(order) - 1), 0),
          holds[n] >> order & 1)
          << compare[n] << order;
}

TEST(Integer, RemainderOfZero) {
  EXPECT_EQ(eval("rem.u32 %ro, %ra, %rb;", 5, 0), u32(-1));
  EXPECT_EQ(eval("rem.s64 %o, %a, %b;", 1ull << 63, ~0ull), 0u);
}

} // namespace
