//===- ViewOps.cpp - Tensors, views, and accesses through views -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor views and their accesses: TensorAccess.h maps an element of a tile to
// its address; elements beyond the tensor are padded, unspecified or a fault,
// as the view and `inbounds` say.
//
//===----------------------------------------------------------------------===//

#include "Operations.h"
#include "TensorAccess.h"

#include "tileiras/Interpreter/Numbers.h"

using namespace llvm;
using namespace mlir;
using namespace mlir::cuda_tile;

namespace tileiras::interpreter {

namespace {

//===----------------------------------------------------------------------===//
// Tensors and views
//===----------------------------------------------------------------------===//

/// Replaces each `?` by the next operand, which is unsigned.
LogicalResult readExtents(Execution &execution, MakeTensorViewOp op,
                          ArrayRef<int64_t> extents, OperandRange operands,
                          SmallVectorImpl<int64_t> &result) {
  auto next = operands.begin();
  for (int64_t extent : extents) {
    if (extent != TensorViewType::kDynamic) {
      result.push_back(extent);
      continue;
    }
    const Tile &tile = execution.getTile(*next++);
    if (failed(execution.checkSpecified(op, tile, "size or stride")))
      return failure();
    result.push_back(tile.getBits(0));
  }
  return success();
}

LogicalResult makeTensorView(Execution &execution, MakeTensorViewOp op) {
  const Tile &base = execution.getTile(op.getBase());
  TensorView tensor;
  tensor.base = base.getPointer(0);
  tensor.type = cast<TensorViewType>(op.getType());
  if (failed(execution.checkSpecified(op, base, "base")) ||
      failed(readExtents(execution, op, tensor.type.getShape(),
                         op.getDynamicShape(), tensor.sizes)) ||
      failed(readExtents(execution, op, tensor.type.getStrides(),
                         op.getDynamicStrides(), tensor.strides)))
    return failure();
  execution.set(op.getResult(), std::move(tensor));
  return success();
}

/// A view is represented by its tensor; its type says how that is cut.
template <typename OpT> LogicalResult makeView(Execution &execution, OpT op) {
  RuntimeValue tensor = execution.get(op.getTensorView());
  execution.set(op.getResult(), std::move(tensor));
  return success();
}

/// Sets integers, which have to fit their types.
LogicalResult setExtents(Execution &execution, Operation *op,
                         ArrayRef<uint64_t> extents) {
  for (auto [result, extent] : zip_equal(op->getResults(), extents)) {
    Tile tile(cast<TileType>(result.getType()));
    if (!isUIntN(tile.getWidth(), extent))
      return execution.fault(op, "gives " + Twine(extent) +
                                     ", which does not fit in " +
                                     Twine(tile.getWidth()) + " bits");
    tile.setBits(0, extent);
    execution.set(result, std::move(tile));
  }
  return success();
}

LogicalResult getTensorShape(Execution &execution, GetTensorShapeOp op) {
  const TensorView &tensor = execution.getTensor(op.getSrc());
  SmallVector<uint64_t> extents(tensor.sizes.begin(), tensor.sizes.end());
  return setExtents(execution, op, extents);
}

LogicalResult getIndexSpaceShape(Execution &execution,
                                 GetIndexSpaceShapeOp op) {
  const TensorView &tensor = execution.getTensor(op.getSrc());
  SmallVector<uint64_t> extents;
  for (unsigned dim = 0; dim < op->getNumResults(); ++dim)
    extents.push_back(
        getIndexSpace(cast<TileView>(op.getSrc().getType()), tensor, dim));
  return setExtents(execution, op, extents);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// A format without infinity has NaN instead, or the largest value.
uint64_t getInfinity(FloatType type, bool isNegative) {
  const fltSemantics &semantics = type.getFloatSemantics();
  if (APFloat::semanticsHasInf(semantics))
    return APFloat::getInf(semantics, isNegative)
        .bitcastToAPInt()
        .getZExtValue();
  return fromFloat(type, APFloat::getQNaN(APFloat::IEEEdouble()));
}

/// The verifier lets integers be padded with zeros only.
uint64_t getPadding(Type type, PaddingValue padding) {
  if (padding == PaddingValue::zero)
    return 0;
  if (padding == PaddingValue::neg_zero)
    return fromFloat(type, APFloat(-0.0));
  if (padding == PaddingValue::nan || isa<Float8E5M3FNUType>(type))
    return fromFloat(type, APFloat::getQNaN(APFloat::IEEEdouble()));
  return getInfinity(cast<FloatType>(type), padding == PaddingValue::neg_inf);
}

Value getResult(LoadViewTkoOp op) { return op.getTile(); }
Value getResult(MultimemLoadReduceViewTkoOp op) {
  return op.getReducedValues();
}

/// Replicas are one memory: the value that all of them hold together.
template <typename OpT> LogicalResult loadView(Execution &execution, OpT op) {
  std::optional<PaddingValue> padding =
      cast<TileView>(op.getView().getType()).getPaddingValue();
  Value result = getResult(op);
  Tile tile(cast<TileType>(result.getType()));
  auto visit = [&](size_t n, std::optional<ElementAddress> address) {
    if (address)
      return execution.load(op, tile, n, address->pointer, address->isHigh);
    if (padding)
      tile.setBits(n, getPadding(tile.getElementType(), *padding));
    else
      tile.setUnspecified(n);
    return success();
  };
  TensorAccess access{op, op.getView(), op.getIndex(), op.getInbounds()};
  if (failed(visitElements(execution, access, visit)))
    return failure();
  execution.set(result, std::move(tile));
  execution.set(op.getResultToken(), Token());
  return success();
}

template <typename OpT> LogicalResult storeView(Execution &execution, OpT op) {
  const Tile &tile = execution.getTile(op.getTile());
  auto visit = [&](size_t n, std::optional<ElementAddress> address) {
    if (!address)
      return success();
    return execution.store(op, tile, n, address->pointer, address->isHigh);
  };
  TensorAccess access{op, op.getView(), op.getIndex(), op.getInbounds()};
  if (failed(visitElements(execution, access, visit)))
    return failure();
  execution.set(op.getResultToken(), Token());
  return success();
}

} // namespace

void addViewOps(OperationTable &table) {
  table.add<getIndexSpaceShape>();
  table.add<getTensorShape>();
  table.add<&loadView<LoadViewTkoOp>>();
  table.add<&loadView<MultimemLoadReduceViewTkoOp>>();
  table.add<makeTensorView>();
  table.add<&storeView<MultimemStoreViewTkoOp>>();
  table.add<&storeView<StoreViewTkoOp>>();
  table.add<&makeView<MakeGatherScatterViewOp>>();
  table.add<&makeView<MakePartitionViewOp>>();
  table.add<&makeView<MakeStridedViewOp>>();
}

} // namespace tileiras::interpreter
