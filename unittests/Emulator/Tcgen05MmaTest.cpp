//===- Tcgen05MmaTest.cpp - tcgen05.mma -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tcgen05.mma of all kinds, shapes and layouts of tensor memory, against matrix
// products in plain loops.
//
//===----------------------------------------------------------------------===//

#include "SharedImage.h"
#include "SparseValues.h"
#include "TensorKernel.h"

#include <cmath>

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

constexpr unsigned kColumnsD = 32, kColumnA = 32, kColumnScaleA = 40,
                   kColumnScaleB = 48, kColumnMetadata = 56, kInputs = 64;

struct MmaCase {
  std::string kind; // "f16"
  Element a, b;
  std::string d = "f32";
  unsigned m = 128, n = 32;
  Layout layoutA = {}, layoutB = {};
  bool aInTensorMemory = false, accumulate = true, weightStationary = false;
  bool negateA = false, negateB = false;
  unsigned ctas = 1, inputShift = 0;
  std::vector<uint32_t> disabled = {}; // lanes
  std::string scaleType = "", scaleVector = "";
  unsigned scales = 0, scaleIdA = 0, scaleIdB = 0;
  Schedule schedule = {};
  bool sparse = false;
  unsigned selector = 0;

  unsigned stored() const { return 256 / a.bits; }
  unsigned depth() const { return stored() * (sparse ? 2 : 1); }
  double storedA(unsigned row, unsigned n) const {
    return sparse ? SparseMatrix{a}.stored(row, n) : valueA(a, row, n);
  }
  double entryA(unsigned row, unsigned k) const {
    return sparse ? SparseMatrix{a}.at(row, k) : valueA(a, row, k);
  }
  unsigned rows() const { return m / ctas; }
  /// Elements in 16 bytes of shared memory.
  static unsigned perChunk(const Element &e) { return 128 / e.bits; }
};

/// Lane and column of D's element: PTX ISA, "Data Path Layout Organization",
/// layouts A to G.
std::pair<unsigned, unsigned> positionOf(const MmaCase &test, unsigned row,
                                         unsigned column) {
  if (test.rows() == 128)
    return {row, column};
  if (test.rows() == 32)
    return {row + 32 * (column / (test.n / 4)), column % (test.n / 4)};
  if (test.weightStationary || test.ctas == 2)
    return {row + 64 * (column / (test.n / 2)), column % (test.n / 2)};
  return {row / 16 * 32 + row % 16, column};
}

unsigned codeOf(const MmaCase &test, const Element &e) {
  if (test.kind == "f16")
    return e.name == "bf16";
  if (test.kind == "tf32")
    return 2;
  if (test.kind == "i8")
    return e.name == "s8";
  if (test.kind.substr(0, 4) == "mxf4")
    return 1;
  return e.name == "e4m3"   ? 0
         : e.name == "e5m2" ? 1
         : e.name == "e2m3" ? 3
         : e.name == "e3m2" ? 4
                            : 5;
}

uint32_t instructionDescriptor(const MmaCase &test) {
  uint32_t bits = codeOf(test, test.a) << 7 | codeOf(test, test.b) << 10 |
                  test.negateA << 13 | test.negateB << 14 |
                  test.layoutA.isMnMajor << 15 | test.layoutB.isMnMajor << 16 |
                  test.n / 8 << 17 | test.m / 16 << 24 | test.sparse << 2 |
                  test.selector;
  if (test.scales)
    return bits | uint32_t(test.scaleType == "ue8m0") << 23 |
           test.scaleIdB << 4 | test.scaleIdA << 29;
  return bits | (test.d == "s32" ? 2u : test.d == "f32" ? 1u : 0u) << 4;
}

double scaleOf(const MmaCase &test, unsigned index, unsigned block) {
  int step = int((index * 3 + block * 2) % 5) - 2;
  return test.scaleType == "ue8m0" ? std::ldexp(1.0, step)
                                   : 1.0 + 0.125 * (step + 2);
}
uint32_t scaleWord(const MmaCase &test, unsigned index, unsigned id) {
  uint32_t word = 0;
  for (unsigned block = 0; block < test.scales; ++block)
    word |= encode(test.scaleType == "ue8m0" ? kFormatUE8M0 : kFormatUE4M3,
                   scaleOf(test, index, block), Rounding::RN)
            << (8 * (id + block));
  return word;
}

