//===- PackedArithmetic.h - Two floats at a time -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX adds, multiplies and compares pairs of f16 and bf16 as fast as single
// ones (PTX ISA, "add.f16x2" and its kin), and where there are units for them
// adds and multiplies pairs of f32 so ("add.f32x2"; a pair is two neighbouring
// registers). Each half is rounded as a single number is. The back end makes
// these of vectors of two, which it does not form itself: registers 2i and
// 2i + 1 of a tile, which are neighbours in memory wherever accesses are
// vectors.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_PACKEDARITHMETIC_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_PACKEDARITHMETIC_H

#include "mlir/Transforms/DialectConversion.h"

#include <optional>

namespace tileiras::to_llvm {

/// Whether the target has instructions that do to a pair what the operation of
/// arith or math does to an element, or to each of a tile.
bool hasPackedForm(mlir::Operation *op);

/// Whether the operation adds or subtracts some of `tiles` which were f16 or
/// bf16 before. Of f32, that is a scalar instruction of its own.
bool takesWidened(mlir::Operation *op, mlir::ValueRange tiles);

/// Whether the target computes with pairs of f32 where `op` is.
bool hasPairsOfF32(mlir::Operation *op);

mlir::Value joinPair(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value low, mlir::Value high);
std::pair<mlir::Value, mlir::Value>
splitPair(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value pair);

/// `instruction`, add.rm.ftz for example, of pairs of f32. LLVM has intrinsics
/// for rounding to nearest only.
mlir::Value emitPairOfF32(mlir::OpBuilder &builder, mlir::Location loc,
                          llvm::StringRef instruction, mlir::ValueRange pairs);

/// What `emit` makes of the low halves of pairs and of the high ones, joined.
mlir::Value emitHalves(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::ValueRange pairs,
                       llvm::function_ref<mlir::Value(mlir::ValueRange)> emit);

/// What `op`, which has a packed form, does to each half of its operands.
mlir::Value emitPair(mlir::Operation *op, mlir::ValueRange pairs,
                     mlir::OpBuilder &builder);

/// The result of an operation on tiles, whose converted type is `type`, by
/// pairs of registers, as `emit` makes each; none where the number is odd.
std::optional<mlir::Value>
emitByPairs(mlir::Operation *op, mlir::ValueRange operands, mlir::Type type,
            mlir::ConversionPatternRewriter &rewriter,
            llvm::function_ref<mlir::Value(mlir::ValueRange)> emit);

/// The same of an operation of arith or math; none, too, where the target has
/// no instruction for pairs.
std::optional<mlir::Value>
emitPacked(mlir::Operation *op, mlir::ValueRange operands, mlir::Type type,
           mlir::ConversionPatternRewriter &rewriter);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_PACKEDARITHMETIC_H
