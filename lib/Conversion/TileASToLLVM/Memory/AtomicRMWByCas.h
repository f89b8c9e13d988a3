//===- AtomicRMWByCas.h - Atomic RMW by compare-and-swap loops --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the hardware has no atomic addition of a type (bf16 before sm_90), the
// sum is computed in registers and written by compare-and-swap, until no other
// thread has written in between:
//
//   old = *p
//   do {
//     seen = old; old = cas(p, seen, seen + value)
//   } while (old != seen)
//
// The sum of two bf16 is rounded twice, to f32 and to bf16, with the result of
// a single rounding: f32 has more than twice the bits of bf16, and two.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_ATOMICRMWBYCAS_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_ATOMICRMWBYCAS_H

#include "MemoryAccess.h"

#include "tileiras/Target/TargetInfo.h"

namespace tileiras::to_llvm {

/// Returns whether the target has no instruction for the atomic RMW.
bool needsCas(mlir::cute_nvgpu::Update update, mlir::Type element,
              const TargetInfo &target);

/// Does the same as `emitAtomicRmw`, for an addition of 16-bit floats.
mlir::Value emitAddByCas(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value pointer, mlir::Value value,
                         mlir::Value otherwise, mlir::Value predicate,
                         AccessKind kind);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_ATOMICRMWBYCAS_H
