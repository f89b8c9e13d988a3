//===- Commutativity.h - Combiners that commute -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A combiner f of tuples a and b commutes if f(a, b) = f(b, a) to the last bit.
// Its region is evaluated for both orders on symbols (global value numbering):
// equal operations on equal symbols have the same symbol, and operations that
// commute have it for either order of operands.
//
// Selections need more: x > y ? x : y and y > x ? y : x are equal for every
// order of x and y, but not symbolically. So if the region compares the two
// parts of a pair, each order that they can have is a separate case, in which
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

/// Whether the combiner of a reduction provably commutes. `differ` has for each
/// operand whether its elements are known to differ along the dimension.
bool commutes(mlir::nv_tileaa::ReduceOp reduce, llvm::ArrayRef<bool> differ);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_COMMUTATIVITY_H
