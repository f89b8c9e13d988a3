//===- Facts.cpp - Facts about integers while folding -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts.h"

#include "Folding.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using llvm::ConstantRange;

/// The largest number of operations through which a fact is propagated.
static constexpr unsigned maxDepth = 6;

static unsigned getWidth(Value value) {
  return getElementBitWidth(cast<TileType>(value.getType()).getElementType());
}

/// Returns the bits of a value that is a constant.
static std::optional<ElementBits> findConstant(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant ? readConstant(constant.getValue()) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// Returns the signed range from `low` to `high`, both included.
static ConstantRange makeRange(unsigned width, int64_t low, int64_t high) {
  return ConstantRange::getNonEmpty(
      APInt(width, low, /*isSigned=*/true, /*implicitTrunc=*/true),
      APInt(width, high, /*isSigned=*/true, /*implicitTrunc=*/true) + 1);
}

static ConstantRange makeRange(unsigned width, BoundedAttr bounds) {
  int64_t low = bounds.getLb().value_or(llvm::minIntN(width));
  int64_t high = bounds.getUb().value_or(llvm::maxIntN(width));
  return makeRange(width, low, high);
}

static ConstantRange findRange(Value value, unsigned depth);

/// Returns the range of the counter of a `for` with signed comparison and
/// constant bounds.
static ConstantRange findCounterRange(BlockArgument argument, unsigned depth) {
  auto loop = dyn_cast_if_present<ForOp>(argument.getOwner()->getParentOp());
  unsigned width = getWidth(argument);
  if (!loop || argument != loop.getInductionVar() || loop.getUnsignedCmp())
    return ConstantRange::getFull(width);
  APInt low = findRange(loop.getLowerBound(), depth).getSignedMin();
  APInt high = findRange(loop.getUpperBound(), depth).getSignedMax();
  if (low.sge(high))
    return ConstantRange::getFull(width); // the body never runs
  return ConstantRange::getNonEmpty(low, high);
}

/// Grids have at most 2^24 - 1 blocks along each axis.
static constexpr int64_t maxGridExtent = (1 << 24) - 1;

static ConstantRange findRange(Value value, unsigned depth) {
  unsigned width = getWidth(value);
  ConstantRange full = ConstantRange::getFull(width);
  if (std::optional<ElementBits> bits = findConstant(value)) {
    ConstantRange range = ConstantRange::getEmpty(width);
    for (const APInt &element : *bits)
      range = range.unionWith(element, ConstantRange::Signed);
    return range;
  }
  if (depth == 0)
    return full;
  auto of = [&](Value operand) { return findRange(operand, depth - 1); };
  if (auto argument = dyn_cast<BlockArgument>(value))
    return findCounterRange(argument, depth - 1);
  return llvm::TypeSwitch<Operation *, ConstantRange>(value.getDefiningOp())
      .Case([&](AssumeOp op) {
        auto bounds = dyn_cast<BoundedAttr>(op.getPredicate());
        ConstantRange range = of(op.getValue());
        return bounds ? range.intersectWith(makeRange(width, bounds),
                                            ConstantRange::Signed)
                      : range;
      })
      .Case([&](GetTileBlockIdOp) {
        return makeRange(width, 0, maxGridExtent - 1);
      })
      .Case([&](GetNumTileBlocksOp) {
        return makeRange(width, 1, maxGridExtent);
      })
      .Case([&](IotaOp op) {
        return makeRange(width, 0, op.getType().getNumElements() - 1);
      })
      .Case([&](ExtIOp op) {
        if (!isNumberType(op.getFrom().getType().getElementType()))
          return full; // i4
        ConstantRange range = of(op.getFrom());
        return op.getSignedness() == Signedness::Signed
                   ? range.signExtend(width)
                   : range.zeroExtend(width);
      })
      .Case([&](AddIOp op) { return of(op.getLhs()).add(of(op.getRhs())); })
      .Case([&](SubIOp op) { return of(op.getLhs()).sub(of(op.getRhs())); })
      .Case(
          [&](MulIOp op) { return of(op.getLhs()).multiply(of(op.getRhs())); })
      .Case<BroadcastOp, ReshapeOp, PermuteOp>(
          [&](auto op) { return of(op.getSource()); })
      .Default(full);
}

ConstantRange cuda_tile::getRange(Value value) {
  return findRange(value, maxDepth);
}

//===----------------------------------------------------------------------===//
// Divisors
//===----------------------------------------------------------------------===//

static constexpr unsigned maxLogDivisor = 62;

/// Returns the logarithm of the divisor that an assume promises for each
/// element.
static unsigned getLogDivisor(Attribute predicate) {
  auto divBy = dyn_cast<DivByAttr>(predicate);
  // In groups of several elements only the first is divisible.
  if (!divBy || divBy.getEvery().value_or(1) != 1)
    return 0;
  return llvm::Log2_64(divBy.getDivisor());
}

static unsigned findLogDivisor(Value value, unsigned depth) {
  unsigned most = std::min(getWidth(value), maxLogDivisor);
  if (std::optional<ElementBits> bits = findConstant(value)) {
    for (const APInt &element : *bits)
      most = std::min(most, element.countr_zero());
    return most;
  }
  Operation *definition = value.getDefiningOp();
  if (depth == 0 || !definition)
    return 0;
  auto of = [&](Value operand) { return findLogDivisor(operand, depth - 1); };
  // Divisibility by powers of two survives wrapping.
  return llvm::TypeSwitch<Operation *, unsigned>(definition)
      .Case([&](AssumeOp op) {
        return std::max(of(op.getValue()), getLogDivisor(op.getPredicate()));
      })
      .Case<AddIOp, SubIOp>(
          [&](auto op) { return std::min(of(op.getLhs()), of(op.getRhs())); })
      .Case([&](MulIOp op) {
        return std::min(most, of(op.getLhs()) + of(op.getRhs()));
      })
      .Case<BroadcastOp, ReshapeOp, PermuteOp>(
          [&](auto op) { return of(op.getSource()); })
      .Default(0u);
}

uint64_t cuda_tile::getDivisor(Value value) {
  return uint64_t(1) << findLogDivisor(value, maxDepth);
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

static llvm::CmpInst::Predicate getLLVMPredicate(ComparisonPredicate predicate,
                                                 bool isSigned) {
  using Result = llvm::CmpInst;
  switch (predicate) {
  case ComparisonPredicate::EQUAL:
    return Result::ICMP_EQ;
  case ComparisonPredicate::NOT_EQUAL:
    return Result::ICMP_NE;
  case ComparisonPredicate::LESS_THAN:
    return isSigned ? Result::ICMP_SLT : Result::ICMP_ULT;
  case ComparisonPredicate::LESS_THAN_OR_EQUAL:
    return isSigned ? Result::ICMP_SLE : Result::ICMP_ULE;
  case ComparisonPredicate::GREATER_THAN:
    return isSigned ? Result::ICMP_SGT : Result::ICMP_UGT;
  case ComparisonPredicate::GREATER_THAN_OR_EQUAL:
    return isSigned ? Result::ICMP_SGE : Result::ICMP_UGE;
  }
  llvm_unreachable("not a predicate");
}

std::optional<bool> cuda_tile::findComparison(ComparisonPredicate predicate,
                                              Signedness signedness, Value lhs,
                                              Value rhs) {
  ConstantRange left = getRange(lhs), right = getRange(rhs);
  // The promises contradict each other, so nothing is known.
  if (left.isEmptySet() || right.isEmptySet())
    return std::nullopt;
  llvm::CmpInst::Predicate asked =
      getLLVMPredicate(predicate, signedness == Signedness::Signed);
  if (left.icmp(asked, right))
    return true;
  if (left.icmp(llvm::CmpInst::getInversePredicate(asked), right))
    return false;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Promises
//===----------------------------------------------------------------------===//

bool cuda_tile::implies(Attribute strong, Attribute weak) {
  if (strong == weak)
    return true;
  if (auto divBy = dyn_cast<DivByAttr>(weak))
    return divBy.getEvery().value_or(1) == 1 && isa<DivByAttr>(strong) &&
           getLogDivisor(strong) >= llvm::Log2_64(divBy.getDivisor());
  auto inner = dyn_cast<BoundedAttr>(strong),
       outer = dyn_cast<BoundedAttr>(weak);
  if (!inner || !outer)
    return false;
  bool isAbove =
      !outer.getLb() || (inner.getLb() && *inner.getLb() >= *outer.getLb());
  bool isBelow =
      !outer.getUb() || (inner.getUb() && *inner.getUb() <= *outer.getUb());
  return isAbove && isBelow;
}

bool cuda_tile::holdsFor(Attribute predicate, DenseElementsAttr constant) {
  if (isa<SameElementsAttr>(predicate))
    return constant.isSplat();
  std::optional<ElementBits> bits = readConstant(constant);
  if (!bits)
    return false;
  if (auto bounds = dyn_cast<BoundedAttr>(predicate))
    return llvm::all_of(*bits, [&](const APInt &element) {
      return makeRange(element.getBitWidth(), bounds).contains(element);
    });
  auto divBy = dyn_cast<DivByAttr>(predicate);
  return divBy && divBy.getEvery().value_or(1) == 1 &&
         llvm::all_of(*bits, [&](const APInt &element) {
           return element.isZero() ||
                  element.countr_zero() >= llvm::Log2_64(divBy.getDivisor());
         });
}
