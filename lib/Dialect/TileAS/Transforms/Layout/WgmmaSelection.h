//===- WgmmaSelection.h - Dots that become wgmma.mma_async ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product is made of wgmma where its tile fills the instruction, warps come
// in warpgroups and the unit can read the operands: of most types only those
// that are contiguous along K. A that is not, or that is computed, comes from
// registers, which takes the layout of the accumulator's rows. B that a loop
// computes anew in each step is better read by warps, as copies in flight bring
// it to their registers. But B of 32 bits that is contiguous along N in memory,
// and that no transposed product has on its left (TransposeDot.cpp), is
// turned by threads: they read vectors along K from where copies in flight
// bring it, and write them to the buffer of the product.
//
// The operands have to fit shared memory (MmaSharedOperands.h), and the sums
// registers.
//
// Warpgroups divide the accumulator by rows, or else as warps do elsewhere
// (AssignDotLayouts.cpp), and an instruction is as wide as the part of a
// warpgroup, up to 256 columns.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_WGMMASELECTION_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_WGMMASELECTION_H

#include "MmaSharedOperands.h"

#include "tileiras/Layout/Factories.h"

namespace tileiras {

/// How warpgroups divide a result of these rows and columns; none where the
/// instruction has no part for each.
std::optional<MmaWarps> divideByWarpgroups(llvm::ArrayRef<int64_t> mn,
                                           int64_t groups,
                                           const AtomInfo &atom);

class WgmmaPlanner {
public:
  explicit WgmmaPlanner(const TargetInfo &target) : target(target) {}

  /// By so many warps; none where the product is better made, or has to be, of
  /// what it has.
  std::optional<BufferProduct> plan(mlir::nv_tileas::DotOp dot, int64_t warps);

private:
  llvm::StringRef findObstacle(mlir::nv_tileas::DotOp dot, const AtomInfo &atom,
                               int64_t numWarps);

  const TargetInfo &target;
  MmaSharedOperands operands;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_WGMMASELECTION_H
