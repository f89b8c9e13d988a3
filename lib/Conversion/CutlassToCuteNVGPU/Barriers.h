//===- Barriers.h - Waiting and arriving at mbarriers -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wait is a loop that polls the phase of an mbarrier (PTX ISA,
// "mbarrier.try_wait"), an arrival one instruction of the threads that arrive,
// at one CTA's barrier or at those of all CTAs of a cluster.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUTLASSTOCUTENVGPU_BARRIERS_H
#define TILEIRAS_LIB_CONVERSION_CUTLASSTOCUTENVGPU_BARRIERS_H

#include "tileiras/Dialect/Cutlass/IR/Cutlass.h"
#include "tileiras/Target/TargetInfo.h"

#include "mlir/IR/Builders.h"

namespace tileiras::cutlass_to_nvgpu {

/// Emits `body` where `predicate` holds, if there is one.
void createIf(mlir::OpBuilder &builder, mlir::Location loc,
              mlir::Value predicate,
              llvm::function_ref<void(mlir::OpBuilder &, mlir::Location)> body);

/// Returns the address of the mbarrier with this index (i32), counted from
/// `first`.
mlir::Value getBarrier(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value first, mlir::Value index);

/// Polls until the phase of this parity (i32, 0 or 1) has ended.
void createWait(mlir::OpBuilder &builder, mlir::Location loc,
                const TargetInfo &target, mlir::Value barrier,
                mlir::Value parity);

/// Emits the arrivals of the threads that `arrival` names; `bytes` with
/// transactions only, `predicate` where one thread arrives for others. They
/// arrive at the barriers of `ctas` CTAs, if that is more than one.
void createArrival(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value barrier, mlir::cutlass::Arrival arrival,
                   std::optional<uint32_t> bytes, mlir::Value predicate,
                   uint32_t ctas = 1);

} // namespace tileiras::cutlass_to_nvgpu

#endif // TILEIRAS_LIB_CONVERSION_CUTLASSTOCUTENVGPU_BARRIERS_H
