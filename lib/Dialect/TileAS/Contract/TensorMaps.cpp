//===- TensorMaps.cpp - Tensor maps of kernel arguments -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Contract/TensorMaps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Returns the index of the kernel's argument that `value` is, through
/// operations that keep its value: facts about it, and a wider type.
static std::optional<int64_t> getArgumentIndex(Value value) {
  for (;;) {
    value = lookThroughCapture(value);
    if (auto assume = value.getDefiningOp<nv_tileaa::AssumeOp>())
      value = assume.getValue();
    else if (Operation *op = value.getDefiningOp();
             op && isa<arith::ExtSIOp, arith::ExtUIOp>(op))
      value = op->getOperand(0);
    else
      break;
  }
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !isa<nv_tileaa::FuncOp>(argument.getOwner()->getParentOp()))
    return std::nullopt;
  return argument.getArgNumber();
}

static FailureOr<DenseI64ArrayAttr> getArgumentNumbers(ValueRange values) {
  SmallVector<int64_t> indices;
  for (Value value : values) {
    std::optional<int64_t> index = getArgumentIndex(value);
    if (!index)
      return failure();
    indices.push_back(*index);
  }
  return values.empty()
             ? DenseI64ArrayAttr()
             : DenseI64ArrayAttr::get(values.front().getContext(), indices);
}

TensorMapAttr tileiras::getTensorMap(Value view, OobMode oob) {
  auto tiles = view.getDefiningOp<nv_tileaa::BlockTileOp>();
  auto array = tiles
                   ? tiles.getSource().getDefiningOp<nv_tileaa::MakeMemRefOp>()
                   : nv_tileaa::MakeMemRefOp();
  if (!array)
    return {};
  std::optional<int64_t> base = getArgumentIndex(array.getBase());
  FailureOr<DenseI64ArrayAttr> sizes = getArgumentNumbers(array.getSizes()),
                               strides = getArgumentNumbers(array.getStrides());
  if (!base || failed(sizes) || failed(strides))
    return {};
  MLIRContext *context = view.getContext();
  DenseI64ArrayAttr none = DenseI64ArrayAttr::get(context, {});
  return TensorMapAttr::get(context, *base, *sizes ? *sizes : none,
                            *strides ? *strides : none, oob);
}
