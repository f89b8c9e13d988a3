//===- AxisFacts.cpp - Contiguity and divisibility of tiles ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Analysis/AxisFacts.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tileiras;

uint64_t tileiras::getPowerOfTwoDivisor(const APInt &value) {
  return value.isZero() ? kMaxDivisor
                        : uint64_t(1) << std::min(62u, value.countr_zero());
}

uint64_t tileiras::getPowerOfTwoDivisor(int64_t value) {
  return getPowerOfTwoDivisor(APInt(64, value, /*isSigned=*/true));
}

SmallVector<int64_t> tileiras::getTileShape(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getRank() == 0)
    return {1};
  return SmallVector<int64_t>(tensor.getShape());
}

/// Both are powers of two up to kMaxDivisor.
static uint64_t multiplyDivisors(uint64_t lhs, uint64_t rhs) {
  return lhs >= kMaxDivisor / rhs ? kMaxDivisor : lhs * rhs;
}

//===----------------------------------------------------------------------===//
// Sources of facts
//===----------------------------------------------------------------------===//

AxisFacts AxisFacts::unknown(Type type) {
  auto pointer = dyn_cast<nv_tileaa::PtrType>(getElementTypeOrSelf(type));
  int64_t step =
      pointer ? nv_tileaa::getMemoryBits(pointer.getPointee()) / 8 : 1;
  return AxisFacts(getTileShape(type).size(), step);
}

AxisFacts AxisFacts::scalar(uint64_t divisor, int64_t step) {
  AxisFacts facts(/*rank=*/1, step);
  facts.axes[0].divisor = divisor;
  return facts;
}

AxisFacts AxisFacts::range(int64_t size) {
  AxisFacts facts(/*rank=*/1, /*step=*/1);
  facts.axes[0] = {size, 1, kMaxDivisor};
  return facts;
}

