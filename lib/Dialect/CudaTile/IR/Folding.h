//===- Folding.h - What the folds are made with -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A constant is read as the bits of its elements, computed on one element at a
// time, and written back. There is one function for each shape of arithmetic,
// whatever the number of operands; what an operation computes is a lambda.
//
// Rules all folds keep:
//   * A result that is undefined, or not determined to the last bit (approx,
//     full, elementary functions), is not computed: the lambda gives nothing,
//     and the operation stays, all of it.
//   * A NaN that arithmetic makes is the quiet one without payload; Tile IR
//     does not say which one it is.
//   * Memory stays bounded. A splat is one element whatever its type; a literal
//     of more than maxFoldedElements elements is not touched.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_CUDATILE_IR_FOLDING_H
#define TILEIRAS_LIB_DIALECT_CUDATILE_IR_FOLDING_H

#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"

#include <optional>

namespace mlir::cuda_tile {

/// The most elements of a literal, unless it is a splat, that a fold reads or
/// makes.
constexpr int64_t maxFoldedElements = 1024;

//===----------------------------------------------------------------------===//
// Constants as bits
//===----------------------------------------------------------------------===//

/// The bits of the elements of a constant in row-major order, or those of one
/// element for a splat.
using ElementBits = SmallVector<APInt, 1>;

/// Nothing if `value` is no constant, or has too many elements.
std::optional<ElementBits> readConstant(Attribute value);

/// The element of a splat; nothing for anything else.
std::optional<APInt> readSplat(Attribute value);

/// The constant of type `type` with these bits, one element for a splat or all
/// of them. Null if there are no constants of that type (i4, pointers).
DenseElementsAttr makeConstant(TileType type, ArrayRef<APInt> bits);

/// An integer or truth value in all elements.
DenseElementsAttr makeSplat(TileType type, int64_t value);

//===----------------------------------------------------------------------===//
// Elementwise folds
//===----------------------------------------------------------------------===//

/// Elements in, element out; nothing if there is no such result.
using IntegerFn = function_ref<std::optional<APInt>(ArrayRef<APInt>)>;
using FloatFn = function_ref<std::optional<APFloat>(ArrayRef<APFloat>)>;
using PredicateFn = function_ref<bool(ArrayRef<APFloat>)>;

/// What `compute` makes of the bits of each element of the operands, which are
/// tiles of the shape of `result`. Null if an operand is no constant or an
/// element has no result.
Attribute foldBits(TileType result, ArrayRef<Attribute> operands,
                   IntegerFn compute);

/// LLVM's name of a rounding mode; nothing for those that leave the last bits
/// open.
std::optional<APFloat::roundingMode> getIeeeRounding(RoundingMode mode);

/// The same on floats of one type. With `flushToZero`, subnormal operands and
/// results become zeros of their sign.
Attribute foldFloats(TileType result, ArrayRef<Attribute> operands,
                     bool flushToZero, FloatFn compute);

/// A truth value for each element.
Attribute foldPredicate(TileType operandType, TileType result,
                        ArrayRef<Attribute> operands, PredicateFn compute);

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// A float type, or fnv8E5M3FNU, and bits of it. A number of fnv8E5M3FNU, which
/// LLVM does not know, is given as an f64, which holds it exactly.
APFloat readFloat(Type type, const APInt &bits);

/// The square root, rounded once. A negative operand other than zero gives a
/// NaN.
APFloat squareRoot(const APFloat &operand, APFloat::roundingMode mode);

} // namespace mlir::cuda_tile

#endif // TILEIRAS_LIB_DIALECT_CUDATILE_IR_FOLDING_H
