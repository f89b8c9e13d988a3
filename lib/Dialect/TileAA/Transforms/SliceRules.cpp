//===- SliceRules.cpp - Slices of the results of operations ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

#include <array>

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

namespace {

using Parts = FailureOr<SmallVector<Part>>;

/// Tensors are cut along `dim`, scalars serve whole.
Part cutTensor(Value value, int dim) {
  return {value, isa<RankedTensorType>(value.getType()) ? dim : kWhole};
}

Parts cutAll(ValueRange values, int dim) {
  SmallVector<Part> parts;
  for (Value value : values)
    parts.push_back(cutTensor(value, dim));
  return parts;
}

/// Row-major, the upper bits of dimension `dim` are those of a dimension of the
/// source if as many elements lie before both and it has as many slices.
Parts cutView(ViewOp op, int dim, int64_t count) {
  ArrayRef<int64_t> from = op.getSource().getType().getShape();
  ArrayRef<int64_t> to = op.getType().getShape();
  auto countBefore = [](ArrayRef<int64_t> shape, size_t dim) {
    return ShapedType::getNumElements(shape.take_front(dim));
  };
  int64_t before = countBefore(to, dim);
  for (auto [number, size] : llvm::enumerate(from))
    if (size != 1 && countBefore(from, number) == before && size % count == 0)
      return SmallVector<Part>{{op.getSource(), int(number)}};
  return failure();
}

Parts cutBroadcast(BroadcastOp op, int dim) {
  bool isStretched = op.getSource().getType().getDimSize(dim) == 1 &&
                     op.getType().getDimSize(dim) != 1;
  return SmallVector<Part>{{op.getSource(), isStretched ? kWhole : dim}};
}

/// Dimensions are [batch,] rows, columns.
Parts cutDot(DotOp op, int dim) {
  int rank = op.getType().getRank();
  int ofA = dim == rank - 1 ? kWhole : dim,
      ofB = dim == rank - 2 ? kWhole : dim;
  SmallVector<Part> parts = {
      {op.getA(), ofA}, {op.getB(), ofB}, {op.getC(), dim}};
  for (auto [scales, dimOfSide] :
       llvm::zip(op.getScales(), std::array{ofA, ofB}))
    parts.push_back({scales, dimOfSide});
  return parts;
}

Parts cutTiledLoad(TiledLoadOp op, int dim) {
  auto sparseDim = op.getView().getType().getSparseDim();
  SmallVector<Part> parts;
  for (auto [number, coord] : llvm::enumerate(op.getCoords())) {
    bool isCut = sparseDim && int(number) == *sparseDim && dim == *sparseDim;
    parts.push_back({coord, isCut ? 0 : kWhole});
  }
  return parts;
}

Parts cutLoad(LoadOp op, int dim) {
  SmallVector<Part> parts = {cutTensor(op.getSource(), dim)};
  for (Value value : {op.getMask(), op.getOther()})
    if (value)
      parts.push_back(cutTensor(value, dim));
  return parts;
}

} // namespace

Parts tileiras::findOperandParts(Operation *op, int dim, int64_t count) {
  if (op->hasTrait<OpTrait::Elementwise>())
    return cutAll(op->getOperands(), dim);
  return llvm::TypeSwitch<Operation *, Parts>(op)
      .Case([&](arith::ConstantOp constant) -> Parts {
        if (!isa<SplatElementsAttr>(constant.getValue()))
          return failure();
        return SmallVector<Part>();
      })
      .Case([&](SplatOp splat) { return cutAll(splat->getOperands(), dim); })
      .Case([](MakeRangeOp) { return SmallVector<Part>(); })
      .Case([&](ViewOp view) { return cutView(view, dim, count); })
      .Case([&](BroadcastOp broadcast) { return cutBroadcast(broadcast, dim); })
      .Case([&](PermuteOp permute) {
        return cutAll(permute->getOperands(), permute.getPermutation()[dim]);
      })
      .Case([&](CatOp cat) -> Parts {
        if (int64_t(cat.getDim()) == dim)
          return failure();
        return cutAll(cat->getOperands(), dim);
      })
      .Case([&](UnpackOp unpack) { return cutAll(unpack->getOperands(), dim); })
      .Case([&](ExtractOp extract) {
        SmallVector<Part> parts;
        for (Value operand : extract->getOperands())
          parts.push_back({operand, kWhole});
        return parts;
      })
      .Case([&](ReduceOp reduce) {
        return cutAll(reduce.getOperands(),
                      dim < int64_t(reduce.getDim()) ? dim : dim + 1);
      })
      .Case([&](ScanOp scan) -> Parts {
        if (int64_t(scan.getDim()) == dim)
          return failure();
        return cutAll(scan.getOperands(), dim);
      })
      .Case([&](DotOp dot) { return cutDot(dot, dim); })
      .Case([&](TiledLoadOp load) { return cutTiledLoad(load, dim); })
      .Case([&](LoadOp load) { return cutLoad(load, dim); })
      .Default([](Operation *) { return failure(); });
}
