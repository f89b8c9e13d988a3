//===- AtomicRMWAtoms.h - Instructions of atomic RMW ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_CONTRACT_ATOMICRMWATOMS_H
#define TILEIRAS_DIALECT_TILEAS_CONTRACT_ATOMICRMWATOMS_H

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/TargetInfo.h"

#include <optional>

namespace tileiras {

/// Returns the instruction of an atomic RMW on a tile or scalar: a vector
/// instruction for adjacent floats that are added, if the old values have no
/// user, and facts, layout and target allow it.
mlir::cute_nvgpu::AtomAttr
chooseAtomicRMWAtom(mlir::nv_tileaa::AccessOpInterface atomic,
                    const TargetInfo &target);

/// Returns the tile that an atomic RMW combines with memory; null for other
/// operations, and for scalars.
mlir::Value getAtomicRMWTile(mlir::Operation *op);

/// Returns the maximum of adjacent elements for one instruction, in whatever
/// layout; none where the facts don't say that elements are contiguous in
/// memory.
std::optional<int64_t>
countAtomicRMWElements(mlir::nv_tileaa::AccessOpInterface atomic,
                       const TargetInfo &target);

/// Returns the widest atomic RMW of this record that the operation allows, in
/// bits; 0 where it allows none.
unsigned findWidestAtomicRMW(mlir::nv_tileaa::AccessOpInterface atomic,
                             const AtomInfo &record);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_CONTRACT_ATOMICRMWATOMS_H
