//===- TileVerification.cpp - Verifiers of both tile dialects -------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file checks shapes and collectives; AccessVerification.cpp checks
// accesses.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/IR/TileVerification.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static LogicalResult verifyDim(Operation *op, uint64_t dim,
                               RankedTensorType tile) {
  if (dim < static_cast<uint64_t>(tile.getRank()))
    return success();
  return op->emitOpError("expected a dimension below ")
         << tile.getRank() << ", got " << static_cast<int64_t>(dim);
}

LogicalResult nv_tileaa::verifyView(Operation *op, RankedTensorType source,
                                    RankedTensorType result) {
  if (source.getNumElements() == result.getNumElements() &&
      source.getElementType() == result.getElementType())
    return success();
  return op->emitOpError("expected as many elements of the same type, got ")
         << source << " and " << result;
}

LogicalResult nv_tileaa::verifyBroadcast(Operation *op, RankedTensorType source,
                                         RankedTensorType result) {
  bool ok = source.getRank() == result.getRank() &&
            source.getElementType() == result.getElementType();
  for (int64_t d = 0; ok && d < source.getRank(); ++d)
    ok = source.getDimSize(d) == 1 ||
         source.getDimSize(d) == result.getDimSize(d);
  if (ok)
    return success();
  return op->emitOpError("expected sizes of one that become others, got ")
         << source << " and " << result;
}

LogicalResult nv_tileaa::verifyPermute(Operation *op, RankedTensorType source,
                                       RankedTensorType result,
                                       ArrayRef<int32_t> permutation) {
  int64_t rank = source.getRank();
  llvm::SmallBitVector seen(rank);
  for (int32_t dim : permutation)
    if (dim >= 0 && dim < rank)
      seen.set(dim);
  if (static_cast<int64_t>(permutation.size()) != rank || !seen.all())
    return op->emitOpError("expected a permutation of ")
           << rank << " dimensions, got [" << permutation << "]";
  SmallVector<int64_t> shape;
  for (int32_t dim : permutation)
    shape.push_back(source.getDimSize(dim));
  if (result.getShape() == ArrayRef(shape) &&
      result.getElementType() == source.getElementType())
    return success();
  return op->emitOpError("expected a result like ")
         << RankedTensorType::get(shape, source.getElementType()) << ", got "
         << result;
}

LogicalResult nv_tileaa::verifyCat(Operation *op, RankedTensorType lhs,
                                   RankedTensorType rhs,
                                   RankedTensorType result, uint64_t dim) {
  if (failed(verifyDim(op, dim, lhs)))
    return failure();
  // Sizes are powers of two, so both halves have the same size.
  if (lhs.getShape() != rhs.getShape() ||
      lhs.getElementType() != rhs.getElementType())
    return op->emitOpError("expected two tensors alike, got ")
           << lhs << " and " << rhs;
  SmallVector<int64_t> shape(lhs.getShape());
  shape[dim] *= 2;
  if (result.getShape() == ArrayRef(shape) &&
      result.getElementType() == lhs.getElementType())
    return success();
  return op->emitOpError("expected a result like ")
         << RankedTensorType::get(shape, lhs.getElementType()) << ", got "
         << result;
}

LogicalResult nv_tileaa::verifySubTile(Operation *op, RankedTensorType whole,
                                       RankedTensorType part,
                                       size_t numIndices) {
  bool ok = whole.getRank() == part.getRank() &&
            whole.getElementType() == part.getElementType();
  for (int64_t d = 0; ok && d < whole.getRank(); ++d)
    ok = part.getDimSize(d) <= whole.getDimSize(d);
  if (!ok)
    return op->emitOpError("expected a part of ") << whole << ", got " << part;
  if (numIndices == static_cast<size_t>(whole.getRank()))
    return success();
  return op->emitOpError("expected ")
         << whole.getRank() << " indices, got " << numIndices;
}

LogicalResult nv_tileaa::verifyDot(Operation *op, RankedTensorType a,
                                   RankedTensorType b, RankedTensorType c,
                                   std::optional<Signedness> signednessA,
                                   std::optional<Signedness> signednessB) {
  int64_t rank = c.getRank();
  if (rank != 2 && rank != 3)
    return op->emitOpError(
               "expects rank-2 or rank-3 tensor for result, but got (")
           << c << ")";
  bool integers = isa<IntegerType>(a.getElementType());
  for (RankedTensorType type : {a, b, c})
    if (!isNumber(type.getElementType()) ||
        isa<IntegerType>(type.getElementType()) != integers)
      return op->emitOpError("expected the element types of A, B, C, and D to "
                             "be either all integers or all floats.");
  if (integers && !signednessA)
    return op->emitOpError("expect signedness attribute for operand A");
  if (integers && !signednessB)
    return op->emitOpError("expect signedness attribute for operand B");
  if (a.getRank() != rank || b.getRank() != rank ||
      a.getDimSize(rank - 1) != b.getDimSize(rank - 2))
    return op->emitOpError(
        "expects the shape of operand #A and #B to be compatible");
  bool ok = a.getDimSize(rank - 2) == c.getDimSize(rank - 2) &&
            b.getDimSize(rank - 1) == c.getDimSize(rank - 1);
  if (rank == 3)
    ok &= a.getDimSize(0) == c.getDimSize(0) &&
          b.getDimSize(0) == c.getDimSize(0);
  if (!ok)
    return op->emitOpError("expects the shape of operand #C is compatible with "
                           "operands #A and #B");
  return success();
}

