//===- ReduceAtoms.h - Instructions of reductions ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lanes of a warp are combined by one `redux.sync` where the target has it
// for the element type and the operation (PTX ISA, "redux.sync"), else by a
// tree of `shfl.bfly`, one for each bit of the lane along the reduced
// dimension.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_CONTRACT_REDUCEATOMS_H
#define TILEIRAS_DIALECT_TILEAS_CONTRACT_REDUCEATOMS_H

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/TargetInfo.h"

#include <optional>
#include <variant>

namespace tileiras {

/// Returns whether the region of a reduction only selects elements: the last
/// ones (true) or the first ones (false), which makes them the result; none if
/// it does something else.
std::optional<bool> findKept(mlir::nv_tileas::ReduceOp reduce);

/// Returns whether adjacent elements have to be combined before distant ones.
/// Where elements are only selected, each bit of the coordinate is one round,
/// in any order of the bits.
bool hasOrder(mlir::nv_tileas::ReduceOp reduce);

/// The effect of one `redux.sync` of a warp on integers or floats.
struct Redux {
  const AtomInfo *record;
  std::variant<mlir::cute_nvgpu::Combination, mlir::cute_nvgpu::Extreme> what;
  /// For floats, whether a NaN in one lane is the result.
  bool isNaNResult = false;
};

/// Returns the `redux.sync` that can combine what the lanes of a warp hold:
/// single integers or floats of 32 bits, by an operation that it has and that
/// commutes, along all bits of the lane. Whether the target has it is not
/// checked.
std::optional<Redux> matchRedux(mlir::nv_tileas::ReduceOp reduce);

/// Returns the atom that combines the lanes of a warp: one instruction where
/// the target has it, else shuffles. Null where each lane holds all that it
/// combines.
mlir::cute_nvgpu::AtomAttr chooseReduceAtom(mlir::nv_tileas::ReduceOp reduce,
                                            const TargetInfo &target);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_CONTRACT_REDUCEATOMS_H
