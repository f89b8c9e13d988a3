//===- KernelTarget.h - The GPU that a kernel is for ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_KERNELTARGET_H
#define TILEIRAS_DIALECT_TILEAA_IR_KERNELTARGET_H

#include "tileiras/Target/TargetInfo.h"

#include "mlir/IR/Operation.h"

namespace tileiras {

/// Returns the target of the module around `op`, from
/// nv_tileaa.compute_capability; null without it, in which case getTarget also
/// emits a diagnostic.
const TargetInfo *findTarget(mlir::Operation *op);
const TargetInfo *getTarget(mlir::Operation *op);

/// Returns the bytes of shared memory that a kernel may use: more than the
/// static limit only if the assembler allows them (`--enable-extended-smem`).
int64_t getSharedMemoryLimit(const TargetInfo &target, bool extended);

/// Returns the bytes that each of two CTAs of `numWarps` warps can have on one
/// SM; none if its registers don't suffice for both, for any number of
/// registers per thread.
std::optional<int64_t> getSharedMemoryOfTwo(const TargetInfo &target,
                                            int64_t numWarps);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAA_IR_KERNELTARGET_H
