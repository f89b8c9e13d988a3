//===- MultimemAtoms.h - Instructions of multimem accesses ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_CONTRACT_MULTIMEMATOMS_H
#define TILEIRAS_DIALECT_TILEAS_CONTRACT_MULTIMEMATOMS_H

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/TargetInfo.h"

namespace tileiras {

/// Returns the record of the instruction that accesses several replicas; null
/// for other accesses.
const AtomInfo *findMultimemAtom(mlir::Operation *access);

/// Returns the widest possible access of this kind, in bits; 0 where the
/// smallest needs more adjacent elements than facts and layout allow.
unsigned findWidestMultimem(mlir::nv_tileaa::AccessOpInterface access);

/// Returns the widest instruction; an error where the target or PTX has none.
llvm::FailureOr<mlir::cute_nvgpu::AtomAttr>
chooseMultimemAtom(mlir::nv_tileaa::AccessOpInterface access,
                   const TargetInfo &target);

/// Checks that such an access has an atom that facts and layout allow.
llvm::LogicalResult
verifyMultimemAtom(mlir::nv_tileaa::AccessOpInterface access,
                   mlir::cute_nvgpu::AtomAttr atom);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_CONTRACT_MULTIMEMATOMS_H
