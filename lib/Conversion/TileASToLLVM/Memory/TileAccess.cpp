//===- TileAccess.cpp - How a thread addresses its part of a tile ---------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileAccess.h"

#include "MemoryAccess.h"
#include "OwnerPredicate.h"
#include "Registers.h"

#include "tileiras/Dialect/TileAA/IR/RowVectors.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using nv_tileaa::PaddingValue;
using nv_tileaa::StridedMemRefType;
using nv_tileaa::TiledViewType;

namespace tileiras::to_llvm {

TileAccess::TileAccess(OpBuilder &builder, nv_tileaa::AccessOpInterface access,
                       TiledViewType view, Value convertedView,
                       ValueRange coords, ArrayRef<bool> inBounds,
                       unsigned indexBits)
    : builder(builder), loc(access.getLoc()), view(view),
      layout(getLayout(access.getTile())), groups(access),
      indexType(builder.getIntegerType(indexBits)),
      array(getArray(convertedView)) {
  for (bool inside : inBounds)
    checked.push_back(!inside);
  ThreadIndex thread = getThreadIndex(builder, loc);
  SmallVector<Value> tiles;
  for (int64_t dim = 0; dim < view.getRank(); ++dim) {
    index.push_back(
        RegisterIndex::coordinate(builder, loc, layout, dim, thread));
    bool isSparse = array.isSparse(dim);
    if (isSparse)
      rows = unpackRegisters(builder, loc, coords[dim]);
    tiles.push_back(isSparse ? Value() : toIndex(coords[dim]));
    extents.push_back(checked[dim] ? computeExtent(dim, tiles[dim]) : Value());
  }
  address.emplace(builder, loc, array, tiles, index);
  std::optional<unsigned> rowDim = nv_tileaa::getRowDim(view);
  if (!rowDim || !checked[*rowDim])
    return;
  row = rowDim;
  unsigned bytes = getMemoryBits(view.getElementType()) / 8;
  constexpr unsigned kMaxBytes = 32;
  together = access.getVector(bytes, kMaxBytes).elements;
}

/// Reads the converted value of the view; its dimensions are the memref's, the
/// array's are the tile's.
TiledArray TileAccess::getArray(Value convertedView) {
  TiledArray result{view,
                    builder.createOrFold<LLVM::ExtractValueOp>(
                        loc, convertedView, ArrayRef<int64_t>(0)),
                    {},
                    {}};
  for (int64_t dim : view.getDimMap()) {
    result.sizes.push_back(getField(convertedView, 1, dim));
    result.strides.push_back(getField(convertedView, 2, dim));
  }
  return result;
}

/// Returns a size (field 1) or stride (2), in the index type.
OpFoldResult TileAccess::getField(Value convertedView, int64_t field,
                                  int64_t dim) {
  ArrayRef<int64_t> known =
      field == 1 ? view.getSource().getShape() : view.getSource().getStrides();
  if (!ShapedType::isDynamic(known[dim]))
    return builder.getI64IntegerAttr(known[dim]);
  return toIndex(builder.createOrFold<LLVM::ExtractValueOp>(
      loc, convertedView, ArrayRef<int64_t>{field, dim}));
}

/// Converts an unsigned value that fits the index type.
Value TileAccess::toIndex(Value value) {
  unsigned width = value.getType().getIntOrFloatBitWidth();
  if (width < indexType.getWidth())
    return LLVM::ZExtOp::create(builder, loc, indexType, value);
  if (width > indexType.getWidth())
    return LLVM::TruncOp::create(builder, loc, indexType, value);
  return value;
}

Value TileAccess::toIndex(OpFoldResult operand) {
  if (auto value = dyn_cast<Value>(operand))
    return value;
  return indexConstant(cast<IntegerAttr>(cast<Attribute>(operand)).getInt());
}

Value TileAccess::indexConstant(int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, indexType,
                                  builder.getIntegerAttr(indexType, value));
}

/// Returns the number of elements of the tile with index `tile` that are inside
/// of the array. An origin beyond the array is undefined, but memory must not
/// be accessed there.
Value TileAccess::computeExtent(int64_t dim, Value tile) {
  Value size = toIndex(array.sizes[dim]);
  if (array.isSparse(dim))
    return size;
  Value origin = LLVM::MulOp::create(builder, loc, tile,
                                     indexConstant(view.getSteps()[dim]));
  Value left = LLVM::USubSat::create(builder, loc, size, origin);
  left = LLVM::UMinOp::create(builder, loc, left,
                              indexConstant(view.getShape()[dim]));
  if (indexType.isInteger(32))
    return left;
  return LLVM::TruncOp::create(builder, loc, builder.getI32Type(), left);
}