RankedTensorType nv_tileaa::getNumbers(RankedTensorType tile,
                                       std::optional<Type> packed,
                                       unsigned dim) {
  if (!packed)
    return tile;
  SmallVector<int64_t> shape(tile.getShape());
  shape[dim] *= 2;
  return RankedTensorType::get(shape, *packed);
}

LogicalResult nv_tileaa::verifyPacked(Operation *op, RankedTensorType a,
                                      RankedTensorType b,
                                      std::optional<Type> packed) {
  if (!packed)
    return success();
  if (!isa<Float4E2M1FNType>(*packed))
    return op->emitOpError("expected bytes to hold f4E2M1FN, got ") << *packed;
  for (RankedTensorType tile : {a, b})
    if (!tile.getElementType().isInteger(8) || tile.getRank() < 2)
      return op->emitOpError("expected bytes that hold two numbers each, got ")
             << tile;
  return success();
}

LogicalResult nv_tileaa::verifyScales(Operation *op, RankedTensorType a,
                                      RankedTensorType b, TypeRange scales) {
  if (scales.empty())
    return success();
  if (scales.size() != 2)
    return op->emitOpError("expected scales of both a and b, or none, got ")
           << scales.size();
  auto ofA = cast<RankedTensorType>(scales[0]);
  Type element = ofA.getElementType();
  if (!isa<FloatType>(element))
    return op->emitOpError("expected scales that are floats, got ") << ofA;
  SmallVector<int64_t> rows(a.getShape()), columns(b.getShape());
  rows.back() = columns[columns.size() - 2] = ofA.getShape().back();
  SmallVector<Type> expected = {RankedTensorType::get(rows, element),
                                RankedTensorType::get(columns, element)};
  for (auto [required, got] : llvm::zip_equal(expected, scales)) {
    auto tensor = cast<RankedTensorType>(got);
    if (RankedTensorType::get(tensor.getShape(), tensor.getElementType()) !=
        required)
      return op->emitOpError("expected scales like ")
             << required << ", got " << got;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

static LogicalResult verifyIdentities(Operation *op, ArrayAttr identities) {
  SmallVector<Type> expected, got;
  for (Value operand : op->getOperands())
    expected.push_back(getElementTypeOrSelf(operand.getType()));
  for (Attribute identity : identities) {
    auto typed = dyn_cast<TypedAttr>(identity);
    got.push_back(typed && isa<IntegerAttr, FloatAttr>(identity)
                      ? typed.getType()
                      : NoneType::get(op->getContext()));
  }
  if (expected == got)
    return success();
  return op->emitOpError("expected identities of the operands' types (")
         << expected << "), got " << identities;
}

/// Checks operands, and results, whose shapes are that of the first result.
static LogicalResult verifyCombination(Operation *op, uint64_t dim,
                                       ArrayAttr identities, bool dropsDim) {
  auto first = cast<RankedTensorType>(op->getOperand(0).getType());
  if (failed(verifyDim(op, dim, first)))
    return failure();
  SmallVector<int64_t> shape(first.getShape());
  if (dropsDim)
    shape.erase(shape.begin() + dim);
  SmallVector<Type> expected, got;
  for (Value operand : op->getOperands()) {
    Type element = getElementTypeOrSelf(operand.getType());
    expected.push_back(shape.empty() ? element
                                     : RankedTensorType::get(shape, element));
  }
  for (Type type : op->getResultTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    got.push_back(tensor ? RankedTensorType::get(tensor.getShape(),
                                                 tensor.getElementType())
                         : type);
  }
  if (expected != got)
    return op->emitOpError("expected results of types (")
           << expected << "), got (" << op->getResultTypes() << ")";
  return verifyIdentities(op, identities);
}

LogicalResult nv_tileaa::verifyReduce(Operation *op, uint64_t dim,
                                      ArrayAttr identities) {
  return verifyCombination(op, dim, identities, /*dropsDim=*/true);
}

LogicalResult nv_tileaa::verifyScan(Operation *op, uint64_t dim,
                                    ArrayAttr identities) {
  return verifyCombination(op, dim, identities, /*dropsDim=*/false);
}

LogicalResult nv_tileaa::verifyCombiner(Operation *op) {
  Block &block = op->getRegion(0).front();
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield)
    return op->emitOpError(
               "expects regions to end with 'nv_tileaa.yield', got ")
           << block.getTerminator()->getName();
  SmallVector<Type> arguments, yielded;
  for (Value operand : op->getOperands()) {
    Type element = getElementTypeOrSelf(operand.getType());
    arguments.append(2, element);
    yielded.push_back(element);
  }
  if (TypeRange(arguments) != block.getArgumentTypes())
    return op->emitOpError("expected block arguments of types (")
           << arguments << "), got (" << block.getArgumentTypes() << ")";
  if (TypeRange(yielded) != yield.getOperandTypes())
    return op->emitOpError("expected yielded values of types (")
           << yielded << "), got (" << yield.getOperandTypes() << ")";
  return success();
}
