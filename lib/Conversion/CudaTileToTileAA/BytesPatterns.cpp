//===- BytesPatterns.cpp - Tiles as bytes and bytes as tiles --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// pack and unpack (specification, "Conversions") split words into pieces or
// join pieces to words, low bits first: for f32, words of 32 bits and pieces of
// 8; for i1, words of 8 bits and pieces of 1; tf32 is treated as f32. A line of
// pieces is a matrix with a row for each word, so both work on its columns:
//
//   split   column j = words >> j * bits(piece), interleaved
//   join    words = or over j of column j << j * bits(piece)
//
//===----------------------------------------------------------------------===//

#include "NibbleViews.h"
#include "Patterns.h"
#include "TypeConverter.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"
#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tileiras;
using namespace tileiras::to_tileaa;

namespace {

class BytesBuilder {
public:
  BytesBuilder(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  /// Casts a line of numbers to or from their bits.
  Value bitcast(Value value, Type element) {
    RankedTensorType type = typeOf(value).clone(element);
    if (value.getType() == type)
      return value;
    return arith::BitcastOp::create(builder, loc, type, value);
  }

  Value split(Value words, unsigned pieceBits) {
    unsigned wordBits = typeOf(words).getElementTypeBitWidth();
    Type pieces = typeOf(words).clone(builder.getIntegerType(pieceBits));
    SmallVector<Value> columns;
    for (unsigned shift = 0; shift < wordBits; shift += pieceBits) {
      Value shifted = arith::ShRUIOp::create(builder, loc, words,
                                             splat(words.getType(), shift));
      columns.push_back(arith::TruncIOp::create(builder, loc, pieces, shifted));
    }
    return interleave(columns);
  }

  Value join(Value pieces, unsigned wordBits) {
    unsigned pieceBits = typeOf(pieces).getElementTypeBitWidth();
    int64_t count = wordBits / pieceBits;
    Value matrix =
        view(pieces, {typeOf(pieces).getNumElements() / count, count});
    Value words;
    for (int64_t j = 0; j < count; ++j) {
      Value piece = column(matrix, j);
      Type type = typeOf(piece).clone(builder.getIntegerType(wordBits));
      Value wide = arith::ExtUIOp::create(builder, loc, type, piece);
      Value placed =
          arith::ShLIOp::create(builder, loc, wide, splat(type, j * pieceBits));
      words =
          words ? arith::OrIOp::create(builder, loc, words, placed) : placed;
    }
    return words;
  }

private:
  static RankedTensorType typeOf(Value value) {
    return cast<RankedTensorType>(value.getType());
  }

  Value splat(Type type, int64_t value) {
    auto tensor = cast<RankedTensorType>(type);
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(
            tensor, builder.getIntegerAttr(tensor.getElementType(), value)));
  }

  Value view(Value value, ArrayRef<int64_t> shape) {
    return nv_tileaa::ViewOp::create(builder, loc, typeOf(value).clone(shape),
                                     value);
  }

  Value column(Value matrix, int64_t index) {
    int64_t rows = typeOf(matrix).getDimSize(0);
    Value zero = arith::ConstantIntOp::create(builder, loc, 0, 32);
    Value at = arith::ConstantIntOp::create(builder, loc, index, 32);
    Value found = nv_tileaa::ExtractOp::create(builder, loc,
                                               typeOf(matrix).clone({rows, 1}),
                                               matrix, ValueRange{zero, at});
    return view(found, {rows});
  }

  /// Interleaves 2^n columns element by element.
  Value interleave(ArrayRef<Value> columns) {
    int64_t rows = typeOf(columns[0]).getNumElements();
    SmallVector<Value> parts;
    for (Value each : columns)
      parts.push_back(view(each, {1, rows}));
    while (parts.size() > 1) {
      SmallVector<Value> pairs;
      for (size_t i = 0; i < parts.size(); i += 2)
        pairs.push_back(stack(parts[i], parts[i + 1]));
      parts = pairs;
    }
    int64_t count = columns.size();
    Value matrix = nv_tileaa::PermuteOp::create(
        builder, loc, typeOf(parts[0]).clone({rows, count}), parts[0],
        ArrayRef<int32_t>{1, 0});
    return view(matrix, {rows * count});
  }

  Value stack(Value above, Value below) {
    RankedTensorType type = typeOf(above);
    return nv_tileaa::CatOp::create(
        builder, loc, type.clone({2 * type.getDimSize(0), type.getDimSize(1)}),
        above, below, /*dim=*/0);
  }

  OpBuilder &builder;
  Location loc;
};

template <typename OpTy> class ConvertBytes : public OpConversionPattern<OpTy> {
public:
  using OpConversionPattern<OpTy>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value source = adaptor.getSource();
    auto to = cast<RankedTensorType>(
        this->getTypeConverter()->convertType(op.getType()));
    Type f32 = rewriter.getF32Type();
    if (getElementTypeOrSelf(source).isTF32())
      source = resize(rewriter, op.getLoc(), source, f32);
    Type stored = to.getElementType().isTF32() ? f32 : to.getElementType();
    unsigned fromBits = getElementTypeOrSelf(source).getIntOrFloatBitWidth();
    unsigned toBits = stored.getIntOrFloatBitWidth();
    BytesBuilder build(rewriter, op.getLoc());
    Value bits = build.bitcast(source, rewriter.getIntegerType(fromBits));
    if (fromBits == 8 && toBits == 4) {
      rewriter.replaceOp(
          op, splitNibbles(rewriter, op.getLoc(), bits, /*dim=*/0, stored));
      return success();
    }
    Value converted = fromBits > toBits ? build.split(bits, toBits)
                                        : build.join(bits, toBits);
    Value result = build.bitcast(converted, stored);
    if (stored != to.getElementType())
      result = resize(rewriter, op.getLoc(), result, to.getElementType());
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  /// Converts tf32 to f32, which represents all of its values, or f32 to tf32,
  /// which drops the bits that tf32 lacks.
  static Value resize(OpBuilder &builder, Location loc, Value value,
                      Type element) {
    auto type = cast<RankedTensorType>(value.getType());
    return nv_tileaa::FpToFpOp::create(builder, loc, type.clone(element), value,
                                       nv_tileaa::RoundingMode::ZERO);
  }
};

} // namespace

void to_tileaa::populateBytesPatterns(const TileTypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns
      .add<ConvertBytes<cuda_tile::PackOp>, ConvertBytes<cuda_tile::UnpackOp>>(
          converter, patterns.getContext());
}
