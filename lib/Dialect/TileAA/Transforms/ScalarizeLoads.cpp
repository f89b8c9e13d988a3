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
// unused element is loaded. The rewrite applies to elements that are provably
// in bounds, of accesses that no other access is ordered after.
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
};

class LoadSplitter {
public:
  explicit LoadSplitter(TiledLoadOp load) : load(load) {}

  void run() {
    if (!mayBeSplit() || !findNumbers() ||
        !llvm::all_of(numbers,
                      [&](const Number &number) { return isInside(number); }))
      return;
    // Uses are listed from the last to the first.
    for (Number &number : llvm::reverse(numbers))
      replace(number);
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
           getMemoryBits(view.getElementType()) >= 8 &&
           ShapedType::isStaticShape(view.getSource().getStrides());
  }

  /// Collects the scalars; fails if the tile has other uses.
  bool findNumbers() {
    for (Operation *user : load.getResult().getUsers()) {
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

  bool isInside(const Number &number) {
    for (auto [dim, index] : llvm::enumerate(number.position)) {
      if (index < 0 || index >= view.getShape()[dim])
        return false;
      if (load.getInBounds()[dim])
        continue;
      int64_t size = view.getSource().getShape()[view.getDimMap()[dim]];
      std::optional<int64_t> coord = getConstantIntValue(load.getCoords()[dim]);
      if (!coord || *coord < 0 || ShapedType::isDynamic(size) ||
          *coord * view.getSteps()[dim] + index >= size)
        return false;
    }
    return true;
  }

  void replace(Number &number) {
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
    properties.setOperandSegmentSizes({1, 0, 0, load.getToken() ? 1 : 0});
    state.addOperands(pointer);
    if (load.getToken())
      state.addOperands(load.getToken());
    state.addTypes({type, load.getResultToken().getType()});
    Operation *scalar = builder.create(state);
    number.scalar.replaceAllUsesWith(scalar->getResult(0));
    number.scalar.erase();
  }

  /// Returns the scalar's offset in elements: the sum over dimensions of
  /// (tile index * step + position in the tile) * stride.
  Value computeOffset(OpBuilder &builder, Location loc, const Number &number) {
    Type i64 = builder.getI64Type();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(builder, loc,
                                       builder.getI64IntegerAttr(value));
    };
    int64_t known = 0;
    Value sum;
    for (auto [dim, index] : llvm::enumerate(number.position)) {
      int64_t stride = view.getSource().getStrides()[view.getDimMap()[dim]];
      int64_t step = view.getSteps()[dim];
      known += index * stride;
      Value coord = load.getCoords()[dim];
      if (std::optional<int64_t> value = getConstantIntValue(coord)) {
        known += *value * step * stride;
        continue;
      }
      // The coordinates of a tile in bounds are not negative.
      if (coord.getType() != i64)
        coord = arith::ExtUIOp::create(builder, loc, i64, coord);
      Value part =
          arith::MulIOp::create(builder, loc, coord, constant(step * stride));
      sum = sum ? arith::AddIOp::create(builder, loc, sum, part).getResult()
                : part;
    }
    return sum ? arith::AddIOp::create(builder, loc, sum, constant(known))
                     .getResult()
               : constant(known);
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
