//===- Execution.h - One tile block in execution ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function interprets an operation: its arguments are the execution and the
// operation; it reads the values of the operands, and sets those of the results
// (OperationTable). A region is run by `runBlock`, which leaves its exit in
// `exit` until an enclosing operation takes it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_INTERPRETER_EXECUTION_H
#define TILEIRAS_LIB_INTERPRETER_EXECUTION_H

#include "tileiras/Interpreter/Interpreter.h"
#include "tileiras/Interpreter/Values.h"

#include "llvm/ADT/DenseMap.h"

namespace tileiras::interpreter {

/// The way in which the operations of a block were left before their end.
enum class Exit { None, Yield, Continue, Break, Return };

class Execution {
public:
  Execution(Interpreter &interpreter, const Launch &launch,
            std::array<uint32_t, 3> block)
      : interpreter(interpreter), launch(launch), block(block) {}

  Interpreter &interpreter;
  const Launch &launch;
  const std::array<uint32_t, 3> block; // its index in the grid

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  const RuntimeValue &get(mlir::Value value) const {
    return values.find(value)->second;
  }
  const Tile &getTile(mlir::Value value) const {
    return *std::get<std::shared_ptr<const Tile>>(get(value));
  }
  const TensorView &getTensor(mlir::Value value) const {
    return *std::get<std::shared_ptr<const TensorView>>(get(value));
  }
  void set(mlir::Value value, RuntimeValue meaning) {
    values[value] = std::move(meaning);
  }
  void set(mlir::Value value, Tile tile) {
    set(value, RuntimeValue(std::make_shared<const Tile>(std::move(tile))));
  }
  void set(mlir::Value value, TensorView tensor) {
    set(value,
        RuntimeValue(std::make_shared<const TensorView>(std::move(tensor))));
  }
  void set(mlir::ValueRange values, llvm::ArrayRef<RuntimeValue> meanings);
  llvm::SmallVector<RuntimeValue> getAll(mlir::ValueRange values) const;

  //===--------------------------------------------------------------------===//
  // Control flow
  //===--------------------------------------------------------------------===//

  /// Executes the operations of a block up to its exit.
  llvm::LogicalResult runBlock(mlir::Block &block);
  void leave(Exit how, mlir::ValueRange operands) {
    exit = how;
    exitValues = getAll(operands);
  }
  Exit getExit() const { return exit; }
  /// Takes the exit and returns its values.
  llvm::SmallVector<RuntimeValue> takeExit() {
    exit = Exit::None;
    return std::move(exitValues);
  }

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  /// Reads element \p n of a tile from a pointer. An element of 4 bits is the
  /// low half of its byte, or with \p isHigh the high one.
  llvm::LogicalResult load(mlir::Operation *op, Tile &tile, size_t n,
                           Pointer pointer, bool isHigh = false);
  llvm::LogicalResult store(mlir::Operation *op, const Tile &tile, size_t n,
                            Pointer pointer, bool isHigh = false);
  /// Allocates memory that lives until the end of the innermost block that is
  /// run.
  llvm::LogicalResult allocate(mlir::Operation *op, uint64_t size,
                               uint64_t alignment, Pointer &pointer);

  //===--------------------------------------------------------------------===//
  // Faults
  //===--------------------------------------------------------------------===//

  /// Reports an error of \p op as a phrase after its name. A note gives the
  /// block of the grid.
  [[clang::nomerge]] llvm::LogicalResult fault(mlir::Operation *op,
                                               const llvm::Twine &what);
  /// Reports an element that the specification leaves open.
  llvm::LogicalResult checkSpecified(mlir::Operation *op, const Tile &tile,
                                     size_t n, llvm::StringRef use);
  llvm::LogicalResult checkSpecified(mlir::Operation *op, const Tile &tile,
                                     llvm::StringRef use);
  /// Returns whether a mask, which may be null, enables element \p n of an
  /// access.
  llvm::FailureOr<bool> isOn(mlir::Operation *op, mlir::Value mask, size_t n);

private:
  llvm::LogicalResult step(mlir::Operation &op);

  llvm::DenseMap<mlir::Value, RuntimeValue> values;
  llvm::SmallVector<Origin> blockAllocations;
  Exit exit = Exit::None;
  llvm::SmallVector<RuntimeValue> exitValues;
  uint64_t steps = 0;
};

} // namespace tileiras::interpreter

#endif // TILEIRAS_LIB_INTERPRETER_EXECUTION_H
