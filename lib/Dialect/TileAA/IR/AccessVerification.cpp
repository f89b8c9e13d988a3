//===- AccessVerification.cpp - Checks of accesses to memory --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of accesses, which both tile dialects share (TileVerification.h).
// They check Tile IR's rules for order and scope, and the requirements of PTX
// on atomics and on accesses to several replicas.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/IR/TileAA.h"
#include "tileiras/Dialect/TileAA/IR/TileVerification.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

static LogicalResult verifySemantic(Operation *op, MemSemantic semantic,
                                    ArrayRef<MemSemantic> allowed) {
  if (llvm::is_contained(allowed, semantic))
    return success();
  InFlightDiagnostic diag = op->emitOpError("expected mem_semantic ");
  llvm::interleave(
      allowed, [&](MemSemantic known) { diag << stringifyMemSemantic(known); },
      [&] { diag << " or "; });
  return diag << ", got " << stringifyMemSemantic(semantic);
}

static LogicalResult verifyOrder(Operation *op, MemSemantic semantic,
                                 std::optional<MemScope> scope) {
  using enum MemSemantic;
  bool isLoad = op->getNumResults() == 2;
  if (failed(verifySemantic(op, semantic,
                            {WEAK, RELAXED, isLoad ? ACQUIRE : RELEASE})))
    return failure();
  if (semantic != WEAK && !scope)
    return op->emitOpError("mem_scope required when mem_semantic is not weak");
  if (semantic == WEAK && scope)
    return op->emitOpError("expected no mem_scope of a weak access, got ")
           << stringifyMemScope(*scope);
  return success();
}

