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

/// What makes an update of memory, of a tile or of a scalar: one instruction
/// for several neighbours where they are floats that are added, nobody asks
/// what was there, and facts, layout and target allow it.
mlir::cute_nvgpu::AtomAttr
chooseUpdateAtom(mlir::nv_tileaa::AccessOpInterface update,
                 const TargetInfo &target);

/// The tile that an atomic update combines with memory; null for other
/// operations, and for scalars.
mlir::Value getUpdateTile(mlir::Operation *op);

/// How many neighbours one instruction updates at most, whoever holds them;
/// none where the facts don't say that elements are neighbours in memory.
std::optional<int64_t>
countUpdatedTogether(mlir::nv_tileaa::AccessOpInterface update,
                     const TargetInfo &target);

/// The widest update of this record that the operation allows, in bits; 0 where
/// it allows none.
unsigned findWidestUpdate(mlir::nv_tileaa::AccessOpInterface update,
                          const AtomInfo &record);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_CONTRACT_ATOMICRMWATOMS_H
