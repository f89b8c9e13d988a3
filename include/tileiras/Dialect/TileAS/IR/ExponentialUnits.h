//===- ExponentialUnits.h - Units that compute exp2 -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An `nv_tileaa.exp2` with the attribute `nv_tileas.exp2_by_fma`, which a
// schedule decides, is computed by two units: three of sixteen pairs of a
// thread's elements by fused multiply-adds, and the others by the special
// function units. Without the attribute the special function units compute all.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_EXPONENTIALUNITS_H
#define TILEIRAS_DIALECT_TILEAS_IR_EXPONENTIALUNITS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::nv_tileas {

inline constexpr llvm::StringLiteral kExp2ByFmaAttrName =
    "nv_tileas.exp2_by_fma";
/// That many pairs of `kExp2Pairs` are computed by fused multiply-adds.
inline constexpr unsigned kExp2PairsByFma = 3, kExp2Pairs = 16;

} // namespace mlir::nv_tileas

#endif // TILEIRAS_DIALECT_TILEAS_IR_EXPONENTIALUNITS_H
