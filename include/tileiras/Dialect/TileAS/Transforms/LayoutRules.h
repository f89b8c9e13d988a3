//===- LayoutRules.h - What operations ask of layouts -----------*- C++ -*-===//
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
// * is surjective: every element has a place.
// * has no zero *register* basis: no thread holds an element twice for that
//   reason. (Hence removeZeroBases(Register) wherever bits are projected out.)
//
// Products
// --------
// An atom with fragments FA, FB, FC (getFragment): c and result have one layout
// that FC divides from the left, C = FC * rest. `rest` says in registers and
// warps, counted in atoms, which rows and columns (and batches) there are.
//
//   a   FA * (K along registers) * rest without N
//   b   FB * (K along registers) * rest without M
//
// So for every atom of the result that a thread takes part in it holds the
// atoms of a and b that are multiplied into it. Warps that only differ in what
// an operand lacks all hold it.
//
// Scales are where the instruction reads them (getScaleLayout).
//
// Where the atom takes B from shared memory (wgmma), it goes there through a
// buffer of its own (tileas-lower-dot-to-async), so any layout will do for B,
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

#ifndef TILEIRAS_DIALECT_TILEAS_TRANSFORMS_LAYOUTRULES_H
#define TILEIRAS_DIALECT_TILEAS_TRANSFORMS_LAYOUTRULES_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Layout/Factories.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

#include <optional>

namespace tileiras {

/// How an operation relates the layouts of its tensors.
enum class LayoutRule {
  Ignore,       ///< It has no tensors.
  Source,       ///< Its result takes any layout: constant, splat, range.
  Sink,         ///< Its operand takes any layout: unsplat, return.
  Uniform,      ///< One layout for all tensors: element-wise work, scan.
  Convert,      ///< None: convert_layout.
  View,         ///< One-to-one between source and result.
  Permute,      ///< One-to-one between source and result.
  Broadcast,    ///< The result's gives the source's.
  Reduce,       ///< The operands' (all the same) gives the results'.
  Cat,          ///< The operands' (both the same) gives the result's.
  ExtractSlice, ///< The result's gives the source's.
  Dot,          ///< See above.
  Future,       ///< Decided where it was made; its verifier checks it.
  TiledAccess,  ///< Any for the tile; it gives that of sparse coordinates.
  Access,       ///< One layout for pointers, masks and values.
  Print,        ///< That of `printLayout` for each tile.
  Branch,       ///< Values that flow into one another have one layout.
};

/// None for an operation on tensors that nobody has given a rule.
std::optional<LayoutRule> getLayoutRule(mlir::Operation *op);

/// What flows where in the structured control flow of a function: by operand
/// (of the branching operation or a terminator) the values that it becomes.
using BranchTargets = mlir::RegionBranchSuccessorMapping;
BranchTargets collectBranchTargets(mlir::Operation *root);

/// The layout that `operand` must have, from the layouts of the results or of
/// the operand that the rule takes as the model; none where any will do.
std::optional<LinearLayout> requiredLayout(mlir::OpOperand &operand,
                                           const BranchTargets &targets);

/// The layout that the operation gives `result`, from those of its operands;
/// none where the rule goes the other way.
std::optional<LinearLayout> suppliedLayout(mlir::OpResult result);

/// For operations with a tensor that moves (View … ExtractSlice): the layout
/// of the result when the source has `source`, and of the source when the
/// result is to have `result`; none when there is no such layout.
std::optional<LinearLayout> resultLayoutFrom(mlir::Operation *op,
                                             const LinearLayout &source);
std::optional<LinearLayout> sourceLayoutFrom(mlir::Operation *op,
                                             const LinearLayout &result);

/// Operand layouts of a product whose result has layout `acc`, each none where
/// any will do; none when `acc` is no accumulator of the atom.
struct DotOperandLayouts {
  std::optional<LinearLayout> a, b;
  /// Of the scales, where there are some.
  std::optional<LinearLayout> scaleA, scaleB;

  /// By the number of the operand, other than the accumulator.
  const std::optional<LinearLayout> &get(unsigned operand) const;
};
std::optional<DotOperandLayouts> dotOperandLayouts(mlir::nv_tileas::DotOp dot,
                                                   const LinearLayout &acc);

/// Accumulator of a product by `fma`: each thread has a block as square as
/// possible.
LinearLayout fmaAccumulator(llvm::ArrayRef<int64_t> shape, int64_t numWarps);

/// Layout of the indices along `dim` of a tile that has `tile`.
LinearLayout sparseIndexLayout(const LinearLayout &tile, unsigned dim);

/// Threads hold elements one behind the other, in row-major order, each as many
/// neighbours as all threads need to hold all.
LinearLayout printLayout(llvm::ArrayRef<int64_t> shape, int64_t numWarps);
std::optional<LinearLayout> requiredByPrint(mlir::OpOperand &operand);

/// The layout of a tensor that nothing else decides about.
LinearLayout defaultLayout(mlir::RankedTensorType type, int64_t numWarps);

/// Warps of the kernel outside of agents, a power of two. Fails with a
/// diagnostic.
llvm::FailureOr<int64_t> getNumWarps(mlir::nv_tileaa::FuncOp func);

/// Warps that hold the tiles of a region: those of the agent whose code it is,
/// or the kernel's.
int64_t getNumWarps(mlir::Region *region, int64_t ofKernel);

/// How far layouts are assigned.
enum class LayoutState {
  Partial,  ///< Some tensors have no layout yet.
  Complete, ///< Every tensor has one.
};

/// Checks the contract above, operation by operation, in a function of
/// nv_tileas whose boundary may have been converted already. Passes call it
/// first: what they read may come from text. In a function that is no kernel
/// the layouts only have to agree on the number of warps.
llvm::LogicalResult verifyLayouts(mlir::FunctionOpInterface func,
                                  LayoutState state);

/// Neighbours of the tile that one access of a thread may take by what is known
/// of addresses: of 32 bytes where the target has such loads and stores, else
/// of 16.
mlir::nv_tileaa::AccessVector
getVector(mlir::nv_tileaa::AccessOpInterface access);

/// The atom of a load or store of so many bits.
mlir::cute_nvgpu::AtomAttr getVectorAtom(mlir::MLIRContext *context,
                                         unsigned bits);

/// The bits of a register's number along which the neighbours lie that one
/// access of a thread may take, by the facts of the access and the layout of
/// its tile: 2^n registers with n bits. None for a scalar.
llvm::SmallVector<unsigned>
findVectorBits(mlir::nv_tileaa::AccessOpInterface access);

/// Checks that the target has the atoms of the function's operations, and that
/// accesses take no more neighbours at a time than they may.
llvm::LogicalResult verifyAtoms(mlir::FunctionOpInterface func,
                                const TargetInfo &target);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_TRANSFORMS_LAYOUTRULES_H
