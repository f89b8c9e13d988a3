//===- TwoOverPi.h - A table of the bits of 2/pi ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table is for angles of f64 that are too large for products with parts of
// pi/2.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_TWOOVERPI_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_TWOOVERPI_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace tileiras::to_llvm {

/// The symbol of the table: words of 64 bits, the highest first.
inline constexpr llvm::StringLiteral kTwoOverPi = "__tileiras_two_over_pi";
/// The number of zeros before the first bit.
inline constexpr unsigned kTwoOverPiZeros = 32;
/// The address space of the table: .const (PTX ISA, "State Spaces").
inline constexpr unsigned kConstantSpace = 4;

/// Creates the table if `module` has none.
void createTwoOverPi(mlir::gpu::GPUModuleOp module);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_TWOOVERPI_H
