//===- TileSize.h - Elements and bytes of tiles -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_TILESIZE_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_TILESIZE_H

#include "mlir/IR/Types.h"

namespace tileiras {

/// Returns the elements of a tile in registers, in flight or in a buffer; 0 of
/// anything else.
int64_t countTileElements(mlir::Type type);
/// Returns the bytes that it takes in memory.
int64_t countTileBytes(mlir::Type type);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_TILESIZE_H
