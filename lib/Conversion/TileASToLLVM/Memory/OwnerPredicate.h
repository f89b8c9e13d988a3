//===- OwnerPredicate.h - The thread that owns an element -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several lanes or warps may hold the same element, and all threads hold a
// scalar. What must happen once is done by one of them, the owner: stores,
// atomic operations, and loads that may see what others write meanwhile. Its
// number is the thread's own with all bits cleared that do not tell elements
// apart. What the owner got, the other lanes of its warp get from it by a
// shuffle; other warps, and the holders of a scalar, through a buffer
// (tileas-materialize-shared-results).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_OWNERPREDICATE_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_OWNERPREDICATE_H

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// This thread owns its elements of a value of (unconverted) type `type` (i1);
/// null when every thread holds something of its own.
mlir::Value createOwnerPredicate(mlir::OpBuilder &builder, mlir::Location loc,
                                 mlir::Type type);
/// The same from the bits of lane and warp that make no difference.
mlir::Value createOwnerPredicate(mlir::OpBuilder &builder, mlir::Location loc,
                                 uint64_t freeLanes, uint64_t freeWarps);

/// This is the first thread of its agent, the owner of a scalar (i1).
mlir::Value createFirstThreadPredicate(mlir::OpBuilder &builder,
                                       mlir::Location loc);

/// What `body` makes, in threads for which `condition` holds (i1). It finds the
/// function around it.
void createIf(mlir::OpBuilder &builder, mlir::Location loc,
              mlir::Value condition,
              llvm::function_ref<void(mlir::OpBuilder &, mlir::Location)> body);

/// What `body` makes, in that thread alone.
void createInFirstThread(
    mlir::OpBuilder &builder, mlir::Location loc,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::Location)> body);

/// This is the thread that starts what one thread does for its agent: one of
/// the first warp, always the same (`elect.sync`), i1.
mlir::Value createElectedPredicate(mlir::OpBuilder &builder,
                                   mlir::Location loc);

/// What `body` makes, in that thread alone, where `predicate` holds, if there
/// is one.
void createInElectedThread(
    mlir::OpBuilder &builder, mlir::Location loc,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::Location)> body,
    mlir::Value predicate = {});

/// The same thread, elected where this stands: what it does there has operands
/// of the warp by an election of its own. Products of one thread need that:
/// the assembler runs them in a loop over the threads if it does not see that
/// their descriptors are the same for all.
void createInNewlyElectedThread(
    mlir::OpBuilder &builder, mlir::Location loc,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::Location)> body);

/// Runs `body` in the first warp of the agent.
void createInFirstWarp(
    mlir::OpBuilder &builder, mlir::Location loc,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::Location)> body);

/// What `body` computes, in the thread that createInElectedThread chooses; zero
/// in others.
llvm::SmallVector<mlir::Value> computeInElectedThread(
    mlir::OpBuilder &builder, mlir::Location loc,
    llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::OpBuilder &,
                                                      mlir::Location)>
        body);

/// Both hold (i1); null is a predicate that always holds.
mlir::Value andPredicates(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value lhs, mlir::Value rhs);

/// What the access of a register depends on: its owner, and its mask if there
/// are masks; null where it is always made.
mlir::Value createAccessPredicate(mlir::OpBuilder &builder, mlir::Location loc,
                                  mlir::Value owner,
                                  llvm::ArrayRef<mlir::Value> masks,
                                  unsigned reg);

/// `registers` are the first result of `op` in its owners; afterwards in all
/// lanes, unless it is only copied to buffers.
llvm::LogicalResult
shareOwnersResult(mlir::OpBuilder &builder, mlir::Operation *op,
                  llvm::MutableArrayRef<mlir::Value> registers);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_OWNERPREDICATE_H
