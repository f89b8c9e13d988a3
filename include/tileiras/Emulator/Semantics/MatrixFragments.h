//===- MatrixFragments.h - Fragments of matrices ----------------*- C++ -*-===//
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Matrix Fragments for mma.m16n8k16" and similar sections, as one
// rule. A fragment is distributed over eight groups of four lanes; with
//
//   g = lane / 4,  t = lane % 4,  n = elements per register,
//
// element j of a lane's register r is
//
//   A (m×k, m = 16):  row g + 8·(r mod 2),  column t·n + j + 4n·(r div 2)
//   A (m×k, m = 8):   row g,                column t·n + j + 4n·r
//   B (k×8):          row t·n + j + 4n·r,   column g
//   C, D (m×8):       element e of the lane: row g + 8·(e div 2),
//                     column 2t + (e mod 2)
//
// and a matrix of ldmatrix is a B fragment's transpose: row g, columns 2t and
// 2t + 1. Check: for f16 (n = 2) and k = 16, a4 and a5 are register 2, hence
// row g and columns 2t + 8 and 2t + 9, as the ISA's table says.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_SEMANTICS_MATRIXFRAGMENTS_H
#define TILEIRAS_EMULATOR_SEMANTICS_MATRIXFRAGMENTS_H

namespace tileiras::emu {

struct FragmentPosition {
  unsigned row, column;
};

constexpr FragmentPosition positionInA(unsigned m, unsigned n, unsigned lane,
                                       unsigned r, unsigned j) {
  unsigned g = lane / 4, t = lane % 4;
  if (m == 8)
    return {g, t * n + j + 4 * n * r};
  return {g + 8 * (r % 2), t * n + j + 4 * n * (r / 2)};
}

constexpr FragmentPosition positionInB(unsigned n, unsigned lane, unsigned r,
                                       unsigned j) {
  return {lane % 4 * n + j + 4 * n * r, lane / 4};
}

constexpr FragmentPosition positionInC(unsigned lane, unsigned element) {
  return {lane / 4 + 8 * (element / 2), 2 * (lane % 4) + element % 2};
}

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_MATRIXFRAGMENTS_H
