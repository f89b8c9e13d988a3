//===- RoleCode.h - The code of one side of a split kernel -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each side is built anew from the kernel: the operations that are its part, in
// their order, and the loops and conditions on the path to copies, which carry
// an iterator for each pipeline that the side uses in them. All sides repeat a
// condition: each comes to a loop where the others do.
//
//   producer                        consumer
//   for iter_args(%i)               for iter_args(%j, …)
//     %n = produce_one_async          %m, %t, %f = consume_one_async
//       copies to the stage             what reads the stage
//     yield %n                        …
//                                     consumer_release %t
//                                     yield %m, …
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_ROLECODE_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_ROLECODE_H

#include "SplitPlan.h"

#include "mlir/IR/IRMapping.h"

namespace tileiras {

/// A pipeline as a side sees it, with its rings; and what the side is in it, if
/// anything.
struct PipelineValues {
  mlir::Value pipeline;
  llvm::SmallVector<mlir::Value> rings;
  std::optional<mlir::nv_tileas::PipelineRole> role;
};

class RoleCode {
public:
  RoleCode(const SplitPlan &plan, const RoleParts &parts,
           mlir::OpBuilder &builder, llvm::ArrayRef<PipelineValues> pipelines,
           mlir::IRMapping mapping);
  virtual ~RoleCode() = default;

  /// Writes the code where the builder stands.
  void emit(mlir::Block &body);

protected:
  /// Around an operation of the kernel, which may be no part of this side.
  virtual void before(mlir::Operation *) {}
  virtual void after(mlir::Operation *) {}
  /// Of a loop that is split, which may carry values beside the iterators: what
  /// it starts with; before the first operation of a step, with the values that
  /// it got; behind the last one, with those that the next step gets; behind
  /// the loop.
  virtual llvm::SmallVector<mlir::Value> start(mlir::scf::ForOp) { return {}; }
  virtual void beginStep(mlir::scf::ForOp, mlir::ValueRange) {}
  virtual llvm::SmallVector<mlir::Value> endStep(mlir::scf::ForOp) {
    return {};
  }
  virtual void leave(mlir::scf::ForOp, mlir::ValueRange) {}

  /// Where threads and those who start products meet: what threads did before a
  /// loop is done then.
  void meet(mlir::Location loc);
  /// To the next stage of a pipeline.
  void advance(unsigned pipeline, mlir::Location loc);

  const SplitPlan &plan;
  const RoleParts &parts;
  mlir::OpBuilder &builder;
  llvm::ArrayRef<PipelineValues> pipelines;
  /// Values of the kernel to those of this side.
  mlir::IRMapping mapping;
  /// Where the side is in each pipeline; null where it is in none of its roles.
  llvm::SmallVector<mlir::Value> iterators;

  /// Where a condition on the path begins, and behind it.
  virtual void passBranch() {}

private:
  void emitLoop(mlir::scf::ForOp loop);
  void emitChoice(mlir::scf::IfOp choice);
};

/// Writes the side that fills the stages.
void emitProducer(const SplitPlan &plan, mlir::OpBuilder &builder,
                  llvm::ArrayRef<PipelineValues> pipelines,
                  mlir::IRMapping mapping, mlir::Block &body);

/// Writes the side that reads them, and does everything else.
void emitConsumer(const SplitPlan &plan, mlir::OpBuilder &builder,
                  llvm::ArrayRef<PipelineValues> pipelines,
                  mlir::IRMapping mapping, mlir::Block &body);

/// Writes the side that starts a product in each step, by its number.
void emitIssuer(const SplitPlan &plan, unsigned product,
                mlir::OpBuilder &builder,
                llvm::ArrayRef<PipelineValues> pipelines,
                mlir::IRMapping mapping, mlir::Block &body);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_ROLECODE_H
