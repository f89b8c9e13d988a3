//===- AtomScalesTest.cpp - Scales of records, executed ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same as AtomFragmentsTest for records with scales: their layout and the
// emulator share no code. mmaScales distributes the scales of several fragments
// and of a row as long as a register over the lanes; each instruction selects
// its own.
//
//===----------------------------------------------------------------------===//

#include "AtomOperands.h"

#include "tileiras/Layout/Factories.h"

#include <cmath>

using namespace tileiras;
using namespace tileiras::emu::test;

namespace {

constexpr unsigned kFragments = 4, kScalesOfRow = 4;

struct ScaleType {
  std::string name;
  const emu::FloatFormat *format;

  explicit ScaleType(const AtomInfo &atom)
      : name(atom.ElementsOfScales >> atoms::UE8M0 & 1 ? "ue8m0" : "ue4m3"),
        format(name == "ue8m0" ? &emu::kFormatUE8M0 : &emu::kFormatUE4M3) {}
  /// A power of two that differs between adjacent elements.
  static double valueAt(unsigned row, unsigned block) {
    return std::ldexp(1.0, int((row * 3 + row / 8 + block * 2) % 5) - 2);
  }
};

/// The scales of kFragments fragments of an operand, in words of each lane from
/// `first` on.
class ScaleWords {
public:
  ScaleWords(MmaSide side, unsigned first)
      : side(side), first(first), rowDim(side == MmaSide::Rows ? 0 : 1),
        layout(mmaScales(
            side,
            LinearLayout::identity1D(kFragments, InDim::Register, rowDim, 2),
            kScalesOfRow)) {}

  unsigned getEnd() const { return first + layout.getNumRegisters() / 4; }

  void put(WordTable &table, const ScaleType &type) const {
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned reg = 0; reg < layout.getNumRegisters(); ++reg) {
        Coords at = layout.apply(reg, lane);
        uint32_t code = emu::encode(
            *type.format, ScaleType::valueAt(at[rowDim], at[1 - rowDim]),
            emu::Rounding::RN);
        table.at(lane, first + reg / 4) |= code << 8 * (reg % 4);
      }
  }

  /// "%i12, {2, 1}": the scales of a fragment from index `scale` on.
  std::string getText(unsigned fragment, unsigned scale) const {
    unsigned selectors = mmaScaleSelectors(side);
    return "%i" + std::to_string(first + fragment / selectors) + ", {" +
           std::to_string(scale) + ", " + std::to_string(fragment % selectors) +
           "}";
  }

private:
  MmaSide side;
  unsigned first, rowDim;
  LinearLayout layout;
};

/// ".kind::mxf4.block_scale.scale_vec::2X"
std::string getKind(const AtomInfo &atom) {
  // "sm120.mma.m16n8k64.mxf4.f32"
  llvm::StringRef types =
      llvm::StringRef(atom.Name).split(".m16n8k").second.split('.').second;
  return ".kind::" + types.split('.').first.str() +
         ".block_scale.scale_vec::" + std::to_string(atom.getScalesOfRow()) +
         "X";
}

void check(const AtomInfo &atom, unsigned fragmentA, unsigned fragmentB,
           unsigned firstScale) {
  ScaleType type(atom);
  Element element = firstElement(atom.ElementsA);
  Element sum = {"f32", &emu::kFormatF32, 32};
  Operand a(atom, AtomOperand::A, element, 0),
      b(atom, AtomOperand::B, element, a.getEnd()),
      c(atom, AtomOperand::C, sum, b.getEnd()), d(atom, AtomOperand::C, sum, 0);
  ScaleWords scaleA(MmaSide::Rows, c.getEnd()),
      scaleB(MmaSide::Columns, scaleA.getEnd());
  WordTable in(32, scaleB.getEnd()), out(32, d.getEnd());
  a.put(in, [&](unsigned row, unsigned k) { return valueA(element, row, k); });
  b.put(in, [&](unsigned k, unsigned n) { return valueB(element, k, n); });
  c.put(in, valueC);
  scaleA.put(in, type);
  scaleB.put(in, type);
  std::string none, number = std::to_string(atom.K);
  runWarp({std::string(atom.Ptx) + ".aligned" + getKind(atom) + ".m16n8k" +
           number + ".row.col.f32." + element.name + "." + element.name +
           ".f32." + type.name + " " + d.getText('o', none) + ", " +
           a.getText('i', none) + ", " + b.getText('i', none) + ", " +
           c.getText('i', none) + ", " + scaleA.getText(fragmentA, firstScale) +
           ", " + scaleB.getText(fragmentB, firstScale) + ";\n"},
          in, out);
  d.expect(out, [&](unsigned row, unsigned column) {
    double expected = valueC(row, column);
    for (unsigned k = 0; k < atom.K; ++k) {
      unsigned block = firstScale + k / atom.ScaleBlock;
      expected += valueA(element, row, k) *
                  ScaleType::valueAt(16 * fragmentA + row, block) *
                  valueB(element, k, column) *
                  ScaleType::valueAt(8 * fragmentB + column, block);
    }
    return expected;
  });
}

TEST(AtomScales, AreWhereTheInstructionReadsThem) {
  unsigned count = 0;
  for (const AtomInfo &atom : allAtoms()) {
    if (llvm::StringRef(atom.Ptx) != "mma.sync" || !atom.isScaled())
      continue;
    SCOPED_TRACE(atom.Name);
    for (unsigned fragment = 0; fragment < kFragments; ++fragment)
      for (unsigned scale = 0; scale < kScalesOfRow;
           scale += atom.getScalesOfRow())
        check(atom, fragment, kFragments - 1 - fragment, scale);
    ++count;
  }
  EXPECT_EQ(count, 3u);
}

} // namespace
