//===- SlicePlan.h - What a slice of a tile is made of ----------*- C++ -*-===//
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
// A plan is the closure of that question for one operation, the consumer: the
// parts of values that one iteration of a loop over slices needs. A part is a
// value along with how it is cut (SliceCuts.h), or the whole of it. Values that
// the consumer can use as they are end the chain; what lies inside of a loop
// that the consumer isn't in makes a part of that loop: the loop is made again
// with the parts that it carries.
//
// Loads run again for every slice, where the consumer stands. That is allowed
// if they are weak and no write that is ordered behind them comes before it.
// Writes behind the consumer stay ordered behind the loads.
//
// What can't run there, or only once, is done in slices where it stands, and
// the threads keep these in local memory until the consumer takes them
// (LocalTile).
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

/// One of `count` slices of a tile.
mlir::RankedTensorType getSliceType(mlir::Type tile, int dim, int64_t count);

class SlicePlan;

/// A tile whose slices are kept in local memory.
struct LocalTile {
  /// Its first result.
  mlir::Operation *op;
  /// In the plan of the consumer.
  int cut;
  /// How slices are made where the operation stands, which is the consumer.
  std::shared_ptr<SlicePlan> plan;
  /// Of the function; set when the slices are made.
  int64_t slot = 0;
};

class SlicePlan {
public:
  /// The consumer's tiles are cut along `cut`. Tiles for which `isSmall` holds
  /// may stay whole, and a slice be taken out of them.
  SlicePlan(mlir::Operation *consumer, int cut, int64_t count,
            std::function<bool(mlir::Type)> isSmall)
      : consumer(consumer), cut(cut), count(count), sliceCuts(count),
        isSmall(std::move(isSmall)) {}

  /// The consumer's tiles, of this shape, are cut along several dimensions.
  mlir::LogicalResult cutAlong(llvm::ArrayRef<int64_t> shape,
                               llvm::ArrayRef<int> dims);

  /// Of values for which `isKept` holds slices are always taken out, as they
  /// are not to be computed once more.
  void keepWhole(std::function<bool(mlir::Value)> isKept) {
    this->isKept = std::move(isKept);
  }

  /// All slices of a plan lie along one dimension of each value, so that no
  /// scalar decides what is computed.
  void keepDimensions() { areDimensionsKept = true; }

  /// Local memory may be used.
  void allowLocals() { areLocalsAllowed = true; }

  /// Adds what this part needs. Failure leaves a plan of no use.
  mlir::LogicalResult require(mlir::Value value, int cut);

  int64_t getCount() const { return count; }
  int getCut() const { return cut; }
  SliceCuts &getSliceCuts() { return sliceCuts; }
  const SliceCuts &getSliceCuts() const { return sliceCuts; }
  mlir::Operation *getConsumer() const { return consumer; }
  /// The operation that cannot be sliced.
  mlir::Operation *getFailureReason() const { return failureReason; }

  /// So many slices are in local memory already; zero for none.
  int64_t getPreferredCount() const { return preferredCount; }

  llvm::MutableArrayRef<LocalTile> getLocals() { return locals; }
  /// The tile that is kept in local memory, of which this is a slice; null for
  /// none.
  const LocalTile *findLocal(mlir::Operation *op, int cut) const;
  bool isLocal(mlir::Operation *op) const {
    return llvm::any_of(locals,
                        [&](const LocalTile &local) { return local.op == op; });
  }

  /// In the order of their discovery.
  mlir::ArrayRef<Part> getParts() const { return parts.getArrayRef(); }
  bool contains(mlir::Operation *op) const { return cuts.contains(op); }
  /// The operations to make, each behind what it needs, outside of loops that
  /// are made again.
  llvm::SmallVector<mlir::Operation *> getOperations() const;
  /// How the results of an operation are cut that is made.
  mlir::ArrayRef<int> getCuts(mlir::Operation *op) const {
    return cuts.find(op)->second.getArrayRef();
  }
  /// What a loop carries, or an `scf.if` gives: numbers of iteration arguments
  /// or results, and their cuts.
  mlir::ArrayRef<std::pair<unsigned, int>>
  getCarried(mlir::Operation *loop) const {
    return carried.find(loop)->second.getArrayRef();
  }
  bool isCarrying(mlir::Operation *op) const { return carried.contains(op); }
  /// The tokens that a token stands for where weak loads order nothing.
  mlir::LogicalResult findTokens(mlir::Value token,
                                 llvm::SetVector<mlir::Value> &tokens) const;
  /// Writes that are ordered behind loads of the plan and come behind the
  /// consumer, in its block or deeper.
  mlir::ArrayRef<mlir::Operation *> getWritesAfter() const {
    return writesAfter.getArrayRef();
  }
  /// The consumer can use the value as it is.
  bool isVisible(mlir::Value value) const;
  /// Slices of the value are taken out of it.
  bool isExtracted(mlir::Value value) const {
    return extracted.contains(value);
  }

private:
  mlir::LogicalResult requireWhole(mlir::Value value);
  mlir::LogicalResult requireSlice(mlir::Value value, int cut);
  /// The parts of the operands that a slice is made of.
  mlir::LogicalResult requireOperands(mlir::Operation *op,
                                      llvm::ArrayRef<Part> operands);
  /// Slices along a dimension of the value are not made of such slices of its
  /// operands.
  static bool leavesDimensions(mlir::Value value, int cut,
                               llvm::ArrayRef<Part> operands);
  /// Slices of the value will be taken out of it.
  mlir::LogicalResult extract(mlir::Value value);
  mlir::LogicalResult requireCarried(mlir::scf::ForOp loop, unsigned number,
                                     int cut);
  mlir::LogicalResult requireChoice(mlir::scf::IfOp choice, unsigned number,
                                    int cut);
  /// Slices that are in local memory are loaded from there.
  mlir::LogicalResult requireKept(mlir::nv_tileaa::KeptOp op, int cut);
  /// The slices will be in local memory.
  mlir::LogicalResult requireLocal(mlir::Operation *op, int cut);
  /// Slices of the consumer's own result, which it makes where it stands.
  mlir::LogicalResult requireInPlace(int cut);
  /// Slices along the scanned dimension, one after another.
  mlir::LogicalResult requireScan(mlir::nv_tileaa::ScanOp scan);
  mlir::LogicalResult requireView(mlir::nv_tileaa::TiledLoadOp load, int cut);
  /// The load may run where the consumer stands; adds the writes behind it.
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

/// A load that nothing has to be ordered with but by its tokens.
bool isWeakLoad(mlir::Operation *op);

/// Of an access that gives a tile; null for none.
mlir::Value getTokenOperand(mlir::Operation *access);

/// Nothing has to wait for a load of which nobody wants the elements, but for
/// what it would have waited for.
void dropTokens(mlir::Operation *op);

/// Erases what nobody wants, from the last operation to the first, so that one
/// pass finds all. `prepare` is called with each operation just before.
void eraseDead(mlir::nv_tileaa::FuncOp func,
               llvm::function_ref<void(mlir::Operation *)> prepare);

/// Views and coordinates need not be made for every slice.
void hoistScalars(mlir::nv_tileaa::FuncOp func);

/// Computes what only one arm of an `scf.if` yields in that arm, where neither
/// arm computes anything yet.
void sinkIntoChoices(mlir::nv_tileaa::FuncOp func);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICEPLAN_H
