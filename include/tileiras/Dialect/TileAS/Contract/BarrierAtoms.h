//===- BarrierAtoms.h - Instructions of CTA barriers ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_CONTRACT_BARRIERATOMS_H
#define TILEIRAS_DIALECT_TILEAS_CONTRACT_BARRIERATOMS_H

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras {

/// Returns the barrier for the threads that synchronise: of one warp, or a
/// numbered one.
mlir::cute_nvgpu::AtomAttr
chooseBarrierAtom(mlir::nv_tileas::BarrierOp barrier);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_CONTRACT_BARRIERATOMS_H
