//===- PackedArithmetic.h - Two 16-bit floats at a time -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX adds, multiplies and compares pairs of f16 and bf16 as fast as single
// ones (PTX ISA, "add.f16x2" and its kin). The back end makes these of vectors
// of two, which it does not form itself: registers 2i and 2i + 1 of a tile,
// which are neighbours in memory wherever accesses are vectors.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_PACKEDARITHMETIC_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_PACKEDARITHMETIC_H

#include "mlir/Transforms/DialectConversion.h"

#include <optional>

namespace tileiras::to_llvm {

/// The result of an operation of arith or math on tiles, whose converted type
/// is `type`, by pairs of registers; none where there are no pairs, or the
/// target has no instruction for them.
std::optional<mlir::Value>
emitPacked(mlir::Operation *op, mlir::ValueRange operands, mlir::Type type,
           mlir::ConversionPatternRewriter &rewriter);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_PACKEDARITHMETIC_H
