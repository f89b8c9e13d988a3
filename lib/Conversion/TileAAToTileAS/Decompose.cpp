//===- Decompose.cpp - Operations that others can say -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decompose.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

//===----------------------------------------------------------------------===//
// insert
//===----------------------------------------------------------------------===//

namespace {

/// Builds on tensors of the shape of the tile that is changed.
class InsertBuilder {
public:
  explicit InsertBuilder(InsertOp insert)
      : builder(insert.getLoc(), insert), insert(insert),
        tile(cast<RankedTensorType>(insert.getResult().getType())),
        part(cast<RankedTensorType>(insert.getSource().getType())) {}

  Value build() {
    Value result = repeatPart();
    if (Value here = buildMask())
      result = arith::SelectOp::create(builder, here, result,
                                       insert.getDestination());
    return result;
  }

private:
  /// [s0, s1] → [1, s0, 1, s1] → [n0, s0, n1, s1] → [n0 * s0, n1 * s1].
  Value repeatPart() {
    SmallVector<int64_t> ones, repeated;
    for (auto [whole, size] :
         llvm::zip_equal(tile.getShape(), part.getShape())) {
      ones.append({1, size});
      repeated.append({whole / size, size});
    }
    Value value = insert.getSource();
    value = ViewOp::create(builder, part.clone(ones), value);
    value = BroadcastOp::create(builder, part.clone(repeated), value);
    return ViewOp::create(builder, tile, value);
  }

  /// True in the part; null when the part is all of the tile.
  Value buildMask() {
    Value mask;
    for (unsigned dim = 0; dim < tile.getRank(); ++dim) {
      if (tile.getDimSize(dim) == part.getDimSize(dim))
        continue;
      Value along = buildMaskAlong(dim);
      mask = mask ? arith::AndIOp::create(builder, mask, along) : along;
    }
    return mask;
  }

  /// coordinate >> log2(size of the part) == index
  Value buildMaskAlong(unsigned dim) {
    int64_t size = tile.getDimSize(dim);
    auto line = RankedTensorType::get(size, builder.getI32Type());
    int32_t shift = llvm::Log2_64(part.getDimSize(dim));
    Value range = MakeRangeOp::create(builder, line);
    Value shifts = arith::ConstantOp::create(
        builder, DenseElementsAttr::get(line, APInt(32, shift)));
    Value block = arith::ShRUIOp::create(builder, range, shifts);
    Value wanted = SplatOp::create(builder, line, insert.getIndices()[dim]);
    Value here =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, block, wanted);
    SmallVector<int64_t> shape(tile.getRank(), 1);
    shape[dim] = size;
    auto bits = RankedTensorType::get(shape, builder.getI1Type());
    here = ViewOp::create(builder, bits, here);
    return BroadcastOp::create(builder, bits.clone(tile.getShape()), here);
  }

  ImplicitLocOpBuilder builder;
  InsertOp insert;
  RankedTensorType tile, part;
};

} // namespace

void tileiras::decomposeInsert(InsertOp insert) {
  insert.getResult().replaceAllUsesWith(InsertBuilder(insert).build());
  insert.erase();
}

//===----------------------------------------------------------------------===//
// dot
//===----------------------------------------------------------------------===//

void tileiras::widenOperands(DotOp dot, Type element) {
  OpBuilder builder(dot);
  for (OpOperand *operand : {&dot.getAMutable(), &dot.getBMutable()}) {
    auto type = cast<RankedTensorType>(operand->get().getType());
    operand->set(FpToFpOp::create(builder, dot.getLoc(), type.clone(element),
                                  operand->get()));
  }
}
