//===- E5M3Numbers.h - Numbers of fnv8E5M3FNU -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// fnv8E5M3FNU has no sign, 5 bits of exponent, biased by 15, and 3 bits of
// mantissa. The largest code is NaN, and there is no infinity: 2^-17 to 114688.
//
// Neither MLIR nor LLVM has the format, and it exists for storage and
// conversions only. So a number is an i8 from here on, and a conversion is
// integer and float arithmetic that is exact except for the one rounding
// requested; every target has it. A number out of range becomes what `cvt` with
// .satfinite returns for other formats of 8 bits (PTX ISA): the largest number
// if it is too large, NaN if it is negative or NaN.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_E5M3NUMBERS_H
#define TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_E5M3NUMBERS_H

#include "mlir/IR/Builders.h"

namespace tileiras::to_tileaa {

/// Whether this is the type, or a tile of it.
bool isE5M3(mlir::Type type);

/// Converts numbers (i8 or a tensor of it) to f32, exactly.
mlir::Value e5m3ToF32(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value bits);

/// Converts f32, f64 or narrower floats, rounding to nearest, ties to even.
mlir::Value floatToE5M3(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value value);

} // namespace tileiras::to_tileaa

#endif // TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_E5M3NUMBERS_H
