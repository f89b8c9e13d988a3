//===- OwnerPredicate.h - The thread that owns an element -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several lanes or warps may hold the same element, and all threads hold a
// scalar. Operations that must be executed once are executed by one of them,
// the owner: stores, atomic operations, and loads of memory that other threads
// may write meanwhile. The owner's index is the thread's index with all bits
// cleared that do not distinguish elements. Other lanes of the warp get the
// owner's result by a shuffle; other warps, and the holders of a scalar, get it
// through a buffer (tileas-materialize-shared-results).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_OWNERPREDICATE_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_OWNERPREDICATE_H

#include "mlir/IR/PatternMatch.h"

namespace tileiras::to_llvm {

/// Returns whether this thread owns its elements of a value of (unconverted)
/// type `type` (i1); null when each element has only one holder.
mlir::Value createOwnerPredicate(mlir::OpBuilder &builder, mlir::Location loc,
                                 mlir::Type type);
/// Returns the same from the bits of lane and warp that don't distinguish
/// elements.
mlir::Value createOwnerPredicate(mlir::OpBuilder &builder, mlir::Location loc,
                                 uint64_t freeLanes, uint64_t freeWarps);

/// Returns whether this is the first thread of its agent, the owner of a scalar
/// (i1).
mlir::Value createFirstThreadPredicate(mlir::OpBuilder &builder,
                                       mlir::Location loc);

/// Emits `body` in threads for which `condition` holds (i1). `body` can reach
/// the function around it.
void createIf(mlir::OpBuilder &builder, mlir::Location loc,
              mlir::Value condition,
              llvm::function_ref<void(mlir::OpBuilder &, mlir::Location)> body);

/// Emits `body` in that thread alone.
void createInFirstThread(
    mlir::OpBuilder &builder, mlir::Location loc,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::Location)> body);

/// Returns whether this is the thread that executes what one thread does for
/// its agent: one thread of the first warp, always the same (`elect.sync`), i1.
mlir::Value createElectedPredicate(mlir::OpBuilder &builder,
                                   mlir::Location loc);

/// Emits `body` in that thread alone, where `predicate` holds, if there is one.
void createInElectedThread(
    mlir::OpBuilder &builder, mlir::Location loc,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::Location)> body,
    mlir::Value predicate = {});

/// Emits `body` in the same thread, elected by an `elect.sync` at this
/// position, so that the assembler sees that operands are uniform in the warp.
/// MMAs that one thread issues need that: without it the assembler executes
/// them in a loop over the threads.
void createInNewlyElectedThread(
    mlir::OpBuilder &builder, mlir::Location loc,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::Location)> body);

/// Emits `body` in the first warp of the agent.
void createInFirstWarp(
    mlir::OpBuilder &builder, mlir::Location loc,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::Location)> body);

/// Computes `body` in the thread that createInElectedThread chooses; the
/// results are zero in others.
llvm::SmallVector<mlir::Value> computeInElectedThread(
    mlir::OpBuilder &builder, mlir::Location loc,
    llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::OpBuilder &,
                                                      mlir::Location)>
        body);

/// Returns whether both hold (i1); null is a predicate that always holds.
mlir::Value andPredicates(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value lhs, mlir::Value rhs);

/// Returns the predicate for the access of a register: its owner, and its mask
/// if there are masks; null if the access is unconditional.
mlir::Value createAccessPredicate(mlir::OpBuilder &builder, mlir::Location loc,
                                  mlir::Value owner,
                                  llvm::ArrayRef<mlir::Value> masks,
                                  unsigned reg);

/// `registers` are the first result of `op` in its owners. Makes them valid in
/// all lanes, unless the result is only copied to buffers.
llvm::LogicalResult
shareOwnersResult(mlir::OpBuilder &builder, mlir::Operation *op,
                  llvm::MutableArrayRef<mlir::Value> registers);

/// Replaces `op`, a load, by its token and `registers`, packed into a tile of
/// (struct) type `type`. What owners have loaded for all is shared before.
llvm::LogicalResult replaceLoad(mlir::RewriterBase &rewriter,
                                mlir::Operation *op,
                                llvm::MutableArrayRef<mlir::Value> registers,
                                mlir::Type type);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_OWNERPREDICATE_H
