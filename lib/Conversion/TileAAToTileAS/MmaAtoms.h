//===- MmaAtoms.h - Selection of MMA atoms ----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEAATOTILEAS_MMAATOMS_H
#define TILEIRAS_LIB_CONVERSION_TILEAATOTILEAS_MMAATOMS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras {

/// Returns the matrix instruction of `target` for the dot's element types and
/// shape; a fused multiply-add if there is none.
mlir::nv_tileas::AtomAttr chooseMmaAtom(mlir::nv_tileaa::DotOp dot,
                                        const TargetInfo &target);

/// Returns the matrix instruction of `target` that supports the scales of a
/// dot; null if there is none.
const AtomInfo *findScaledMmaAtom(mlir::nv_tileaa::DotOp dot,
                                  const TargetInfo &target);

} // namespace tileiras

#endif // TILEIRAS_LIB_CONVERSION_TILEAATOTILEAS_MMAATOMS_H
