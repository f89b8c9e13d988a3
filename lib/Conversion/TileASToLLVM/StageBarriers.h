//===- StageBarriers.h - Barrier objects of stages --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_STAGEBARRIERS_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_STAGEBARRIERS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/TargetInfo.h"

namespace tileiras::to_llvm {

/// The address of the barrier of a stage (i32), among those from `first` on.
mlir::Value getBarrier(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value first, mlir::Value stage);

/// Makes the barriers of all stages ready for their first phase, where
/// `predicate` holds.
void createInit(mlir::OpBuilder &builder, mlir::Location loc,
                mlir::Value barriers, int64_t stages, int64_t arrivals,
                mlir::Value predicate);

/// Waits until the phase of `phase`'s parity has ended.
void createWait(mlir::OpBuilder &builder, mlir::Location loc,
                const TargetInfo &target, mlir::Value barrier,
                mlir::Value phase);

/// The threads of a side, which are so many, arrive.
void createArrival(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value barrier,
                   mlir::nv_tileas::CompletionAttr completion,
                   unsigned threads);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_STAGEBARRIERS_H
