//===- Reducer.h - Makes a module small by removing operations --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating
// Failure-Inducing Input", 2002) over the operations of a module: ever smaller
// runs of operations are removed, and a module that stays interesting replaces
// the previous one. A result that is still used is replaced by a value of its
// type.
//
// MLIR's own reduction-tree pass crashes on modules with more than one function
// as of LLVM 22.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TOOLS_TILEIRAS_REDUCE_REDUCER_H
#define TILEIRAS_TOOLS_TILEIRAS_REDUCE_REDUCER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <functional>

namespace tileiras {

class Reducer {
public:
  /// Returns whether a valid module is still interesting.
  using Test = std::function<bool(mlir::ModuleOp)>;

  Reducer(mlir::OwningOpRef<mlir::ModuleOp> module, Test isInteresting)
      : module(std::move(module)), isInteresting(std::move(isInteresting)) {}

  /// Removes until no single operation can go. The module must be interesting.
  mlir::OwningOpRef<mlir::ModuleOp> reduce();

private:
  /// Tries to remove runs of `length` operations; returns whether any was
  /// removed.
  bool removeRuns(size_t length);
  /// Returns the module without operations `first` to `first + length` of its
  /// walk; null if they can't be removed or the rest is not valid or not
  /// interesting.
  mlir::OwningOpRef<mlir::ModuleOp> without(size_t first, size_t length);

  mlir::OwningOpRef<mlir::ModuleOp> module;
  Test isInteresting;
};

} // namespace tileiras

#endif // TILEIRAS_TOOLS_TILEIRAS_REDUCE_REDUCER_H
