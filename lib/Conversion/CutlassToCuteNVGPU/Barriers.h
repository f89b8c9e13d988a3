//===- Barriers.h - Waiting and arriving at mbarriers -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUTLASSTOCUTENVGPU_BARRIERS_H
#define TILEIRAS_LIB_CONVERSION_CUTLASSTOCUTENVGPU_BARRIERS_H

#include "tileiras/Dialect/Cutlass/IR/Cutlass.h"
#include "tileiras/Target/TargetInfo.h"

#include "mlir/IR/Builders.h"

namespace tileiras::cutlass_to_nvgpu {

/// What `body` makes, where `predicate` holds, if there is one.
void createIf(mlir::OpBuilder &builder, mlir::Location loc,
              mlir::Value predicate,
              llvm::function_ref<void(mlir::OpBuilder &, mlir::Location)> body);

/// The address of an mbarrier by its number (i32), among those from `first` on.
mlir::Value getBarrier(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value first, mlir::Value number);

/// Polls until the phase of this parity (i32, 0 or 1) has ended.
void createWait(mlir::OpBuilder &builder, mlir::Location loc,
                const TargetInfo &target, mlir::Value barrier,
                mlir::Value parity);

/// The threads that `arrival` says arrive; `bytes` with transactions only,
/// `predicate` where one thread does it for others. At the barriers of `ctas`
/// CTAs, if that is more than one.
void createArrival(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value barrier, mlir::cutlass::Arrival arrival,
                   std::optional<uint32_t> bytes, mlir::Value predicate,
                   uint32_t ctas = 1);

} // namespace tileiras::cutlass_to_nvgpu

#endif // TILEIRAS_LIB_CONVERSION_CUTLASSTOCUTENVGPU_BARRIERS_H
