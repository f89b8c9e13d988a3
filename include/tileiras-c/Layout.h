//===- Layout.h - C API of layouts --------------------------------*- C -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts of nv_tileas map each register of each thread, or each offset of a
// buffer, to an element of a tile (tileiras/Layout/LinearLayout.h). The inputs
// are "register", "lane", "warp", "block", "offset", "tensor_lane" and
// "tensor_column". A *packed index* has the indices of all of them in one
// integer, with the first input in the lowest bits.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_C_LAYOUT_H
#define TILEIRAS_C_LAYOUT_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

MLIR_CAPI_EXPORTED bool mlirAttributeIsATileASLayout(MlirAttribute attribute);
/// Returns the layout of a tensor, of the tensor of a future, or of a buffer;
/// null for other types, and for those that have none.
MLIR_CAPI_EXPORTED MlirAttribute mlirTileASLayoutOfType(MlirType type);

/// The dimensions of the tile, and their sizes.
MLIR_CAPI_EXPORTED intptr_t mlirTileASLayoutAttrGetRank(MlirAttribute layout);
MLIR_CAPI_EXPORTED int64_t mlirTileASLayoutAttrGetSize(MlirAttribute layout,
                                                       intptr_t dim);
/// Returns the number of indices of an input: 1 if the layout does not use it,
/// 0 if there is none of that name.
MLIR_CAPI_EXPORTED int64_t mlirTileASLayoutAttrGetExtent(MlirAttribute layout,
                                                         MlirStringRef input);
/// Returns the element at a packed index, as its row-major index in the tile.
/// Several packed indices may hold the same one.
MLIR_CAPI_EXPORTED int64_t mlirTileASLayoutAttrGetElement(MlirAttribute layout,
                                                          int64_t place);

#ifdef __cplusplus
}
#endif

#endif // TILEIRAS_C_LAYOUT_H
