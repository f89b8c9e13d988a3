//===- DebugPatterns.cpp - Printing, descriptions, globals, fences --------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns for operations that are visible outside of a kernel's results:
// prints and assertions, descriptions for a debugger, globals and fences.
//
//===----------------------------------------------------------------------===//

#include "E5M3Numbers.h"
#include "ElementwisePatterns.h"
#include "Patterns.h"
#include "TypeConverter.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"
#include "tileiras/Dialect/DebugInfo/IR/DebugInfo.h"
#include "tileiras/Dialect/TileAA/IR/TileAA.h"

using namespace mlir;
using namespace tileiras;
using namespace tileiras::to_tileaa;

namespace {

/// Floats that C's printf has no arguments of are printed as f32, which
/// represents all of their values.
Value widenFloats(OpBuilder &builder, Location loc, Value value) {
  Type element = getElementTypeOrSelf(value);
  if (!isa<FloatType>(element) || element.isF32() || element.isF64())
    return value;
  Type wide = builder.getF32Type();
  if (auto tensor = dyn_cast<RankedTensorType>(value.getType()))
    wide = tensor.clone(wide);
  return nv_tileaa::FpToFpOp::create(builder, loc, wide, value,
                                     nv_tileaa::RoundingMode::NEAREST_EVEN);
}

class ConvertPrint : public OpConversionPattern<cuda_tile::PrintTkoOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::PrintTkoOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> args;
    for (auto [value, source] :
         llvm::zip_equal(adaptor.getArgs(), op.getArgs().getTypes()))
      args.push_back(isE5M3(source)
                         ? e5m3ToF32(rewriter, op.getLoc(), value)
                         : widenFloats(rewriter, op.getLoc(), value));
    rewriter.replaceOpWithNewOp<nv_tileaa::PrintOp>(
        op, getTypeConverter()->convertType(op.getResultToken().getType()),
        op.getStr(), args, adaptor.getToken());
    return success();
  }
};

class ConvertAssert : public OpConversionPattern<cuda_tile::AssertOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::AssertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<nv_tileaa::AssertOp>(op, adaptor.getCondition(),
                                                     op.getMessage());
    return success();
  }
};

/// Converts the described value and keeps the program's type of it.
class ConvertDescription : public OpConversionPattern<debuginfo::ValueOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(debuginfo::ValueOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.modifyOpInPlace(
        op, [&] { op.getValueMutable().assign(adaptor.getValue()); });
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Globals
//===----------------------------------------------------------------------===//

class ConvertGlobal : public OpConversionPattern<cuda_tile::GlobalOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::GlobalOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto value = cast<DenseElementsAttr>(op.getValue());
    auto type = RankedTensorType::get(value.getType().getShape(),
                                      value.getElementType());
    bool isPrivate =
        op.getSymbolVisibility() == cuda_tile::SymbolVisibility::Private;
    rewriter.replaceOpWithNewOp<nv_tileaa::GlobalOp>(
        op, op.getSymName(),
        isPrivate ? rewriter.getStringAttr("private") : StringAttr(),
        value.reshape(type), op.getAlignment(), op.getConstant());
    return success();
  }
};

class ConvertGetGlobal : public OpConversionPattern<cuda_tile::GetGlobalOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cuda_tile::GetGlobalOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<nv_tileaa::GetGlobalOp>(
        op, getTypeConverter()->convertType(op.getType()), op.getName());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

template <typename From, typename To>
class ConvertFence : public OpConversionPattern<From> {
public:
  using OpConversionPattern<From>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(From op, typename From::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<To>(
        op,
        this->getTypeConverter()->convertType(op.getResultToken().getType()),
        adaptor.getToken());
    return success();
  }
};

} // namespace

void to_tileaa::populateDebugPatterns(const TileTypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<
      ConvertPrint, ConvertAssert, ConvertDescription, ConvertGlobal,
      ConvertGetGlobal,
      ConvertFence<cuda_tile::MemoryFenceAliasTkoOp, nv_tileaa::FenceAliasOp>,
      ConvertFence<cuda_tile::GdcLaunchDependentsTkoOp,
                   nv_tileaa::GdcLaunchDependentsOp>,
      ConvertFence<cuda_tile::GdcWaitTkoOp, nv_tileaa::GdcWaitOp>>(
      converter, patterns.getContext());
}
