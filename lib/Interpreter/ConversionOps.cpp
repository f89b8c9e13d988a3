//===- ConversionOps.cpp - Conversions between element types ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions between integers, floats and pointers. Results are rounded once;
// Numbers.h lists what the specification leaves open.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Operations.h"

#include "llvm/ADT/APSInt.h"

using namespace llvm;
using namespace mlir;
using namespace mlir::cuda_tile;

namespace tileiras::interpreter {

namespace {

template <typename OpT> Type fromElement(OpT op) {
  return op.getFrom().getType().getElementType();
}
template <typename OpT> Type toElement(OpT op) {
  return op.getType().getElementType();
}

//===----------------------------------------------------------------------===//
// Bitcasts
//===----------------------------------------------------------------------===//

LogicalResult bitcast(Execution &execution, BitcastOp op) {
  return mapBits(execution, op, [](Bits x) -> Element { return x[0]; });
}

/// An integer has no origin: it may become a pointer to any allocation.
LogicalResult ptrToInt(Execution &execution, PtrToIntOp op) {
  return mapBits(execution, op, [](Bits x) -> Element { return x[0]; });
}

LogicalResult intToPtr(Execution &execution, IntToPtrOp op) {
  return mapBits(execution, op, [](Bits x) -> Element { return x[0]; });
}

LogicalResult ptrToPtr(Execution &execution, PtrToPtrOp op) {
  const Tile &source = execution.getTile(op.getSource());
  Tile result(op.getType());
  for (size_t n = 0; n < result.size(); ++n)
    result.copyElement(n, source, n);
  execution.set(op, std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

LogicalResult extI(Execution &execution, ExtIOp op) {
  unsigned width = getElementBitWidth(toElement(op));
  bool isSigned = op.getSignedness() == Signedness::Signed;
  return mapInts(execution, op, [&](Ints x) -> Element {
    return isSigned ? x[0].sext(width) : x[0].zext(width);
  });
}

/// With no signed wrap, the dropped bits repeat the sign; with no unsigned
/// wrap, they are 0.
LogicalResult truncI(Execution &execution, TruncIOp op) {
  unsigned width = getElementBitWidth(toElement(op));
  IntegerOverflow promise = op.getOverflow();
  bool noSigned =
      promise == IntegerOverflow::NSW || promise == IntegerOverflow::NW;
  bool noUnsigned =
      promise == IntegerOverflow::NUW || promise == IntegerOverflow::NW;
  return mapInts(execution, op, [&](Ints x) -> Element {
    if (noSigned && !x[0].isSignedIntN(width))
      return Element::undefined("breaks its promise of no signed overflow");
    if (noUnsigned && !x[0].isIntN(width))
      return Element::undefined("breaks its promise of no unsigned overflow");
    return x[0].trunc(width);
  });
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

LogicalResult fToF(Execution &execution, FToFOp op) {
  Type from = fromElement(op), to = toElement(op);
  Rounding mode = getRounding(op.getRoundingMode());
  return mapBits(execution, op, [&](Bits x) -> Element {
    return fromFloat(to, toFloat(from, x[0]), mode);
  });
}

/// A value that is too large becomes an infinity, or NaN if the format has
/// none, or else the largest finite value. A quad represents every i64.
LogicalResult iToF(Execution &execution, IToFOp op) {
  Type to = toElement(op);
  bool isSigned = op.getSignedness() == Signedness::Signed;
  return mapInts(execution, op, [&](Ints x) -> Element {
    APFloat number(APFloat::IEEEquad());
    number.convertFromAPInt(x[0], isSigned, APFloat::rmNearestTiesToEven);
    auto type = dyn_cast<FloatType>(to);
    if (!type || isa<Float4E2M1FNType>(to))
      return fromFloat(to, number);
    bool isInexact;
    number.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &isInexact);
    return number.bitcastToAPInt();
  });
}

/// Truncates. A conversion to i1 asks whether the value is not 0: front ends
/// mean that by it, and 1 is the only other value that an i1 could hold.
LogicalResult fToI(Execution &execution, FToIOp op) {
  Type from = fromElement(op);
  unsigned width = getElementBitWidth(toElement(op));
  bool isUnsigned = op.getSignedness() == Signedness::Unsigned;
  return mapBits(execution, op, [&](Bits x) -> Element {
    APFloat number = toFloat(from, x[0]);
    if (width == 1)
      return number.isNonZero();
    APSInt result(width, isUnsigned);
    bool isExact;
    APFloat::opStatus status =
        number.convertToInteger(result, APFloat::rmTowardZero, &isExact);
    if ((status & APFloat::opInvalidOp) && !op.getSaturating())
      return Element::undefined("converts a number that no integer of its "
                                "type is near to");
    if (number.isNaN())
      return 0;
    return static_cast<const APInt &>(result);
  });
}

} // namespace

void addConversionOps(OperationTable &table) {
  table.add<bitcast>();
  table.add<extI>();
  table.add<fToF>();
  table.add<fToI>();
  table.add<iToF>();
  table.add<intToPtr>();
  table.add<ptrToInt>();
  table.add<ptrToPtr>();
  table.add<truncI>();
}

} // namespace tileiras::interpreter
