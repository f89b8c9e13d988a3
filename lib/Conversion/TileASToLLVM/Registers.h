//===- Registers.h - A tile as the registers of a thread --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A converted tile is one struct value. While a body is converted, packing is a
// cast of all registers to the struct, and unpacking a packed value returns the
// registers, so that no chain of insertvalue and extractvalue is created
// between two operations. Casts that are left at the end (at loops and
// branches) become insertvalue in phase 9.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_REGISTERS_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_REGISTERS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/DialectConversion.h"

namespace tileiras::to_llvm {

/// Returns the registers of a converted tile; a scalar is its own register.
llvm::SmallVector<mlir::Value>
unpackRegisters(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tile);

/// Packs `registers` into a tile of (struct) type `type`.
mlir::Value packRegisters(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::ValueRange registers, mlir::Type type);

/// Pack elements of up to 32 bits into 32-bit registers, lowest bits first, and
/// unpack them. Elements of 32 bits remain unchanged, also floats.
llvm::SmallVector<mlir::Value> packWords(mlir::OpBuilder &builder,
                                         mlir::Location loc,
                                         mlir::ValueRange elements);
llvm::SmallVector<mlir::Value> unpackWords(mlir::OpBuilder &builder,
                                           mlir::Location loc,
                                           mlir::ValueRange words,
                                           mlir::Type element);

/// Returns the registers with these indices.
llvm::SmallVector<mlir::Value>
pickRegisters(llvm::ArrayRef<mlir::Value> registers,
              llvm::ArrayRef<unsigned> members);

/// Completes registers that are copies of others: r ^ mask is r.
void copyReplicas(llvm::MutableArrayRef<mlir::Value> registers,
                  llvm::ArrayRef<uint32_t> masks);

/// Replaces `op`, whose converted result is of type `resultType`, by the
/// results of `emit` for each register: it is called with that register of
/// every operand (operands that are scalars: with the scalar) and the
/// register's type.
llvm::LogicalResult forEachRegister(
    mlir::Operation *op, mlir::ValueRange operands, mlir::Type resultType,
    mlir::ConversionPatternRewriter &rewriter,
    llvm::function_ref<mlir::FailureOr<mlir::Value>(mlir::ValueRange,
                                                    mlir::Type)>
        emit);

/// Phase 9: packing as insertvalue.
void populatePackLoweringPatterns(mlir::RewritePatternSet &patterns);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_REGISTERS_H