/// Returns the index of register `reg` of the tile along the sparse dimension,
/// as i32 or i64; null if there is no such dimension. The tensor of indices has
/// the tile's registers without the bits that do not move along it.
Value TileAccess::getRow(unsigned reg) {
  if (rows.empty())
    return Value();
  unsigned row = 0, rowBit = 0;
  for (unsigned bit = 0; bit < layout.getInBits(InDim::Register); ++bit)
    if (layout.getBasis(InDim::Register, bit)[*view.getSparseDim()] != 0)
      row |= (reg >> bit & 1) << rowBit++;
  if (rows[row].getType().getIntOrFloatBitWidth() >= 32)
    return rows[row];
  return LLVM::ZExtOp::create(builder, loc, builder.getI32Type(), rows[row]);
}

Value TileAccess::getPointer(unsigned firstRegister) {
  return address->getPointer(firstRegister, getRow(firstRegister));
}

/// Returns whether an index that may have any value is below the size.
Value TileAccess::isInArray(Value row, Value size) {
  for (Value *value : {&row, &size})
    if (row.getType() != size.getType() && value->getType().isInteger(32))
      *value = LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), *value);
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ult, row,
                              size);
}

/// Returns whether registers are inside along dimension `dim`, which is
/// checked.
Value TileAccess::isInside(unsigned dim, unsigned firstRegister) {
  RegisterIndex &part = index[dim];
  Value &inside = comparisons[{dim, part.getConstant(firstRegister)}];
  if (!inside && array.isSparse(dim))
    inside = isInArray(getRow(firstRegister), extents[dim]);
  else if (!inside)
    inside = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::slt,
                                  part.get(builder, loc, firstRegister),
                                  extents[dim]);
  return inside;
}

Value TileAccess::getPredicate(unsigned firstRegister) {
  Value all;
  for (unsigned dim = 0; dim < index.size(); ++dim)
    if (checked[dim])
      all = andPredicates(builder, loc, all, isInside(dim, firstRegister));
  return all;
}

bool TileAccess::mayEndWithin(unsigned elements) const {
  return row && elements > together;
}

Value TileAccess::endsWithin(unsigned elements) {
  // Vectors begin at multiples of `elements` in the tile.
  Value rest = LLVM::AndOp::create(builder, loc, extents[*row],
                                   i32Constant(builder, loc, elements - 1));
  Value ends = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, rest,
                                    i32Constant(builder, loc, 0));
  // The expectation lets LLVM move the branch's code out of the loops around.
  return LLVM::ExpectOp::create(
      builder, loc, ends,
      LLVM::ConstantOp::create(builder, loc, builder.getBoolAttr(false)));
}

Value TileAccess::isRowInside(unsigned firstRegister) {
  Value all;
  for (unsigned dim = 0; dim < index.size(); ++dim)
    if (checked[dim] && dim != *row)
      all = andPredicates(builder, loc, all, isInside(dim, firstRegister));
  return all;
}

Value TileAccess::getElementsLeft(unsigned firstRegister) {
  Value &result = left[getPositionInRow(firstRegister)];
  if (!result)
    result = LLVM::SubOp::create(builder, loc, extents[*row],
                                 index[*row].get(builder, loc, firstRegister));
  return result;
}

uint64_t TileAccess::getPositionInRow(unsigned firstRegister) const {
  return index[*row].getConstant(firstRegister);
}

Value createPadding(OpBuilder &builder, Location loc, Type type,
                    Type elementType, std::optional<PaddingValue> padding) {
  auto floatType = dyn_cast<FloatType>(elementType);
  PaddingValue kind = padding.value_or(PaddingValue::ZERO);
  if (!floatType || kind == PaddingValue::ZERO)
    return LLVM::ZeroOp::create(builder, loc, type);
  const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
  // The smallest power of two, whose bits are zero, represents both zeros.
  if (kind == PaddingValue::NEG_ZERO && !APFloat::semanticsHasZero(semantics))
    return LLVM::ZeroOp::create(builder, loc, type);
  APFloat value = APFloat::getZero(semantics, /*Negative=*/true);
  if (kind == PaddingValue::NAN_)
    value = APFloat::getNaN(semantics);
  else if (kind != PaddingValue::NEG_ZERO)
    value = APFloat::getInf(semantics, kind == PaddingValue::NEG_INF);
  if (type == elementType)
    return LLVM::ConstantOp::create(builder, loc, type,
                                    FloatAttr::get(floatType, value));
  if (isa<FloatType>(type)) {
    bool exact;
    value.convert(cast<FloatType>(type).getFloatSemantics(),
                  APFloat::rmNearestTiesToEven, &exact);
    return LLVM::ConstantOp::create(builder, loc, type,
                                    FloatAttr::get(type, value));
  }
  return LLVM::ConstantOp::create(
      builder, loc, type, IntegerAttr::get(type, value.bitcastToAPInt()));
}

} // namespace tileiras::to_llvm
