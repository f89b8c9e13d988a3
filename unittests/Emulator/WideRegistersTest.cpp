//===- WideRegistersTest.cpp - Registers wider than their types -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Operand Size Exceeding Instruction-Type Size": the registers of
// cvt, ld and st may be wider than the type. Sources are truncated; results are
// sign-extended where the type is a signed integer, else zero-extended. Every
// pair of type and width is run on a whole warp, with other values in each lane
// and in the bits above the type.
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"
#include "WarpHarness.h"

#include "tileiras/Emulator/Numerics/FloatFormats.h"

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

struct ScalarType {
  const char *name;
  char kind; // b, u, s or f; B for bf16
  unsigned bytes;

  bool isFloat() const { return kind == 'f' || kind == 'B'; }
};

std::ostream &operator<<(std::ostream &os, const ScalarType &type) {
  return os << type.name;
}

const ScalarType ConvertTypes[] = {
    {"u8", 'u', 1},  {"s8", 's', 1},  {"u16", 'u', 2},  {"s16", 's', 2},
    {"u32", 'u', 4}, {"s32", 's', 4}, {"u64", 'u', 8},  {"s64", 's', 8},
    {"f16", 'f', 2}, {"f32", 'f', 4}, {"bf16", 'B', 2}, {"f64", 'f', 8}};

const ScalarType MemoryTypes[] = {
    {"b8", 'b', 1},  {"u8", 'u', 1},  {"s8", 's', 1},  {"b16", 'b', 2},
    {"u16", 'u', 2}, {"s16", 's', 2}, {"b32", 'b', 4}, {"u32", 'u', 4},
    {"s32", 's', 4}, {"f32", 'f', 4}, {"b64", 'b', 8}, {"u64", 'u', 8},
    {"s64", 's', 8}, {"f64", 'f', 8}};

uint64_t lowBits(uint64_t value, unsigned bytes) {
  return bytes == 8 ? value : value & ((uint64_t(1) << (8 * bytes)) - 1);
}

/// The low bytes of \p value as a register of \p width bytes holds them.
uint64_t inRegister(const ScalarType &type, uint64_t value, unsigned width) {
  unsigned unused = 64 - 8 * type.bytes;
  uint64_t extended = type.kind == 's' ? int64_t(value << unused) >> unused
                                       : lowBits(value, type.bytes);
  return lowBits(extended, width);
}

/// The bits of a small whole number.
uint64_t encoded(const ScalarType &type, int value) {
  if (!type.isFloat())
    return lowBits(uint64_t(int64_t(value)), type.bytes);
  if (type.bytes == 8)
    return bits(double(value));
  const FloatFormat &format = type.bytes == 4    ? kFormatF32
                              : type.kind == 'B' ? kFormatBF16
                                                 : kFormatF16;
  return encode(format, value, Rounding::RN);
}

/// The registers of KernelHarness.h by their width in bytes.
const char *sourceRegister(unsigned bytes) {
  return bytes == 8 ? "%a" : bytes == 4 ? "%ra" : "%ha";
}
const char *resultRegister(unsigned bytes) {
  return bytes == 8 ? "%o" : bytes == 4 ? "%ro" : "%ho";
}

//===-- cvt -------------------------------------------------------------===//

class WideConvert
    : public testing::TestWithParam<std::tuple<ScalarType, ScalarType>> {
protected:
  ScalarType to = std::get<0>(GetParam()), from = std::get<1>(GetParam());

  /// "cvt.rn.f32.s32": with the rounding that the pair needs.
  std::string opcode() const {
    bool narrows = to.bytes < from.bytes || (to.bytes == 2 && from.bytes == 2);
    const char *rounding = "";
    if (from.isFloat() && (!to.isFloat() || to.name == from.name))
      rounding = ".rzi";
    else if (to.isFloat() && (!from.isFloat() || narrows))
      rounding = ".rn";
    return std::string("cvt") + rounding + "." + to.name + "." + from.name;
  }

  /// The value is negative if both types have such values.
  int valueOf(unsigned lane) const {
    bool isSigned = to.kind != 'u' && from.kind != 'u';
    return isSigned ? 5 * int(lane) - 70 : 3 * int(lane);
  }
};

