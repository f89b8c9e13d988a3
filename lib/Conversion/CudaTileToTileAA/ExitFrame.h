//===- ExitFrame.h - The ways out of a region, as values --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A region of Tile IR may be left in several ways: it falls through to what
// follows it, or it continues or breaks the loop around it, or it returns. An
// scf region has one way out. A frame lists the ways out of a region in a fixed
// order, each with the types of the values that it takes along, and encodes the
// one taken as a tuple of values:
//
//   one i1 per way except the last: whether it was this one;
//   then what each way takes along, poison for the ways not taken.
//
// A loop's frame (Continue, Break) is thus (again?, next values…, results…): in
// this order scf.condition wants them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_EXITFRAME_H
#define TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_EXITFRAME_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/ValueRange.h"

#include <optional>

namespace tileiras::to_tileaa {

/// In the order in which a frame lists them.
enum class Exit { Fall, Continue, Break, Return };

class ExitFrame {
public:
  /// Adds a way out, which comes after those already there.
  ExitFrame &add(Exit exit, mlir::TypeRange types);

  bool has(Exit exit) const { return find(exit).has_value(); }

  /// The types that `exit` takes along.
  mlir::TypeRange getTypes(Exit exit) const;

  /// The types of the tuple.
  llvm::SmallVector<mlir::Type> getTupleTypes(mlir::Builder &builder) const;

  /// The tuple that says that the region was left by `exit` with `values`.
  llvm::SmallVector<mlir::Value> encode(mlir::OpBuilder &builder,
                                        mlir::Location loc, Exit exit,
                                        mlir::ValueRange values) const;

  /// The tuple of this frame for a region that was left as `tuple`, one of
  /// `inner`, says, but not by falling through.
  llvm::SmallVector<mlir::Value> forward(mlir::OpBuilder &builder,
                                         mlir::Location loc,
                                         const ExitFrame &inner,
                                         mlir::ValueRange tuple) const;

  /// Whether `tuple` says that `exit`, not the last of several, was taken.
  mlir::Value getFlag(mlir::ValueRange tuple, Exit exit) const;

  /// What `exit` takes along in `tuple`.
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
