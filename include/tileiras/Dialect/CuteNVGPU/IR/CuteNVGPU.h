//===- CuteNVGPU.h - The cute_nvgpu dialect ---------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This header declares all that users of cute_nvgpu need. See
// docs/Rationale/CuteNVGPU.md.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPU_H
#define TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPU_H

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUAttributes.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::cute_nvgpu {

class PtxOpInterface;

/// Returns the types of a result's registers: the result's own type, the
/// members of a struct, or none.
SmallVector<Type> getRegisters(TypeRange results);

/// Checks the requirements of the interface.
LogicalResult verifyPtxOp(PtxOpInterface op);

} // namespace mlir::cute_nvgpu

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUInterfaces.h.inc"

#define GET_OP_CLASSES
#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUOps.h.inc"

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPU_H
