//===- CudaTile.cpp - C API of the cuda_tile dialect ----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's conventions for a dialect's C API: for each type a test, a checked
// constructor that takes a location for errors, and accessors of its
// parameters.
//
//===----------------------------------------------------------------------===//

#include "tileiras-c/CudaTile.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"

using namespace mlir;
using namespace mlir::cuda_tile;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(CudaTile, cuda_tile, CudaTileDialect)

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// Returns a type whose parameters the dialect checks; null after an error.
template <typename T, typename... Parameters>
static MlirType getChecked(MlirLocation loc, Parameters &&...parameters) {
  Location location = unwrap(loc);
  Type type = T::getChecked([location] { return emitError(location); },
                            std::forward<Parameters>(parameters)...);
  return wrap(type);
}

static std::optional<PtrAttr> parsePtrAttr(MlirLocation loc,
                                           MlirStringRef keyword) {
  std::optional<PtrAttr> value = symbolizePtrAttr(unwrap(keyword));
  if (!value)
    emitError(unwrap(loc)) << "expected a keyword of ptr_attr, got '"
                           << unwrap(keyword) << "'";
  return value;
}

/// Returns nullopt for the empty keyword; failure after an error.
static FailureOr<std::optional<PaddingValue>>
parsePadding(MlirLocation loc, MlirStringRef keyword) {
  if (unwrap(keyword).empty())
    return std::optional<PaddingValue>();
  std::optional<PaddingValue> value = symbolizePaddingValue(unwrap(keyword));
  if (value)
    return value;
  return emitError(unwrap(loc)) << "expected a keyword of padding_value, got '"
                                << unwrap(keyword) << "'";
}

