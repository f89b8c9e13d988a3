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

/// Returns the part with the same cut for a tensor, and the whole scalar.
Part cutTensor(Value value, int cut) {
  return {value, isa<RankedTensorType>(value.getType()) ? cut : kWhole};
}

Parts cutAll(ValueRange values, int cut) {
  SmallVector<Part> parts;
  for (Value value : values)
    parts.push_back(cutTensor(value, cut));
  return parts;
}

ArrayRef<int64_t> getShape(Value tile) {
  return cast<RankedTensorType>(tile.getType()).getShape();
}

/// The rules for operations that move bits from one dimension to another.
class Rules {
public:
  Rules(Cut cut, SliceCuts &cuts) : cut(std::move(cut)), cuts(cuts) {}

  Parts view(ViewOp op) {
    return part(op.getSource(), cut.view(getShape(op.getSource())));
  }

  Parts broadcast(BroadcastOp op) {
    Cut source = cut;
    for (auto [bits, size] :
         llvm::zip_equal(source.dims, getShape(op.getSource())))
      if (size == 1)
        bits.clear();
    return part(op.getSource(), std::move(source));
  }

  Parts permute(PermuteOp op) {
    Cut source = cut;
    for (auto [dim, from] : llvm::enumerate(op.getPermutation()))
      source.dims[from] = cut.dims[dim];
    return part(op.getSource(), std::move(source));
  }

  /// The highest bit selects the operand.
  Parts cat(CatOp op) {
    cut.dims[op.getDim()].pop_back();
    return cutAll(op->getOperands(), cuts.add(cut));
  }

  /// The highest bits are those of the sub-tile's index.
  Parts extract(ExtractOp op) {
    for (auto [dim, size] : llvm::enumerate(getShape(op.getSource()))) {
      CutDim &bits = cut.dims[dim];
      unsigned count = llvm::Log2_64(size) - bits.size();
      int scalar = cuts.addScalar(op.getIndices()[dim], count);
      for (unsigned position = 0; position < count; ++position)
        bits.push_back({scalar, position});
    }
    SmallVector<Part> parts = {{op.getSource(), cuts.add(std::move(cut))}};
    for (Value number : op.getIndices())
      parts.push_back({number, kWhole});
    return parts;
  }

  /// The lowest bit selects the half of a byte.
  Parts unpack(UnpackOp op) {
    CutDim &bits = cut.dims[op.getDim()];
    if (bits.empty() || !bits.front().isFree())
      return failure();
    bits.erase(bits.begin());
    return part(op.getSource(), cut);
  }

  Parts reduce(ReduceOp op) {
    int64_t size = getShape(op.getOperands().front())[op.getDim()];
    cut.dims.insert(cut.dims.begin() + op.getDim(),
                    CutDim(llvm::Log2_64(size)));
    return cutAll(op.getOperands(), cuts.add(cut));
  }

  Parts scan(ScanOp op, int number) {
    if (!cut.isWhole(op.getDim()))
      return failure();
    return cutAll(op.getOperands(), number);
  }

  /// Dimensions are [batch,] rows, columns.
  Parts dot(DotOp op, int number) {
    int rank = cut.dims.size();
    SmallVector<Part> parts = {cutSide(op.getA(), rank - 2),
                               cutSide(op.getB(), rank - 1),
                               {op.getC(), number}};
    for (auto [scales, kept] :
         llvm::zip(op.getScales(), std::array{rank - 2, rank - 1}))
      parts.push_back(cutSide(scales, kept));
    return parts;
  }

  Parts tiledLoad(TiledLoadOp op) {
    auto sparseDim = op.getView().getType().getSparseDim();
    SmallVector<Part> parts;
    for (auto [dim, coord] : llvm::enumerate(op.getCoords()))
      parts.push_back({coord, sparseDim && int(dim) == *sparseDim
                                  ? cuts.add(Cut{{cut.dims[*sparseDim]}})
                                  : kWhole});
    return parts;
  }

private:
  Parts part(Value value, Cut cutOfValue) {
    return SmallVector<Part>{{value, cuts.add(std::move(cutOfValue))}};
  }

  /// Returns the part of an operand, which is whole along K.
  Part cutSide(Value value, int kept) {
    Cut side = Cut::getWhole(getShape(value));
    for (int dim = 0, rank = side.dims.size(); dim < rank; ++dim)
      if (dim < rank - 2 || dim == kept)
        side.dims[dim] = cut.dims[dim];
    return {value, cuts.add(std::move(side))};
  }

  Cut cut;
  SliceCuts &cuts;
};

/// Returns parts of pointers, masks and values of an access, without tokens.
Parts cutAccess(Operation *op, int cut) {
  SmallVector<Part> parts;
  for (Value value : op->getOperands())
    if (!isa<MemTokenType>(value.getType()))
      parts.push_back(cutTensor(value, cut));
  return parts;
}

} // namespace

Parts tileiras::findOperandParts(Operation *op, int number, SliceCuts &cuts) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  FailureOr<Cut> cut = failure();
  if (type)
    cut = cuts.get(number, type.getShape());
  if (failed(cut))
    return failure();
  if (op->hasTrait<OpTrait::Elementwise>())
    return cutAll(op->getOperands(), number);
  Rules rules(*cut, cuts);
  return llvm::TypeSwitch<Operation *, Parts>(op)
      .Case([&](arith::ConstantOp constant) -> Parts {
        if (!isa<SplatElementsAttr>(constant.getValue()))
          return failure();
        return SmallVector<Part>();
      })
      .Case([&](SplatOp splat) { return cutAll(splat->getOperands(), number); })
      .Case([](MakeRangeOp) { return SmallVector<Part>(); })
      .Case([&](ViewOp view) { return rules.view(view); })
      .Case([&](BroadcastOp broadcast) { return rules.broadcast(broadcast); })
      .Case([&](PermuteOp permute) { return rules.permute(permute); })
      .Case([&](CatOp cat) { return rules.cat(cat); })
      .Case([&](UnpackOp unpack) { return rules.unpack(unpack); })
      .Case([&](ExtractOp extract) { return rules.extract(extract); })
      .Case([&](ReduceOp reduce) { return rules.reduce(reduce); })
      .Case([&](ScanOp scan) { return rules.scan(scan, number); })
      .Case([&](DotOp dot) { return rules.dot(dot, number); })
      .Case([&](TiledLoadOp load) { return rules.tiledLoad(load); })
      .Case<LoadOp, AtomicRmwOp, AtomicCasOp>(
          [&](auto access) { return cutAccess(access, number); })
      .Default([](Operation *) { return failure(); });
}

bool tileiras::isTileOfView(TiledLoadOp load, const Cut &cut) {
  auto sparseDim = load.getView().getType().getSparseDim();
  return llvm::all_of(llvm::seq<int>(0, cut.dims.size()), [&](int dim) {
    return dim == sparseDim.value_or(-1) || cut.isBlock(dim);
  });
}
