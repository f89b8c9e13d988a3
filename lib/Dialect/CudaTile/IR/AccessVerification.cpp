//===- AccessVerification.cpp - Checks of memory accesses -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tile IR specification: memory model; operations of views and atomics.
//
//===----------------------------------------------------------------------===//

#include "AccessVerification.h"

using namespace mlir;
using namespace mlir::cuda_tile;

//===----------------------------------------------------------------------===//
// Ordering
//===----------------------------------------------------------------------===//

LogicalResult
cuda_tile::verifyOrdering(Operation *op, MemoryOrderingSemantics ordering,
                          ArrayRef<MemoryOrderingSemantics> allowed,
                          std::optional<MemoryScope> scope) {
  if (!llvm::is_contained(allowed, ordering)) {
    InFlightDiagnostic diag = op->emitOpError("expects memory ordering ");
    llvm::interleave(
        allowed, [&](MemoryOrderingSemantics o) { diag << o; },
        [&] { diag << " or "; });
    return diag << ", got " << ordering;
  }
  bool isWeak = ordering == MemoryOrderingSemantics::WEAK;
  if (isWeak && scope)
    return op->emitOpError("expects no memory scope with weak ordering, got ")
           << *scope;
  if (!isWeak && !scope)
    return op->emitOpError("expects a memory scope with ")
           << ordering << " ordering, got none";
  return success();
}

LogicalResult cuda_tile::verifyLoadOrdering(Operation *op,
                                            MemoryOrderingSemantics ordering,
                                            std::optional<MemoryScope> scope) {
  using enum MemoryOrderingSemantics;
  return verifyOrdering(op, ordering, {WEAK, RELAXED, ACQUIRE}, scope);
}

LogicalResult cuda_tile::verifyStoreOrdering(Operation *op,
                                             MemoryOrderingSemantics ordering,
                                             std::optional<MemoryScope> scope) {
  using enum MemoryOrderingSemantics;
  return verifyOrdering(op, ordering, {WEAK, RELAXED, RELEASE}, scope);
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

LogicalResult cuda_tile::verifyPointee(Operation *op, TileType pointers,
                                       TileType value) {
  Type pointee = cast<PointerType>(pointers.getElementType()).getPointeeType();
  if (pointee == value.getElementType())
    return success();
  return op->emitOpError("expects pointers to ")
         << value.getElementType() << ", got pointers to " << pointee;
}

LogicalResult cuda_tile::verifyMask(Operation *op, Value mask, TileType value) {
  if (!mask || cast<TileType>(mask.getType()).getShape() == value.getShape())
    return success();
  return op->emitOpError("expects a mask of the shape of ")
         << value << ", got " << mask.getType();
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Indices are scalars of one type, except along the sparse dimension, where
/// a rank-1 tile names a row for each element.
static LogicalResult verifyIndices(Operation *op, TileView view,
                                   ValueRange index) {
  std::optional<int32_t> sparseDim = view.getViewSparseDim();
  TileType scalarType;
  for (auto [dim, value] : llvm::enumerate(index)) {
    auto type = cast<TileType>(value.getType());
    if (sparseDim && *sparseDim == static_cast<int32_t>(dim)) {
      int64_t extent = view.getViewTileShape()[dim];
      if (type.getShape() != ArrayRef(extent))
        return op->emitOpError("expects index ")
               << dim << " to be a tile of " << extent
               << " row numbers along the sparse dimension, got " << type;
      continue;
    }
    if (!type.isScalar())
      return op->emitOpError("expects index ")
             << dim << " to be of rank 0, got " << type;
    if (scalarType && type != scalarType)
      return op->emitOpError("expects scalar indices of one type, got ")
             << scalarType << " and " << type;
    scalarType = type;
  }
  return success();
}

LogicalResult cuda_tile::verifyViewAccess(Operation *op, Type viewType,
                                          TileType tile, ValueRange index,
                                          ArrayRef<bool> inbounds) {
  auto view = cast<TileView>(viewType);
  if (tile != view.getViewTileType())
    return op->emitOpError("expects a tile of type ")
           << view.getViewTileType() << " for its view, got " << tile;
  unsigned rank = view.getViewIndexRank();
  if (index.size() != rank)
    return op->emitOpError("expects ")
           << rank << " indices for its view, got " << index.size();
  if (!inbounds.empty() && inbounds.size() != rank)
    return op->emitOpError("expects ")
           << rank << " inbounds flags, got " << inbounds.size();
  return verifyIndices(op, view, index);
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

LogicalResult cuda_tile::verifyAtomicMode(Operation *op, AtomicRMWMode mode,
                                          Type elementType) {
  bool isWord = elementType.isInteger(32) || elementType.isInteger(64);
  switch (mode) {
  case AtomicRMWMode::ADDF:
    if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(elementType))
      return success();
    return op->emitOpError("expects f16, bf16, f32 or f64 elements for addf, "
                           "got ")
           << elementType;
  case AtomicRMWMode::XCHG:
    if (isWord || isa<Float32Type, Float64Type>(elementType))
      return success();
    return op->emitOpError("expects i32, i64, f32 or f64 elements for xchg, "
                           "got ")
           << elementType;
  default:
    if (isWord)
      return success();
    return op->emitOpError("expects i32 or i64 elements for ")
           << mode << ", got " << elementType;
  }
}
