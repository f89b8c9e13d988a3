//===- CudaTileArith.td - Elementwise arithmetic -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integers, floats, and conversions between them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDATILE_ARITH_TD
#define TILEIRAS_CUDATILE_ARITH_TD

include "tileiras/Dialect/CudaTile/IR/CudaTileConversion.td"
include "tileiras/Dialect/CudaTile/IR/CudaTileFloat.td"
include "tileiras/Dialect/CudaTile/IR/CudaTileInteger.td"

#endif // TILEIRAS_CUDATILE_ARITH_TD
