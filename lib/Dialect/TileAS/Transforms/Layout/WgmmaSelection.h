//===- WgmmaSelection.h - Dots that become wgmma.mma_async ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dot becomes wgmma where its tile fills the instruction, warps form
// warpgroups and the unit can read the operands: of most types only those that
// are contiguous along K. A that is not, or that is computed, comes from
// registers, in the layout of the accumulator's rows, unless they would get it
// there through shared memory (readsRegisters). Threads that compute B store it
// to the buffer of the operand. But where a loop loads A and computes B from
// what it loads, both are better read by warps (mma.sync): async copies bring
// them to registers. B of 32 bits that is contiguous along N in memory, and
// that no transposed dot has on its left (TransposeDot.cpp), is transposed by
// threads: they read vectors along K from the buffer of the async copies, and
// write them to the buffer of the operand.
//
// The operands have to fit shared memory (MmaBufferPlan.h), and the
// accumulator registers.
//
// Warpgroups divide the accumulator by rows, or else as warps do elsewhere
// (AssignDotLayouts.cpp), and an instruction is as wide as the part of a
// warpgroup, up to 256 columns.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_WGMMASELECTION_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_WGMMASELECTION_H

#include "MmaBufferPlan.h"
#include "MmaSharedOperands.h"

#include "tileiras/Layout/Factories.h"

namespace tileiras {

/// Returns how warpgroups divide a result of these rows and columns; none where
/// the instruction has no part for each.
std::optional<MmaWarps> divideByWarpgroups(llvm::ArrayRef<int64_t> mn,
                                           int64_t groups,
                                           const AtomInfo &atom);

class WgmmaPlanner {
public:
  WgmmaPlanner(mlir::nv_tileaa::FuncOp func, const TargetInfo &target)
      : target(target), buffers(func) {}

  /// Plans the dot for `warps` warps; none where mma.sync is better, or the
  /// only choice.
  std::optional<SharedOperandMma> plan(mlir::nv_tileas::DotOp dot,
                                       int64_t warps);

private:
  std::string findRejectionReason(mlir::nv_tileas::DotOp dot,
                                  const AtomInfo &atom, int64_t numWarps);

  bool readsRegisters(mlir::nv_tileas::DotOp dot, const AtomInfo &atom,
                      const MmaWarps &groups);

  const TargetInfo &target;
  MmaBufferPlan buffers;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_WGMMASELECTION_H
