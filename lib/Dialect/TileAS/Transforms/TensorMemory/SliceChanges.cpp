//===- SliceChanges.cpp - Sums that change a slice at a time --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceChanges.h"

#include "Slicing/OperandSlice.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// A product of sums and factors, between the copies.
class Change {
public:
  /// None if the store is of something else, or in one instruction.
  static std::optional<Change> match(CopyOp store) {
    auto product = store.getSource().getDefiningOp<arith::MulFOp>();
    if (!product || !product->hasOneUse() || store.getSlice())
      return std::nullopt;
    for (unsigned operand : {0, 1}) {
      auto load = product->getOperand(operand).getDefiningOp<CopyOp>();
      if (!load || !load->hasOneUse() || load.getSlice() || load.isStore() ||
          load.getSource() != store.getDestination() ||
          load->getBlock() != store->getBlock())
        continue;
      Change change(load, product, store, operand);
      if (change.plan())
        return change;
    }
    return std::nullopt;
  }

  void run() {
    OpBuilder builder(load);
    Value next = read(builder, 0);
    builder.setInsertionPoint(store);
    OperandSlice factors = getFactors();
    for (int64_t index = 0; index < count; ++index) {
      Value sums = next;
      if (index + 1 < count)
        next = read(builder, index + 1);
      Value operands[2];
      operands[ofSums] = sums;
      operands[1 - ofSums] = factors.get(builder, product.getLoc(), index);
      Value changed =
          arith::MulFOp::create(builder, product.getLoc(), operands[0],
                                operands[1], product.getFastmathAttr());
      CopyOp::create(builder, store.getLoc(), /*result=*/Type(), changed,
                     store.getDestination(), store.getAtom(), /*part=*/0,
                     getOrigin(builder, index));
    }
    store.erase();
    product.erase();
    load.erase();
  }

private:
  Change(CopyOp load, arith::MulFOp product, CopyOp store, unsigned ofSums)
      : load(load), store(store), product(product), ofSums(ofSums),
        tile(cast<RankedTensorType>(store.getTileType())),
        dim(tile.getRank() - 1) {}

  bool plan() {
    auto buffer = store.getBuffer().getType();
    std::optional<TmemMovePlan> whole =
        planTmemMove(buffer, tile, store.getAtom());
    if (!whole)
      return false;
    count = whole->accesses.size();
    if (count < 2 || tile.getDimSize(dim) % count != 0)
      return false;
    OperandSlice factors = getFactors();
    if (!factors.isPossible() || factors.getCopy())
      return false;
    type = factors.getType();
    return planTmemMove(buffer, type, store.getAtom()) &&
           planTmemMove(buffer, type, load.getAtom());
  }

  OperandSlice getFactors() {
    Value factors = product->getOperand(1 - ofSums);
    return OperandSlice(factors, dim, tile.getDimSize(dim) / count,
                        std::distance(factors.use_begin(), factors.use_end()));
  }

  DenseI64ArrayAttr getOrigin(OpBuilder &builder, int64_t index) {
    SmallVector<int64_t> origin(tile.getRank(), 0);
    origin[dim] = index * type.getDimSize(dim);
    return builder.getDenseI64ArrayAttr(origin);
  }

  Value read(OpBuilder &builder, int64_t index) {
    return CopyOp::create(builder, load.getLoc(), type, load.getSource(),
                          /*destination=*/Value(), load.getAtom(), /*part=*/0,
                          getOrigin(builder, index))
        .getResult();
  }

  CopyOp load, store;
  arith::MulFOp product;
  /// Which operand the sums are.
  unsigned ofSums;
  RankedTensorType tile, type;
  unsigned dim;
  int64_t count = 0;
};

} // namespace

void tileiras::sliceChanges(Region &region) {
  SmallVector<Change> changes;
  region.walk([&](CopyOp copy) {
    if (!copy.isStore() || !copy.getBuffer().getType().isInTensorMemory())
      return;
    if (std::optional<Change> change = Change::match(copy))
      changes.push_back(*change);
  });
  for (Change &change : changes)
    change.run();
}
