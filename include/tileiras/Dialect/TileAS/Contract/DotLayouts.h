//===- DotLayouts.h - Layouts of operands of dots ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This computes the contract of dots in LayoutRules.h.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_CONTRACT_DOTLAYOUTS_H
#define TILEIRAS_DIALECT_TILEAS_CONTRACT_DOTLAYOUTS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Layout/LinearLayout.h"

#include <optional>

namespace tileiras {

/// Operand layouts of a dot whose result has layout `acc`, each none where any
/// will do; none when `acc` is no accumulator of the atom.
struct DotOperandLayouts {
  std::optional<LinearLayout> a, b;
  /// The layouts of the scales, if the dot has them.
  std::optional<LinearLayout> scaleA, scaleB;

  /// Returns the layout by operand index, other than the accumulator.
  const std::optional<LinearLayout> &get(unsigned operand) const;
};
std::optional<DotOperandLayouts> dotOperandLayouts(mlir::nv_tileas::DotOp dot,
                                                   const LinearLayout &acc);

/// Returns the accumulator layout of a dot by `fma`: each thread has a block as
/// square as possible.
LinearLayout fmaAccumulator(llvm::ArrayRef<int64_t> shape, int64_t numWarps);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_CONTRACT_DOTLAYOUTS_H
