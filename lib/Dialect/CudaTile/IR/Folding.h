//===- Folding.h - Folds of constants ---------------------------*- C++ -*-===//
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
//     full, elementary functions), is not computed: the lambda returns none,
//     and the whole operation stays.
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

/// The largest number of elements of a literal, unless it is a splat, that a
/// fold reads or creates.
constexpr int64_t maxFoldedElements = 1024;

//===----------------------------------------------------------------------===//
// Constants as bits
//===----------------------------------------------------------------------===//

/// The bits of the elements of a constant in row-major order, or those of one
/// element for a splat.
using ElementBits = SmallVector<APInt, 1>;

/// Returns the bits of a constant; none if `value` is not a constant, or has
/// too many elements.
std::optional<ElementBits> readConstant(Attribute value);

/// Returns the element of a splat; none for any other value.
std::optional<APInt> readSplat(Attribute value);

/// Returns the constant of type `type` with these bits, of one element for a
/// splat or of all elements; null if the type has no constants (i4, pointers).
DenseElementsAttr makeConstant(TileType type, ArrayRef<APInt> bits);

/// Returns a splat of an integer or truth value.
DenseElementsAttr makeSplat(TileType type, int64_t value);

//===----------------------------------------------------------------------===//
// Elementwise folds
//===----------------------------------------------------------------------===//

/// Computes an element from the operands' elements; none if there is no result.
using IntegerFn = function_ref<std::optional<APInt>(ArrayRef<APInt>)>;
using FloatFn = function_ref<std::optional<APFloat>(ArrayRef<APFloat>)>;
using PredicateFn = function_ref<bool(ArrayRef<APFloat>)>;

/// Applies `compute` to the bits of each element of the operands, which are
/// tiles of the shape of `result`. Returns null if an operand is not a constant
/// or an element has no result.
Attribute foldBits(TileType result, ArrayRef<Attribute> operands,
                   IntegerFn compute);

/// Returns LLVM's name of a rounding mode; none for modes that don't determine
/// the last bits.
std::optional<APFloat::roundingMode> getIeeeRounding(RoundingMode mode);

/// As foldBits, on floats of one type. With `flushToZero`, subnormal operands
/// and results become zeros of their sign.
Attribute foldFloats(TileType result, ArrayRef<Attribute> operands,
                     bool flushToZero, FloatFn compute);

/// As foldBits, with a truth value for each element.
Attribute foldPredicate(TileType operandType, TileType result,
                        ArrayRef<Attribute> operands, PredicateFn compute);

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// Reads bits of a float type, or of fnv8E5M3FNU. LLVM does not have the
/// latter, whose numbers are returned as f64, which represents them exactly.
APFloat readFloat(Type type, const APInt &bits);

/// Returns the square root, rounded once; a NaN for a negative operand other
/// than zero.
APFloat squareRoot(const APFloat &operand, APFloat::roundingMode mode);

} // namespace mlir::cuda_tile

#endif // TILEIRAS_LIB_DIALECT_CUDATILE_IR_FOLDING_H
