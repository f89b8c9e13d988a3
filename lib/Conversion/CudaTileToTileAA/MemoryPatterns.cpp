//===- MemoryPatterns.cpp - Views, pointers, tokens and accesses ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The Tile IR specification, chapter on memory, defines the memory model and
// tokens. Tokens stay as they are, since only they order accesses.
//
//===----------------------------------------------------------------------===//

#include "ElementwisePatterns.h"
#include "EnumConversion.h"
#include "NibbleViews.h"
#include "Patterns.h"
#include "TypeConverter.h"

#include "tileiras/Dialect/CudaTile/IR/OptimizationHints.h"
#include "tileiras/Dialect/TileAA/IR/TileAA.h"
#include "tileiras/Target/TargetInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tileiras;
using namespace tileiras::to_tileaa;

namespace {

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

class ConvertMakeTensorView
    : public OpConversionPattern<cuda_tile::MakeTensorViewOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::MakeTensorViewOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    cuda_tile::TensorViewType type = op.getType();
    std::optional<unsigned> nibbles = findNibbleDim(type);
    Value base = adaptor.getBase();
    auto array = cast<nv_tileaa::StridedMemRefType>(
        getTypeConverter()->convertType(type));
    if (cast<nv_tileaa::PtrType>(base.getType()).getPointee() !=
        array.getElementType())
      base = nv_tileaa::BitcastOp::create(
          rewriter, op.getLoc(),
          nv_tileaa::PtrType::get(getContext(), array.getElementType(),
                                  /*space=*/1),
          base);
    auto inBytes = [&](ArrayRef<int64_t> known, ValueRange dynamic,
                       function_ref<bool(unsigned)> isHalved) {
      SmallVector<Value> values(dynamic);
      unsigned next = 0;
      for (auto [dim, value] : llvm::enumerate(known))
        if (ShapedType::isDynamic(value)) {
          if (isHalved(dim))
            values[next] = halve(rewriter, op.getLoc(), values[next]);
          ++next;
        }
      return values;
    };
    SmallVector<Value> sizes =
        inBytes(type.getShape(), adaptor.getDynamicShape(),
                [&](unsigned dim) { return nibbles == dim; });
    SmallVector<Value> strides =
        inBytes(type.getStrides(), adaptor.getDynamicStrides(),
                [&](unsigned) { return nibbles.has_value(); });
    rewriter.replaceOpWithNewOp<nv_tileaa::MakeMemRefOp>(op, array, base, sizes,
                                                         strides);
    return success();
  }

private:
  static Value halve(OpBuilder &builder, Location loc, Value value) {
    Value two = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(value.getType(), 2));
    return arith::DivUIOp::create(builder, loc, value, two);
  }
};

/// Returns the number of elements along dimension `dim` of a memref.
Value buildDimSize(OpBuilder &builder, Location loc, Value memref, int64_t dim,
                   Type type) {
  int64_t size =
      cast<nv_tileaa::StridedMemRefType>(memref.getType()).getShape()[dim];
  if (!ShapedType::isDynamic(size))
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, size));
  return nv_tileaa::GetDimSizeOp::create(builder, loc, type, memref, dim);
}

class ConvertGetTensorShape
    : public OpConversionPattern<cuda_tile::GetTensorShapeOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::GetTensorShapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<unsigned> nibbles =
        findNibbleDim(cast<cuda_tile::TensorViewType>(op.getSrc().getType()));
    SmallVector<Value> sizes;
    for (OpResult result : op->getResults()) {
      unsigned dim = result.getResultNumber();
      Value size =
          buildDimSize(rewriter, op.getLoc(), adaptor.getSrc(), dim,
                       getTypeConverter()->convertType(result.getType()));
      if (nibbles == dim)
        size = arith::AddIOp::create(rewriter, op.getLoc(), size, size);
      sizes.push_back(size);
    }
    rewriter.replaceOp(op, sizes);
    return success();
  }
};

