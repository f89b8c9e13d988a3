//===- AtomOperands.h - Operands of a record in a warp's words --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operand of a record of mma.sync, distributed over the lanes by its
// fragment.
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_UNITTESTS_EMULATOR_ATOMOPERANDS_H
#define TILEIRAS_UNITTESTS_EMULATOR_ATOMOPERANDS_H

#include "MatrixValues.h"
#include "WarpHarness.h"

#include "tileiras/Target/AtomInfo.h"

namespace tileiras::emu::test {

/// The first type of a mask, as the instruction names it.
inline Element firstElement(uint32_t mask) {
  auto has = [&](atoms::Element element) { return (mask >> element & 1) != 0; };
  if (has(atoms::F16))
    return halfElement();
  if (has(atoms::BF16))
    return bfloatElement();
  if (has(atoms::TF32))
    return tf32Element();
  if (has(atoms::F32))
    return {"f32", &emu::kFormatF32, 32};
  if (has(atoms::F64))
    return {"f64", nullptr, 64};
  if (has(atoms::E4M3))
    return smallFloat("e4m3");
  if (has(atoms::E2M1))
    return packedE2M1();
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
  /// The index of the first word after it.
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
  /// The moves in the other direction, after the instruction.
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

} // namespace tileiras::emu::test

#endif // TILEIRAS_UNITTESTS_EMULATOR_ATOMOPERANDS_H
