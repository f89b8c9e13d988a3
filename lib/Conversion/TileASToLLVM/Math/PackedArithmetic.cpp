//===- PackedArithmetic.cpp - Two floats at a time ------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedArithmetic.h"

#include "Registers.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAA/IR/TileAA.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace tileiras::to_llvm {

/// Returns whether a value is a tile of f32 that was f16 or bf16, however it is
/// viewed. Scalar additions accept such numbers without a conversion (FHADD),
/// pairs would have to be widened first.
static bool isWidened(Value value) {
  Operation *op = value.getDefiningOp();
  while (isa_and_present<nv_tileas::ViewOp, nv_tileas::PermuteOp>(op))
    op = op->getOperand(0).getDefiningOp();
  auto cast = dyn_cast_or_null<nv_tileaa::FpToFpOp>(op);
  return cast && getElementTypeOrSelf(value).isF32() &&
         getElementTypeOrSelf(cast->getOperand(0)).getIntOrFloatBitWidth() ==
             16;
}

bool addsWidened(Operation *op, ValueRange tiles) {
  return isa<arith::AddFOp, arith::SubFOp>(op) &&
         llvm::any_of(tiles, isWidened);
}

/// Returns whether an operation has a form for pairs of an element type.
static bool hasPackedForm(Operation *op, Type element,
                          const TargetInfo &target) {
  bool isSumOrProduct =
      isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, math::FmaOp>(op);
  // exp is additions and multiplications, except for its exp2.
  if (element.isF32())
    return target.F32x2 && (isSumOrProduct || isa<math::ExpOp>(op));
  if (!element.isF16() && !(element.isBF16() && target.Bf16))
    return false;
  return isSumOrProduct ||
         isa<arith::NegFOp, arith::MaximumFOp, arith::MinimumFOp,
             arith::MaxNumFOp, arith::MinNumFOp, math::AbsFOp>(op);
}

bool hasPackedForm(Operation *op) {
  if (op->getNumResults() != 1 ||
      !llvm::all_equal(
          llvm::concat<Type>(op->getOperandTypes(), op->getResultTypes())))
    return false;
  const TargetInfo *target = findTarget(op);
  return target &&
         hasPackedForm(op, getElementTypeOrSelf(op->getResult(0).getType()),
                       *target);
}

bool hasPairsOfF32(Operation *op) {
  const TargetInfo *target = findTarget(op);
  return target && target->F32x2;
}

Value joinPair(OpBuilder &builder, Location loc, Value low, Value high) {
  Value pair =
      LLVM::PoisonOp::create(builder, loc, VectorType::get(2, low.getType()));
  for (auto [i, value] : llvm::enumerate(ValueRange{low, high}))
    pair = LLVM::InsertElementOp::create(builder, loc, pair, value,
                                         i32Constant(builder, loc, i));
  return pair;
}

std::pair<Value, Value> splitPair(OpBuilder &builder, Location loc,
                                  Value pair) {
  auto half = [&](int32_t i) -> Value {
    return LLVM::ExtractElementOp::create(builder, loc, pair,
                                          i32Constant(builder, loc, i));
  };
  Value low = half(0);
  return {low, half(1)};
}

Value emitHalves(OpBuilder &builder, Location loc, ValueRange pairs,
                 function_ref<Value(ValueRange)> emit) {
  SmallVector<Value> lows, highs;
  for (Value pair : pairs) {
    auto [low, high] = splitPair(builder, loc, pair);
    lows.push_back(low);
    highs.push_back(high);
  }
  Value low = emit(lows);
  return joinPair(builder, loc, low, emit(highs));
}