/// Along tile dimension d there are ceil(size[dimMap[d]] / step[d]) tiles.
class ConvertGetIndexSpaceShape
    : public OpConversionPattern<cuda_tile::GetIndexSpaceShapeOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::GetIndexSpaceShapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // Views are neither block arguments nor results of branches, so the
    // defining operation is known.
    auto tiling = adaptor.getSrc().getDefiningOp<nv_tileaa::BlockTileOp>();
    if (!tiling)
      return rewriter.notifyMatchFailure(op, "view of unknown origin");
    SmallVector<Value> counts;
    for (OpResult result : op->getResults())
      counts.push_back(buildTileCount(
          rewriter, op.getLoc(), tiling, result.getResultNumber(),
          getTypeConverter()->convertType(result.getType())));
    rewriter.replaceOp(op, counts);
    return success();
  }

private:
  static Value buildTileCount(OpBuilder &builder, Location loc,
                              nv_tileaa::BlockTileOp tiling, unsigned dim,
                              Type type) {
    auto view = cast<nv_tileaa::TiledViewType>(tiling.getType());
    Value memref = tiling.getSource();
    int32_t memrefDim = view.getDimMap()[dim];
    int64_t step = view.getSteps()[dim];
    int64_t size = view.getSource().getShape()[memrefDim];
    if (!ShapedType::isDynamic(size))
      return arith::ConstantOp::create(
          builder, loc,
          builder.getIntegerAttr(type, llvm::divideCeil(size, step)));
    Value sizeValue = buildDimSize(builder, loc, memref, memrefDim, type);
    if (step == 1)
      return sizeValue;
    Value stepValue = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(type, step));
    return arith::CeilDivUIOp::create(builder, loc, sizeValue, stepValue);
  }
};

//===----------------------------------------------------------------------===//
// Memory of a tile block
//===----------------------------------------------------------------------===//

/// The memory lives until the end of the block of the operation. Operations
/// after an early exit of that block are in nested blocks by now
/// (StructureControlFlow.h).
class ConvertAlloca : public OpConversionPattern<cuda_tile::AllocaOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::AllocaOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type =
        cast<nv_tileaa::PtrType>(getTypeConverter()->convertType(op.getType()));
    Value pointer = nv_tileaa::AllocaOp::create(
        rewriter, op.getLoc(), type, countBytes(op, type.getPointee()),
        op.getAlignment());
    {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPoint(op->getBlock()->getTerminator());
      nv_tileaa::ReleaseOp::create(rewriter, op.getLoc(), pointer,
                                   op.getAlignment());
    }
    rewriter.replaceOp(op, pointer);
    return success();
  }

private:
  /// Saturates at 63 bits, which is more than any memory.
  static int64_t countBytes(cuda_tile::AllocaOp op, Type element) {
    uint64_t bytes = llvm::SaturatingMultiply<uint64_t>(
        op.getNumElem(), nv_tileaa::getMemoryBits(element) / 8);
    return std::min<uint64_t>(bytes, std::numeric_limits<int64_t>::max());
  }
};

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

class ConvertJoinTokens : public OpConversionPattern<cuda_tile::JoinTokensOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::JoinTokensOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<nv_tileaa::JoinMemTokenOp>(
        op, getTypeConverter()->convertType(op.getType()), adaptor.getTokens());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

/// The base of the patterns of all accesses.
template <typename Source>
class AccessPattern : public OpConversionPattern<Source> {
public:
  AccessPattern(const TypeConverter &converter, MLIRContext *context,
                const TargetInfo &target)
      : OpConversionPattern<Source>(converter, context), target(target) {}

protected:
  nv_tileaa::MemSemanticAttr semantic(Source op) const {
    return nv_tileaa::MemSemanticAttr::get(
        op.getContext(), convertSemantic(op.getMemoryOrderingSemantics()));
  }

  nv_tileaa::MemScopeAttr scope(Source op) const {
    std::optional<cuda_tile::MemoryScope> scope = op.getMemoryScope();
    if (!scope)
      return {};
    return nv_tileaa::MemScopeAttr::get(op.getContext(), convertScope(*scope));
  }

  /// Returns the hinted latency of the access, from 1 to 10; or null.
  IntegerAttr latency(Source op) const {
    std::optional<int64_t> value =
        cuda_tile::getIntHint(op, target.Name, "latency");
    return value ? Builder(op.getContext()).getI64IntegerAttr(*value)
                 : IntegerAttr();
  }

