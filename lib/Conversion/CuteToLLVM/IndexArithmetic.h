//===- IndexArithmetic.h - Offsets of coordinates ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CuTe's crd2idx at run time: trees of integers, some of which are constants
// and some values, and the arithmetic on them. An offset is computed in one of
// two ways:
//
//   * the sum of coordinate times stride, for any layout, and
//   * for a layout that is linear over F2, the XOR of the bases of the bits
//   that
//     are set (ApplyBases.h). That is the shorter one where a leaf of the
//     coordinate is the coordinate in several leaves of the layout, or swizzles
//     follow.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUTETOLLVM_INDEXARITHMETIC_H
#define TILEIRAS_LIB_CONVERSION_CUTETOLLVM_INDEXARITHMETIC_H

#include "tileiras/Layout/StridedLayout.h"

#include "mlir/IR/Builders.h"

namespace tileiras {

/// A tree whose dynamic leaves have values.
struct ValueTree {
  /// Takes the values of the dynamic leaves of `tree` from the front of
  /// `leaves`.
  ValueTree(const IntTuple &tree, mlir::ValueRange &leaves);

  bool isTuple() const { return form.isTuple(); }
  /// Returns whether the tree adds nothing to an offset.
  bool isNothing() const { return form.isWhole() || form.isInteger(0); }

  /// This tree as written in the type.
  IntTuple form;
  /// The value of a dynamic leaf.
  mlir::Value value;
  std::vector<ValueTree> elements;
};

/// Emits arithmetic in one integer type, i32 or i64.
class IndexArithmetic {
public:
  IndexArithmetic(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type)
      : builder(builder), loc(loc), type(type) {}

  mlir::Value constant(int64_t value);
  /// Returns a leaf in the type; dynamic ones are unsigned.
  mlir::Value get(const ValueTree &leaf);
  /// Null is 0.
  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  /// Returns null if the product is known to be 0.
  mlir::Value multiply(const ValueTree &lhs, const ValueTree &rhs);

  /// Returns the offset of `coord`, whose values are at the front of
  /// `coordLeaves`, in a layout whose values are `layoutLeaves`.
  mlir::Value crd2idx(const IntTuple &coord, mlir::ValueRange coordLeaves,
                      const StridedLayout &layout,
                      mlir::ValueRange layoutLeaves);

private:
  mlir::Value sumOverLeaves(const ValueTree &coord, const ValueTree &shape,
                            const ValueTree &stride);
  mlir::Value sumOverDigits(const ValueTree &coord, const ValueTree &shape,
                            const ValueTree &stride);
  mlir::Value xorOfBases(const ValueTree &coord, const IntTuple &shape,
                         llvm::ArrayRef<uint64_t> bases);
  mlir::Value swizzle(mlir::Value offset, Swizzle swizzle);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::Type type;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_CONVERSION_CUTETOLLVM_INDEXARITHMETIC_H
