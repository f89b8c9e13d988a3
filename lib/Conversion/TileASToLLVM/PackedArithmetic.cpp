//===- PackedArithmetic.cpp - Two 16-bit floats at a time -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedArithmetic.h"

#include "Registers.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/TileAS/Transforms/SharedMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace tileiras::to_llvm {

namespace {

bool hasPackedForm(Operation *op) {
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::NegFOp,
             arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
             arith::MinNumFOp, math::AbsFOp, math::FmaOp>(op);
}

/// Are all operands tiles of the result's type, of 16-bit floats that the
/// target computes with?
bool isPacked(Operation *op) {
  if (!hasPackedForm(op) || !llvm::all_equal(llvm::concat<Type>(
                                op->getOperandTypes(), op->getResultTypes())))
    return false;
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  const TargetInfo *target = findTarget(op);
  return target && (element.isF16() || (element.isBF16() && target->Bf16));
}

class PackedOperation {
public:
  PackedOperation(Operation *op, OpBuilder &builder)
      : op(op), builder(builder), loc(op->getLoc()) {}

  /// Of two registers of each operand, two of the result.
  void emit(ArrayRef<SmallVector<Value>> operands, unsigned first,
            SmallVectorImpl<Value> &results) {
    auto pair = VectorType::get(2, operands[0][first].getType());
    SmallVector<Value> pairs;
    for (const SmallVector<Value> &registers : operands)
      pairs.push_back(join(pair, registers[first], registers[first + 1]));
    Value result = compute(pairs, pair);
    for (unsigned i : {0, 1})
      results.push_back(LLVM::ExtractElementOp::create(
          builder, loc, result, i32Constant(builder, loc, i)));
  }

private:
  Value join(VectorType pair, Value low, Value high) {
    Value result = LLVM::PoisonOp::create(builder, loc, pair);
    for (auto [i, value] : llvm::enumerate(ValueRange{low, high}))
      result = LLVM::InsertElementOp::create(builder, loc, result, value,
                                             i32Constant(builder, loc, i));
    return result;
  }

  Value splat(VectorType pair, double value) {
    return LLVM::ConstantOp::create(
        builder, loc, pair,
        DenseElementsAttr::get(pair, ArrayRef<Attribute>(builder.getFloatAttr(
                                         pair.getElementType(), value))));
  }

  Value compute(ArrayRef<Value> pairs, VectorType pair) {
    if (pair.getElementType().isBF16() && !findTarget(op)->Bf16Arith)
      if (Value sum = computeByFma(pairs, pair))
        return sum;
    OperationState state(loc, op->getName(), pairs, pair, op->getAttrs());
    return builder.create(state)->getResult(0);
  }

  /// Sums and products of bf16 where only fma is there. Rounded once as they
  /// are, with the same signs of zeros.
  Value computeByFma(ArrayRef<Value> pairs, VectorType pair) {
    auto fma = [&](Value a, Value b, Value c) -> Value {
      return LLVM::FMAOp::create(builder, loc, a, b, c);
    };
    if (isa<arith::AddFOp>(op))
      return fma(pairs[0], splat(pair, 1.0), pairs[1]);
    if (isa<arith::SubFOp>(op))
      return fma(pairs[1], splat(pair, -1.0), pairs[0]);
    if (isa<arith::MulFOp>(op))
      return fma(pairs[0], pairs[1], splat(pair, -0.0));
    return {};
  }

  Operation *op;
  OpBuilder &builder;
  Location loc;
};

} // namespace

std::optional<Value> emitPacked(Operation *op, ValueRange operands, Type type,
                                ConversionPatternRewriter &rewriter) {
  if (!isPacked(op))
    return std::nullopt;
  size_t count = cast<LLVM::LLVMStructType>(type).getBody().size();
  if (count % 2 != 0)
    return std::nullopt;
  SmallVector<SmallVector<Value>> registers;
  for (Value operand : operands)
    registers.push_back(unpackRegisters(rewriter, op->getLoc(), operand));
  SmallVector<Value> results;
  PackedOperation packed(op, rewriter);
  for (unsigned first = 0; first < count; first += 2)
    packed.emit(registers, first, results);
  return packRegisters(rewriter, op->getLoc(), results, type);
}

} // namespace tileiras::to_llvm
