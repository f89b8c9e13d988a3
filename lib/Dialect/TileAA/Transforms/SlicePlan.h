//===- SlicePlan.h - The values that a slice is computed from ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile cut into `count` equal slices along one of its dimensions can be
// computed slice by slice if everything that it is computed from can: element
// by element for most operations, by moving the dimension along for those that
// change shapes, and by loading a smaller tile at the end of the chain.
//
// A plan is the transitive closure of that question for one operation, the
// consumer: the parts of values that one iteration of a loop over slices needs.
// A part is a value with its cut (SliceCuts.h), or the whole value. Values that
// dominate the consumer may end the chain. A value in a loop that does not
// contain the consumer makes the loop a part: the loop is repeated with the
// parts that it carries.
//
// Loads are repeated for every slice, at the position of the consumer. That is
// allowed if they are weak and no write that is ordered after them precedes the
// consumer. Writes after the consumer stay ordered after the loads.
//
// An operation that can't run there, or not more than once, is done in slices
// at its own position, and the threads keep these in local memory until the
// consumer reads them (LocalTile).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICEPLAN_H
#define TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICEPLAN_H

#include "SliceCuts.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <functional>
#include <memory>

namespace tileiras {

/// Returns the type of one of `count` slices of a tile.
mlir::RankedTensorType getSliceType(mlir::Type tile, int dim, int64_t count);

class SlicePlan;

/// A tile whose slices are kept in local memory.
struct LocalTile {
  /// The operation whose first result is the tile.
  mlir::Operation *op;
  /// The tile's cut in the plan of the consumer.
  int cut;
  /// The plan that makes the slices at the position of `op`, its consumer.
  std::shared_ptr<SlicePlan> plan;
  /// The slot in the function, set when the slices are made.
  int64_t slot = 0;
};

class SlicePlan {
public:
  /// Cuts the consumer's tiles along `cut`. Tiles for which `isSmall` holds may
  /// stay whole, and their slices be extracted.
  SlicePlan(mlir::Operation *consumer, int cut, int64_t count,
            std::function<bool(mlir::Type)> isSmall)
      : consumer(consumer), cut(cut), count(count), sliceCuts(count),
        isSmall(std::move(isSmall)) {}

  /// Cuts the consumer's tiles, of this shape, along several dimensions.
  mlir::LogicalResult cutAlong(llvm::ArrayRef<int64_t> shape,
                               llvm::ArrayRef<int> dims);

  /// Slices of values for which `isKept` holds are always extracted, since the
  /// values must not be computed once more.
  void keepWhole(std::function<bool(mlir::Value)> isKept) {
    this->isKept = std::move(isKept);
  }

  /// Restricts the plan to slices along one dimension of each value, so that no
  /// scalar selects what is computed.
  void keepDimensions() { areDimensionsKept = true; }

  /// Allows the plan to use local memory.
  void allowLocals() { areLocalsAllowed = true; }

  /// Adds all that this part needs. After a failure the plan is invalid.
  mlir::LogicalResult require(mlir::Value value, int cut);

  int64_t getCount() const { return count; }
  int getCut() const { return cut; }
  SliceCuts &getSliceCuts() { return sliceCuts; }
  const SliceCuts &getSliceCuts() const { return sliceCuts; }
  mlir::Operation *getConsumer() const { return consumer; }
  /// Returns the operation that cannot be sliced.
  mlir::Operation *getFailureReason() const { return failureReason; }

  /// Returns the number of slices that are in local memory already; zero if
  /// there are none.
  int64_t getPreferredCount() const { return preferredCount; }

  llvm::MutableArrayRef<LocalTile> getLocals() { return locals; }
  /// Returns the tile in local memory that has this slice; null for none.
  const LocalTile *findLocal(mlir::Operation *op, int cut) const;
  bool isLocal(mlir::Operation *op) const {
    return llvm::any_of(locals,
                        [&](const LocalTile &local) { return local.op == op; });
  }