  /// Returns whether the view may be accessed by TMA; null without a hint.
  BoolAttr allowTma(Source op) const {
    std::optional<bool> value =
        cuda_tile::getBoolHint(op, target.Name, "allow_tma");
    return value ? BoolAttr::get(op.getContext(), *value) : BoolAttr();
  }

  /// Returns the promise of an access to a view for each index.
  static SmallVector<bool> inBounds(Source op) {
    SmallVector<bool> bounds(op.getInbounds());
    bounds.resize(op.getIndex().size(), false);
    return bounds;
  }

private:
  const TargetInfo &target;
};

nv_tileaa::PaddingValueAttr paddingOf(cuda_tile::TileView view) {
  std::optional<cuda_tile::PaddingValue> padding = view.getPaddingValue();
  if (!padding)
    return {};
  return nv_tileaa::PaddingValueAttr::get(view.getContext(),
                                          convertPadding(*padding));
}

class ConvertLoadView : public AccessPattern<cuda_tile::LoadViewTkoOp> {
public:
  using AccessPattern::AccessPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::LoadViewTkoOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const TypeConverter &types = *getTypeConverter();
    auto view = cast<cuda_tile::TileView>(op.getView().getType());
    std::optional<unsigned> nibbles = findNibbleDim(view);
    auto tile =
        cast<RankedTensorType>(types.convertType(op.getTile().getType()));
    auto stored = cast<nv_tileaa::TiledViewType>(types.convertType(view));
    auto load = nv_tileaa::TiledLoadOp::create(
        rewriter, op.getLoc(),
        RankedTensorType::get(stored.getShape(), stored.getElementType()),
        types.convertType(op.getResultToken().getType()), adaptor.getView(),
        adaptor.getIndex(), adaptor.getToken(), semantic(op), scope(op),
        rewriter.getDenseBoolArrayAttr(inBounds(op)), paddingOf(view),
        latency(op), allowTma(op), /*multicast=*/nv_tileaa::RmwModeAttr(),
        /*alignment=*/IntegerAttr(), /*contiguity=*/DenseI64ArrayAttr(),
        /*index_bits=*/IntegerAttr(), /*read_only=*/UnitAttr());
    Value result = load.getResult();
    if (nibbles)
      result = splitNibbles(rewriter, op.getLoc(), result, *nibbles,
                            tile.getElementType());
    else if (result.getType() != tile)
      result = arith::BitcastOp::create(rewriter, op.getLoc(), tile, result);
    rewriter.replaceOp(op, {result, load.getResultToken()});
    return success();
  }
};

class ConvertStoreView : public AccessPattern<cuda_tile::StoreViewTkoOp> {
public:
  using AccessPattern::AccessPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::StoreViewTkoOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value tile = toStoredTile(rewriter, op.getLoc(), adaptor.getTile(),
                              cast<cuda_tile::TileView>(op.getView().getType()),
                              adaptor.getView());
    rewriter.replaceOpWithNewOp<nv_tileaa::TiledStoreOp>(
        op, getTypeConverter()->convertType(op.getResultToken().getType()),
        tile, adaptor.getView(), adaptor.getIndex(), adaptor.getToken(),
        semantic(op), scope(op), rewriter.getDenseBoolArrayAttr(inBounds(op)),
        latency(op), allowTma(op), /*multicast=*/UnitAttr(),
        /*alignment=*/IntegerAttr(), /*contiguity=*/DenseI64ArrayAttr(),
        /*index_bits=*/IntegerAttr());
    return success();
  }
};

class ConvertLoadPtr : public AccessPattern<cuda_tile::LoadPtrTkoOp> {
public:
  using AccessPattern::AccessPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::LoadPtrTkoOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const TypeConverter &types = *getTypeConverter();
    // Without a mask all elements are loaded, and there is no padding.
    Value other = adaptor.getMask() ? adaptor.getPaddingValue() : Value();
    rewriter.replaceOpWithNewOp<nv_tileaa::LoadOp>(
        op, types.convertType(op.getResult().getType()),
        types.convertType(op.getResultToken().getType()), adaptor.getSource(),
        adaptor.getMask(), other, adaptor.getToken(), semantic(op), scope(op),
        latency(op), /*alignment=*/IntegerAttr(),
        /*contiguity=*/DenseI64ArrayAttr(), /*read_only=*/UnitAttr());
    return success();
  }
};

