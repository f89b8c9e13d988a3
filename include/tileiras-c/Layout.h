//===- Layout.h - C API of layouts --------------------------------*- C -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts of nv_tileas: which element of a tile each register of each thread
// holds, or each offset of a buffer (tileiras/Layout/LinearLayout.h). Inputs
// are called "register", "lane", "warp", "block", "offset", "tensor_lane" and
// "tensor_column". A *place* is an index of each of them in one number: those
// of the first input are the lowest bits.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_C_LAYOUT_H
#define TILEIRAS_C_LAYOUT_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

MLIR_CAPI_EXPORTED bool mlirAttributeIsATileASLayout(MlirAttribute attribute);
/// The layout of a tensor, of the one that a future stands for, or of a buffer;
/// null for other types, and for those that have none.
MLIR_CAPI_EXPORTED MlirAttribute mlirTileASLayoutOfType(MlirType type);

/// Dimensions of the tile, and their sizes.
MLIR_CAPI_EXPORTED intptr_t mlirTileASLayoutAttrGetRank(MlirAttribute layout);
MLIR_CAPI_EXPORTED int64_t mlirTileASLayoutAttrGetSize(MlirAttribute layout,
                                                       intptr_t dim);
/// How many indices an input has: 1 if the layout does not use it, 0 if there
/// is none of that name.
MLIR_CAPI_EXPORTED int64_t mlirTileASLayoutAttrGetExtent(MlirAttribute layout,
                                                         MlirStringRef input);
/// The element at a place, as its row-major index in the tile. Several places
/// may hold the same one.
MLIR_CAPI_EXPORTED int64_t mlirTileASLayoutAttrGetElement(MlirAttribute layout,
                                                          int64_t place);

#ifdef __cplusplus
}
#endif

#endif // TILEIRAS_C_LAYOUT_H
