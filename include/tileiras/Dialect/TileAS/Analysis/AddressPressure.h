//===- AddressPressure.h - Registers of addresses ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// At each point of the program, the registers of addresses are counted:
//
//   * of loads that follow each other, as none waits for another
//   * of a store since the load with the same coordinates: the arithmetic that
// the two share is done once
//   * of accesses that advance with an innermost loop, in all of its body
//
// The addresses of a view count once, as do coordinates.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_ADDRESSPRESSURE_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_ADDRESSPRESSURE_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace tileiras {

/// An access to a tile; false if the operation is none.
struct TiledAccess {
  static TiledAccess find(mlir::Operation *op);
  explicit operator bool() const { return op; }

  mlir::Operation *op = nullptr;
  mlir::Value view, tile;
  /// The first and the last coordinate.
  std::pair<mlir::Value, mlir::Value> coords;
};

class AddressPressure {
public:
  void open(const TiledAccess &access) { change(access, 1); }
  void close(const TiledAccess &access) { change(access, -1); }
  int64_t getRegisters() const { return registers; }

private:
  void change(const TiledAccess &access, int64_t times);

  llvm::DenseMap<mlir::Value, int64_t> views;
  llvm::DenseMap<std::pair<mlir::Value, mlir::Value>, int64_t> coords;
  int64_t registers = 0;
};

/// Opens and closes the accesses of a block on a walk from its end.
class BlockAccesses {
public:
  BlockAccesses(AddressPressure &open, mlir::Block &block);
  ~BlockAccesses();
  BlockAccesses(const BlockAccesses &) = delete;
  BlockAccesses &operator=(const BlockAccesses &) = delete;

  void enter(mlir::Operation *op);
  void leave(mlir::Operation *op);
  /// Ends the loads at an operation that computes on what loads before it give.
  void endLoads();
  /// Returns the registers of tiles whose loads follow this one: they arrive in
  /// any order.
  int64_t getLoaded() const { return loaded; }

private:
  void begin(const TiledAccess &access, mlir::Operation *first);
  void endAllOf(mlir::Operation *first);

  AddressPressure &open;
  /// The open accesses, with the operation before which each closes; null for
  /// loads, and for accesses that advance with a loop.
  llvm::SmallVector<std::pair<TiledAccess, mlir::Operation *>> held;
  llvm::DenseSet<mlir::Operation *> advancing;
  /// The first load of the block for each pair of coordinates.
  llvm::DenseMap<std::pair<mlir::Value, mlir::Value>, mlir::Operation *>
      firstLoads;
  int64_t loaded = 0;
};

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_ADDRESSPRESSURE_H
