//===- E5M3Numbers.h - Numbers of fnv8E5M3FNU -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers without a sign: 5 bits of exponent, biased by 15, and 3 of mantissa.
// The largest code is NaN, and there is no infinity: 2^-17 to 114688.
//
// Neither MLIR nor LLVM has the format, and of it there is nothing but storage
// and conversions. So a number is an i8 from here on, and a conversion is
// arithmetic of integers and of floats that is exact but for the one rounding
// asked for; every target has it. What can't be held becomes what `cvt` with
// .satfinite makes of it for other formats of 8 bits (PTX ISA): the largest
// number where it is too large, NaN where it is negative or NaN.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_E5M3NUMBERS_H
#define TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_E5M3NUMBERS_H

#include "mlir/IR/Builders.h"

namespace tileiras::to_tileaa {

/// Whether this is the type, or a tile of it.
bool isE5M3(mlir::Type type);

/// Numbers (i8 or a tensor of it) as f32, exactly.
mlir::Value e5m3ToF32(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value bits);

/// Floats that f32 or f64 holds, to the nearest, ties to even.
mlir::Value floatToE5M3(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value value);

} // namespace tileiras::to_tileaa

#endif // TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_E5M3NUMBERS_H
