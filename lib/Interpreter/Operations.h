//===- Operations.h - The table of interpreted operations -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_INTERPRETER_OPERATIONS_H
#define TILEIRAS_LIB_INTERPRETER_OPERATIONS_H

#include "Execution.h"

namespace tileiras::interpreter {

class OperationTable {
public:
  using Function = llvm::LogicalResult (*)(Execution &, mlir::Operation *);

  /// The table of all operations that are interpreted.
  static const OperationTable &get();

  /// Returns null for an operation that is not interpreted.
  Function find(mlir::OperationName name) const {
    return functions.lookup(name.getTypeID());
  }

  /// Adds `function`, whose second parameter is of the operation's class.
  template <auto function> void add() {
    addAs<function>(static_cast<decltype(function)>(nullptr));
  }

private:
  template <auto function, typename OpT>
  void addAs(llvm::LogicalResult (*)(Execution &, OpT)) {
    functions[mlir::TypeID::get<OpT>()] = [](Execution &execution,
                                             mlir::Operation *op) {
      return function(execution, llvm::cast<OpT>(op));
    };
  }

  llvm::DenseMap<mlir::TypeID, Function> functions;
};

// Each source file adds its operations.
void addAggregateOps(OperationTable &table);
void addAssumeOps(OperationTable &table);
void addAtomicOps(OperationTable &table);
void addControlOps(OperationTable &table);
void addConversionOps(OperationTable &table);
void addFloatOps(OperationTable &table);
void addGridOps(OperationTable &table);
void addIntegerOps(OperationTable &table);
void addMathOps(OperationTable &table);
void addMatrixOps(OperationTable &table);
void addMemoryOps(OperationTable &table);
void addPrintOps(OperationTable &table);
void addShapeOps(OperationTable &table);
void addViewOps(OperationTable &table);

} // namespace tileiras::interpreter

#endif // TILEIRAS_LIB_INTERPRETER_OPERATIONS_H
