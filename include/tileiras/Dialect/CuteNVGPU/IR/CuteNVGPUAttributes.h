//===- CuteNVGPUAttributes.h - cute_nvgpu and its atoms ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This header declares the dialect without its operations, for other dialects
// that choose instructions and don't create them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUATTRIBUTES_H
#define TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUATTRIBUTES_H

#include "tileiras/Target/AtomInfo.h"

#include "mlir/IR/Dialect.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUDialect.h.inc"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUAttributes.h.inc"

namespace mlir::cute_nvgpu {

/// Returns the element types of atoms that `type` stands for: an i8 is s8 and
/// u8, an si8 only s8.
uint32_t getAtomElements(Type type);

/// Returns the element types of scales that `type` stands for: scales of e4m3
/// are never negative, and PTX has no sign there.
uint32_t getAtomScales(Type type);

/// Returns the types of a scaled MMA with tiles a, b and c, and with scales for
/// blocks of `block` elements along K.
::tileiras::ScaledTypes getScaledTypes(RankedTensorType a, RankedTensorType b,
                                       RankedTensorType c,
                                       RankedTensorType scales, int64_t block);

/// Returns the instruction of `target` for an MMA with scales and accumulator
/// `c`; null if there is none for these types and shapes. The scales of a have
/// one column for each block along K.
const ::tileiras::AtomInfo *findScaledAtom(const ::tileiras::TargetInfo &target,
                                           RankedTensorType a,
                                           RankedTensorType b,
                                           RankedTensorType c,
                                           RankedTensorType scalesOfA);

/// Returns the PTX name of an element type of matrix units.
StringRef getPtxName(Type element);

} // namespace mlir::cute_nvgpu

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUATTRIBUTES_H
