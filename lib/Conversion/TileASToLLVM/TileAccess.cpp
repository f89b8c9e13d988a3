//===- TileAccess.cpp - Where a thread finds its part of a tile -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileAccess.h"

#include "Alignment.h"
#include "MemoryAccess.h"
#include "Registers.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using nv_tileaa::StridedMemRefType;
using nv_tileaa::TiledViewType;

namespace tileiras::to_llvm {

/// What is known of a memref's sizes and strides before it is a struct.
struct MemRefFacts {
  SmallVector<uint64_t> sizeDivisors, strideDivisors;
  uint64_t baseDivisor = 1;

  explicit MemRefFacts(Value view) {
    auto type = cast<TiledViewType>(view.getType()).getSource();
    sizeDivisors.assign(type.getRank(), 1);
    strideDivisors.assign(type.getRank(), 1);
    nv_tileaa::MakeMemRefOp make;
    if (auto blockTile = view.getDefiningOp<nv_tileaa::BlockTileOp>())
      make = blockTile.getSource().getDefiningOp<nv_tileaa::MakeMemRefOp>();
    if (make)
      baseDivisor = getKnownDivisor(make.getBase());
    collect(type.getShape(), make ? make.getSizes() : ValueRange(),
            sizeDivisors);
    collect(type.getStrides(), make ? make.getStrides() : ValueRange(),
            strideDivisors);
  }

private:
  static void collect(ArrayRef<int64_t> values, ValueRange dynamic,
                      SmallVectorImpl<uint64_t> &divisors) {
    for (auto [value, divisor] : llvm::zip_equal(values, divisors)) {
      if (!ShapedType::isDynamic(value)) {
        divisor = getPowerOfTwoDivisor(value);
      } else if (!dynamic.empty()) {
        divisor = getKnownDivisor(dynamic.front());
        dynamic = dynamic.drop_front();
      }
    }
  }
};

TileAccess::TileAccess(OpBuilder &builder, Location loc, Value view,
                       Value convertedView, ValueRange originalCoords,
                       ValueRange coords, ArrayRef<bool> inBounds,
                       RankedTensorType tile)
    : builder(builder), loc(loc), view(cast<TiledViewType>(view.getType())),
      layout(getLayout(tile)) {
  elementType = builder.getIntegerType(getMemoryBits(tile.getElementType()));
  MemRefFacts facts(view);
  for (int64_t dim = 0; dim < this->view.getRank(); ++dim)
    checked.push_back(!isInside(dim, facts, inBounds));
  chooseVector(originalCoords, facts);

  ThreadIndex thread = getThreadIndex(builder, loc);
  for (int64_t dim = 0; dim < this->view.getRank(); ++dim)
    index.push_back(
        RegisterIndex::coordinate(builder, loc, layout, dim, thread));
  computeOrigin(convertedView, coords);
}

/// Whether no element of a tile in the index space is outside along `dim`. (A
/// tile outside of the index space is undefined behaviour.)
bool TileAccess::isInside(unsigned dim, const MemRefFacts &facts,
                          ArrayRef<bool> inBounds) const {
  if (inBounds[dim])
    return true;
  // Tiles of a gather_scatter_view start anywhere.
  if (view.getSparseDim())
    return false;
  int64_t tile = view.getShape()[dim];
  return view.getSteps()[dim] == tile &&
         facts.sizeDivisors[view.getDimMap()[dim]] % tile == 0;
}

void TileAccess::chooseVector(ValueRange originalCoords,
                              const MemRefFacts &facts) {
  StridedMemRefType source = view.getSource();
  unsigned bits = elementType.getIntOrFloatBitWidth();
  unsigned rank = view.getRank();
  unsigned fast = rank;
  for (unsigned dim = 0; dim < rank; ++dim)
    if (!isSparse(dim) && source.getStrides()[view.getDimMap()[dim]] == 1 &&
        (fast == rank || view.getShape()[dim] > view.getShape()[fast]))
      fast = dim;

  uint64_t limit = 1;
  if (fast != rank) {
    // In elements: the alignment of base, origin and the other dimensions.
    limit = std::min<uint64_t>(128 / bits, facts.baseDivisor * 8 / bits);
    for (unsigned dim = 0; dim < rank; ++dim) {
      unsigned mem = view.getDimMap()[dim];
      if (dim != fast)
        limit = std::min(limit, facts.strideDivisors[mem]);
      else
        limit =
            std::min(limit, std::max(getPowerOfTwoDivisor(view.getSteps()[dim]),
                                     getKnownDivisor(originalCoords[dim])));
      if (dim == fast && checked[dim])
        limit = std::min(limit, facts.sizeDivisors[mem]);
    }
  }

  // Register bits whose bases are 1, 2, 4, … along the fast dimension, such
  // that all other bases are multiples.
  unsigned registerBits = layout.getInBits(InDim::Register);
  auto findBit = [&](int64_t step) -> std::optional<unsigned> {
    std::optional<unsigned> found;
    for (InDim in : {InDim::Register, InDim::Lane, InDim::Warp})
      for (unsigned bit = 0; bit < layout.getInBits(in); ++bit) {
        Coords basis = layout.getBasis(in, bit);
        if (!(basis[fast] & step))
          continue;
        Coords alone(rank, 0);
        alone[fast] = step;
        if (found || in != InDim::Register || basis != alone)
          return std::nullopt;
        found = bit;
      }
    return found;
  };
  for (uint64_t step = 1; step < limit; step *= 2) {
    std::optional<unsigned> bit = findBit(step);
    if (!bit)
      break;
    vectorBits.push_back(*bit);
  }
  for (unsigned bit = 0; bit < registerBits; ++bit)
    if (!llvm::is_contained(vectorBits, bit))
      groupBits.push_back(bit);
}

SmallVector<unsigned> TileAccess::getRegisters(unsigned group) const {
  unsigned first = 0;
  for (auto [i, bit] : llvm::enumerate(groupBits))
    first |= (group >> i & 1) << bit;
  SmallVector<unsigned> registers;
  for (unsigned e = 0; e < 1u << vectorBits.size(); ++e) {
    unsigned reg = first;
    for (auto [i, bit] : llvm::enumerate(vectorBits))
      reg |= (e >> i & 1) << bit;
    registers.push_back(reg);
  }
  return registers;
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
    Value origin = LLVM::MulOp::create(builder, loc, extend(coords[dim]),
                                       i64(view.getSteps()[dim]));
    Value stride = element(convertedView, 2, mem);
    strides.push_back(stride);
    Value part = LLVM::MulOp::create(builder, loc, origin, stride);
    offset = LLVM::AddOp::create(builder, loc, offset, part);
    Value extent;
    if (checked[dim]) {
      Value left = LLVM::SubOp::create(builder, loc,
                                       element(convertedView, 1, mem), origin);
      left =
          LLVM::SMinOp::create(builder, loc, left, i64(view.getShape()[dim]));
      left = LLVM::SMaxOp::create(builder, loc, left, i64(0));
      extent = LLVM::TruncOp::create(builder, loc, builder.getI32Type(), left);
    }
    extents.push_back(extent);
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
