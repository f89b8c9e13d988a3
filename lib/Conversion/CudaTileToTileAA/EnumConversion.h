//===- EnumConversion.h - Enumerations of nv_tileaa -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_ENUMCONVERSION_H
#define TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_ENUMCONVERSION_H

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"
#include "tileiras/Dialect/TileAA/IR/TileAA.h"

namespace tileiras::to_tileaa {

/// Converts the mode of a rounding to a float; the mode of a rounding to an
/// integer has no counterpart.
mlir::nv_tileaa::RoundingMode
convertRounding(mlir::cuda_tile::RoundingMode mode);

mlir::nv_tileaa::MemSemantic
convertSemantic(mlir::cuda_tile::MemoryOrderingSemantics semantic);
mlir::nv_tileaa::MemScope convertScope(mlir::cuda_tile::MemoryScope scope);
mlir::nv_tileaa::PaddingValue
convertPadding(mlir::cuda_tile::PaddingValue padding);
mlir::nv_tileaa::RmwMode convertMode(mlir::cuda_tile::AtomicRMWMode mode);

/// Returns the mode of the same name. Additions and exchanges are excluded,
/// since `Mode`, an enumeration of cuda_tile, may lack them.
template <typename Mode> mlir::nv_tileaa::RmwMode convertNamedMode(Mode mode) {
  using To = mlir::nv_tileaa::RmwMode;
  switch (mode) {
  case Mode::AND:
    return To::AND;
  case Mode::OR:
    return To::OR;
  case Mode::XOR:
    return To::XOR;
  case Mode::MAX:
    return To::MAX;
  case Mode::MIN:
    return To::MIN;
  case Mode::UMAX:
    return To::UMAX;
  case Mode::UMIN:
    return To::UMIN;
  default:
    llvm_unreachable("an addition or an exchange");
  }
}

} // namespace tileiras::to_tileaa

#endif // TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_ENUMCONVERSION_H
