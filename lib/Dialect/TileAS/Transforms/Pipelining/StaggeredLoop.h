//===- StaggeredLoop.h - A loop whose steps overlap -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of each step is executed early, beside the rest of the step before:
//
//   for j in a..b                   if a < b
//     early(j)                        early(a)
//     late(j)               =>        for j in a+1..b
//                                       early(j) and late(j-1), in some order
//                                     late(b-1)
//
// The new loop carries what the old one did and, behind that, what the late
// part needs of the early one.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_PIPELINING_STAGGEREDLOOP_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_PIPELINING_STAGGEREDLOOP_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace tileiras {

/// Registers of a thread beside tiles: counters, addresses, carried scalars.
inline constexpr int64_t kRegistersBesideTiles = 14;

class StaggeredLoop {
public:
  virtual ~StaggeredLoop() = default;

protected:
  /// What is needed: values of a step of the loop.
  StaggeredLoop(mlir::scf::ForOp loop,
                const llvm::SetVector<mlir::Value> &needs)
      : builder(loop), loc(loop.getLoc()), loop(loop), needs(needs) {}

  /// Writes the branch in front of the loop, and returns what it gives.
  mlir::ValueRange emit();

  /// The early part of the first step, of what the loop begins with: what the
  /// new loop begins with.
  virtual llvm::SmallVector<mlir::Value>
  emitFirst(mlir::Value index, llvm::SmallVector<mlir::Value> carried) = 0;
  /// A step: what the next one gets.
  virtual llvm::SmallVector<mlir::Value> emitStep(mlir::Value index,
                                                  mlir::ValueRange carried) = 0;
  /// The late part of the last step: what the branch gives.
  virtual llvm::SmallVector<mlir::Value> emitLast(mlir::ValueRange carried) = 0;
  /// The same of a loop that has no step.
  virtual llvm::SmallVector<mlir::Value> getInits() = 0;

  /// What a part finds of what the old loop carried; an early one its index,
  /// too.
  mlir::IRMapping enter(llvm::ArrayRef<mlir::Value> carried);
  mlir::IRMapping enterEarly(mlir::Value index,
                             llvm::ArrayRef<mlir::Value> carried);
  /// To and from the end of what the new loop carries.
  void takeNeeds(llvm::ArrayRef<mlir::Value> carried, mlir::IRMapping &values);
  void giveNeeds(const mlir::IRMapping &values,
                 llvm::SmallVectorImpl<mlir::Value> &carried);

  mlir::OpBuilder builder;
  mlir::Location loc;

private:
  llvm::SmallVector<mlir::Value> emitSteps();

  mlir::scf::ForOp loop;
  const llvm::SetVector<mlir::Value> &needs;
};

/// All loops of a region, before any of them changes.
llvm::SmallVector<mlir::scf::ForOp> collectLoops(mlir::Region &region);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_PIPELINING_STAGGEREDLOOP_H
