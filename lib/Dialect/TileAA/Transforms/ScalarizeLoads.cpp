//===- ScalarizeLoads.cpp - Loads of single elements of tiles ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a program only extracts scalars from a loaded tile, each of them is loaded
// by itself. Programs read lists of arrays so: a row of the list has the base,
// the sizes and the strides of an array.
//
//   %x = tiled_load %view[%i, 0]          %p = addptr %base, %i * 5 + 2
//   %y = extract %x[0, 2]           =>    %z = load %p
//   %z = unsplat %y
//
// Then scalars stay scalars, which every agent can compute for itself, and no
// unused element is loaded. A tile of one element, of which programs take the
// bounds of loops and the indices of pages, may be used as a tile besides: that
// is a splat of the scalar. An element that is not provably in bounds is loaded
// under a condition, with zero elsewhere. No other access may be ordered after
// the load.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/Transforms/Passes.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEAASCALARIZELOADS
#include "tileiras/Dialect/TileAA/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileaa;

namespace {

/// More elements than this are better loaded together.
constexpr size_t kMaxNumbers = 8;

/// A scalar that is extracted from a tile, and its position in the tile.
struct Number {
  UnsplatOp scalar;
  SmallVector<int64_t> position;
  /// Dimensions in which it may be outside of the array.
  SmallVector<unsigned> unknown = {};
};

class LoadSplitter {
public:
  explicit LoadSplitter(TiledLoadOp load) : load(load) {}

  void run() {
    if (!mayBeSplit() || !findNumbers() ||
        !llvm::all_of(numbers,
                      [&](Number &number) { return mayBeInside(number); }))
      return;
    // Uses are listed from the last to the first.
    Value scalar;
    for (Number &number : llvm::reverse(numbers))
      scalar = replace(number);
    if (hasOneElement() && !load.getResult().use_empty()) {
      OpBuilder builder(load);
      load.getResult().replaceAllUsesWith(SplatOp::create(
          builder, load.getLoc(), load.getResult().getType(), scalar));
    }
    for (Operation *user : llvm::make_early_inc_range(load->getUsers()))
      user->erase();
    load.erase();
  }

private:
  bool mayBeSplit() {
    auto tiles = load.getView().getDefiningOp<BlockTileOp>();
    array = tiles ? tiles.getSource().getDefiningOp<MakeMemRefOp>()
                  : MakeMemRefOp();
    view = load.getView().getType();
    return array && load.getMemSemantic() == MemSemantic::WEAK &&
           load.getResultToken().use_empty() && !view.getSparseDim() &&
           getMemoryBits(view.getElementType()) >= 8;
  }

  bool hasOneElement() {
    return load.getResult().getType().getNumElements() == 1;
  }

  /// Collects the scalars; fails if a tile of several elements has other uses.
  bool findNumbers() {
    for (Operation *user : load.getResult().getUsers()) {
      if (hasOneElement()) {
        if (auto scalar = dyn_cast<UnsplatOp>(user))
          numbers.push_back(
              {scalar, SmallVector<int64_t>(view.getShape().size(), 0)});
        continue;
      }
      auto extract = dyn_cast<ExtractOp>(user);
      if (!extract || extract.getResult().getType().getNumElements() != 1)
        return false;
      SmallVector<int64_t> position;
      for (Value index : extract.getIndices()) {
        std::optional<int64_t> known = getConstantIntValue(index);
        if (!known)
          return false;
        position.push_back(*known);
      }
      for (Operation *taken : extract->getUsers()) {
        auto scalar = dyn_cast<UnsplatOp>(taken);
        if (!scalar)
          return false;
        numbers.push_back({scalar, position});
      }
    }
    return !numbers.empty() && numbers.size() <= kMaxNumbers;
  }

  /// Finds out where the number may be outside; fails where it is, or where
  /// that gives anything but zero.
  bool mayBeInside(Number &number) {
    for (auto [dim, index] : llvm::enumerate(number.position)) {
      if (index < 0 || index >= view.getShape()[dim])
        return false;
      if (load.getInBounds()[dim])
        continue;
      int64_t size = view.getSource().getShape()[view.getDimMap()[dim]];
      std::optional<int64_t> coord = getConstantIntValue(load.getCoords()[dim]);
      if (coord && !ShapedType::isDynamic(size)) {
        if (*coord < 0 || *coord * view.getSteps()[dim] + index >= size)
          return false;
        continue;
      }
      number.unknown.push_back(dim);
    }
    return number.unknown.empty() ||
           load.getPaddingValue().value_or(PaddingValue::ZERO) ==
               PaddingValue::ZERO;
  }

