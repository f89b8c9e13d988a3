//===- PlanInterpreter.h - Carries out conversion plans ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model of a CTA: registers of lanes of warps, shfl, shared memory, ldmatrix
// and stmatrix as the PTX ISA defines them. It moves a tile by a plan and
// checks that every element arrived.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_UNITTESTS_LAYOUT_PLANINTERPRETER_H
#define TILEIRAS_UNITTESTS_LAYOUT_PLANINTERPRETER_H

#include "tileiras/Layout/ConversionPlan.h"

#include <gtest/gtest.h>

namespace tileiras::test {

/// Fails with a description of the first element that is wrong.
testing::AssertionResult convertsRightly(const ConversionPlan &plan,
                                         const LinearLayout &src,
                                         const LinearLayout &dst,
                                         unsigned elementBits);

/// The address at which the PTX ISA's figures of ldmatrix find `element` of
/// `word` of `lane`, with `pack` elements in a word: the row, which lane `row`
/// addresses, and the position in it.
struct MatrixPlace {
  unsigned row, column;
};
MatrixPlace getMatrixPlace(const MatrixAccess &access, unsigned word,
                           unsigned lane, unsigned element, unsigned pack);

/// Wavefronts of the worst access of a warp, by counting banks.
unsigned countWavefronts(const LinearLayout &offset, unsigned elementBits,
                         unsigned vectorElements);

} // namespace tileiras::test

#endif // TILEIRAS_UNITTESTS_LAYOUT_PLANINTERPRETER_H
