//===- TileAccess.cpp - Where a thread finds its part of a tile -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileAccess.h"

#include "MemoryAccess.h"
#include "Registers.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using nv_tileaa::StridedMemRefType;
using nv_tileaa::TiledViewType;

namespace tileiras::to_llvm {

TileAccess::TileAccess(OpBuilder &builder, nv_tileaa::AccessOpInterface access,
                       TiledViewType view, Value convertedView,
                       ValueRange coords, ArrayRef<bool> inBounds,
                       unsigned indexBits)
    : builder(builder), loc(access.getLoc()), view(view),
      layout(getLayout(access.getTile())), groups(access),
      indexType(builder.getIntegerType(indexBits)) {
  elementType = builder.getIntegerType(getMemoryBits(view.getElementType()));
  for (bool inside : inBounds)
    checked.push_back(!inside);
  ThreadIndex thread = getThreadIndex(builder, loc);
  for (int64_t dim = 0; dim < view.getRank(); ++dim)
    index.push_back(
        RegisterIndex::coordinate(builder, loc, layout, dim, thread));
  computeOrigin(convertedView, coords);
}

Value TileAccess::i64(int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                  builder.getI64IntegerAttr(value));
}

/// Coordinates and sizes are unsigned.
Value TileAccess::extend(Value value) {
  if (value.getType().isInteger(64))
    return value;
  return LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), value);
}

Value TileAccess::element(Value convertedView, int64_t field, int64_t dim) {
  ArrayRef<int64_t> known =
      field == 1 ? view.getSource().getShape() : view.getSource().getStrides();
  if (!ShapedType::isDynamic(known[dim]))
    return i64(known[dim]);
  return LLVM::ExtractValueOp::create(builder, loc, convertedView,
                                      ArrayRef<int64_t>{field, dim});
}

/// An unsigned number that the type of indices holds.
Value TileAccess::toIndex(Value value) {
  unsigned width = value.getType().getIntOrFloatBitWidth();
  if (width < indexType.getWidth())
    return LLVM::ZExtOp::create(builder, loc, indexType, value);
  if (width > indexType.getWidth())
    return LLVM::TruncOp::create(builder, loc, indexType, value);
  return value;
}

Value TileAccess::indexConstant(int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, indexType,
                                  builder.getIntegerAttr(indexType, value));
}

/// How many elements of the tile are inside of the array from `origin` on. An
/// origin beyond the array is undefined, but no reason to access memory there.
Value TileAccess::computeExtent(Value convertedView, int64_t dim,
                                Value origin) {
  Value size = toIndex(element(convertedView, 1, view.getDimMap()[dim]));
  Value left = LLVM::USubSat::create(builder, loc, size, origin);
  left = LLVM::UMinOp::create(builder, loc, left,
                              indexConstant(view.getShape()[dim]));
  if (indexType.isInteger(32))
    return left;
  return LLVM::TruncOp::create(builder, loc, builder.getI32Type(), left);
}

/// The origin of the tile as a pointer, to which the thread's own part is
/// added where it is a sum; and what is left of the array from there on.
void TileAccess::computeOrigin(Value convertedView, ValueRange coords) {
  Value offset = i64(0);
  for (int64_t dim = 0; dim < view.getRank(); ++dim) {
    int64_t mem = view.getDimMap()[dim];
    if (isSparse(dim)) {
      rows = unpackRegisters(builder, loc, coords[dim]);
      strides.push_back(element(convertedView, 2, mem));
      extents.push_back(element(convertedView, 1, mem));
      continue;
    }
    Value origin = LLVM::MulOp::create(builder, loc, toIndex(coords[dim]),
                                       indexConstant(view.getSteps()[dim]));
    // Of indices of 32 bits, a product takes one instruction.
    Value stride = extend(toIndex(element(convertedView, 2, mem)));
    strides.push_back(stride);
    Value part = LLVM::MulOp::create(builder, loc, extend(origin), stride);
    offset = LLVM::AddOp::create(builder, loc, offset, part);
    extents.push_back(checked[dim] ? computeExtent(convertedView, dim, origin)
                                   : Value());
  }
  for (auto [dim, part] : llvm::enumerate(index)) {
    if (!part.isSum() || part.isUniform() || isSparse(dim))
      continue;
    Value distance = LLVM::MulOp::create(
        builder, loc, extend(part.getThreadPart()), strides[dim]);
    offset = LLVM::AddOp::create(builder, loc, offset, distance);
  }
  Value base = LLVM::ExtractValueOp::create(builder, loc, convertedView,
                                            ArrayRef<int64_t>(0));
  threadPointer = LLVM::GEPOp::create(builder, loc, base.getType(), elementType,
                                      base, ArrayRef<LLVM::GEPArg>{offset});
}

/// The index of register `reg` of the tile along the sparse dimension: the
/// tensor of indices has the tile's registers without those bits that do not
/// move along it.
Value TileAccess::getRow(unsigned reg) const {
  unsigned row = 0, rowBit = 0;
  for (unsigned bit = 0; bit < layout.getInBits(InDim::Register); ++bit)
    if (layout.getBasis(InDim::Register, bit)[*view.getSparseDim()] != 0)
      row |= (reg >> bit & 1) << rowBit++;
  return rows[row];
}

Value TileAccess::getPointer(unsigned firstRegister) {
  Value offset = i64(0);
  for (auto [dim, part] : llvm::enumerate(index)) {
    if (isSparse(dim)) {
      Value distance = LLVM::MulOp::create(
          builder, loc, extend(getRow(firstRegister)), strides[dim]);
      offset = LLVM::AddOp::create(builder, loc, offset, distance);
      continue;
    }
    Value rest = part.isSum() ? i64(part.getConstant(firstRegister))
                              : extend(part.get(builder, loc, firstRegister));
    if (part.isSum() && part.getConstant(firstRegister) == 0)
      continue;
    Value distance = LLVM::MulOp::create(builder, loc, rest, strides[dim]);
    offset = LLVM::AddOp::create(builder, loc, offset, distance);
  }
  return LLVM::GEPOp::create(builder, loc, threadPointer.getType(), elementType,
                             threadPointer, ArrayRef<LLVM::GEPArg>{offset});
}

Value TileAccess::getPredicate(unsigned firstRegister) {
  Value all;
  for (auto [dim, part] : llvm::enumerate(index)) {
    if (!checked[dim])
      continue;
    Value &inside = comparisons[{dim, part.getConstant(firstRegister)}];
    if (!inside && isSparse(dim))
      inside =
          LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ult,
                               extend(getRow(firstRegister)), extents[dim]);
    else if (!inside)
      inside = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::slt,
                                    part.get(builder, loc, firstRegister),
                                    extents[dim]);
    all = all ? LLVM::AndOp::create(builder, loc, all, inside).getResult()
              : inside;
  }
  return all;
}

} // namespace tileiras::to_llvm