/// Returns null after an error.
static TensorViewType expectTensorView(MlirLocation loc, MlirType type) {
  auto view = dyn_cast_or_null<TensorViewType>(unwrap(type));
  if (!view)
    emitError(unwrap(loc)) << "expected a tensor_view, got " << unwrap(type);
  return view;
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

bool mlirTypeIsACudaTileFloat8E5M3FNU(MlirType type) {
  return isa<Float8E5M3FNUType>(unwrap(type));
}

MlirType mlirCudaTileFloat8E5M3FNUTypeGet(MlirContext context) {
  return wrap(Float8E5M3FNUType::get(unwrap(context)));
}

bool mlirTypeIsACudaTilePointer(MlirType type) {
  return isa<PointerType>(unwrap(type));
}

MlirType mlirCudaTilePointerTypeGetChecked(MlirLocation loc, MlirType pointee,
                                           MlirStringRef ptrAttr) {
  std::optional<PtrAttr> value = parsePtrAttr(loc, ptrAttr);
  if (!value)
    return {nullptr};
  return getChecked<PointerType>(loc, unwrap(pointee), *value);
}

MlirType mlirCudaTilePointerTypeGetPointee(MlirType type) {
  return wrap(cast<PointerType>(unwrap(type)).getPointeeType());
}

MlirStringRef mlirCudaTilePointerTypeGetPtrAttr(MlirType type) {
  return wrap(stringifyPtrAttr(cast<PointerType>(unwrap(type)).getPtrAttr()));
}

bool mlirTypeIsACudaTileToken(MlirType type) {
  return isa<cuda_tile::TokenType>(unwrap(type));
}

MlirType mlirCudaTileTokenTypeGet(MlirContext context) {
  return wrap(cuda_tile::TokenType::get(unwrap(context)));
}

//===----------------------------------------------------------------------===//
// tile and tensor_view
//===----------------------------------------------------------------------===//

bool mlirTypeIsACudaTileTile(MlirType type) {
  return isa<TileType>(unwrap(type));
}

MlirType mlirCudaTileTileTypeGetChecked(MlirLocation loc, intptr_t rank,
                                        const int64_t *shape,
                                        MlirType element) {
  return getChecked<TileType>(loc, ArrayRef(shape, rank), unwrap(element));
}

bool mlirTypeIsACudaTileTensorView(MlirType type) {
  return isa<TensorViewType>(unwrap(type));
}

MlirType mlirCudaTileTensorViewTypeGetChecked(MlirLocation loc,
                                              MlirType element, intptr_t rank,
                                              const int64_t *shape,
                                              const int64_t *strides,
                                              MlirStringRef ptrAttr) {
  std::optional<PtrAttr> value = parsePtrAttr(loc, ptrAttr);
  if (!value)
    return {nullptr};
  return getChecked<TensorViewType>(loc, unwrap(element), ArrayRef(shape, rank),
                                    ArrayRef(strides, rank), *value);
}

static TensorViewType unwrapTensorView(MlirType type) {
  return cast<TensorViewType>(unwrap(type));
}

MlirType mlirCudaTileTensorViewTypeGetElementType(MlirType type) {
  return wrap(unwrapTensorView(type).getElementType());
}

intptr_t mlirCudaTileTensorViewTypeGetRank(MlirType type) {
  return unwrapTensorView(type).getRank();
}

int64_t mlirCudaTileTensorViewTypeGetSize(MlirType type, intptr_t dim) {
  return unwrapTensorView(type).getShape()[dim];
}

int64_t mlirCudaTileTensorViewTypeGetStride(MlirType type, intptr_t dim) {
  return unwrapTensorView(type).getStrides()[dim];
}

MlirStringRef mlirCudaTileTensorViewTypeGetPtrAttr(MlirType type) {
  return wrap(stringifyPtrAttr(unwrapTensorView(type).getPtrAttr()));
}

//===----------------------------------------------------------------------===//
// Tile views
//===----------------------------------------------------------------------===//

bool mlirTypeIsACudaTilePartitionView(MlirType type) {
  return isa<PartitionViewType>(unwrap(type));
}

bool mlirTypeIsACudaTileStridedView(MlirType type) {
  return isa<StridedViewType>(unwrap(type));
}

bool mlirTypeIsACudaTileGatherScatterView(MlirType type) {
  return isa<GatherScatterViewType>(unwrap(type));
}

bool mlirTypeIsACudaTileTileView(MlirType type) {
  return isa<TileView>(unwrap(type));
}

MlirType mlirCudaTilePartitionViewTypeGetChecked(
    MlirLocation loc, intptr_t rank, const int32_t *tileShape,
    MlirType tensorView, const int32_t *dimMap, MlirStringRef padding) {
  auto view = expectTensorView(loc, tensorView);
  auto value = parsePadding(loc, padding);
  if (!view || failed(value))
    return {nullptr};
  return getChecked<PartitionViewType>(loc, ArrayRef(tileShape, rank), view,
                                       ArrayRef(dimMap, rank), *value);
}

MlirType mlirCudaTileStridedViewTypeGetChecked(MlirLocation loc, intptr_t rank,
                                               const int32_t *tileShape,
                                               const int32_t *traversalStrides,
                                               MlirType tensorView,
                                               const int32_t *dimMap,
                                               MlirStringRef padding) {
  auto view = expectTensorView(loc, tensorView);
  auto value = parsePadding(loc, padding);
  if (!view || failed(value))
    return {nullptr};
  return getChecked<StridedViewType>(loc, ArrayRef(tileShape, rank),
                                     ArrayRef(traversalStrides, rank), view,
                                     ArrayRef(dimMap, rank), *value);
}

MlirType mlirCudaTileGatherScatterViewTypeGetChecked(
    MlirLocation loc, intptr_t rank, const int32_t *tileShape,
    MlirType tensorView, int32_t sparseDim, MlirStringRef padding) {
  auto view = expectTensorView(loc, tensorView);
  auto value = parsePadding(loc, padding);
  if (!view || failed(value))
    return {nullptr};
  return getChecked<GatherScatterViewType>(loc, ArrayRef(tileShape, rank), view,
                                           sparseDim, *value);
}

MlirType mlirCudaTileTileViewTypeGetTensorView(MlirType type) {
  return wrap(cast<TileView>(unwrap(type)).getViewedTensor());
}

MlirType mlirCudaTileTileViewTypeGetTile(MlirType type) {
  auto view = cast<TileView>(unwrap(type));
  return wrap(
      TileType::get(view.getViewTileShape(), view.getViewElementType()));
}

intptr_t mlirCudaTileTileViewTypeGetIndexRank(MlirType type) {
  return cast<TileView>(unwrap(type)).getViewIndexRank();
}
