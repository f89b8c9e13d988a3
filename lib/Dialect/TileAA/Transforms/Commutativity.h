//===- Commutativity.h - Combiners that have no order -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A combiner f takes tuples a and b, and commutes if f(a, b) = f(b, a) to the
// last bit. Its region is evaluated for both on symbols: numbers that stand for
// values, where equal operations on equal numbers have the same number, and
// those that commute take their operands in either order.
//
// Choices need more: x > y ? x : y and y > x ? y : x are the same for every
// order of x and y, but not as texts. So each order that the two parts of a
// pair can have, if the region compares them, is a case of its own, in which
// comparisons of them are true or false:
//
//   integers   equal, which makes them one symbol, or less or greater in both
//              signednesses;
//   floats     less, equal (zeros have signs, so these stay two symbols),
//              greater, or one or both of them NaN.
//
// An operand whose elements all differ along the dimension, as indices do,
// can't be equal as long as the combination is always one of the two tuples.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_COMMUTATIVITY_H
#define TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_COMMUTATIVITY_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

namespace tileiras {

/// Whether the combiner of a reduction provably commutes. `differ` says of each
/// operand whether its elements are known to differ along the dimension.
bool commutes(mlir::nv_tileaa::ReduceOp reduce, llvm::ArrayRef<bool> differ);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_COMMUTATIVITY_H
