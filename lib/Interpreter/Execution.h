//===- Execution.h - One tile block in execution ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation is interpreted by a function that takes the execution and the
// operation, reads the values of its operands, and sets those of its results
// (OperationTable). A region is run by `runBlock`; how it was left is in `exit`
// until an operation around it takes it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_INTERPRETER_EXECUTION_H
#define TILEIRAS_LIB_INTERPRETER_EXECUTION_H

#include "tileiras/Interpreter/Interpreter.h"
#include "tileiras/Interpreter/Values.h"

#include "llvm/ADT/DenseMap.h"

namespace tileiras::interpreter {

/// How the operations of a block were left, if by anything but their end.
enum class Exit { None, Yield, Continue, Break, Return };

class Execution {
public:
  Execution(Interpreter &interpreter, const Launch &launch,
            std::array<uint32_t, 3> block)
      : interpreter(interpreter), launch(launch), block(block) {}

  Interpreter &interpreter;
  const Launch &launch;
  const std::array<uint32_t, 3> block; // of the grid

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
  /// The values of the exit, which is taken.
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
  /// Lives until the end of the innermost block that is run.
  llvm::LogicalResult allocate(mlir::Operation *op, uint64_t size,
                               uint64_t alignment, Pointer &pointer);

  //===--------------------------------------------------------------------===//
  // Mistakes
  //===--------------------------------------------------------------------===//

  /// Reports what \p op does wrong, a phrase behind its name. The block of the
  /// grid is a note.
  [[clang::nomerge]] llvm::LogicalResult fault(mlir::Operation *op,
                                               const llvm::Twine &what);
  /// Reports an element that the specification leaves open.
  llvm::LogicalResult checkSpecified(mlir::Operation *op, const Tile &tile,
                                     size_t n, llvm::StringRef use);
  llvm::LogicalResult checkSpecified(mlir::Operation *op, const Tile &tile,
                                     llvm::StringRef use);
  /// Whether a mask, which may be null, lets element \p n of an access happen.
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