  Value replace(Number &number) {
    OpBuilder builder(load);
    Location loc = number.scalar.getLoc();
    Value pointer =
        AddPtrOp::create(builder, loc, array.getBase().getType(),
                         array.getBase(), computeOffset(builder, loc, number));
    Type type = number.scalar.getType();
    OperationState state(loc, LoadOp::getOperationName());
    auto &properties = state.getOrAddProperties<LoadOp::Properties>();
    properties.setMemSemantic(load.getMemSemanticAttr());
    properties.setAlignment(builder.getI64IntegerAttr(getAlignment()));
    properties.setReadOnly(load.getReadOnlyAttr());
    bool isGuarded = !number.unknown.empty();
    properties.setOperandSegmentSizes(
        {1, isGuarded, isGuarded, load.getToken() ? 1 : 0});
    state.addOperands(pointer);
    if (isGuarded) {
      Value zero =
          arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
      state.addOperands({computeMask(builder, loc, number), zero});
    }
    if (load.getToken())
      state.addOperands(load.getToken());
    state.addTypes({type, load.getResultToken().getType()});
    Value scalar = builder.create(state)->getResult(0);
    number.scalar.replaceAllUsesWith(scalar);
    number.scalar.erase();
    return scalar;
  }

  static Value getConstant(OpBuilder &builder, Location loc, int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  }

  /// Sizes and strides are unsigned, and so are the coordinates of tiles in
  /// bounds.
  static Value widen(OpBuilder &builder, Location loc, Value value,
                     bool isSigned = false) {
    Type i64 = builder.getI64Type();
    if (value.getType() == i64)
      return value;
    if (isSigned)
      return arith::ExtSIOp::create(builder, loc, i64, value);
    return arith::ExtUIOp::create(builder, loc, i64, value);
  }

  /// The operand that gives a dynamic size or stride.
  static Value findOperand(ArrayRef<int64_t> values, ValueRange operands,
                           int64_t dim) {
    return operands[llvm::count_if(values.take_front(dim),
                                   ShapedType::isDynamic)];
  }

  /// Whether the number is in the array: a negative index is larger than all
  /// sizes.
  Value computeMask(OpBuilder &builder, Location loc, const Number &number) {
    Value mask;
    for (unsigned dim : number.unknown) {
      Value index = arith::MulIOp::create(
          builder, loc,
          widen(builder, loc, load.getCoords()[dim], /*isSigned=*/true),
          getConstant(builder, loc, view.getSteps()[dim]));
      index = arith::AddIOp::create(
          builder, loc, index, getConstant(builder, loc, number.position[dim]));
      ArrayRef<int64_t> sizes = view.getSource().getShape();
      int64_t of = view.getDimMap()[dim];
      Value size =
          ShapedType::isDynamic(sizes[of])
              ? widen(builder, loc, findOperand(sizes, array.getSizes(), of))
              : getConstant(builder, loc, sizes[of]);
      Value here = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::ult, index, size);
      mask = mask ? arith::AndIOp::create(builder, loc, mask, here).getResult()
                  : here;
    }
    return mask;
  }

  /// Returns the scalar's offset in elements: the sum over dimensions of
  /// (tile index * step + position in the tile) * stride.
  Value computeOffset(OpBuilder &builder, Location loc, const Number &number) {
    int64_t known = 0;
    Value sum;
    auto add = [&](Value part) {
      sum = sum ? arith::AddIOp::create(builder, loc, sum, part).getResult()
                : part;
    };
    ArrayRef<int64_t> strides = view.getSource().getStrides();
    for (auto [dim, index] : llvm::enumerate(number.position)) {
      int64_t of = view.getDimMap()[dim], step = view.getSteps()[dim];
      std::optional<int64_t> coord = getConstantIntValue(load.getCoords()[dim]);
      if (coord && *coord * step + index == 0)
        continue;
      bool isStatic = !ShapedType::isDynamic(strides[of]);
      if (coord && isStatic) {
        known += (*coord * step + index) * strides[of];
        continue;
      }
      if (isStatic) {
        known += index * strides[of];
        add(arith::MulIOp::create(
            builder, loc, widen(builder, loc, load.getCoords()[dim]),
            getConstant(builder, loc, step * strides[of])));
        continue;
      }
      Value place = arith::MulIOp::create(
          builder, loc, widen(builder, loc, load.getCoords()[dim]),
          getConstant(builder, loc, step));
      place = arith::AddIOp::create(builder, loc, place,
                                    getConstant(builder, loc, index));
      Value stride =
          widen(builder, loc, findOperand(strides, array.getStrides(), of));
      add(arith::MulIOp::create(builder, loc, place, stride));
    }
    return sum ? arith::AddIOp::create(builder, loc, sum,
                                       getConstant(builder, loc, known))
                     .getResult()
               : getConstant(builder, loc, known);
  }

  /// The alignment of the first element of a run holds for each element, up to
  /// the distance between elements.
  int64_t getAlignment() {
    int64_t bytes = getMemoryBits(view.getElementType()) / 8;
    return std::min<int64_t>(bytes, load.getAlignment().value_or(1));
  }

  TiledLoadOp load;
  MakeMemRefOp array;
  TiledViewType view;
  SmallVector<Number> numbers;
};

class ScalarizeLoads
    : public tileiras::impl::TileAAScalarizeLoadsBase<ScalarizeLoads> {
public:
  void runOnOperation() override {
    SmallVector<TiledLoadOp> loads;
    getOperation().walk([&](TiledLoadOp load) { loads.push_back(load); });
    for (TiledLoadOp load : loads)
      LoadSplitter(load).run();
  }
};

} // namespace
