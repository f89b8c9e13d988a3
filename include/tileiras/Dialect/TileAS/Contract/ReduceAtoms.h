//===- ReduceAtoms.h - Instructions of reductions ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_CONTRACT_REDUCEATOMS_H