uint32_t accumulatorCode(const MmaCase &test, double value) {
  return test.d == "f16"   ? encode(kFormatF16, value, Rounding::RN)
         : test.d == "s32" ? uint32_t(int32_t(value))
                           : std::bit_cast<uint32_t>(float(value));
}

/// Narrow elements have 64 bits per row in its lane. Wide ones have 32 bits
/// that rows r and r + 8 share, for the first half of k in lane r, for the
/// second in lane r + 8.
void fillMetadata(const MmaCase &test, unsigned rank, WordTable &in) {
  SparseMatrix matrix{test.a};
  for (unsigned row = 0; row < test.rows(); ++row)
    for (unsigned c = 0; c < test.depth() / matrix.chunk(); ++c) {
      unsigned lane = row, column = c / 8, bit = c % 8 * 4;
      if (test.a.bits >= 16) {
        lane = row / 16 * 16 + row % 8 + (c >= 4 ? 8 : 0);
        column = test.selector;
        bit = c % 4 * 4 + (row % 16 >= 8 ? 16 : 0);
      }
      in.at(128 * rank + lane, kColumnMetadata + column) |=
          matrix.metadata(row + rank * test.rows(), c) << bit;
    }
}

void fillInputs(const MmaCase &test, WordTable &in) {
  for (unsigned rank = 0; rank < test.ctas; ++rank) {
    unsigned thread0 = 128 * rank;
    for (unsigned row = 0; row < test.rows(); ++row) {
      for (unsigned column = 0; column < test.n; ++column) {
        auto [lane, at] = positionOf(test, row, column);
        if (at >= kColumnsD)
          continue;
        in.at(thread0 + lane, at) =
            accumulatorCode(test, valueC(row + rank * test.rows(), column));
      }
      auto [lane, none] = positionOf(test, row, 0);
      for (unsigned k = 0; k < test.stored(); ++k)
        in.at(thread0 + lane, kColumnA + k * test.a.bits / 32) |=
            uint32_t(test.a.encoded(test.storedA(row + rank * test.rows(), k))
                     << (k * test.a.bits % 32));
    }
    if (test.sparse)
      fillMetadata(test, rank, in);
    if (!test.scales)
      continue;
    // Every quarter of the lanes has all scales of A, and those of B for the
    // columns of its accumulators.
    for (unsigned lane = 0; lane < 128; ++lane) {
      for (unsigned row = lane % 32; row < test.rows(); row += 32)
        in.at(thread0 + lane, kColumnScaleA + row / 32) =
            scaleWord(test, row + rank * test.rows(), test.scaleIdA);
      bool split = test.rows() == 64;
      unsigned count = split ? test.n / 2 : test.n;
      unsigned first = split && lane >= 64 ? count : 0;
      for (unsigned n = lane % 32; n < count; n += 32)
        in.at(thread0 + lane, kColumnScaleB + n / 32) =
            scaleWord(test, 1000 + first + n, test.scaleIdB);
    }
  }
}

std::string hex(uint64_t value) {
  char text[24];
  snprintf(text, sizeof(text), "0x%llx", (unsigned long long)value);
  return text;
}

double expectedOf(const MmaCase &test, unsigned row, unsigned column) {
  double sum = test.accumulate
                   ? std::ldexp(valueC(row, column), -int(test.inputShift))
                   : 0;
  double sign = test.negateA != test.negateB ? -1 : 1;
  for (unsigned k = 0; k < test.depth(); ++k) {
    double product = test.entryA(row, k) * valueB(test.b, k, column) * sign;
    if (test.scales) {
      unsigned block = k / (test.depth() / test.scales);
      product *=
          scaleOf(test, row, block) * scaleOf(test, 1000 + column, block);
    }
    sum += product;
  }
  return sum;
}

