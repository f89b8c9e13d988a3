//===- CuteNVGPU.h - The cute_nvgpu dialect ---------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that a user of cute_nvgpu needs. See docs/Rationale/CuteNVGPU.md.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPU_H
#define TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPU_H

#include "tileiras/Target/AtomInfo.h"

#include "mlir/IR/Dialect.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUAttributes.h.inc"

namespace mlir::cute_nvgpu {

/// The element types of atoms that `type` stands for: an i8 is s8 and u8, an
/// si8 only s8.
uint32_t getAtomElements(Type type);

} // namespace mlir::cute_nvgpu

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPU_H
