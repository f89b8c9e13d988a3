//===- TensorMaps.h - Tensor maps that a launch makes -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_CONTRACT_TENSORMAPS_H
#define TILEIRAS_DIALECT_TILEAS_CONTRACT_TENSORMAPS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras {

/// Returns the kernel arguments from which the tensor map of a view is encoded;
/// null where it needs more than arguments.
mlir::nv_tileas::TensorMapAttr getTensorMap(mlir::Value view,
                                            mlir::nv_tileas::OobMode oob);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_CONTRACT_TENSORMAPS_H
