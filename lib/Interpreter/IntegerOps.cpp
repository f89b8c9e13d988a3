//===- IntegerOps.cpp - Integer arithmetic ----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers wrap unless a flag promises that they don't; a broken promise is a
// fault. The signedness is an attribute of the operations.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Operations.h"

#include "tileiras/Dialect/CudaTile/IR/Comparisons.h"

#include "llvm/ADT/APSInt.h"

using namespace llvm;
using namespace mlir;
using namespace mlir::cuda_tile;

namespace tileiras::interpreter {

namespace {

//===----------------------------------------------------------------------===//
// Arithmetic with promises
//===----------------------------------------------------------------------===//

using Overflowing = APInt (APInt::*)(const APInt &, bool &) const;

/// Computes an operation that wraps with the functions of APInt that report an
/// overflow.
Element wrap(const APInt &x, const APInt &y, IntegerOverflow promise,
             Overflowing signedForm, Overflowing unsignedForm) {
  bool signedOverflow, unsignedOverflow;
  APInt result = (x.*signedForm)(y, signedOverflow);
  (void)(x.*unsignedForm)(y, unsignedOverflow);
  bool noSigned =
      promise == IntegerOverflow::NSW || promise == IntegerOverflow::NW;
  bool noUnsigned =
      promise == IntegerOverflow::NUW || promise == IntegerOverflow::NW;
  if (noSigned && signedOverflow)
    return Element::undefined("breaks its promise of no signed overflow");
  if (noUnsigned && unsignedOverflow)
    return Element::undefined("breaks its promise of no unsigned overflow");
  return result;
}

LogicalResult addI(Execution &execution, AddIOp op) {
  return mapInts(execution, op, [&](Ints x) {
    return wrap(x[0], x[1], op.getOverflow(), &APInt::sadd_ov, &APInt::uadd_ov);
  });
}

LogicalResult subI(Execution &execution, SubIOp op) {
  return mapInts(execution, op, [&](Ints x) {
    return wrap(x[0], x[1], op.getOverflow(), &APInt::ssub_ov, &APInt::usub_ov);
  });
}

LogicalResult mulI(Execution &execution, MulIOp op) {
  return mapInts(execution, op, [&](Ints x) {
    return wrap(x[0], x[1], op.getOverflow(), &APInt::smul_ov, &APInt::umul_ov);
  });
}

LogicalResult negI(Execution &execution, NegIOp op) {
  return mapInts(execution, op, [&](Ints x) {
    return wrap(APInt::getZero(x[0].getBitWidth()), x[0], op.getOverflow(),
                &APInt::ssub_ov, &APInt::usub_ov);
  });
}

constexpr const char *kShiftsTooFar = "shifts by the width or more";

LogicalResult shlI(Execution &execution, ShLIOp op) {
  return mapInts(execution, op, [&](Ints x) -> Element {
    if (x[1].uge(x[1].getBitWidth()))
      return Element::undefined(kShiftsTooFar);
    return wrap(x[0], x[1], op.getOverflow(), &APInt::sshl_ov, &APInt::ushl_ov);
  });
}

LogicalResult shrI(Execution &execution, ShRIOp op) {
  return mapInts(execution, op, [&](Ints x) -> Element {
    if (x[1].uge(x[1].getBitWidth()))
      return Element::undefined(kShiftsTooFar);
    return op.getSignedness() == Signedness::Signed ? x[0].ashr(x[1])
                                                    : x[0].lshr(x[1]);
  });
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

/// Returns the reason why quotient and remainder do not exist; null if they
/// do.
const char *getUndividedReason(Ints x, Signedness signedness) {
  if (x[1].isZero())
    return "divides by zero";
  if (signedness == Signedness::Signed && x[0].isMinSignedValue() &&
      x[1].isAllOnes())
    return "divides the smallest number by -1";
  return nullptr;
}

APInt::Rounding getQuotientRounding(cuda_tile::RoundingMode mode) {
  switch (mode) {
  case cuda_tile::RoundingMode::POSITIVE_INF:
    return APInt::Rounding::UP;
  case cuda_tile::RoundingMode::NEGATIVE_INF:
    return APInt::Rounding::DOWN;
  default: // the verifier rejects all others
    return APInt::Rounding::TOWARD_ZERO;
  }
}

LogicalResult divI(Execution &execution, DivIOp op) {
  APInt::Rounding rounding = getQuotientRounding(op.getRounding());
  bool isSigned = op.getSignedness() == Signedness::Signed;
  return mapInts(execution, op, [&](Ints x) -> Element {
    if (const char *reason = getUndividedReason(x, op.getSignedness()))
      return Element::undefined(reason);
    return isSigned ? APIntOps::RoundingSDiv(x[0], x[1], rounding)
                    : APIntOps::RoundingUDiv(x[0], x[1], rounding);
  });
}

LogicalResult remI(Execution &execution, RemIOp op) {
  bool isSigned = op.getSignedness() == Signedness::Signed;
  return mapInts(execution, op, [&](Ints x) -> Element {
    if (const char *reason = getUndividedReason(x, op.getSignedness()))
      return Element::undefined(reason);
    return isSigned ? x[0].srem(x[1]) : x[0].urem(x[1]);
  });
}

//===----------------------------------------------------------------------===//
// The rest
//===----------------------------------------------------------------------===//

LogicalResult absI(Execution &execution, AbsIOp op) {
  return mapInts(execution, op, [](Ints x) -> Element { return x[0].abs(); });
}

LogicalResult mulhiI(Execution &execution, MulhiIOp op) {
  return mapInts(execution, op,
                 [](Ints x) -> Element { return APIntOps::mulhu(x[0], x[1]); });
}

LogicalResult xorI(Execution &execution, XOrIOp op) {
  return mapInts(execution, op, [](Ints x) -> Element { return x[0] ^ x[1]; });
}

LogicalResult maxI(Execution &execution, MaxIOp op) {
  bool isSigned = op.getSignedness() == Signedness::Signed;
  return mapInts(execution, op, [&](Ints x) -> Element {
    return isSigned ? APIntOps::smax(x[0], x[1]) : APIntOps::umax(x[0], x[1]);
  });
}

LogicalResult minI(Execution &execution, MinIOp op) {
  bool isSigned = op.getSignedness() == Signedness::Signed;
  return mapInts(execution, op, [&](Ints x) -> Element {
    return isSigned ? APIntOps::smin(x[0], x[1]) : APIntOps::umin(x[0], x[1]);
  });
}

LogicalResult cmpI(Execution &execution, CmpIOp op) {
  bool isUnsigned = op.getSignedness() == Signedness::Unsigned;
  return mapInts(execution, op, [&](Ints x) -> Element {
    int order = APSInt::compareValues(APSInt(x[0], isUnsigned),
                                      APSInt(x[1], isUnsigned));
    return holds(op.getComparisonPredicate(), order);
  });
}

//===----------------------------------------------------------------------===//
// And, or
//===----------------------------------------------------------------------===//

/// An operand with these bits in an element determines the result, even if the
/// other one is unspecified.
LogicalResult
mapDeciding(Execution &execution, Operation *op, APInt deciding,
            llvm::function_ref<uint64_t(uint64_t, uint64_t)> compute) {
  const Tile &lhs = execution.getTile(op->getOperand(0));
  const Tile &rhs = execution.getTile(op->getOperand(1));
  Tile result(lhs.getType());
  auto decides = [&](const Tile &tile, size_t n) {
    return !tile.isUnspecified(n) && tile.getInt(n) == deciding;
  };
  for (size_t n = 0; n < result.size(); ++n) {
    if (decides(lhs, n) || decides(rhs, n))
      result.setBits(n, deciding.getZExtValue());
    else if (lhs.isUnspecified(n) || rhs.isUnspecified(n))
      result.setUnspecified(n);
    else
      result.setBits(n, compute(lhs.getBits(n), rhs.getBits(n)));
  }
  execution.set(op->getResult(0), std::move(result));
  return success();
}

LogicalResult andI(Execution &execution, AndIOp op) {
  unsigned width = getElementBitWidth(op.getType().getElementType());
  return mapDeciding(execution, op, APInt::getZero(width), std::bit_and<>());
}

LogicalResult orI(Execution &execution, OrIOp op) {
  unsigned width = getElementBitWidth(op.getType().getElementType());
  return mapDeciding(execution, op, APInt::getAllOnes(width), std::bit_or<>());
}

} // namespace

void addIntegerOps(OperationTable &table) {
  table.add<absI>();
  table.add<addI>();
  table.add<andI>();
  table.add<cmpI>();
  table.add<divI>();
  table.add<maxI>();
  table.add<minI>();
  table.add<mulI>();
  table.add<mulhiI>();
  table.add<negI>();
  table.add<orI>();
  table.add<remI>();
  table.add<shlI>();
  table.add<shrI>();
  table.add<subI>();
  table.add<xorI>();
}

} // namespace tileiras::interpreter
