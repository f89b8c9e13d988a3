//===- MultimemPatterns.cpp - Accesses to several replicas ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// They become accesses to views with the attribute `multicast`. A weak access
// becomes a relaxed one at tile-block scope, which is stronger: so each is
// executed exactly once, at its own position, and none becomes an asynchronous
// copy, which does not support replicas.
//
//===----------------------------------------------------------------------===//

#include "EnumConversion.h"
#include "NibbleViews.h"
#include "Patterns.h"
#include "TypeConverter.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"
#include "tileiras/Dialect/TileAA/IR/TileAA.h"

using namespace mlir;
using namespace tileiras;
using namespace tileiras::to_tileaa;

namespace {

nv_tileaa::RmwMode convertReduction(cuda_tile::MultimemReductionKind kind,
                                    Type element) {
  if (kind != cuda_tile::MultimemReductionKind::ADD)
    return convertNamedMode(kind);
  return isa<FloatType>(element) ? nv_tileaa::RmwMode::ADDF
                                 : nv_tileaa::RmwMode::ADD;
}

/// The base of the patterns of these accesses.
template <typename Source>
class MultimemPattern : public OpConversionPattern<Source> {
public:
  using OpConversionPattern<Source>::OpConversionPattern;

protected:
  static nv_tileaa::MemSemanticAttr getSemantic(Source op) {
    nv_tileaa::MemSemantic semantic =
        convertSemantic(op.getMemoryOrderingSemantics());
    if (semantic == nv_tileaa::MemSemantic::WEAK)
      semantic = nv_tileaa::MemSemantic::RELAXED;
    return nv_tileaa::MemSemanticAttr::get(op.getContext(), semantic);
  }

  static nv_tileaa::MemScopeAttr getScope(Source op) {
    std::optional<cuda_tile::MemoryScope> scope = op.getMemoryScope();
    return nv_tileaa::MemScopeAttr::get(op.getContext(),
                                        scope ? convertScope(*scope)
                                              : nv_tileaa::MemScope::TL_BLK);
  }

  static DenseBoolArrayAttr getInBounds(Source op) {
    SmallVector<bool> bounds(op.getInbounds());
    bounds.resize(op.getIndex().size(), false);
    return DenseBoolArrayAttr::get(op.getContext(), bounds);
  }

  /// Returns the mode of an access that reduces.
  static nv_tileaa::RmwModeAttr getMode(Source op) {
    auto view = cast<cuda_tile::TileView>(op.getView().getType());
    return nv_tileaa::RmwModeAttr::get(
        op.getContext(),
        convertReduction(op.getReduction(), view.getViewElementType()));
  }

  Type convert(Value value) const {
    return this->getTypeConverter()->convertType(value.getType());
  }
};

class ConvertLoadReduce
    : public MultimemPattern<cuda_tile::MultimemLoadReduceViewTkoOp> {
public:
  using MultimemPattern::MultimemPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::MultimemLoadReduceViewTkoOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto view = cast<cuda_tile::TileView>(op.getView().getType());
    nv_tileaa::PaddingValueAttr padding;
    if (std::optional<cuda_tile::PaddingValue> value = view.getPaddingValue())
      padding = nv_tileaa::PaddingValueAttr::get(getContext(),
                                                 convertPadding(*value));
    nv_tileaa::RmwModeAttr mode = getMode(op);
    rewriter.replaceOpWithNewOp<nv_tileaa::TiledLoadOp>(
        op, convert(op.getReducedValues()), convert(op.getResultToken()),
        adaptor.getView(), adaptor.getIndex(), adaptor.getToken(),
        getSemantic(op), getScope(op), getInBounds(op), padding,
        /*latency=*/IntegerAttr(), /*allow_tma=*/rewriter.getBoolAttr(false),
        mode, /*alignment=*/IntegerAttr(),
        /*contiguity=*/DenseI64ArrayAttr(), /*index_bits=*/IntegerAttr(),
        /*read_only=*/UnitAttr());
    return success();
  }
};

class ConvertMultimemStore
    : public MultimemPattern<cuda_tile::MultimemStoreViewTkoOp> {
public:
  using MultimemPattern::MultimemPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::MultimemStoreViewTkoOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value tile = toStoredTile(rewriter, op.getLoc(), adaptor.getTile(),
                              cast<cuda_tile::TileView>(op.getView().getType()),
                              adaptor.getView());
    rewriter.replaceOpWithNewOp<nv_tileaa::TiledStoreOp>(
        op, convert(op.getResultToken()), tile, adaptor.getView(),
        adaptor.getIndex(), adaptor.getToken(), getSemantic(op), getScope(op),
        getInBounds(op), /*latency=*/IntegerAttr(),
        /*allow_tma=*/rewriter.getBoolAttr(false),
        /*multicast=*/rewriter.getUnitAttr(), /*alignment=*/IntegerAttr(),
        /*contiguity=*/DenseI64ArrayAttr(), /*index_bits=*/IntegerAttr());
    return success();
  }
};

class ConvertMultimemReduce
    : public MultimemPattern<cuda_tile::MultimemReduceViewTkoOp> {
public:
  using MultimemPattern::MultimemPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::MultimemReduceViewTkoOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    nv_tileaa::RmwModeAttr mode = getMode(op);
    rewriter.replaceOpWithNewOp<nv_tileaa::TiledAtomicRmwOp>(
        op, convert(op.getResultToken()), adaptor.getTile(), adaptor.getView(),
        adaptor.getIndex(), adaptor.getToken(), mode, getSemantic(op),
        getScope(op), getInBounds(op), /*multicast=*/rewriter.getUnitAttr(),
        /*alignment=*/IntegerAttr(), /*contiguity=*/DenseI64ArrayAttr(),
        /*index_bits=*/IntegerAttr());
    return success();
  }
};

} // namespace

void to_tileaa::populateMultimemPatterns(const TileTypeConverter &converter,
                                         RewritePatternSet &patterns) {
  patterns.add<ConvertLoadReduce, ConvertMultimemStore, ConvertMultimemReduce>(
      converter, patterns.getContext());
}
