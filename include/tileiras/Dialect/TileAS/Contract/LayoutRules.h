//===- LayoutRules.h - Layouts that operations require ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The contract between the layouts of an operation's operands and results, in
// one place: assignment, propagation, verification and lowering all read it.
//
// A layout on a type
// ------------------
// * has 5 lane bases and log2(numWarps) warp bases. Zero bases there are
//   replication: several threads hold the same element.
//   * is surjective: every element has a holder.
//   * has no zero *register* basis: no thread holds an element twice for that
// reason. (Hence removeZeroBases(Register) wherever bits are projected out.)
//
// Dots
// ----
// An atom with fragments FA, FB, FC (getFragment): c and result have one layout
// that FC divides from the left, C = FC * rest. `rest` gives, by registers and
// warps, counted in atoms, the rows and columns (and batches).
//
//   a   FA * (K along registers) * rest without N
//   b   FB * (K along registers) * rest without M
//
// So for every atom of the result that a thread takes part in it holds the
// atoms of a and b that are multiplied into it. Warps that only differ in what
// an operand lacks all hold it.
//
// Scales have the layout in which the instruction reads them (getScaleLayout).
//
// Where the atom reads B from shared memory (wgmma), it goes there through a
// dedicated buffer (tileas-lower-dot-to-async), so any layout will do for B,
// and for A: one that is as above stays in registers.
//
// Without fragments (`fma`) c and result have one layout C, of any kind. Each
// thread computes the elements that it holds, so it holds their rows of a and
// columns of b:
//
//   a   C without N, then K as the highest register bits
//   b   C without M, then K as the highest register bits
//
// So register r of a is a(m, k) with k = r / R, R = (registers of a) / K, and m
// what register r % R of "C without N" stands for; likewise b.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_CONTRACT_LAYOUTRULES_H
#define TILEIRAS_DIALECT_TILEAS_CONTRACT_LAYOUTRULES_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Layout/Factories.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

#include <optional>

namespace tileiras {

/// How an operation relates the layouts of its tensors.
enum class LayoutRule {
  Ignore,       ///< It has no tensors.
  Source,       ///< Its result may have any layout: constant, splat, range.
  Sink,         ///< Its operand may have any layout: unsplat, return.
  Uniform,      ///< One layout for all tensors: element-wise work, scan.
  Convert,      ///< None: convert_layout.
  View,         ///< One-to-one between source and result.
  Permute,      ///< One-to-one between source and result.
  Broadcast,    ///< The result's gives the source's.
  Reduce,       ///< The operands' (all the same) gives the results'.
  Cat,          ///< The operands' (both the same) gives the result's.
  ExtractSlice, ///< The result's gives the source's.
  Dot,          ///< See above.
  Future,       ///< Assigned where it was made; its verifier checks it.
  TiledAccess,  ///< Any for the tile; it gives that of sparse coordinates.
  Access,       ///< One layout for pointers, masks and values.
  Print,        ///< That of `printLayout` for each tile.
  Branch,       ///< Values that flow into one another have one layout.
};

/// Returns none for an operation on tensors that has no rule.
std::optional<LayoutRule> getLayoutRule(mlir::Operation *op);

/// The data flow through the structured control flow of a function: for each
/// operand (of the branching operation or a terminator) the values that it
/// becomes.
using BranchTargets = mlir::RegionBranchSuccessorMapping;
BranchTargets collectBranchTargets(mlir::Operation *root);

/// Returns the layout that `operand` must have, from the layouts of the results
/// or of the operand that the rule uses as the model; none where any will do.
std::optional<LinearLayout> requiredLayout(mlir::OpOperand &operand,
                                           const BranchTargets &targets);

/// Returns the layout that the operation gives `result`, from those of its
/// operands; none where the rule goes the other way.
std::optional<LinearLayout> suppliedLayout(mlir::OpResult result);

/// Returns the layout of a tensor that no other tensor determines.
LinearLayout defaultLayout(mlir::RankedTensorType type, int64_t numWarps);

/// Returns the warps of the kernel outside of agents, a power of two. Fails
/// with a diagnostic.
llvm::FailureOr<int64_t> getNumWarps(mlir::nv_tileaa::FuncOp func);

/// Returns the warps that hold the tiles of a region: those of the agent that
/// runs it, or the kernel's.
int64_t getNumWarps(mlir::Region *region, int64_t ofKernel);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_CONTRACT_LAYOUTRULES_H
