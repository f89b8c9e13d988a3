//===- PackedArithmetic.h - Two floats at a time ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX adds, multiplies and compares pairs of f16 and bf16 as fast as single
// ones (PTX ISA, "add.f16x2" and related instructions). On targets that have
// the units it also adds and multiplies pairs of f32 ("add.f32x2"; a pair is
// two adjacent registers). Each half is rounded as a single number is. The back
// end selects these instructions for vectors of two, which it does not form
// itself: registers 2i and 2i + 1 of a tile, which are contiguous in memory
// wherever accesses are vectors.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_PACKEDARITHMETIC_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_PACKEDARITHMETIC_H

#include "mlir/Transforms/DialectConversion.h"

#include <optional>

namespace tileiras::to_llvm {

/// Returns whether the target has instructions that apply the operation of
/// arith or math, on elements or tiles, to a pair.
bool hasPackedForm(mlir::Operation *op);

/// Returns whether the operation adds or subtracts some of `tiles` which were
/// f16 or bf16 before. A scalar instruction adds these to f32.
bool addsWidened(mlir::Operation *op, mlir::ValueRange tiles);

/// Returns whether the target of `op` computes with pairs of f32.
bool hasPairsOfF32(mlir::Operation *op);

mlir::Value joinPair(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value low, mlir::Value high);
std::pair<mlir::Value, mlir::Value>
splitPair(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value pair);

/// Emits `instruction`, add.rm.ftz for example, of pairs of f32. LLVM has
/// intrinsics for rounding to nearest only.
mlir::Value emitPairOfF32(mlir::OpBuilder &builder, mlir::Location loc,
                          llvm::StringRef instruction, mlir::ValueRange pairs);

/// Applies `emit` to the low halves of pairs and to the high ones, and joins
/// the results.
mlir::Value emitHalves(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::ValueRange pairs,
                       llvm::function_ref<mlir::Value(mlir::ValueRange)> emit);

/// Applies `op`, which has a packed form, to each half of its operands.
mlir::Value emitPair(mlir::Operation *op, mlir::ValueRange pairs,
                     mlir::OpBuilder &builder);

/// Returns the result of an operation on tiles, whose converted type is `type`,
/// by pairs of registers, each emitted by `emit`; none if the number of
/// registers is odd.
std::optional<mlir::Value>
emitByPairs(mlir::Operation *op, mlir::ValueRange operands, mlir::Type type,
            mlir::ConversionPatternRewriter &rewriter,
            llvm::function_ref<mlir::Value(mlir::ValueRange)> emit);

/// Does the same for an operation of arith or math; returns none, too, if the
/// target has no instruction for pairs.
std::optional<mlir::Value>
emitPacked(mlir::Operation *op, mlir::ValueRange operands, mlir::Type type,
           mlir::ConversionPatternRewriter &rewriter);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_PACKEDARITHMETIC_H
