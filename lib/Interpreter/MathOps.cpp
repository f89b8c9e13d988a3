//===- MathOps.cpp - Elementary functions -----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions are computed in f64 by the C library, then rounded: to f32 first if
// the elements have 16 bits, as the specification computes them in f32.
// Numbers.h has the tolerance.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Operations.h"

#include <cmath>

using namespace llvm;
using namespace mlir;
using namespace mlir::cuda_tile;

namespace tileiras::interpreter {

namespace {

/// Rounds a result that was computed in f64.
uint64_t round(Type type, double result) {
  if (!type.isF64())
    result = float(result);
  return fromDouble(type, result);
}

double flushed(double number, bool ftz) {
  bool isSubnormal = std::fabs(number) < 0x1p-126;
  return ftz && isSubnormal ? std::copysign(0.0, number) : number;
}

LogicalResult mapUnary(Execution &execution, Operation *op, bool ftz,
                       double (*function)(double)) {
  Type type = cast<TileType>(op->getResult(0).getType()).getElementType();
  return mapBits(execution, op, [&](Bits x) -> Element {
    double operand = flushed(toDouble(type, x[0]), ftz);
    return round(type, flushed(function(operand), ftz));
  });
}

/// Computes an operation without attributes.
template <typename OpT, double (*function)(double)>
LogicalResult unary(Execution &execution, OpT op) {
  return mapUnary(execution, op, /*ftz=*/false, function);
}

template <typename OpT, double (*function)(double)>
LogicalResult unaryFtz(Execution &execution, OpT op) {
  return mapUnary(execution, op, op.getFlushToZero(), function);
}

template <typename OpT, double (*function)(double, double)>
LogicalResult binary(Execution &execution, OpT op) {
  Type type = op.getType().getElementType();
  return mapBits(execution, op, [&](Bits x) -> Element {
    return round(type, function(toDouble(type, x[0]), toDouble(type, x[1])));
  });
}

double reciprocalRoot(double x) { return 1 / std::sqrt(x); }

/// For f64, the C library's reduction of wide angles loses digits of the
/// remainder near a multiple of pi; the reduction of the wider type has enough.
double sine(double x) { return double(std::sin((long double)x)); }
double cosine(double x) { return double(std::cos((long double)x)); }
double tangent(double x) { return double(std::tan((long double)x)); }

/// The exponent is signed.
LogicalResult fpowI(Execution &execution, FPowIOp op) {
  Type type = op.getType().getElementType();
  unsigned width = execution.getTile(op.getExponent()).getWidth();
  return mapBits(execution, op, [&](Bits x) -> Element {
    double exponent = double(APInt(width, x[1]).getSExtValue());
    return round(type, std::pow(toDouble(type, x[0]), exponent));
  });
}

} // namespace

void addMathOps(OperationTable &table) {
  table.add<&unary<CosOp, cosine>>();
  table.add<&unary<CosHOp, std::cosh>>();
  table.add<&unary<ExpOp, std::exp>>();
  table.add<&unary<LogOp, std::log>>();
  table.add<&unary<Log2Op, std::log2>>();
  table.add<&unary<SinOp, sine>>();
  table.add<&unary<SinHOp, std::sinh>>();
  table.add<&unary<TanOp, tangent>>();
  table.add<&unary<TanHOp, std::tanh>>();
  table.add<&unaryFtz<Exp2Op, std::exp2>>();
  table.add<&unaryFtz<RsqrtOp, reciprocalRoot>>();
  table.add<&binary<Atan2Op, std::atan2>>();
  table.add<&binary<PowOp, std::pow>>();
  table.add<fpowI>();
}

} // namespace tileiras::interpreter
