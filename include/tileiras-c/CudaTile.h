//===- CudaTile.h - C API of the cuda_tile dialect ----------------*- C -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect and its types, in MLIR's conventions (mlir-c/IR.h): handles by
// value, owned by their context. The parameters of a type are checked: a
// GetChecked function reports errors at the location, to the handlers of its
// context, and returns a null type.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_C_CUDATILE_H
#define TILEIRAS_C_CUDATILE_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// mlirGetDialectHandle__cuda_tile__().
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(CudaTile, cuda_tile);

//===----------------------------------------------------------------------===//
// Scalars: fnv8E5M3FNU, pointers, tokens. The others are MLIR's own.
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED bool mlirTypeIsACudaTileFloat8E5M3FNU(MlirType type);
MLIR_CAPI_EXPORTED MlirType
mlirCudaTileFloat8E5M3FNUTypeGet(MlirContext context);

MLIR_CAPI_EXPORTED bool mlirTypeIsACudaTilePointer(MlirType type);
/// \p ptrAttr is the keyword of a ptr_attr, "none" or "multicast".
MLIR_CAPI_EXPORTED MlirType mlirCudaTilePointerTypeGetChecked(
    MlirLocation loc, MlirType pointee, MlirStringRef ptrAttr);
MLIR_CAPI_EXPORTED MlirType mlirCudaTilePointerTypeGetPointee(MlirType type);
MLIR_CAPI_EXPORTED MlirStringRef
mlirCudaTilePointerTypeGetPtrAttr(MlirType type);

MLIR_CAPI_EXPORTED bool mlirTypeIsACudaTileToken(MlirType type);
MLIR_CAPI_EXPORTED MlirType mlirCudaTileTokenTypeGet(MlirContext context);

//===----------------------------------------------------------------------===//
// These are for tile, which is also a shaped type: rank and sizes are
// mlirShapedTypeGet….
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED bool mlirTypeIsACudaTileTile(MlirType type);
MLIR_CAPI_EXPORTED MlirType mlirCudaTileTileTypeGetChecked(MlirLocation loc,
                                                           intptr_t rank,
                                                           const int64_t *shape,
                                                           MlirType element);

//===----------------------------------------------------------------------===//
// These are for tensor_view. Sizes and strides count elements; those that
// operands give are mlirShapedTypeGetDynamicSize().
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED bool mlirTypeIsACudaTileTensorView(MlirType type);
/// \p shape and \p strides have \p rank numbers each.
MLIR_CAPI_EXPORTED MlirType mlirCudaTileTensorViewTypeGetChecked(
    MlirLocation loc, MlirType element, intptr_t rank, const int64_t *shape,
    const int64_t *strides, MlirStringRef ptrAttr);
MLIR_CAPI_EXPORTED MlirType
mlirCudaTileTensorViewTypeGetElementType(MlirType type);
MLIR_CAPI_EXPORTED intptr_t mlirCudaTileTensorViewTypeGetRank(MlirType type);
MLIR_CAPI_EXPORTED int64_t mlirCudaTileTensorViewTypeGetSize(MlirType type,
                                                             intptr_t dim);
MLIR_CAPI_EXPORTED int64_t mlirCudaTileTensorViewTypeGetStride(MlirType type,
                                                               intptr_t dim);
MLIR_CAPI_EXPORTED MlirStringRef
mlirCudaTileTensorViewTypeGetPtrAttr(MlirType type);

//===----------------------------------------------------------------------===//
// These are for tile views: a tensor_view cut into tiles. The padding is the
// keyword of a padding_value, "zero", "neg_zero", "nan", "pos_inf" or
// "neg_inf", or empty.
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED bool mlirTypeIsACudaTilePartitionView(MlirType type);
MLIR_CAPI_EXPORTED bool mlirTypeIsACudaTileStridedView(MlirType type);
MLIR_CAPI_EXPORTED bool mlirTypeIsACudaTileGatherScatterView(MlirType type);
/// Returns whether the type is any of the three views.
MLIR_CAPI_EXPORTED bool mlirTypeIsACudaTileTileView(MlirType type);

/// \p tileShape and \p dimMap have \p rank numbers each.
MLIR_CAPI_EXPORTED MlirType mlirCudaTilePartitionViewTypeGetChecked(
    MlirLocation loc, intptr_t rank, const int32_t *tileShape,
    MlirType tensorView, const int32_t *dimMap, MlirStringRef padding);
MLIR_CAPI_EXPORTED MlirType mlirCudaTileStridedViewTypeGetChecked(
    MlirLocation loc, intptr_t rank, const int32_t *tileShape,
    const int32_t *traversalStrides, MlirType tensorView, const int32_t *dimMap,
    MlirStringRef padding);
MLIR_CAPI_EXPORTED MlirType mlirCudaTileGatherScatterViewTypeGetChecked(
    MlirLocation loc, intptr_t rank, const int32_t *tileShape,
    MlirType tensorView, int32_t sparseDim, MlirStringRef padding);

/// Returns the tensor_view that is cut.
MLIR_CAPI_EXPORTED MlirType
mlirCudaTileTileViewTypeGetTensorView(MlirType type);
/// Returns the tile that loads and stores move.
MLIR_CAPI_EXPORTED MlirType mlirCudaTileTileViewTypeGetTile(MlirType type);
/// Returns the number of indices that select a tile.
MLIR_CAPI_EXPORTED intptr_t mlirCudaTileTileViewTypeGetIndexRank(MlirType type);

#ifdef __cplusplus
}
#endif

#endif // TILEIRAS_C_CUDATILE_H
