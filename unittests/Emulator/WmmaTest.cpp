//===- WmmaTest.cpp - wmma.load, wmma.mma, wmma.store -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tests compare memory with memory, since the layout of fragments is
// unspecified.
//
//===----------------------------------------------------------------------===//

#include "MatrixValues.h"
#include "WarpHarness.h"

#include <cstring>

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

struct WmmaCase {
  unsigned m, n, k;
  Element a, b;
  std::string d = "f32";
  unsigned registersA, registersB, registersD;
  bool rowA = true, rowB = false, rowD = true;
  std::string types; // of wmma.mma
  std::string op = "";
};

unsigned bitsOf(const std::string &type) {
  return type == "f64" ? 64 : type == "f16" ? 16 : 32;
}
uint64_t codeOf(const std::string &type, double value) {
  if (type == "f64")
    return std::bit_cast<uint64_t>(value);
  if (type == "f16")
    return encode(kFormatF16, value, Rounding::RN);
  return type == "s32" ? uint32_t(int32_t(value))
                       : std::bit_cast<uint32_t>(float(value));
}

void put(std::vector<uint8_t> &image, unsigned start, unsigned index,
         unsigned bits, uint64_t code) {
  unsigned bit = index * bits;
  image.resize(std::max<size_t>(image.size(), start + (bit + bits + 7) / 8));
  for (unsigned n = 0; n < bits; ++n)
    if (code >> n & 1)
      image[start + (bit + n) / 8] |= uint8_t(1 << ((bit + n) % 8));
}

std::string registers(const char *name, unsigned count, unsigned bits) {
  std::string text = "{";
  for (unsigned n = 0; n < count; ++n)
    text += (n ? ", %" : "%") + std::string(name) + std::to_string(n);
  return text + "}";
}

void check(const WmmaCase &test) {
  unsigned bits = test.a.bits, sums = bitsOf(test.d);
  std::vector<uint8_t> image;
  unsigned b0 = 2048, d0 = 4096;
  for (unsigned row = 0; row < test.m; ++row)
    for (unsigned k = 0; k < test.k; ++k)
      put(image, 0, test.rowA ? row * test.k + k : k * test.m + row, bits,
          test.a.encoded(valueA(test.a, row, k)));
  for (unsigned k = 0; k < test.k; ++k)
    for (unsigned column = 0; column < test.n; ++column)
      put(image, b0, test.rowB ? k * test.n + column : column * test.k + k,
          bits, test.b.encoded(valueB(test.b, k, column)));
  auto indexD = [&](unsigned row, unsigned column) {
    return test.rowD ? row * test.n + column : column * test.m + row;
  };
  for (unsigned row = 0; row < test.m; ++row)
    for (unsigned column = 0; column < test.n; ++column)
      put(image, d0, indexD(row, column), sums,
          codeOf(test.d, valueC(row, column)));
  image.resize((image.size() + 127) / 128 * 128);
  std::string shape = ".m" + std::to_string(test.m) + "n" +
                      std::to_string(test.n) + "k" + std::to_string(test.k);
  auto layout = [](bool row) { return row ? ".row" : ".col"; };
  auto declare = [](const char *name, unsigned count, unsigned width) {
    return ".reg .b" + std::to_string(width == 64 ? 64 : 32) + " %" + name +
           "<" + std::to_string(count) + ">;\n";
  };
  std::string a = registers("fa", test.registersA, bits),
              b = registers("fb", test.registersB, bits),
              c = registers("fc", test.registersD, sums),
              d = registers("fd", test.registersD, sums);
  unsigned strideD = test.rowD ? test.n : test.m;
  std::string text =
      declare("fa", test.registersA, bits) +
      declare("fb", test.registersB, bits) +
      declare("fc", test.registersD, sums) +
      declare("fd", test.registersD, sums) + "wmma.load.a.sync.aligned" +
      layout(test.rowA) + shape + ".shared." + test.a.name + " " + a +
      ", [%s];\nwmma.load.b.sync.aligned" + layout(test.rowB) + shape +
      ".shared." + test.b.name + " " + b + ", [%s+" + std::to_string(b0) +
      "];\nwmma.load.c.sync.aligned" + layout(test.rowD) + shape + ".shared." +
      test.d + " " + c + ", [%s+" + std::to_string(d0) + "], " +
      std::to_string(strideD) + ";\nwmma.mma" + test.op + ".sync.aligned" +
      layout(test.rowA) + layout(test.rowB) + shape + test.types + " " + d +
      ", " + a + ", " + b + ", " + c + ";\nwmma.store.d.sync.aligned" +
      layout(test.rowD) + shape + ".shared." + test.d + " [%s+" +
      std::to_string(d0) + "], " + d + ", " + std::to_string(strideD) +
      ";\nbar.warp.sync -1;\n";
  // Each lane copies its share of D's words to its outputs.
  unsigned words = test.m * test.n * sums / 32 / 32;
  text += "mad.lo.u32 %r1, %t, " + std::to_string(4 * words) + ", %s;\n";
  for (unsigned n = 0; n < words; ++n)
    text += "ld.shared.b32 %o" + std::to_string(n) + ", [%r1+" +
            std::to_string(d0 + 4 * n) + "];\n";
  WordTable in(32, 1), out(32, words);
  runWarp({text, "sm_80", image}, in, out);
  for (unsigned row = 0; row < test.m; ++row)
    for (unsigned column = 0; column < test.n; ++column) {
      double expected = valueC(row, column);
      for (unsigned k = 0; k < test.k; ++k) {
        double x = valueA(test.a, row, k), y = valueB(test.b, k, column);
        expected += test.op == ".xor.popc" ? double(x != y) : x * y;
      }
      uint64_t got = 0;
      std::memcpy(&got,
                  reinterpret_cast<const uint8_t *>(out.words.data()) +
                      indexD(row, column) * sums / 8,
                  sums / 8);
      ASSERT_EQ(got, codeOf(test.d, expected))
          << text << "row " << row << " column " << column;
    }
}

TEST(Wmma, Halves) {
  for (auto [m, n] : {std::pair{16u, 16u}, {32u, 8u}, {8u, 32u}})
    for (bool row : {false, true}) {
      check({m, n, 16, halfElement(), halfElement(), "f32", 8, 8, 8, row, !row,
             row, ".f32.f32"});
      check({m, n, 16, halfElement(), halfElement(), "f16", 8, 8, 4, !row, !row,
             !row, ".f16.f16"});
    }
  check({16, 16, 16, bfloatElement(), bfloatElement(), "f32", 4, 4, 8, true,
         false, true, ".f32.bf16.bf16.f32"});
  check({16, 16, 8, tf32Element(), tf32Element(), "f32", 4, 4, 8, true, true,
         true, ".f32.tf32.tf32.f32"});
}

TEST(Wmma, Integers) {
  check({32, 8, 16, integer("s8"), integer("s8"), "s32", 4, 1, 8, true, false,
         true, ".s32.s8.s8.s32.satfinite"});
  check({8, 8, 32, integer("u4"), integer("u4"), "s32", 1, 1, 2, true, false,
         true, ".s32.u4.u4.s32"});
  Element bit{"b1", nullptr, 1, false};
  for (const char *op : {".xor.popc", ".and.popc"})
    check({8, 8, 128, bit, bit, "s32", 1, 1, 2, true, false, true,
           ".s32.b1.b1.s32", op});
}

TEST(Wmma, Doubles) {
  Element f64{"f64", &kFormatF32, 64};
  check({8, 8, 4, f64, f64, "f64", 1, 1, 2, true, false, true,
         ".f64.f64.f64.f64.rn"});
}

} // namespace
