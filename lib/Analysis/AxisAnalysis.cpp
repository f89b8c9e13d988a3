//===- AxisAnalysis.cpp - Axis facts of all values of a function ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Analysis/AxisAnalysis.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

static unsigned getWidth(Value value) {
  Type type = getElementTypeOrSelf(value);
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

/// Returns a constant shift amount that is less than the width of the type.
static std::optional<unsigned> findShift(Value amount) {
  APInt constant;
  if (!matchPattern(amount, m_ConstantInt(&constant)) ||
      constant.uge(constant.getBitWidth()))
    return std::nullopt;
  return constant.getZExtValue();
}

/// `a < b` and `a >= b`, and the same with the operands exchanged.
enum class Side { Left, Right, Neither };
static Side findComparedSide(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::ult:
  case arith::CmpIPredicate::uge:
    return Side::Left;
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ugt:
  case arith::CmpIPredicate::ule:
    return Side::Right;
  case arith::CmpIPredicate::eq:
  case arith::CmpIPredicate::ne:
    return Side::Neither;
  }
  llvm_unreachable("all predicates are above");
}

static AxisFacts transferComparison(arith::CmpIOp op, const AxisFacts &lhs,
                                    const AxisFacts &rhs) {
  unsigned width = getWidth(op.getLhs());
  switch (findComparedSide(op.getPredicate())) {
  case Side::Left:
    return AxisFacts::compare(lhs, rhs, width);
  case Side::Right:
    return AxisFacts::compare(rhs, lhs, width);
  case Side::Neither:
    return AxisFacts::combine(lhs, rhs).keepConstancy();
  }
  llvm_unreachable("all sides are above");
}

static AxisFacts transferAssume(AssumeOp op, const AxisFacts &facts) {
  if (auto divBy = dyn_cast<DivByAttr>(op.getPredicate()))
    return facts.assumeDivisible(divBy.getDivisor(), divBy.getEvery(),
                                 divBy.getAlong(), getTileShape(op.getType()));
  if (auto same = dyn_cast<SameElementsAttr>(op.getPredicate()))
    return facts.assumeSame(same.getValues());
  return facts;
}

static AxisFacts transferConstant(arith::ConstantOp op) {
  if (auto number = dyn_cast<IntegerAttr>(op.getValue()))
    return AxisFacts::scalar(getPowerOfTwoDivisor(number.getValue()));
  if (auto elements = dyn_cast<DenseIntElementsAttr>(op.getValue()))
    return AxisFacts::constant(elements);
  return AxisFacts::unknown(op.getType());
}

bool AxisAnalysis::isNonNegative(Operation *op, Value value) {
  const auto *range = getOrCreateFor<dataflow::IntegerValueRangeLattice>(
      getProgramPointAfter(op), value);
  return !range->getValue().isUninitialized() &&
         range->getValue().getValue().smin().isNonNegative();
}