LogicalResult nv_tileaa::verifyReadOnly(Operation *op, bool isReadOnly,
                                        MemSemantic semantic) {
  return isReadOnly ? verifySemantic(op, semantic, MemSemantic::WEAK)
                    : success();
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Checks that coordinates are scalars, except for a tensor with an index for
/// each element along the sparse dimension.
static LogicalResult verifyCoords(Operation *op, TiledViewType view,
                                  ValueRange coords) {
  std::optional<int32_t> sparseDim = view.getSparseDim();
  for (auto [dim, coord] : llvm::enumerate(coords)) {
    auto tensor = dyn_cast<RankedTensorType>(coord.getType());
    if (sparseDim && static_cast<size_t>(*sparseDim) == dim) {
      int64_t extent = view.getShape()[dim];
      if (!tensor || tensor.getShape() != ArrayRef(extent))
        return op->emitOpError("expected coordinate ")
               << dim << " to be a tensor of " << extent
               << " indices along the sparse dimension, got "
               << coord.getType();
    } else if (tensor) {
      return op->emitOpError("expected coordinate ")
             << dim << " to be a scalar, got " << tensor;
    }
  }
  return success();
}

bool nv_tileaa::isRoundedByLoads(Type inMemory, Type type) {
  return inMemory.isF32() && type.isTF32();
}

/// Checks that tile, coordinates and bounds fit the view.
static LogicalResult verifyTile(Operation *op, TiledViewType view,
                                RankedTensorType tile, ValueRange coords,
                                ArrayRef<bool> inBounds) {
  bool isLoad = op->getNumResults() == 2;
  if (view.getElementType() != tile.getElementType() &&
      !(isLoad &&
        isRoundedByLoads(view.getElementType(), tile.getElementType())))
    return op->emitOpError("view elementType not equal with tensor element "
                           "type: ")
           << view.getElementType() << " vs " << tile.getElementType();
  if (view.getShape() != tile.getShape())
    return op->emitOpError("expected a tile of the view's shape, got ") << tile;
  size_t rank = view.getRank();
  if (coords.size() != rank || inBounds.size() != rank)
    return op->emitOpError("expected ")
           << rank << " coordinates and in_bounds flags, got " << coords.size()
           << " and " << inBounds.size();
  return verifyCoords(op, view, coords);
}

LogicalResult nv_tileaa::verifyTiledAccess(
    Operation *op, TiledViewType view, RankedTensorType tile, ValueRange coords,
    ArrayRef<bool> inBounds, std::optional<PaddingValue> padding,
    MemSemantic semantic, std::optional<MemScope> scope) {
  if (failed(verifyTile(op, view, tile, coords, inBounds)))
    return failure();
  if (padding && *padding != PaddingValue::ZERO &&
      !isa<FloatType>(tile.getElementType()))
    return op->emitOpError("expected padding zero for elements of type ")
           << tile.getElementType() << ", got "
           << stringifyPaddingValue(*padding);
  return verifyOrder(op, semantic, scope);
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

/// Returns the type without the encoding of a tensor.
static Type withoutLayout(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor
             ? RankedTensorType::get(tensor.getShape(), tensor.getElementType())
             : type;
}

/// Returns the scalar or tensor `type` with elements of type `element`.
static Type withElement(Type type, Type element) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? RankedTensorType::get(tensor.getShape(), element) : element;
}

static LogicalResult verifyPointers(Operation *op, Type pointers, Type value,
                                    Value mask) {
  auto pointer = cast<PtrType>(getElementTypeOrSelf(pointers));
  Type pointee = withElement(pointers, pointer.getPointee());
  if (withoutLayout(value) != pointee)
    return op->emitOpError("expected a value of type ")
           << pointee << ", got " << value;
  Type i1s = withElement(pointers, IntegerType::get(op->getContext(), 1));
  if (mask && withoutLayout(mask.getType()) != i1s)
    return op->emitOpError("expected a mask of type ")
           << i1s << ", got " << mask.getType();
  return success();
}

LogicalResult nv_tileaa::verifyPointerAccess(Operation *op, Type pointers,
                                             Type value, Value mask,
                                             Value other, MemSemantic semantic,
                                             std::optional<MemScope> scope) {
  if (failed(verifyPointers(op, pointers, value, mask)))
    return failure();
  if (other && !mask)
    return op->emitOpError("expected a mask along with other, got none");
  if (other && withoutLayout(other.getType()) != withoutLayout(value))
    return op->emitOpError("expected other of the result's type ")
           << value << ", got " << other.getType();
  return verifyOrder(op, semantic, scope);
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

static LogicalResult verifyAtomic(Operation *op, Type pointers, Type value,
                                  Value mask, MemSemantic semantic) {
  using enum MemSemantic;
  if (failed(verifyPointers(op, pointers, value, mask)))
    return failure();
  return verifySemantic(op, semantic, {RELAXED, ACQUIRE, RELEASE, ACQ_REL});
}

static bool isWord(Type type) {
  return type.isInteger(32) || type.isInteger(64);
}

/// Checks that a mode supports the element type.
static LogicalResult verifyMode(Operation *op, Type element, RmwMode mode) {
  if (mode == RmwMode::ADDF && !isArithmeticFloat(element))
    return op->emitOpError("expected f16, bf16, f32 or f64 for addf, got ")
           << element;
  if (mode == RmwMode::XCHG && !isWord(element) && !element.isF32() &&
      !element.isF64())
    return op->emitOpError("expected i32, i64, f32 or f64 for xchg, got ")
           << element;
  if (mode != RmwMode::ADDF && mode != RmwMode::XCHG && !isWord(element))
    return op->emitOpError("expected i32 or i64 for ")
           << stringifyRmwMode(mode) << ", got " << element;
  return success();
}

LogicalResult nv_tileaa::verifyAtomicRmw(Operation *op, Type pointers,
                                         Type value, Value mask, RmwMode mode,
                                         MemSemantic semantic) {
  return success(succeeded(verifyMode(op, getElementTypeOrSelf(value), mode)) &&
                 succeeded(verifyAtomic(op, pointers, value, mask, semantic)));
}

LogicalResult nv_tileaa::verifyTiledAtomicRmw(
    Operation *op, TiledViewType view, RankedTensorType tile, ValueRange coords,
    ArrayRef<bool> inBounds, RmwMode mode, MemSemantic semantic) {
  if (mode == RmwMode::XCHG)
    return op->emitOpError("expected a mode that combines, got xchg");
  if (view.getSparseDim())
    return op->emitOpError("expected a view without a sparse dimension, got ")
           << view;
  bool mayRelease = op->getInherentAttr("multicast").value_or(Attribute()) &&
                    semantic == MemSemantic::RELEASE;
  return success(succeeded(verifyMode(op, tile.getElementType(), mode)) &&
                 (mayRelease || succeeded(verifySemantic(
                                    op, semantic, MemSemantic::RELAXED))) &&
                 succeeded(verifyTile(op, view, tile, coords, inBounds)));
}

//===----------------------------------------------------------------------===//
// Several replicas
//===----------------------------------------------------------------------===//

LogicalResult nv_tileaa::verifyMulticast(Operation *op, TiledViewType view,
                                         MemSemantic semantic) {
  if (semantic == MemSemantic::WEAK)
    return op->emitOpError("expected an order of an access to several "
                           "replicas, got weak");
  if (view.getSparseDim())
    return op->emitOpError("expected a view without a sparse dimension for "
                           "several replicas, got ")
           << view;
  return success();
}

/// Whether an instruction combines replicas so (PTX ISA, "multimem.ld_reduce").
static bool combinesReplicas(RmwMode mode, Type element) {
  bool isHalf = element.isF16() || element.isBF16();
  if (mode == RmwMode::ADDF)
    return isHalf || element.isF32() || element.isF64();
  if (mode == RmwMode::MIN || mode == RmwMode::MAX)
    return isHalf || isWord(element);
  return mode != RmwMode::XCHG && isWord(element);
}

LogicalResult nv_tileaa::verifyMulticastLoad(Operation *op, TiledViewType view,
                                             std::optional<RmwMode> mode,
                                             MemSemantic semantic) {
  if (!mode)
    return success();
  if (!combinesReplicas(*mode, view.getElementType()))
    return op->emitOpError("expected elements whose replicas ")
           << stringifyRmwMode(*mode) << " combines, got "
           << view.getElementType();
  return verifyMulticast(op, view, semantic);
}

LogicalResult nv_tileaa::verifyAtomicCas(Operation *op, Type pointers,
                                         Type value, Value mask,
                                         MemSemantic semantic) {
  Type element = getElementTypeOrSelf(value);
  if (!isWord(element) && !element.isF32() && !element.isF64())
    return op->emitOpError("expected i32, i64, f32 or f64 to compare, got ")
           << element;
  return verifyAtomic(op, pointers, value, mask, semantic);
}
