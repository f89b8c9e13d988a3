//===- RowVectors.cpp - Vectors that may cross the end of a row -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/IR/RowVectors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::nv_tileaa;

std::optional<unsigned> nv_tileaa::getRowDim(TiledViewType view) {
  std::optional<unsigned> found;
  for (unsigned dim = 0; dim < view.getRank(); ++dim) {
    bool isSparse =
        view.getSparseDim() && unsigned(*view.getSparseDim()) == dim;
    if (isSparse || view.getSource().getStrides()[view.getDimMap()[dim]] != 1)
      continue;
    if (!found || view.getShape()[dim] > 1)
      found = dim;
  }
  return found;
}

TypedValue<TiledViewType> nv_tileaa::getAccessedView(AccessOpInterface access) {
  for (Value operand : access->getOperands())
    if (isa<TiledViewType>(operand.getType()))
      return cast<TypedValue<TiledViewType>>(operand);
  return {};
}

AccessVector nv_tileaa::getRowVector(AccessOpInterface access,
                                     unsigned elementBytes, unsigned maxBytes) {
  // A vector of this size that doesn't cross the end of a row is preferred.
  constexpr unsigned kMaxBytes = 16;
  AccessVector whole = access.getVector(elementBytes, maxBytes);
  Value view = getAccessedView(access);
  if (!view)
    return whole;
  auto type = cast<TiledViewType>(view.getType());
  std::optional<unsigned> dim = getRowDim(type);
  if (!dim || (whole.elements > 1 && whole.dim != *dim))
    return whole;
  uint64_t bytes = std::min<uint64_t>(access.getAlignment().value_or(1),
                                      std::min(maxBytes, kMaxBytes));
  int64_t elements =
      std::clamp<int64_t>(bytes / elementBytes, 1, type.getShape()[*dim]);
  return AccessVector{*dim, std::max(whole.elements, elements)};
}

//===----------------------------------------------------------------------===//
// Missing promises
//===----------------------------------------------------------------------===//

/// Returns a divisor of a number that the program promises; for a pointer, in
/// bytes. The search follows sums and products to a depth of `steps`.
static uint64_t getPromisedDivisor(Value value, unsigned steps = 8) {
  Operation *op = value.getDefiningOp();
  if (!op || steps == 0)
    return 1;
  auto ofOperand = [&](unsigned number) {
    return getPromisedDivisor(op->getOperand(number), steps - 1);
  };
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.isZero() ? uint64_t(1) << 63
                             : uint64_t(1) << constant.countr_zero();
  if (auto assume = dyn_cast<AssumeOp>(op)) {
    auto known = dyn_cast<DivByAttr>(assume.getPredicate());
    return std::max(ofOperand(0), known ? known.getDivisor() : 1);
  }
  if (isa<arith::ExtSIOp, arith::ExtUIOp>(op))
    return ofOperand(0);
  if (isa<arith::MulIOp>(op))
    return llvm::SaturatingMultiply(ofOperand(0), ofOperand(1));
  if (isa<arith::AddIOp, arith::SubIOp>(op))
    return std::gcd(ofOperand(0), ofOperand(1));
  return 1;
}

SmallVector<uint64_t> nv_tileaa::getPromisedStrides(Value view) {
  SmallVector<uint64_t> divisors;
  StridedMemRefType type = cast<TiledViewType>(view.getType()).getSource();
  auto tiles = view.getDefiningOp<BlockTileOp>();
  auto array =
      tiles ? tiles.getSource().getDefiningOp<MakeMemRefOp>() : MakeMemRefOp();
  ValueRange dynamic = array ? array.getStrides() : ValueRange();
  for (int64_t stride : type.getStrides()) {
    if (!ShapedType::isDynamic(stride)) {
      divisors.push_back(stride);
      continue;
    }
    divisors.push_back(dynamic.empty() ? 1
                                       : getPromisedDivisor(dynamic.front()));
    dynamic = dynamic.drop_front(!dynamic.empty());
  }
  return divisors;
}

std::string nv_tileaa::describeMissingPromise(Value view, unsigned elementBytes,
                                              unsigned bytes) {
  auto type = cast<TiledViewType>(view.getType());
  std::optional<unsigned> row = getRowDim(type);
  if (!row)
    return "no stride of the array is known to be one (stride_constant of "
           "cuTile Python, a constant stride in the view's type)";
  unsigned elements = std::max(bytes / elementBytes, 1u);
  for (auto [dim, divisor] : llvm::enumerate(getPromisedStrides(view)))
    if (int64_t(dim) != type.getDimMap()[*row] && divisor % elements != 0)
      return llvm::formatv("stride {0} of the array is not promised to be a "
                           "multiple of {1} elements (stride_divisible_by of "
                           "cuTile Python, assume div_by)",
                           dim, elements);
  auto tiles = view.getDefiningOp<BlockTileOp>();
  auto array =
      tiles ? tiles.getSource().getDefiningOp<MakeMemRefOp>() : MakeMemRefOp();
  if (!array || getPromisedDivisor(array.getBase()) % bytes != 0)
    return llvm::formatv("the base of the array is not promised to be a "
                         "multiple of {0} bytes (base_addr_divisible_by of "
                         "cuTile Python, assume div_by)",
                         bytes);
  return llvm::formatv(
      "tiles don't begin at multiples of {0} elements of a row", elements);
}
