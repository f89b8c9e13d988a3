//===- AtomFragmentsTest.cpp - Records of mma.sync, executed ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of atoms and the emulator share no code. Matrices that are spread
// over the lanes as the fragments of a record say, and an instruction whose
// name is made of the record, have to give their product.
//
//===----------------------------------------------------------------------===//

#include "MatrixValues.h"
#include "WarpHarness.h"

#include "tileiras/Target/AtomInfo.h"

using namespace tileiras;
using namespace tileiras::emu::test;

namespace {

/// The first type of a mask, as the instruction names it.
Element firstElement(uint32_t mask) {
  auto has = [&](atoms::Element element) { return (mask >> element & 1) != 0; };
  if (has(atoms::F16))
    return halfElement();
  if (has(atoms::BF16))
    return bfloatElement();
  if (has(atoms::TF32))
    return tf32Element();
  if (has(atoms::F32))
    return {"f32", &emu::FormatF32, 32};
  if (has(atoms::F64))
    return {"f64", nullptr, 64};
  if (has(atoms::E4M3))
    return smallFloat("e4m3");
  if (has(atoms::S8))
    return integer("s8");
  if (has(atoms::S4))
    return integer("s4");
  if (has(atoms::B1))
    return {"b1", nullptr, 1, false};
  return integer("s32");
}

/// A matrix in words of each lane, from word `first` on.
class Operand {
public:
  Operand(const AtomInfo &atom, AtomOperand operand, const Element &element,
          unsigned first)
      : layout(*getAtomFragment(atom, operand)), element(element),
        first(first) {}

  unsigned getWords() const {
    return layout.getNumRegisters() * element.bits / 32;
  }
  /// The number of the first word behind it.
  unsigned getEnd() const { return first + getWords(); }
  bool isDouble() const { return element.bits == 64; }

  void put(WordTable &table, const Entry &entry) const {
    each([&](unsigned lane, unsigned bit, const Coords &at) {
      uint64_t code = element.encoded(entry(at[0], at[1]));
      table.at(lane, first + bit / 32) |= uint32_t(code << bit % 32);
      if (isDouble())
        table.at(lane, first + bit / 32 + 1) = uint32_t(code >> 32);
    });
  }

  void expect(WordTable &table, const Entry &entry) const {
    WordTable expected(32, table.registers);
    put(expected, entry);
    EXPECT_EQ(table.words, expected.words);
  }

  /// "{%i0, %i1}"; `moves` joins the words of an f64.
  std::string getText(char letter, std::string &moves) const {
    if (!isDouble())
      return registerList(letter, first, getWords());
    std::string text;
    for (unsigned word = first; word < getEnd(); word += 2) {
      std::string name = "%d" + (letter + std::to_string(word));
      moves += ".reg .b64 " + name + ";\nmov.b64 " + name + ", " +
               registerList(letter, word, 2) + ";\n";
      text += (text.empty() ? "" : ", ") + name;
    }
    return "{" + text + "}";
  }
  /// The other way round, behind the instruction.
  std::string getResultMoves() const {
    std::string moves;
    for (unsigned word = first; isDouble() && word < getEnd(); word += 2)
      moves += "mov.b64 " + registerList('o', word, 2) + ", %do" +
               std::to_string(word) + ";\n";
    return moves;
  }

private:
  /// (lane, first bit of the element in the lane's words, coordinates)
  template <class Function> void each(Function function) const {
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned reg = 0; reg < layout.getNumRegisters(); ++reg)
        function(lane, reg * element.bits, layout.apply(reg, lane));
  }

  LinearLayout layout;
  Element element;
  unsigned first;
};

void check(const AtomInfo &atom) {
  Element typeA = firstElement(atom.ElementsA),
          typeB = firstElement(atom.ElementsB),
          typeC = firstElement(atom.ElementsC);
  EXPECT_EQ(typeA.bits, atom.OperandBits);
  Operand a(atom, AtomOperand::A, typeA, 0);
  Operand b(atom, AtomOperand::B, typeB, a.getEnd());
  Operand c(atom, AtomOperand::C, typeC, b.getEnd());
  Operand d(atom, AtomOperand::C, typeC, 0);
  WordTable in(32, c.getEnd()), out(32, d.getEnd());
  Entry entryA = [&](unsigned row, unsigned k) {
    return valueA(typeA, row, k);
  };
  Entry entryB = [&](unsigned k, unsigned column) {
    return valueB(typeB, k, column);
  };
  a.put(in, entryA);
  b.put(in, entryB);
  c.put(in, valueC);

  auto number = [](unsigned n) { return std::to_string(n); };
  std::string moves, kind;
  if (llvm::StringRef(atom.Name).contains("f8f6f4"))
    kind = ".kind::f8f6f4";
  std::string lists = d.getText('o', moves) + ", " + a.getText('i', moves) +
                      ", " + b.getText('i', moves) + ", " +
                      c.getText('i', moves) + ";\n";
  runWarp({moves + atom.Ptx + ".aligned.m" + number(atom.M) + "n" +
           number(atom.N) + "k" + number(atom.K) + ".row.col" + kind + "." +
           typeC.name + "." + typeA.name + "." + typeB.name + "." + typeC.name +
           (typeA.bits == 1 ? ".and.popc " : " ") + lists + d.getResultMoves()},
          in, out);
  d.expect(out, [&](unsigned row, unsigned column) {
    return valueC(row, column) + productOf(entryA, entryB, row, column, atom.K);
  });
}

TEST(AtomFragments, AreThoseOfTheInstruction) {
  unsigned count = 0;
  for (const AtomInfo &atom : allAtoms())
    if (llvm::StringRef(atom.Ptx) == "mma.sync" && !atom.ElementsOfScales) {
      SCOPED_TRACE(atom.Name);
      check(atom);
      ++count;
    }
  EXPECT_GE(count, 20u);
}

} // namespace