/// Computes the facts of operations with one scalar or tile as result.
AxisFacts AxisAnalysis::transfer(Operation *op,
                                 ArrayRef<const AxisLattice *> operands) {
  auto of = [&](unsigned i) -> const AxisFacts & {
    return operands[i]->getValue();
  };
  auto shapeOf = [](Value value) { return getTileShape(value.getType()); };
  AxisFacts unknown = AxisFacts::unknown(op->getResult(0).getType());
  auto ifNonNegative = [&](const AxisFacts &facts) {
    return llvm::all_of(op->getOperands(),
                        [&](Value value) { return isNonNegative(op, value); })
               ? facts
               : unknown;
  };
  return llvm::TypeSwitch<Operation *, AxisFacts>(op)
      // Arithmetic.
      .Case([](arith::ConstantOp op) { return transferConstant(op); })
      .Case([&](arith::AddIOp) { return AxisFacts::add(of(0), of(1)); })
      .Case([&](arith::SubIOp) { return AxisFacts::subtract(of(0), of(1)); })
      .Case([&](arith::MulIOp) { return AxisFacts::multiply(of(0), of(1)); })
      .Case([&](arith::DivUIOp op) {
        return AxisFacts::divide(of(0), of(1), getWidth(op));
      })
      .Case([&](arith::RemUIOp op) {
        return AxisFacts::remainder(of(0), of(1), getWidth(op));
      })
      .Case<arith::DivSIOp, arith::FloorDivSIOp>([&](Operation *op) {
        return ifNonNegative(
            AxisFacts::divide(of(0), of(1), getWidth(op->getResult(0))));
      })
      .Case([&](arith::RemSIOp op) {
        return ifNonNegative(AxisFacts::remainder(of(0), of(1), getWidth(op)));
      })
      .Case<arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::MinSIOp,
            arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp>(
          [&](Operation *) { return AxisFacts::combine(of(0), of(1)); })
      .Case([&](arith::ShLIOp op) {
        std::optional<unsigned> shift = findShift(op.getRhs());
        return shift ? of(0).shiftLeft(*shift) : unknown;
      })
      .Case<arith::ShRUIOp, arith::ShRSIOp>([&](Operation *op) {
        std::optional<unsigned> shift = findShift(op->getOperand(1));
        return shift ? of(0).shiftRight(*shift, getWidth(op->getResult(0)))
                     : unknown;
      })
      .Case([&](arith::CmpIOp op) {
        return transferComparison(op, of(0), of(1));
      })
      .Case([&](arith::SelectOp) {
        return AxisFacts::select(of(0), of(1), of(2));
      })
      .Case<arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp,
            arith::IndexCastUIOp>([&](Operation *op) {
        return of(0).dropWrapping(getWidth(op->getOperand(0)));
      })
      .Case([&](arith::TruncIOp) { return of(0); })
      // Shapes.
      .Case([&](MakeRangeOp op) {
        return AxisFacts::range(op.getType().getDimSize(0));
      })
      .Case([&](SplatOp op) { return of(0).splat(shapeOf(op)); })
      .Case([&](UnsplatOp op) {
        return AxisFacts::scalar(of(0).getDivisor(), of(0).getStep());
      })
      .Case([&](BroadcastOp op) {
        return of(0).broadcast(shapeOf(op.getSource()), shapeOf(op));
      })
      .Case([&](ViewOp op) {
        return of(0).reshape(shapeOf(op.getSource()), shapeOf(op));
      })
      .Case([&](PermuteOp op) { return of(0).permute(op.getPermutation()); })
      .Case([&](ExtractOp op) { return of(0).extract(shapeOf(op)); })
      .Case([&](CatOp) { return AxisFacts::join(of(0), of(1)); })
      // Pointers.
      .Case([&](AddPtrOp op) {
        return AxisFacts::addOffset(of(0), of(1), getWidth(op.getOffset()));
      })
      .Case<BitcastOp, IntToPtrOp, PtrToIntOp>(
          [&](Operation *) { return of(0).withStep(unknown.getStep()); })
      .Case([&](AllocaOp op) {
        return AxisFacts::scalar(op.getAlignment(), unknown.getStep());
      })
      .Case([&](AssumeOp op) { return transferAssume(op, of(0)); })
      .Default(unknown);
}

void AxisAnalysis::setToEntryState(AxisLattice *lattice) {
  Type type = lattice->getAnchor().getType();
  propagateIfChanged(lattice, lattice->join(AxisFacts::unknown(type)));
}

LogicalResult
AxisAnalysis::visitOperation(Operation *op,
                             ArrayRef<const AxisLattice *> operands,
                             ArrayRef<AxisLattice *> results) {
  // An operand is not known yet: the operation is visited again.
  if (llvm::any_of(operands, [](const AxisLattice *operand) {
        return operand->getValue().isUninitialized();
      }))
    return success();
  if (results.size() != 1) {
    setAllToEntryStates(results);
    return success();
  }
  propagateIfChanged(results[0], results[0]->join(transfer(op, operands)));
  return success();
}

void AxisAnalysis::visitNonControlFlowArguments(
    Operation *op, const RegionSuccessor &successor,
    ArrayRef<AxisLattice *> arguments, unsigned firstIndex) {
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop)
    return SparseForwardDataFlowAnalysis::visitNonControlFlowArguments(
        op, successor, arguments, firstIndex);
  ProgramPoint *point = getProgramPointBefore(loop.getBody());
  const AxisFacts &start =
      getLatticeElementFor(point, loop.getLowerBound())->getValue();
  const AxisFacts &step =
      getLatticeElementFor(point, loop.getStep())->getValue();
  if (start.isUninitialized() || step.isUninitialized())
    return;
  AxisLattice *counter = getLatticeElement(loop.getInductionVar());
  propagateIfChanged(counter, counter->join(AxisFacts::combine(start, step)));
}