void check(const MmaCase &test) {
  TensorKernel kernel;
  kernel.group = std::to_string(test.ctas);
  kernel.schedule = test.schedule;
  ImageMatrix a{test.layoutA, 0,      test.rows(),
                test.depth(), test.a, MmaCase::perChunk(test.a)};
  ImageMatrix b{test.layoutB,
                alignedTo(a.bytes(), 1024),
                test.n / test.ctas,
                test.depth(),
                test.b,
                MmaCase::perChunk(test.b)};
  for (unsigned rank = 0; rank < test.ctas; ++rank) {
    std::vector<uint8_t> image;
    a.write(image, [&](unsigned row, unsigned k) {
      return test.storedA(row + rank * test.rows(), k);
    });
    b.write(image, [&](unsigned column, unsigned k) {
      return valueB(test.b, k, column + rank * test.n / test.ctas);
    });
    kernel.shared.push_back(image);
  }
  std::string mask;
  for (uint32_t word : test.disabled)
    mask += (mask.empty() ? "{" : ", ") + hex(word);
  if (!mask.empty())
    mask += "}, ";
  auto column = [](unsigned n) { return "[%r20+" + std::to_string(n) + "], "; };
  kernel.work =
      "setp.eq.u32 %p5, 0, " + std::string(test.accumulate ? "0" : "1") +
      ";\ntcgen05.mma" + (test.weightStationary ? ".ws" : "") +
      (test.sparse ? ".sp" : "") + ".cta_group::" + kernel.group +
      ".kind::" + test.kind +
      (test.scales ? ".block_scale" + test.scaleVector : "") + " [%r20], " +
      (test.aInTensorMemory ? column(kColumnA)
                            : hex(a.tcgen05Descriptor()) + ", ") +
      hex(b.tcgen05Descriptor()) + ", " +
      (test.sparse ? column(kColumnMetadata) : "") +
      hex(instructionDescriptor(test)) + ", " +
      (test.scales ? column(kColumnScaleA) + column(kColumnScaleB) : "") +
      mask + "%p5" +
      (test.inputShift ? ", " + std::to_string(test.inputShift) : "") + ";\n";
  WordTable in(128 * test.ctas, kInputs), out(128 * test.ctas, kColumnsD);
  fillInputs(test, in);
  runWarp(kernel.program(kInputs, kColumnsD), in, out);
  for (unsigned row = 0; row < test.m; ++row)
    for (unsigned column = 0; column < test.n; ++column) {
      auto [lane, at] = positionOf(test, row % test.rows(), column);
      if (at >= kColumnsD)
        continue;
      unsigned thread = 128 * (row / test.rows()) + lane;
      bool isDisabled = !test.disabled.empty() &&
                        test.disabled[thread / 32] >> (lane % 32) & 1;
      double expected =
          isDisabled ? valueC(row, column) : expectedOf(test, row, column);
      ASSERT_EQ(out.at(thread, at), accumulatorCode(test, expected))
          << kernel.work << "row " << row << " column " << column;
    }
}