class ConvertStorePtr : public AccessPattern<cuda_tile::StorePtrTkoOp> {
public:
  using AccessPattern::AccessPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::StorePtrTkoOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<nv_tileaa::StoreOp>(
        op, getTypeConverter()->convertType(op.getResultToken().getType()),
        adaptor.getDestination(), adaptor.getValue(), adaptor.getMask(),
        adaptor.getToken(), semantic(op), scope(op), latency(op),
        /*alignment=*/IntegerAttr(), /*contiguity=*/DenseI64ArrayAttr());
    return success();
  }
};

class ConvertAtomicRMW : public AccessPattern<cuda_tile::AtomicRMWTkoOp> {
public:
  using AccessPattern::AccessPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::AtomicRMWTkoOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const TypeConverter &types = *getTypeConverter();
    auto mode =
        nv_tileaa::RmwModeAttr::get(op.getContext(), convertMode(op.getMode()));
    rewriter.replaceOpWithNewOp<nv_tileaa::AtomicRmwOp>(
        op, types.convertType(op.getResult().getType()),
        types.convertType(op.getResultToken().getType()), adaptor.getPointers(),
        adaptor.getArg(), adaptor.getMask(), adaptor.getToken(), mode,
        semantic(op), scope(op), /*alignment=*/IntegerAttr(),
        /*contiguity=*/DenseI64ArrayAttr());
    return success();
  }
};

class ConvertAtomicRedView
    : public AccessPattern<cuda_tile::AtomicRedViewTkoOp> {
public:
  using AccessPattern::AccessPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::AtomicRedViewTkoOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto mode =
        nv_tileaa::RmwModeAttr::get(op.getContext(), convertMode(op.getMode()));
    rewriter.replaceOpWithNewOp<nv_tileaa::TiledAtomicRmwOp>(
        op, getTypeConverter()->convertType(op.getResultToken().getType()),
        adaptor.getValue(), adaptor.getView(), adaptor.getIndex(),
        adaptor.getToken(), mode, semantic(op), scope(op),
        rewriter.getDenseBoolArrayAttr(inBounds(op)),
        /*multicast=*/UnitAttr(),
        /*alignment=*/IntegerAttr(), /*contiguity=*/DenseI64ArrayAttr(),
        /*index_bits=*/IntegerAttr());
    return success();
  }
};

class ConvertAtomicCAS : public AccessPattern<cuda_tile::AtomicCASTkoOp> {
public:
  using AccessPattern::AccessPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::AtomicCASTkoOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const TypeConverter &types = *getTypeConverter();
    rewriter.replaceOpWithNewOp<nv_tileaa::AtomicCasOp>(
        op, types.convertType(op.getResult().getType()),
        types.convertType(op.getResultToken().getType()), adaptor.getPointers(),
        adaptor.getCmp(), adaptor.getVal(), adaptor.getMask(),
        adaptor.getToken(), semantic(op), scope(op),
        /*alignment=*/IntegerAttr(), /*contiguity=*/DenseI64ArrayAttr());
    return success();
  }
};

} // namespace

void to_tileaa::populateMemoryPatterns(const TileTypeConverter &converter,
                                       RewritePatternSet &patterns,
                                       const TargetInfo &target) {
  patterns
      .add<ConvertAlloca, ConvertMakeTensorView, ConvertGetTensorShape,
           ConvertGetIndexSpaceShape,
           OneToOne<cuda_tile::MakePartitionViewOp, nv_tileaa::BlockTileOp>,
           OneToOne<cuda_tile::MakeStridedViewOp, nv_tileaa::BlockTileOp>,
           OneToOne<cuda_tile::MakeGatherScatterViewOp, nv_tileaa::BlockTileOp>,
           OneToOne<cuda_tile::OffsetOp, nv_tileaa::AddPtrOp>,
           OneToOne<cuda_tile::MakeTokenOp, nv_tileaa::CreateMemTokenOp>,
           ConvertJoinTokens>(converter, patterns.getContext());
  patterns
      .add<ConvertLoadView, ConvertStoreView, ConvertLoadPtr, ConvertStorePtr,
           ConvertAtomicRMW, ConvertAtomicRedView, ConvertAtomicCAS>(
          converter, patterns.getContext(), target);
}