  /// Returns the parts in the order of their discovery.
  mlir::ArrayRef<Part> getParts() const { return parts.getArrayRef(); }
  bool contains(mlir::Operation *op) const { return cuts.contains(op); }
  /// Returns the operations to make, each after those that it needs, outside of
  /// loops that are repeated.
  llvm::SmallVector<mlir::Operation *> getOperations() const;
  /// Returns the cuts of the results of an operation that is made.
  mlir::ArrayRef<int> getCuts(mlir::Operation *op) const {
    return cuts.find(op)->second.getArrayRef();
  }
  /// Returns the parts that a loop carries, or that an `scf.if` returns: the
  /// numbers of iteration arguments or results, and their cuts.
  mlir::ArrayRef<std::pair<unsigned, int>>
  getCarried(mlir::Operation *loop) const {
    return carried.find(loop)->second.getArrayRef();
  }
  bool isCarrying(mlir::Operation *op) const { return carried.contains(op); }
  /// Finds the tokens that a token stands for if weak loads order nothing.
  mlir::LogicalResult findTokens(mlir::Value token,
                                 llvm::SetVector<mlir::Value> &tokens) const;
  /// Returns the writes that are ordered after loads of the plan and follow the
  /// consumer, in its block or deeper.
  mlir::ArrayRef<mlir::Operation *> getWritesAfter() const {
    return writesAfter.getArrayRef();
  }
  /// Whether the consumer can use the value as it is.
  bool isVisible(mlir::Value value) const;
  /// Whether slices of the value are extracted from it.
  bool isExtracted(mlir::Value value) const {
    return extracted.contains(value);
  }

private:
  mlir::LogicalResult requireWhole(mlir::Value value);
  mlir::LogicalResult requireSlice(mlir::Value value, int cut);
  /// Requires the parts of the operands that a slice is computed from.
  mlir::LogicalResult requireOperands(mlir::Operation *op,
                                      llvm::ArrayRef<Part> operands);
  /// Whether slices along a dimension of the value need slices of its operands
  /// that are not along one dimension.
  static bool leavesDimensions(mlir::Value value, int cut,
                               llvm::ArrayRef<Part> operands);
  /// Plans to extract slices from the value.
  mlir::LogicalResult extract(mlir::Value value);
  mlir::LogicalResult requireCarried(mlir::scf::ForOp loop, unsigned number,
                                     int cut);
  mlir::LogicalResult requireChoice(mlir::scf::IfOp choice, unsigned number,
                                    int cut);
  /// Plans to load slices that are in local memory from there.
  mlir::LogicalResult requireKept(mlir::nv_tileaa::KeptOp op, int cut);
  /// Plans to keep the slices in local memory.
  mlir::LogicalResult requireLocal(mlir::Operation *op, int cut);
  /// Requires slices of the consumer's own result, at its own position.
  mlir::LogicalResult requireInPlace(int cut);
  /// Requires slices along the scanned dimension, one after another.
  mlir::LogicalResult requireScan(mlir::nv_tileaa::ScanOp scan);
  mlir::LogicalResult requireView(mlir::nv_tileaa::TiledLoadOp load, int cut);
  /// Whether the load may run at the position of the consumer; adds the writes
  /// after it.
  bool canMove(mlir::Operation *load, int cut);
  bool isAfterConsumer(mlir::Operation *write, mlir::Operation *load) const;
  bool isSameElements(mlir::Operation *load, int cut) const;
  mlir::LogicalResult fail(mlir::Value value);

  mlir::Operation *consumer;
  int cut;
  int64_t count;
  SliceCuts sliceCuts;
  std::function<bool(mlir::Type)> isSmall;
  std::function<bool(mlir::Value)> isKept;
  bool areDimensionsKept = false, areLocalsAllowed = false;
  int64_t preferredCount = 0;
  llvm::SmallVector<LocalTile> locals;
  mlir::Operation *failureReason = nullptr;
  llvm::SetVector<Part> parts;
  llvm::DenseSet<mlir::Value> extracted;
  llvm::SetVector<mlir::Operation *> writesAfter;
  llvm::MapVector<mlir::Operation *, llvm::SetVector<int>> cuts;
  llvm::DenseMap<mlir::Operation *, llvm::SetVector<std::pair<unsigned, int>>>
      carried;
};

/// Whether a tile is computed from the result of a dot of the block.
bool isComputedFromDot(mlir::Value tile, mlir::Block *block);

/// Whether this is a load that is ordered by its tokens only.
bool isWeakLoad(mlir::Operation *op);

/// Returns the token operand of an access that returns a tile; null for none.
mlir::Value getTokenOperand(mlir::Operation *access);

/// Replaces the token of a load whose elements are unused by the tokens that
/// the load waits for.
void dropTokens(mlir::Operation *op);

/// Erases dead operations, from the last to the first, so that one traversal
/// finds all. Calls `prepare` with each operation just before.
void eraseDead(mlir::nv_tileaa::FuncOp func,
               llvm::function_ref<void(mlir::Operation *)> prepare);

/// Hoists views and coordinates, which need not be made for every slice.
void hoistScalars(mlir::nv_tileaa::FuncOp func);

/// Moves values that only one arm of an `scf.if` yields into that arm, if
/// neither arm computes anything yet.
void sinkIntoChoices(mlir::nv_tileaa::FuncOp func);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICEPLAN_H
