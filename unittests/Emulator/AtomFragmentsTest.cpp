//===- AtomFragmentsTest.cpp - Records of mma.sync, executed ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of atoms and the emulator share no code. Matrices that are
// distributed over the lanes by the fragments of a record, and an instruction
// whose name is derived from the record, have to give the matrix product.
//
//===----------------------------------------------------------------------===//

#include "AtomOperands.h"

using namespace tileiras;
using namespace tileiras::emu::test;

namespace {

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
    if (llvm::StringRef(atom.Ptx) == "mma.sync" && !atom.isScaled() &&
        !atom.isTransposed()) {
      SCOPED_TRACE(atom.Name);
      check(atom);
      ++count;
    }
  EXPECT_GE(count, 20u);
}

} // namespace
