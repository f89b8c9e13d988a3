//===- Decompose.cpp - Operations that become several -----------*- C++ -*-===//
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

/// Builds values with the shape of the destination tile.
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

  /// Builds a mask that is true in the part; null if the part is the whole
  /// tile.
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
    Value required = SplatOp::create(builder, line, insert.getIndices()[dim]);
    Value here = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, block,
                                       required);
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
// unpack
//===----------------------------------------------------------------------===//

/// Returns the tile's type with a dimension of size one, or two, after `dim`.
static RankedTensorType withPairs(RankedTensorType type, unsigned dim,
                                  int64_t size) {
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin() + dim + 1, size);
  return type.clone(shape);
}

void tileiras::decomposeUnpack(UnpackOp unpack) {
  ImplicitLocOpBuilder builder(unpack.getLoc(), unpack);
  Value bytes = unpack.getSource();
  auto type = cast<RankedTensorType>(bytes.getType());
  RankedTensorType numbers = unpack.getType();
  unsigned dim = unpack.getDim();
  Value four = arith::ConstantOp::create(
      builder, SplatElementsAttr::get(type, APInt(8, 4)));
  Value high = arith::ShRUIOp::create(builder, bytes, four);
  auto asColumn = [&](Value half) {
    return ViewOp::create(builder, withPairs(type, dim, 1), half);
  };
  Value pairs = CatOp::create(builder, withPairs(type, dim, 2), asColumn(bytes),
                              asColumn(high), /*dim=*/dim + 1);
  Value line = ViewOp::create(builder, type.clone(numbers.getShape()), pairs);
  RankedTensorType halves = numbers.clone(builder.getIntegerType(4));
  Value result = arith::TruncIOp::create(builder, halves, line);
  if (numbers != halves)
    result = arith::BitcastOp::create(builder, numbers, result);
  unpack.replaceAllUsesWith(result);
  unpack.erase();
}

//===----------------------------------------------------------------------===//
// dot
//===----------------------------------------------------------------------===//

/// Returns the dimension of a view's source along which pairs of adjacent
/// elements are the pairs along `dim` of the result; none if there is none.
static std::optional<unsigned> findPairs(ViewOp view, unsigned dim) {
  auto stride = [](ArrayRef<int64_t> shape, unsigned of) {
    return ShapedType::getNumElements(shape.drop_front(of + 1));
  };
  ArrayRef<int64_t> from = view.getSource().getType().getShape(),
                    to = view.getType().getShape();
  for (unsigned each = 0; each < from.size(); ++each)
    if (from[each] % 2 == 0 && to[dim] % 2 == 0 &&
        stride(from, each) == stride(to, dim))
      return each;
  return std::nullopt;
}

/// Returns the bytes that `numbers` are unpacked from, two per byte along
/// `dim`; null if the numbers have another definition.
static Value findBytes(OpBuilder &builder, Value numbers, unsigned dim) {
  Operation *op = numbers.getDefiningOp();
  auto getType = [&]() {
    auto type = cast<RankedTensorType>(numbers.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[dim] /= 2;
    return RankedTensorType::get(shape, builder.getI8Type());
  };
  if (auto unpack = dyn_cast_or_null<UnpackOp>(op))
    return unpack.getDim() == dim ? unpack.getSource() : Value();
  if (auto permute = dyn_cast_or_null<PermuteOp>(op)) {
    Value bytes =
        findBytes(builder, permute.getSource(), permute.getPermutation()[dim]);
    return bytes ? PermuteOp::create(builder, op->getLoc(), getType(), bytes,
                                     permute.getPermutation())
                       .getResult()
                 : Value();
  }
  auto view = dyn_cast_or_null<ViewOp>(op);
  std::optional<unsigned> source = view ? findPairs(view, dim) : std::nullopt;
  Value bytes =
      source ? findBytes(builder, view.getSource(), *source) : Value();
  if (!bytes || bytes.getType() == getType())
    return bytes;
  // A view of a view is a single view.
  while (auto inner = bytes.getDefiningOp<ViewOp>())
    bytes = inner.getSource();
  if (bytes.getType() == getType())
    return bytes;
  return ViewOp::create(builder, op->getLoc(), getType(), bytes);
}

/// Erases the definition of the numbers as far as it has no other uses.
static void eraseUnused(Value value) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_present<UnpackOp, PermuteOp, ViewOp>(op) || !op->use_empty())
    return;
  Value source = op->getOperand(0);
  op->erase();
  eraseUnused(source);
}

bool tileiras::packOperands(DotOp dot) {
  Type element = dot.getA().getType().getElementType();
  if (element.getIntOrFloatBitWidth() != 4)
    return true;
  OpBuilder builder(dot);
  unsigned rank = dot.getType().getRank();
  Value a = findBytes(builder, dot.getA(), rank - 1),
        b = a ? findBytes(builder, dot.getB(), rank - 2) : Value();
  if (!b)
    return false;
  Value numbersA = dot.getA(), numbersB = dot.getB();
  dot.getAMutable().assign(a);
  dot.getBMutable().assign(b);
  dot.setPacked(element);
  eraseUnused(numbersA);
  eraseUnused(numbersB);
  return true;
}

void tileiras::widenOperands(DotOp dot, Type element) {
  OpBuilder builder(dot);
  for (OpOperand *operand : {&dot.getAMutable(), &dot.getBMutable()}) {
    auto type = cast<RankedTensorType>(operand->get().getType());
    operand->set(FpToFpOp::create(builder, dot.getLoc(), type.clone(element),
                                  operand->get()));
  }
}