TEST(Tcgen05Mma, Kinds) {
  check({"f16", halfElement(), halfElement()});
  check({"f16", halfElement(), halfElement(), "f16"});
  check({"f16", bfloatElement(), bfloatElement()});
  check({"tf32", tf32Element(), tf32Element()});
  check({"i8", integer("s8"), integer("u8"), "s32"});
  for (const char *a : {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"})
    for (const char *b : {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"})
      check({"f8f6f4", smallFloat(a), smallFloat(b)});
  check({"f8f6f4", smallFloat("e2m1"), smallFloat("e4m3"), "f16"});
}

TEST(Tcgen05Mma, AInTensorMemory) {
  for (MmaCase test :
       {MmaCase{"f16", halfElement(), halfElement()},
        MmaCase{"tf32", tf32Element(), tf32Element()},
        MmaCase{"f8f6f4", smallFloat("e2m1"), smallFloat("e3m2")},
        MmaCase{"i8", integer("u8"), integer("s8"), "s32"}}) {
    test.aInTensorMemory = true;
    check(test);
  }
}

TEST(Tcgen05Mma, Shapes) {
  for (unsigned m : {64u, 128u})
    for (unsigned n : {8u, 16u, 24u})
      check({"f16", halfElement(), halfElement(), "f32", m, n});
  MmaCase test{"f16", halfElement(), halfElement(), "f32", 64, 16};
  test.aInTensorMemory = true;
  check(test);
  test.weightStationary = true;
  for (unsigned m : {32u, 64u}) {
    test.m = m;
    test.n = 64;
    for (bool inTensorMemory : {false, true}) {
      test.aInTensorMemory = inTensorMemory;
      check(test);
    }
  }
}

TEST(Tcgen05Mma, PairsOfCtas) {
  for (unsigned m : {128u, 256u})
    for (bool inTensorMemory : {false, true}) {
      MmaCase test{"f16", halfElement(), bfloatElement(), "f32", m, 32};
      test.b = halfElement();
      test.ctas = 2;
      test.aInTensorMemory = inTensorMemory;
      check(test);
    }
}

TEST(Tcgen05Mma, Layouts) {
  for (unsigned swizzleA : {0u, 32u, 64u, 128u})
    for (unsigned swizzleB : {0u, 32u, 64u, 128u})
      for (unsigned transposed = 0; transposed < 4; ++transposed)
        check({"f16",
               halfElement(),
               halfElement(),
               "f32",
               128,
               32,
               {swizzleA, (transposed & 1) != 0},
               {swizzleB, (transposed & 2) != 0}});
  check({"f8f6f4",
         smallFloat("e4m3"),
         smallFloat("e5m2"),
         "f32",
         128,
         32,
         {128, true},
         {32, true}});
  check({"tf32",
         tf32Element(),
         tf32Element(),
         "f32",
         128,
         32,
         {128, true, true},
         {128, true, true}});
}

TEST(Tcgen05Mma, InputsAndMasks) {
  MmaCase test{"f16", halfElement(), halfElement()};
  test.negateA = true;
  test.inputShift = 3;
  check(test);
  test.negateB = true;
  test.accumulate = false;
  test.inputShift = 0;
  test.disabled = {0xf0, 0, ~0u, 1};
  check(test);
}

TEST(Tcgen05Mma, BlockScales) {
  MmaCase test{"mxf8f6f4", smallFloat("e4m3"), smallFloat("e2m3")};
  test.scaleType = "ue8m0";
  test.scales = 1;
  test.scaleIdA = 3;
  test.scaleIdB = 1;
  check(test);
  test.aInTensorMemory = true;
  test.scaleVector = ".block32";
  check(test);
  test = {"mxf4", packedE2M1(), packedE2M1()};
  test.scaleType = "ue8m0";
  test.scaleVector = ".scale_vec::2X";
  test.scales = 2;
  test.scaleIdB = 2;
  check(test);
  test.kind = "mxf4nvf4";
  check(test);
  test.scaleType = "ue4m3";
  test.scaleVector = ".block16";
  test.scales = 4;
  test.scaleIdB = 0;
  check(test);
  test.ctas = 2;
  for (unsigned m : {128u, 256u}) {
    test.m = m;
    check(test);
  }
}

TEST(Tcgen05Mma, Sparse) {
  Layout wide{64};
  for (bool inTensorMemory : {false, true}) {
    for (MmaCase test :
         {MmaCase{"f16", bfloatElement(), halfElement()},
          MmaCase{"tf32", tf32Element(), tf32Element()},
          MmaCase{"f8f6f4", smallFloat("e3m2"), smallFloat("e4m3")},
          MmaCase{"i8", integer("s8"), integer("s8"), "s32"}}) {
      test.sparse = true;
      test.layoutB = wide;
      test.aInTensorMemory = inTensorMemory;
      check(test);
      if (test.a.bits >= 16) {
        test.selector = 1;
        check(test);
      }
    }
    MmaCase scaled{"mxf8f6f4", smallFloat("e4m3"), smallFloat("e2m1")};
    scaled.scaleType = "ue8m0";
    scaled.scales = 1;
    scaled.sparse = true;
    scaled.layoutB = wide;
    scaled.aInTensorMemory = inTensorMemory;
    check(scaled);
    scaled = {"mxf4", packedE2M1(), packedE2M1()};
    scaled.scaleType = "ue8m0";
    scaled.scales = 2;
    scaled.sparse = true;
    scaled.layoutB = wide;
    scaled.ctas = 2;
    scaled.m = 256;
    check(scaled);
    MmaCase stationary{"f16", halfElement(), halfElement(), "f32", 128, 64};
    stationary.sparse = stationary.weightStationary = true;
    stationary.accumulate = false; // columns 32 to 63 are not read
    stationary.layoutB = wide;
    stationary.aInTensorMemory = inTensorMemory;
    check(stationary);
  }
}

/// Bit 3 of the instruction descriptor. Every element is one: each accumulator
/// is 32.
TEST(Tcgen05Mma, IntegersSaturate) {
  for (uint32_t saturate : {0u, 8u}) {
    TensorKernel kernel{"tcgen05.mma.cta_group::1.kind::i8 [%r20], "
                        "0x400000000000, 0x400000000000, " +
                            hex(0x80404a0 | saturate) + ", 1;\n",
                        {std::vector<uint8_t>(16384, 1)}};
    WordTable in(128, 16), out(128, 16);
    for (uint32_t &word : in.words)
      word = 0x7fffffff;
    runWarp(kernel.program(16, 16), in, out);
    for (uint32_t word : out.words)
      EXPECT_EQ(word, saturate ? 0x7fffffffu : 0x8000001fu);
  }
}

TEST(Tcgen05Mma, Schedules) {
  MmaCase test{"f16", halfElement(), halfElement()};
  test.schedule = {Schedule::Adversarial};
  check(test);
  for (uint64_t seed = 0; seed < 4; ++seed) {
    test.schedule = {Schedule::Random, seed};
    check(test);
  }
}

std::string failure(const std::string &work) {
  TensorKernel kernel{work, {std::vector<uint8_t>(16384)}};
  WordTable in(128, 1), out(128, 8);
  return llvm::toString(tryRunWarp(kernel.program(0, 8), in, out));
}

TEST(Tcgen05Mma, MistakesAreNamed) {
  auto mma = [](const std::string &descriptorA, const std::string &idesc) {
    return "tcgen05.mma.cta_group::1.kind::f16 [%r20], " + descriptorA +
           ", 0x400000000000, " + idesc + ", 0;\n";
  };
  std::string good = "0x400000000000";
  EXPECT_EQ(failure(mma(good, "0x8040010")), "");
  EXPECT_NE(failure(mma("0", "0x8040010"))
                .find("descriptor of A: bits 46-48 are 0, not the constant 1"),
            std::string::npos);
  EXPECT_NE(
      failure(mma("0x6000400000000000", "0x8040010")).find("no swizzle mode 3"),
      std::string::npos);
  EXPECT_NE(failure(mma(good, "0x8040110")).find("type of A or B"),
            std::string::npos);
  EXPECT_NE(failure(mma(good, "0x8040020")).find("type of D"),
            std::string::npos);
  EXPECT_NE(failure(mma(good, "0x2040010")).find("no shape M = 32, N = 16"),
            std::string::npos);
  EXPECT_NE(failure(mma(good, "0x8040014")).find("bit 2, sparse"),
            std::string::npos);
}

TEST(Tcgen05Mma, LanesOfUnallocatedMemory) {
  EXPECT_NE(failure("tcgen05.mma.cta_group::1.kind::f16 [%r20+508], "
                    "0x400000000000, 0x400000000000, 0x8040010, 0;\n")
                .find("write to no tensor memory: lane 0, column 512"),
            std::string::npos);
  EXPECT_NE(failure("tcgen05.mma.cta_group::1.kind::f16 [%r20], "
                    "0x400000000000, 0x400000000000, 0x8040010, 1;\n")
                .find("read of uninitialised tensor memory: lane 0, column 0"),
            std::string::npos);
}

} // namespace