Value emitPairOfF32(OpBuilder &builder, Location loc, StringRef instruction,
                    ValueRange pairs) {
  // For a 64-bit integer the back end would shift and mask the high half.
  Type half = getElementTypeOrSelf(pairs[0].getType());
  auto halves =
      LLVM::LLVMStructType::getLiteral(builder.getContext(), {half, half});
  std::string text = ("{ .reg .b64 pair; " + instruction + ".f32x2 pair").str();
  std::string constraints = "=f,=f";
  SmallVector<Value> operands;
  for (Value pair : pairs) {
    operands.push_back(
        LLVM::BitcastOp::create(builder, loc, builder.getI64Type(), pair));
    text += ", $" + std::to_string(operands.size() + 1);
    constraints += ",l";
  }
  Value result =
      LLVM::InlineAsmOp::create(
          builder, loc, halves, operands, text + "; mov.b64 {$0, $1}, pair; }",
          constraints, /*has_side_effects=*/false, /*is_align_stack=*/false,
          LLVM::TailCallKind::None, LLVM::AsmDialectAttr(), ArrayAttr())
          .getResult(0);
  SmallVector<Value> both = unpackRegisters(builder, loc, result);
  return joinPair(builder, loc, both[0], both[1]);
}

/// Emits additions and multiplications of bf16 as fma where only fma exists.
/// The results are rounded once, as those of the operation are, with the same
/// signs of zeros. Returns null for other operations.
static Value emitByFma(Operation *op, ValueRange pairs, OpBuilder &builder) {
  Location loc = op->getLoc();
  auto pair = cast<VectorType>(pairs[0].getType());
  auto splat = [&](double value) -> Value {
    Attribute half = builder.getFloatAttr(pair.getElementType(), value);
    return LLVM::ConstantOp::create(builder, loc, pair,
                                    DenseElementsAttr::get(pair, half));
  };
  auto fma = [&](Value a, Value b, Value c) -> Value {
    return LLVM::FMAOp::create(builder, loc, a, b, c);
  };
  if (isa<arith::AddFOp>(op))
    return fma(pairs[0], splat(1.0), pairs[1]);
  if (isa<arith::SubFOp>(op))
    return fma(pairs[1], splat(-1.0), pairs[0]);
  if (isa<arith::MulFOp>(op))
    return fma(pairs[0], pairs[1], splat(-0.0));
  return {};
}

Value emitPair(Operation *op, ValueRange pairs, OpBuilder &builder) {
  Type pair = pairs[0].getType();
  if (getElementTypeOrSelf(pair).isBF16() && !findTarget(op)->Bf16Arith)
    if (Value result = emitByFma(op, pairs, builder))
      return result;
  OperationState state(op->getLoc(), op->getName(), pairs, pair,
                       op->getAttrs());
  return builder.create(state)->getResult(0);
}

std::optional<Value> emitByPairs(Operation *op, ValueRange operands, Type type,
                                 ConversionPatternRewriter &rewriter,
                                 function_ref<Value(ValueRange)> emit) {
  size_t count = cast<LLVM::LLVMStructType>(type).getBody().size();
  if (count % 2 != 0)
    return std::nullopt;
  Location loc = op->getLoc();
  SmallVector<SmallVector<Value>> registers;
  for (Value operand : operands)
    registers.push_back(unpackRegisters(rewriter, loc, operand));
  SmallVector<Value> results;
  for (unsigned first = 0; first < count; first += 2) {
    SmallVector<Value> pairs;
    for (const SmallVector<Value> &of : registers)
      pairs.push_back(joinPair(rewriter, loc, of[first], of[first + 1]));
    auto [low, high] = splitPair(rewriter, loc, emit(pairs));
    results.append({low, high});
  }
  return packRegisters(rewriter, loc, results, type);
}

std::optional<Value> emitPacked(Operation *op, ValueRange operands, Type type,
                                ConversionPatternRewriter &rewriter) {
  if (!hasPackedForm(op) || addsWidened(op, op->getOperands()))
    return std::nullopt;
  return emitByPairs(op, operands, type, rewriter, [&](ValueRange pairs) {
    return emitPair(op, pairs, rewriter);
  });
}

} // namespace tileiras::to_llvm
