//===- SplitDimension.cpp - A dimension as blocks of runs -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitDimension.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// The maximum of totals of blocks in each thread.
static constexpr int64_t kMaxTotals = 64;

SplitDimension::SplitDimension(Operation *op, unsigned dim)
    : builder(op->getLoc(), op), shape(getType(op->getOperand(0)).getShape()),
      dim(dim) {}

SmallVector<int64_t> SplitDimension::around(ArrayRef<int64_t> middle) const {
  SmallVector<int64_t> result(ArrayRef(shape).take_front(dim));
  llvm::append_range(result, middle);
  llvm::append_range(result, ArrayRef(shape).drop_front(dim + 1));
  return result;
}

Value SplitDimension::view(Value tile, ArrayRef<int64_t> sizes) {
  RankedTensorType type = getType(tile);
  if (type.getShape() == sizes)
    return tile;
  auto to = RankedTensorType::get(sizes, type.getElementType());
  return ViewOp::create(
      builder, withLayout(to, viewLayout(getLayout(type), sizes)), tile);
}

Value SplitDimension::convert(Value tile, const LinearLayout &layout) {
  if (getLayout(tile.getType()) == layout)
    return tile;
  return ConvertLayoutOp::create(builder, withLayout(getType(tile), layout),
                                 tile);
}

RankedTensorType SplitDimension::dropDim(Value tile, unsigned dim) {
  LinearLayout layout = getLayout(tile.getType())
                            .dropOut(dim)
                            .removeZeroBases(InDim::Register)
                            .first;
  return withLayout(RankedTensorType::get(layout.getOutSizes(),
                                          getType(tile).getElementType()),
                    layout);
}

/// Moves consecutive blocks to lanes that hold only copies.
static void moveToLanes(const LinearLayout &layout, unsigned dim,
                        SmallVectorImpl<uint64_t> &registers,
                        MutableArrayRef<uint64_t> lanes) {
  Coords next(layout.getRank(), 0);
  next[dim] = 1;
  for (uint64_t &lane : lanes) {
    auto *basis = llvm::find(registers, layout.flatten(next));
    if (lane != 0 || basis == registers.end())
      continue;
    lane = *basis;
    registers.erase(basis);
    next[dim] *= 2;
    if (next[dim] == int64_t(layout.getOutSizes()[dim]))
      return;
  }
}

Value SplitDimension::share(Value totals) {
  const LinearLayout &from = getLayout(totals.getType());
  SmallVector<uint64_t> registers(from.getFlatBases(InDim::Register)),
      lanes(from.getFlatBases(InDim::Lane)), warps;
  for (auto [bit, basis] : llvm::enumerate(from.getFlatBases(InDim::Warp))) {
    bool isBlock = from.getBasis(InDim::Warp, bit)[dim] != 0;
    warps.push_back(isBlock ? 0 : basis);
    if (isBlock)
      registers.push_back(basis);
  }
  if (getType(totals).getDimSize(dim) > kMaxTotals)
    moveToLanes(from, dim, registers, lanes);
  return convert(totals, from.withBases(InDim::Register, registers)
                             .withBases(InDim::Lane, lanes)
                             .withBases(InDim::Warp, warps));
}