TEST_P(WideConvert, TruncatesAndExtends) {
  std::vector<Inputs> inputs;
  for (unsigned lane = 0; lane < 32; ++lane) {
    uint64_t above = from.bytes == 8 ? 0
                                     : (0x9bd1a7e35c0f2486 + 0x11 * lane)
                                           << (8 * from.bytes);
    inputs.push_back({encoded(from, valueOf(lane)) | above});
  }
  for (unsigned source = std::max(2u, from.bytes); source <= 8; source *= 2) {
    for (unsigned result = std::max(2u, to.bytes); result <= 8; result *= 2) {
      std::string body = opcode() + " " + resultRegister(result) + ", " +
                         sourceRegister(source) + ";";
      std::vector<uint64_t> results = run(body, inputs);
      for (unsigned lane = 0; lane < 32; ++lane)
        EXPECT_EQ(results[lane],
                  inRegister(to, encoded(to, valueOf(lane)), result))
            << body << " lane " << lane;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, WideConvert,
                         testing::Combine(testing::ValuesIn(ConvertTypes),
                                          testing::ValuesIn(ConvertTypes)),
                         [](const auto &info) {
                           return std::string(std::get<0>(info.param).name) +
                                  "_" + std::get<1>(info.param).name;
                         });

/// Pairs of narrow floats: 16 or 32 bits, in registers of up to 64.
TEST(WideRegisters, PackedConversions) {
  std::vector<Inputs> inputs;
  for (unsigned lane = 0; lane < 32; ++lane)
    inputs.push_back({0xfeedfacecafe3800 + lane});
  auto expectSame = [&](const char *wide, const char *exact) {
    EXPECT_EQ(run(wide, inputs), run(exact, inputs)) << wide;
  };
  expectSame("cvt.rn.f16x2.e4m3x2 %o, %a;", "cvt.rn.f16x2.e4m3x2 %ro, %ha;");
  expectSame("cvt.rn.f16x2.e4m3x2 %ro, %ra;", "cvt.rn.f16x2.e4m3x2 %ro, %ha;");
  expectSame("cvt.rn.f16x2.f32 %o, %ra, %rb;",
             "cvt.rn.f16x2.f32 %ro, %ra, %rb;");
  expectSame("cvt.rna.tf32.f32 %o, %ra;", "cvt.rna.tf32.f32 %ro, %ra;");
  expectSame("cvt.rs.f16x2.f32 %o, %ra, %rb, %rc;",
             "cvt.rs.f16x2.f32 %ro, %ra, %rb, %rc;");
}

//===-- ld and st -------------------------------------------------------===//

class WideMemory : public testing::TestWithParam<ScalarType> {
protected:
  ScalarType type = GetParam();

  /// Calls body(elements, width of the registers) for the combinations of PTX.
  template <class Body> void forShapes(Body body) {
    for (unsigned elements : {1, 2, 4, 8}) {
      if (elements * type.bytes > 32 || (elements == 8 && type.bytes < 4))
        continue;
      for (unsigned width = std::max(2u, type.bytes); width <= 8; width *= 2)
        body(elements, width);
    }
  }

  static std::string registerOf(unsigned width, unsigned n) {
    return (width == 8   ? "%x"
            : width == 4 ? "%r"
                         : "%h") +
           std::to_string(n + 1);
  }
  /// "{%x1, %x2}", or a register alone.
  static std::string vectorOf(unsigned width, unsigned elements) {
    std::string text;
    for (unsigned n = 0; n < elements; ++n)
      text += (n ? ", " : "") + registerOf(width, n);
    return elements == 1 ? text : "{" + text + "}";
  }
  std::string opcode(const char *name, unsigned elements) const {
    std::string vector = elements == 1 ? "" : ".v" + std::to_string(elements);
    return name + vector + "." + type.name + " ";
  }

  /// Each thread of a warp has 32 bytes.
  static WordTable someWords(unsigned registers) {
    WordTable table(32, registers);
    for (size_t n = 0; n < table.words.size(); ++n)
      table.words[n] = 0x9e3779b9u * uint32_t(n + 3) ^ 0x80402010u;
    return table;
  }
  static uint64_t bytesAt(const WordTable &table, unsigned thread,
                          unsigned offset, unsigned bytes) {
    uint64_t value = 0;
    const auto *row = reinterpret_cast<const uint8_t *>(
        table.words.data() + size_t(thread) * table.registers);
    std::memcpy(&value, row + offset, bytes);
    return value;
  }

  /// With checks each lane accesses memory separately, without checks all lanes
  /// do at once.
  void runBoth(WarpProgram program, WordTable &inputs, unsigned outputs,
               llvm::function_ref<void(WordTable &)> check) {
    for (bool checked : {true, false}) {
      WordTable results(32, outputs);
      if (!checked)
        program.config.checks = CheckSet::none();
      runWarp(program, inputs, results);
      check(results);
    }
  }
};

TEST_P(WideMemory, LoadsExtend) {
  forShapes([&](unsigned elements, unsigned width) {
    std::string body = opcode("ld.global", elements) +
                       vectorOf(width, elements) + ", [%in];\n";
    for (unsigned n = 0; n < elements; ++n) {
      std::string low = "%o" + std::to_string(2 * n);
      std::string high = "%o" + std::to_string(2 * n + 1);
      std::string from = registerOf(width, n);
      body += width == 8   ? "mov.b64 {" + low + ", " + high + "}, " + from
              : width == 4 ? "mov.b32 " + low + ", " + from
                           : "cvt.u32.u16 " + low + ", " + from;
      body += ";\n";
    }
    WordTable inputs = someWords(8);
    runBoth({body}, inputs, 2 * elements, [&](WordTable &results) {
      for (unsigned thread = 0; thread < 32; ++thread)
        for (unsigned n = 0; n < elements; ++n)
          EXPECT_EQ(
              bytesAt(results, thread, 8 * n, 8),
              inRegister(type,
                         bytesAt(inputs, thread, n * type.bytes, type.bytes),
                         width))
              << body << " thread " << thread << " element " << n;
    });
  });
}

TEST_P(WideMemory, StoresTruncate) {
  forShapes([&](unsigned elements, unsigned width) {
    std::string body = "mad.lo.u32 %s, %t, 32, %s;\n";
    for (unsigned n = 0; n < elements; ++n)
      body += "ld.global.b" + std::to_string(8 * width) + " " +
              registerOf(width, n) + ", [%in+" + std::to_string(8 * n) + "];\n";
    body += opcode("st.shared", elements) + "[%s], " +
            vectorOf(width, elements) + ";\n";
    for (unsigned word = 0; word < 8; ++word)
      body += "ld.shared.b32 %o" + std::to_string(word) + ", [%s+" +
              std::to_string(4 * word) + "];\n";
    WordTable inputs = someWords(16);
    WarpProgram program{body};
    program.shared.assign(1024, 0xa5);
    runBoth(program, inputs, 8, [&](WordTable &results) {
      for (unsigned thread = 0; thread < 32; ++thread)
        for (unsigned at = 0; at < 32; at += type.bytes) {
          unsigned n = at / type.bytes;
          uint64_t untouched = lowBits(0xa5a5a5a5a5a5a5a5, type.bytes);
          EXPECT_EQ(bytesAt(results, thread, at, type.bytes),
                    n < elements ? bytesAt(inputs, thread, 8 * n, type.bytes)
                                 : untouched)
              << body << " thread " << thread << " element " << n;
        }
    });
  });
}

INSTANTIATE_TEST_SUITE_P(Types, WideMemory, testing::ValuesIn(MemoryTypes),
                         [](const auto &info) { return info.param.name; });

/// Registers of several widths in one vector.
TEST(WideRegisters, MixedVector) {
  std::vector<Inputs> inputs;
  for (unsigned lane = 0; lane < 32; ++lane)
    inputs.push_back({0x80000000u + lane + (uint64_t(lane) << 32)});
  std::vector<uint64_t> results =
      run("ld.global.v2.s32 {%o, %r1}, [%in]; sub.u64 %o, %o, 1;"
          "mov.b32 %ro, %r1;",
          inputs);
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(results[lane], 0xffffffff80000000u + lane - 1 + lane);
}

//===-- Others ----------------------------------------------------------===//

/// A name is an address of 32 or 64 bits, depending on the instruction.
TEST(WideRegisters, AddressesAsOperands) {
  std::vector<uint64_t> results =
      run("add.u32 %ro, smem, 12;", std::vector<Inputs>(32));
  EXPECT_EQ(results, std::vector<uint64_t>(32, 12));
  EXPECT_EQ(failure("add.u16 %ho, smem, 12;"),
            "test.ptx:30: 'add.u16' operand 2: expected 16 bits, the address "
            "of 'smem' has 32 or 64");
  EXPECT_EQ(failure(".local .b32 l; add.u32 %ro, l, 12;"),
            "test.ptx:30: 'add.u32' operand 2: expected 32 bits, the address "
            "of 'l' has 64");
}

/// Only cvt, ld and st accept wider registers.
TEST(WideRegisters, OthersAskForTheWidth) {
  EXPECT_EQ(failure("add.u32 %ro, %a, 1;"),
            "test.ptx:30: 'add.u32' operand 2: expected 32 bits, '%a' has 64");
  EXPECT_EQ(failure("and.b32 %ro, %ra, %b;"),
            "test.ptx:30: 'and.b32' operand 3: expected 32 bits, '%b' has 64");
  EXPECT_EQ(failure("add.u32 %ro, %clock64, 1;"),
            "test.ptx:30: 'add.u32' operand 2: expected 32 bits, '%clock64' "
            "has 64");
  EXPECT_EQ(failure("cvt.u64.u64 %o, %ra;"),
            "test.ptx:30: 'cvt.u64.u64' operand 2: expected 64 bits, '%ra' "
            "has 32");
}

/// '_' is a sink for unused results, not a value.
TEST(WideRegisters, SinksAreNotRead) {
  EXPECT_EQ(failure("add.u32 %ro, _, 1;"),
            "test.ptx:30: 'add.u32' operand 2: expected a value, got '_', "
            "which is for results");
  EXPECT_EQ(failure("selp.b32 %ro, 1, 2, _;"),
            "test.ptx:30: 'selp.b32' operand 4: expected a value, got '_', "
            "which is for results");
  EXPECT_EQ(eval("ld.global.v2.u32 {_, %ro}, [%in];", 7ull << 32), 7u);
}

} // namespace
