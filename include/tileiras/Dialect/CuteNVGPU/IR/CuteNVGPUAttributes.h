//===- CuteNVGPUAttributes.h - The cute_nvgpu dialect and its atoms -*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect without its operations: what other dialects use of it, which
// choose instructions and don't make them.
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

/// The element types of atoms that `type` stands for: an i8 is s8 and u8, an
/// si8 only s8.
uint32_t getAtomElements(Type type);

/// The element types of scales that `type` stands for: those of e4m3 are never
/// negative, and PTX has no sign there.
uint32_t getAtomScales(Type type);

/// Those of tiles a, b, c and of scales of a for blocks of `block` along K.
::tileiras::ScaledTypes getScaledTypes(RankedTensorType a, RankedTensorType b,
                                       RankedTensorType c,
                                       RankedTensorType scales, int64_t block);

/// The instruction of `target` that multiplies tiles with scales into `c`; null
/// where there is none for these types and shapes. The scales of a have as many
/// columns as there are blocks along K.
const ::tileiras::AtomInfo *findScaledAtom(const ::tileiras::TargetInfo &target,
                                           RankedTensorType a,
                                           RankedTensorType b,
                                           RankedTensorType c,
                                           RankedTensorType scalesOfA);

/// The type of elements that matrix units multiply, as PTX names it.
StringRef getPtxName(Type element);

} // namespace mlir::cute_nvgpu

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUATTRIBUTES_H
