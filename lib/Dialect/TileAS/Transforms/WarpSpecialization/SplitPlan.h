//===- SplitPlan.h - Who does what in a kernel with a producer -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The producer executes the copies by TMA of the loops that are split, the
// loops and conditions around them, and the scalars that these need: where a
// tile is, how many steps there are, of which array the tensor map is.
// Consumers execute everything else. Scalars that both need are computed by
// both, or loaded, where no token orders the load: lists of arrays lie in
// memory.
//
// Products whose sums threads take in each step are started by agents of their
// own (IssuedProducts.h), which execute the loops with nothing else in them.
//
// Loops with the same tiles in a step, one after the other, share a pipeline,
// whose sides go on from where they were. So does a loop with itself when an
// outer loop comes to it again.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_SPLITPLAN_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_SPLITPLAN_H

#include "IssuedProducts.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace tileiras {

/// Whether each side may execute it, whenever that comes to it: scalars of
/// scalars, and of memory that the kernel does not write.
bool isForBothSides(mlir::Operation *op);

/// What one pipeline of the kernel brings in a step.
struct PipelinePlan {
  mlir::Location loc;
  llvm::SmallVector<mlir::nv_tileaa::StridedMemRefType> stageTypes;
  llvm::SmallVector<int64_t> alignments;
  int64_t bytes;
  bool isEmptiedByMma;
  /// Whose producers fill a stage.
  int64_t ctas;
};

/// Copies of a step of a loop, and the number of their pipeline.
struct StepPlan {
  StagedLoads staged;
  unsigned pipeline;
};

/// Values and operations of one side.
struct RoleParts {
  llvm::DenseSet<mlir::Operation *> ops;
  /// Arguments of loops, and results of conditions, that are on the way to
  /// copies; those of others go with their operation.
  llvm::DenseSet<mlir::Value> carried;
};

class SplitPlan {
public:
  /// Takes the loop, which copies by TMA, in. Fails with the reason why that
  /// can't be.
  llvm::StringRef add(mlir::scf::ForOp loop);
  /// What each side executes. The reason why it can't be told, or nothing. At
  /// most so many products are started by agents of their own.
  llvm::StringRef assignParts(mlir::nv_tileaa::FuncOp func, size_t mostIssuers);

  bool isEmpty() const { return steps.empty(); }
  /// CTAs of a cluster fill each other's stages.
  bool isOfCluster() const {
    return llvm::any_of(pipelines,
                        [](const PipelinePlan &plan) { return plan.ctas > 1; });
  }
  bool isOnPath(mlir::Operation *op) const { return path.contains(op); }
  /// Of a loop that is split; none of others.
  llvm::ArrayRef<StepPlan> getSteps(mlir::Operation *loop) const {
    auto found = steps.find(loop);
    return found == steps.end() ? llvm::ArrayRef<StepPlan>() : found->second;
  }
  /// Numbers of the pipelines that it or loops in it use, in order.
  llvm::SmallVector<unsigned> getPipelinesIn(mlir::Operation *around) const;
  llvm::ArrayRef<PipelinePlan> getPipelines() const { return pipelines; }
  /// Their pipelines come behind those of copies.
  llvm::ArrayRef<IssuedProduct> getProducts() const { return products; }
  /// Why there are none.
  llvm::StringRef getObstacle() const { return obstacle; }
  unsigned getPipelineOf(const IssuedProduct &product) const {
    return pipelines.size() + (&product - products.data());
  }
  /// The product that reads this ring, by its number; none where threads start
  /// it.
  std::optional<unsigned> getIssuerOf(unsigned ring) const;
  /// Buffers that sides hand to each other, which are of none.
  bool isHandedOver(mlir::Operation *op) const {
    return handedOver.contains(op);
  }
  /// The first wait behind a loop for all of its products, or null.
  static mlir::nv_tileas::FutureWaitOp findWaitBehind(mlir::Operation *loop);
  /// Rings and barrier objects, and what uses them to copy and wait.
  bool isReplaced(mlir::Operation *op) const { return replaced.contains(op); }
  /// Whether it is a view of a stage that a step reads.
  bool isStageView(mlir::Operation *op) const;

  RoleParts producer, consumer, issuer;

private:
  unsigned findPipeline(const StagedLoads &staged, mlir::scf::ForOp loop);
  void replaceRing(mlir::nv_tileas::TiledTmaLoadOp load);
  void replaceBarriers(mlir::Value barriers);
  void planProducts(mlir::nv_tileaa::FuncOp func, size_t most);
  void replaceViews(mlir::Value buffer);
  /// Whether it, or what is in it, uses something that the new code lacks.
  bool usesReplaced(mlir::Operation *op) const;

  llvm::MapVector<mlir::Operation *, llvm::SmallVector<StepPlan>> steps;
  llvm::SmallVector<PipelinePlan> pipelines;
  /// Loops that are split, and loops and conditions around them.
  llvm::SetVector<mlir::Operation *> path;
  llvm::DenseSet<mlir::Operation *> replaced, handedOver;
  llvm::SmallVector<IssuedProduct> products;
  llvm::StringRef obstacle;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_SPLITPLAN_H
