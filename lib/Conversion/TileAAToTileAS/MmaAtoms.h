//===- MmaAtoms.h - Which instruction a product is made of ------*- C++ -*-===//
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

/// The matrix instruction of `target` for these element types and this shape;
/// one fused multiply and add where there is none.
mlir::nv_tileas::AtomAttr chooseMmaAtom(mlir::nv_tileaa::DotOp dot,
                                        const TargetInfo &target);

/// The matrix instruction of `target` that takes the scales of a product; null
/// where there is none.
const AtomInfo *findScaledMmaAtom(mlir::nv_tileaa::DotOp dot,
                                  const TargetInfo &target);

} // namespace tileiras

#endif // TILEIRAS_LIB_CONVERSION_TILEAATOTILEAS_MMAATOMS_H