AxisFacts AxisFacts::constant(DenseIntElementsAttr value) {
  SmallVector<int64_t> shape = getTileShape(value.getType());
  if (value.isSplat())
    return scalar(getPowerOfTwoDivisor(value.getSplatValue<APInt>()))
        .splat(shape);
  AxisFacts facts(shape.size(), /*step=*/1);
  SmallVector<APInt> elements(value.getValues<APInt>());
  int64_t stride = 1;
  for (unsigned dim = shape.size(); dim-- != 0; stride *= shape[dim]) {
    Axis &axis = facts.axes[dim];
    axis = {shape[dim], shape[dim], kMaxDivisor};
    auto coordinate = [&](int64_t i) { return i / stride % shape[dim]; };
    // A break before coordinate c leaves groups of up to c's power of two.
    for (auto [i, element] : llvm::enumerate(elements)) {
      int64_t here = coordinate(i);
      if (here == 0)
        continue;
      int64_t largest = getPowerOfTwoDivisor(here);
      const APInt &previous = elements[i - stride];
      if (element != previous + 1)
        axis.contiguity = std::min(axis.contiguity, largest);
      if (element != previous)
        axis.constancy = std::min(axis.constancy, largest);
    }
    for (auto [i, element] : llvm::enumerate(elements))
      if (coordinate(i) % axis.contiguity == 0)
        axis.divisor = std::min(axis.divisor, getPowerOfTwoDivisor(element));
  }
  return facts;
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

uint64_t AxisFacts::getDivisor(unsigned dim, int64_t size) const {
  const Axis &axis = axes[dim];
  if (size >= axis.contiguity)
    return axis.divisor;
  // Some groups start inside a run.
  return std::min(axis.divisor, getPowerOfTwoDivisor(size * step));
}

uint64_t AxisFacts::getDivisor() const {
  uint64_t divisor = 1;
  for (unsigned dim = 0; dim < axes.size(); ++dim)
    divisor = std::max(divisor, getDivisor(dim, 1));
  return divisor;
}

void AxisFacts::print(raw_ostream &os) const {
  if (isUninitialized()) {
    os << "uninitialized";
    return;
  }
  llvm::interleave(
      axes,
      [&](const Axis &axis) {
        os << "contiguity " << axis.contiguity << " constancy "
           << axis.constancy << " divisor " << axis.divisor;
      },
      [&] { os << "; "; });
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// A common divisor of the first elements of groups of `size` on both sides.
static uint64_t getCommonDivisor(const AxisFacts &lhs, const AxisFacts &rhs,
                                 unsigned dim, int64_t size) {
  return std::min(lhs.getDivisor(dim, size), rhs.getDivisor(dim, size));
}

AxisFacts AxisFacts::join(const AxisFacts &lhs, const AxisFacts &rhs) {
  if (lhs.isUninitialized() || rhs.isUninitialized())
    return lhs.isUninitialized() ? rhs : lhs;
  AxisFacts result(lhs.getRank(), lhs.step);
  for (auto [dim, axis] : llvm::enumerate(result.axes)) {
    axis.contiguity = std::min(lhs.getContiguity(dim), rhs.getContiguity(dim));
    axis.constancy = std::min(lhs.getConstancy(dim), rhs.getConstancy(dim));
    axis.divisor = getCommonDivisor(lhs, rhs, dim, axis.contiguity);
  }
  return result;
}

AxisFacts AxisFacts::add(const AxisFacts &lhs, const AxisFacts &rhs) {
  AxisFacts result = join(lhs, rhs);
  for (auto [dim, axis] : llvm::enumerate(result.axes)) {
    axis.contiguity =
        std::max(std::min(lhs.getContiguity(dim), rhs.getConstancy(dim)),
                 std::min(lhs.getConstancy(dim), rhs.getContiguity(dim)));
    axis.divisor = getCommonDivisor(lhs, rhs, dim, axis.contiguity);
  }
  return result;
}

AxisFacts AxisFacts::subtract(const AxisFacts &lhs, const AxisFacts &rhs) {
  AxisFacts result = join(lhs, rhs);
  for (auto [dim, axis] : llvm::enumerate(result.axes)) {
    axis.contiguity = std::min(lhs.getContiguity(dim), rhs.getConstancy(dim));
    axis.divisor = getCommonDivisor(lhs, rhs, dim, axis.contiguity);
  }
  return result;
}

AxisFacts AxisFacts::combine(const AxisFacts &lhs, const AxisFacts &rhs) {
  AxisFacts result = join(lhs, rhs);
  for (auto [dim, axis] : llvm::enumerate(result.axes)) {
    axis.contiguity = 1;
    axis.divisor = getCommonDivisor(lhs, rhs, dim, axis.contiguity);
  }
  return result;
}

AxisFacts AxisFacts::multiply(const AxisFacts &lhs, const AxisFacts &rhs) {
  AxisFacts result = combine(lhs, rhs);
  for (auto [dim, axis] : llvm::enumerate(result.axes))
    axis.divisor =
        multiplyDivisors(lhs.getDivisor(dim, 1), rhs.getDivisor(dim, 1));
  return result;
}

/// A run of the dividend that starts at a multiple of its size lies between two
/// multiples of any divisor that this size divides.
AxisFacts AxisFacts::divide(const AxisFacts &lhs, const AxisFacts &rhs,
                            unsigned width) {
  AxisFacts runs = lhs.dropWrapping(width), result = combine(lhs, rhs);
  for (auto [dim, axis] : llvm::enumerate(result.axes)) {
    int64_t size = std::min(runs.getContiguity(dim), rhs.getConstancy(dim));
    size = std::min<uint64_t>(size, rhs.getDivisor(dim, 1));
    axis.constancy = std::max(axis.constancy, size);
    axis.divisor = 1;
  }
  return result;
}

AxisFacts AxisFacts::remainder(const AxisFacts &lhs, const AxisFacts &rhs,
                               unsigned width) {
  AxisFacts runs = lhs.dropWrapping(width), result = combine(lhs, rhs);
  for (auto [dim, axis] : llvm::enumerate(result.axes)) {
    int64_t size = std::min(runs.getContiguity(dim), rhs.getConstancy(dim));
    axis.contiguity = std::min<uint64_t>(size, rhs.getDivisor(dim, 1));
    axis.divisor =
        std::min(runs.getDivisor(dim, axis.contiguity), rhs.getDivisor(dim, 1));
  }
  return result;
}

/// No bound that is a multiple of a run's size is inside the run: where the
/// quotient by the bound is constant, so is the comparison.
AxisFacts AxisFacts::compare(const AxisFacts &lhs, const AxisFacts &rhs,
                             unsigned width) {
  return divide(lhs, rhs, width);
}

AxisFacts AxisFacts::select(const AxisFacts &condition, const AxisFacts &lhs,
                            const AxisFacts &rhs) {
  AxisFacts result = join(lhs, rhs);
  if (condition.getRank() != result.getRank()) // the condition is one scalar
    return result;
  for (auto [dim, axis] : llvm::enumerate(result.axes)) {
    int64_t size = condition.getConstancy(dim);
    axis.constancy = std::min(axis.constancy, size);
    axis.contiguity = std::min(axis.contiguity, size);
    axis.divisor = getCommonDivisor(lhs, rhs, dim, axis.contiguity);
  }
  return result;
}

AxisFacts AxisFacts::addOffset(const AxisFacts &pointer,
                               const AxisFacts &offset, unsigned width) {
  AxisFacts bytes = offset.dropWrapping(width);
  bytes.step = pointer.step;
  for (Axis &axis : bytes.axes)
    axis.divisor =
        multiplyDivisors(axis.divisor, getPowerOfTwoDivisor(pointer.step));
  return add(pointer, bytes);
}

AxisFacts AxisFacts::shiftLeft(unsigned bits) const {
  AxisFacts result = *this;
  uint64_t factor = uint64_t(1) << std::min(bits, 62u);
  for (auto [dim, axis] : llvm::enumerate(result.axes)) {
    axis.contiguity = bits == 0 ? axis.contiguity : 1;
    axis.divisor = multiplyDivisors(getDivisor(dim, axis.contiguity), factor);
  }
  return result;
}

AxisFacts AxisFacts::shiftRight(unsigned bits, unsigned width) const {
  uint64_t factor = uint64_t(1) << std::min(bits, 62u);
  AxisFacts runs = dropWrapping(width), result = keepConstancy();
  for (auto [dim, axis] : llvm::enumerate(result.axes)) {
    int64_t size = std::min<uint64_t>(runs.getContiguity(dim), factor);
    axis.constancy = std::max(axis.constancy, size);
    axis.divisor = std::max<uint64_t>(1, getDivisor(dim, 1) / factor);
  }
  return result;
}

AxisFacts AxisFacts::dropWrapping(unsigned width) const {
  AxisFacts result = *this;
  // The distance from zero to the largest signed value is 2^(width-1).
  uint64_t distance = uint64_t(1) << std::min(width - 1, 62u);
  for (auto [dim, axis] : llvm::enumerate(result.axes)) {
    axis.contiguity =
        std::min({uint64_t(axis.contiguity), axis.divisor, distance});
    axis.divisor = getDivisor(dim, axis.contiguity);
  }
  return result;
}

AxisFacts AxisFacts::keepConstancy() const {
  AxisFacts result(getRank(), /*step=*/1);
  for (auto [dim, axis] : llvm::enumerate(result.axes))
    axis.constancy = getConstancy(dim);
  return result;
}

AxisFacts AxisFacts::withStep(int64_t newStep) const {
  AxisFacts result(getRank(), newStep);
  for (auto [dim, axis] : llvm::enumerate(result.axes)) {
    axis = axes[dim];
    axis.contiguity = newStep == step ? axis.contiguity : 1;
    axis.divisor = getDivisor(dim, axis.contiguity);
  }
  return result;
}
