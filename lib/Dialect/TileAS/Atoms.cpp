//===- Atoms.cpp - Fragments of tiles ---------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using tileiras::AtomOperand;
using tileiras::LinearLayout;

std::optional<LinearLayout>
nv_tileas::getFragment(AtomAttr atom, AtomOperand operand, unsigned rank) {
  std::optional<LinearLayout> fragment =
      tileiras::getAtomFragment(*atom.getInfo(), operand, atom.getSize());
  if (fragment && rank == 3)
    return fragment->expandOut(0);
  return fragment;
}
