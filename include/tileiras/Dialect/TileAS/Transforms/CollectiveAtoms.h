//===- CollectiveAtoms.h - What lets threads meet and combine ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_TRANSFORMS_COLLECTIVEATOMS_H
#define TILEIRAS_DIALECT_TILEAS_TRANSFORMS_COLLECTIVEATOMS_H

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/TargetInfo.h"

#include <variant>

namespace tileiras {

/// The barrier of those who meet: of one warp, or a numbered one.
mlir::cute_nvgpu::AtomAttr
chooseBarrierAtom(mlir::nv_tileas::BarrierOp barrier);

/// Whether the region of a reduction does nothing but keep elements: the last
/// ones (true) or the first ones (false), which makes them the result; none if
/// it does something else.
std::optional<bool> findKept(mlir::nv_tileas::ReduceOp reduce);

/// Whether neighbours have to be combined before what is further apart. Where
/// elements are only kept, each bit of the coordinate is one step, in any order
/// of the bits.
bool hasOrder(mlir::nv_tileas::ReduceOp reduce);

/// What one `redux.sync` of a warp does to integers or to floats.
struct Redux {
  const AtomInfo *record;
  std::variant<mlir::cute_nvgpu::Combination, mlir::cute_nvgpu::Extreme> what;
  /// Of floats: whether a NaN in one lane is the result.
  bool isNaNResult = false;
};

/// The `redux.sync` that can combine what the lanes of a warp hold: single
/// integers or floats of 32 bits, by an operation that it has and that
/// commutes, along all bits of the lane. Whether the target has it is another
/// matter.
std::optional<Redux> matchRedux(mlir::nv_tileas::ReduceOp reduce);

/// What combines the lanes of a warp: one instruction where the target has it,
/// else shuffles. Null where each lane holds all that it combines.
mlir::cute_nvgpu::AtomAttr chooseReduceAtom(mlir::nv_tileas::ReduceOp reduce,
                                            const TargetInfo &target);

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

/// The record of the instruction that accesses several replicas; null for other
/// accesses.
const AtomInfo *findMultimemAtom(mlir::Operation *access);

/// The widest that such an access may be, in bits; 0 where the smallest takes
/// more neighbours than facts and layout allow.
unsigned findWidestMultimem(mlir::nv_tileaa::AccessOpInterface access);

/// The widest instruction; an error where the target or PTX has none.
llvm::FailureOr<mlir::cute_nvgpu::AtomAttr>
chooseMultimemAtom(mlir::nv_tileaa::AccessOpInterface access,
                   const TargetInfo &target);

/// Such an access has an atom that facts and layout allow.
llvm::LogicalResult
verifyMultimemAtom(mlir::nv_tileaa::AccessOpInterface access,
                   mlir::cute_nvgpu::AtomAttr atom);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_TRANSFORMS_COLLECTIVEATOMS_H
