//===- IssuedProducts.h - Products that another agent starts ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where threads take sums out of tensor memory in each step, as attention does,
// products are started by warps of their own, one for each product of a step,
// so that they run while threads compute. Dots that add to the same sums, one
// after the other, are one product. Threads hand on what a product needs,
// and get its sums, by a pipeline of one stage, in one of two ways:
//
//   * sums that begin with zero (Q K of attention): the issuer fills the stage,
//     threads read it. It is free for the next step as soon as they have.
//   * sums that threads change first (P V): threads fill the stage, with sums
//     and with the operand that they compute, and the product empties it. They
//     wait for it when they touch either again.
//
//   threads                                issuer of S      issuer of O
//     for                                  for              for
//       wait until S is full                 until S empty    until O full
//       take S, it is empty                  until K full     until V full
//       compute P                            S = Q K          O += P V
//       until O is empty; change O, store P  K empty, S full  V empty, O empty
//       O is full
//     until O is empty; take O
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_ISSUEDPRODUCTS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_ISSUEDPRODUCTS_H

#include "tileiras/Dialect/TileAS/Analysis/StagedLoads.h"

namespace tileiras {

/// A product of one step: dots that add to the same sums, one after the other,
/// and the wait for all of them.
struct IssuedStep {
  llvm::SmallVector<mlir::nv_tileas::TmemDotOp> dots;
  mlir::nv_tileas::TmemWaitOp wait;
  mlir::nv_tileas::AllocTmemOp sums;
  /// A of each dot.
  llvm::SmallVector<mlir::nv_tileas::AllocationOpInterface> operands;
  /// Whether threads store an operand in the step.
  bool isOperandOfStep = false;
  /// The first access of threads to the sums or to A, and the last one to the
  /// sums.
  mlir::Operation *first = nullptr, *last = nullptr;
};

/// The same product in every loop that is split.
struct IssuedProduct {
  /// Threads only read the sums.
  bool isFresh;
  /// Each brings B of one dot.
  llvm::SmallVector<unsigned> rings;
  llvm::SmallVector<IssuedStep> steps;

  const IssuedStep *findStep(mlir::Block *body) const;
  mlir::nv_tileas::AllocTmemOp getAccumulatorType() const {
    return steps.front().sums;
  }
  llvm::ArrayRef<mlir::nv_tileas::AllocationOpInterface> getOperands() const {
    return steps.front().operands;
  }
  /// Makes one buffer of those of all loops, for sums and for A.
  void joinBuffers() const;
};

/// A loop that is split: what its products read, with the numbers of pipelines.
struct LoopWithProducts {
  mlir::scf::ForOp loop;
  llvm::SmallVector<std::pair<const StagedLoads *, unsigned>> stages;
};

/// Those of all loops; none if some product can't be told apart, or if threads
/// have nothing to do with sums in the loops, for the reason `why`.
llvm::SmallVector<IssuedProduct>
findIssuedProducts(mlir::nv_tileaa::FuncOp func,
                   llvm::ArrayRef<LoopWithProducts> loops,
                   llvm::StringRef &why);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_ISSUEDPRODUCTS_H
