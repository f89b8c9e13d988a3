//===- ExitFrame.h - The exits of a region, as values -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A region of Tile IR may have several exits: it falls through to the operation
// after it, or it continues or breaks the loop around it, or it returns. An scf
// region has one exit. A frame lists the exits of a region in a fixed order,
// each with the types of its values, and encodes the exit taken as a tuple of
// values:
//
//   one i1 per exit except the last: whether this exit was taken;
//   then the values of each exit, poison for the exits not taken.
//
// The frame of a loop, (Continue, Break), is thus (again?, next values…,
// results…), which is the order of scf.condition.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_EXITFRAME_H
#define TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_EXITFRAME_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/ValueRange.h"

#include <optional>

namespace tileiras::to_tileaa {

/// The exits, in the order in which a frame lists them.
enum class Exit { Fall, Continue, Break, Return };

class ExitFrame {
public:
  /// Adds an exit, which comes after those already added.
  ExitFrame &add(Exit exit, mlir::TypeRange types);

  bool has(Exit exit) const { return find(exit).has_value(); }

  /// Returns the types of the values of `exit`.
  mlir::TypeRange getTypes(Exit exit) const;

  /// Returns the types of the tuple.
  llvm::SmallVector<mlir::Type> getTupleTypes(mlir::Builder &builder) const;

  /// Returns the tuple for `exit` with `values`.
  llvm::SmallVector<mlir::Value> encode(mlir::OpBuilder &builder,
                                        mlir::Location loc, Exit exit,
                                        mlir::ValueRange values) const;

  /// Returns the tuple of this frame for the exit that `tuple`, one of `inner`,
  /// encodes and that is not falling through.
  llvm::SmallVector<mlir::Value> forward(mlir::OpBuilder &builder,
                                         mlir::Location loc,
                                         const ExitFrame &inner,
                                         mlir::ValueRange tuple) const;

  /// Returns the flag in `tuple` of `exit`, which is not the last of several.
  mlir::Value getFlag(mlir::ValueRange tuple, Exit exit) const;

  /// Returns the values of `exit` in `tuple`.
  mlir::ValueRange getValues(mlir::ValueRange tuple, Exit exit) const;

private:
  struct Way {
    Exit exit;
    llvm::SmallVector<mlir::Type> types;
  };

  std::optional<unsigned> find(Exit exit) const;

  llvm::SmallVector<Way, 3> ways;
};

} // namespace tileiras::to_tileaa

#endif // TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_EXITFRAME_H
