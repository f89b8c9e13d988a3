//===- Numbers.h - Elements of tiles as numbers -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile holds its elements as bit patterns; this header converts them to
// numbers. Arithmetic that the specification determines is exact, rounded once
// to the format of the result (llvm::APFloat, llvm::APInt).
//
// Results that the specification leaves open
// -----------------------------------------
// A comparison with another implementation has to allow for the tolerance.
//
//   function                   here                      tolerance
//   exp exp2 log log2 sin cos  in f64 by the C library,  2 ulp of f32 (tan:
//   sinh cosh tan tanh atan2   which is good to 2 ulp;   4, pow: 8); in f64
//   pow rsqrt fpowi            rounded to f32, then to   as much
//                              f16 or bf16
//   divf approx, full          the quotient, to the      2 ulp
//                              nearest; `approx` is 0
//                              (NaN for an infinite x)
//                              where |y| > 2^126
//   sqrt approx                the root, to the nearest  2 ulp
//   exp approx, tanh approx    as `full`                 2^-10 of the result
//   NaN                        quiet, positive, without  any NaN
//                              a payload
//   ftof to 8 bits or less:
//     a number too large       the largest of its sign,  or what the format
//                              as PTX's `.satfinite`     has for it
//     NaN to f4E2M1FN          6                         any
//     not positive to          2^-127                    any
//     f8E8M0FNU
//     negative to fnv8E5M3FNU  NaN                       any
//   ftoi to i1                 whether it is not 0       none
//
// The order of sums is in AggregateOps.cpp and MatrixOps.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_INTERPRETER_NUMBERS_H
#define TILEIRAS_INTERPRETER_NUMBERS_H

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"

#include <cstdint>

namespace tileiras::interpreter {

using llvm::APFloat;
using llvm::APInt;
using Rounding = APFloat::roundingMode;

/// Returns LLVM's name of a mode. `approx` and `full`, which leave the last
/// bits open, round to nearest.
Rounding getRounding(mlir::cuda_tile::RoundingMode mode);

/// Returns an element of a float type as a number. An element of fnv8E5M3FNU, a
/// format that LLVM lacks, is returned in f64, which represents it.
APFloat toFloat(mlir::Type type, uint64_t bits);

/// Returns the bits of a number in a float type, rounded.
uint64_t fromFloat(mlir::Type type, APFloat number,
                   Rounding mode = APFloat::rmNearestTiesToEven);

/// Does the same for numbers that f64 represents.
double toDouble(mlir::Type type, uint64_t bits);
uint64_t fromDouble(mlir::Type type, double number);

/// Returns a zero of its sign for a subnormal number.
APFloat flush(APFloat number);

/// Returns the square root, rounded once.
APFloat squareRoot(const APFloat &number, Rounding mode);

/// Returns the bits of the elements of a constant, as `constant` and `global`
/// hold it.
llvm::SmallVector<uint64_t> readConstant(mlir::DenseElementsAttr value);

/// Returns the bits of an element in memory: 8 for i1, 32 for tf32.
unsigned getStorageBits(mlir::Type elementType);
/// Converts an element to its form in memory, and back.
uint64_t toStorage(mlir::Type elementType, uint64_t bits);
uint64_t fromStorage(mlir::Type elementType, uint64_t stored);

} // namespace tileiras::interpreter

#endif // TILEIRAS_INTERPRETER_NUMBERS_H
