//===- Alignment.h - What a number is known to be divisible by -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows `nv_tileaa.assume div_by` and arithmetic on uniform scalars.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_ALIGNMENT_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_ALIGNMENT_H

#include "mlir/IR/Value.h"

#include <cstdint>

namespace tileiras::to_llvm {

/// A power of two that divides `value`, an integer or (in bytes) a pointer;
/// 2^62 for zero.
uint64_t getKnownDivisor(mlir::Value value);

/// The same for a constant.
uint64_t getPowerOfTwoDivisor(int64_t value);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_ALIGNMENT_H
