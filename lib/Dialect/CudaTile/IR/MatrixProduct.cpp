//===- MatrixProduct.cpp - Checks of matrix multiply-accumulate -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lhs [B x] M x K, rhs [B x] K x N, acc [B x] M x N.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"

using namespace mlir;
using namespace mlir::cuda_tile;

static LogicalResult verifyProductShapes(Operation *op, TileType lhs,
                                         TileType rhs, TileType acc) {
  int64_t rank = lhs.getRank();
  if (rank != 2 && rank != 3)
    return op->emitOpError("expects operands of rank 2, or 3 with a batch "
                           "dimension, got rank ")
           << rank;
  ArrayRef<int64_t> l = lhs.getShape(), r = rhs.getShape(), a = acc.getShape();
  if (rank == 3 && (l[0] != r[0] || l[0] != a[0]))
    return op->emitOpError("expects the same batch size of lhs, rhs and acc, "
                           "got ")
           << l[0] << ", " << r[0] << " and " << a[0];
  l = l.take_back(2);
  r = r.take_back(2);
  a = a.take_back(2);
  if (l[1] != r[0])
    return op->emitOpError("expects as many columns of lhs as rows of rhs, "
                           "got ")
           << l[1] << " and " << r[0];
  if (l[0] != a[0] || r[1] != a[1])
    return op->emitOpError("expects acc to be ")
           << l[0] << " by " << r[1] << ", got " << a[0] << " by " << a[1];
  return success();
}

LogicalResult MmaIOp::verify() {
  return verifyProductShapes(*this, getLhs().getType(), getRhs().getType(),
                             getAcc().getType());
}

/// Whether an operand type allows an accumulator type.
static bool isAccumulatorOf(Type acc, Type operand) {
  if (isa<Float16Type, Float8E4M3FNType, Float8E5M2Type>(operand))
    return isa<Float16Type, Float32Type>(acc);
  if (isa<Float64Type>(operand))
    return isa<Float64Type>(acc);
  return isa<Float32Type>(acc);
}

LogicalResult MmaFOp::verify() {
  Type operand = getLhs().getType().getElementType();
  Type acc = getAcc().getType().getElementType();
  if (!isAccumulatorOf(acc, operand))
    return emitOpError("expects an accumulator type that ")
           << operand
           << " operands have (f64: f64; bf16, tf32, f32: f32; "
              "f16, f8E4M3FN, f8E5M2: f16 or f32), got "
           << acc;
  return verifyProductShapes(*this, getLhs().getType(), getRhs().getType(),
                             getAcc().getType());
}

/// Whether `blockSize` elements along K may share a scale.
static bool isBlockSizeOf(int64_t blockSize, Type scale, Type operand) {
  bool is4Bit = isa<Float4E2M1FNType>(operand);
  if (isa<Float8E4M3FNType>(scale))
    return is4Bit && blockSize == 16;
  if (is4Bit)
    return blockSize == 16 || blockSize == 32;
  return isa<Float8E8M0FNUType>(scale) && blockSize == 32;
}

LogicalResult MmaFScaledOp::verify() {
  TileType lhs = getLhs().getType(), rhs = getRhs().getType();
  if (failed(verifyProductShapes(*this, lhs, rhs, getAcc().getType())))
    return failure();
  Type operand = lhs.getElementType();
  TileType lhsScale = getLhsScale().getType();
  Type scale = lhsScale.getElementType();
  int64_t k = lhs.getShape().back();
  int64_t numBlocks = lhsScale.getShape().back();
  if (numBlocks > k || !isBlockSizeOf(k / numBlocks, scale, operand))
    return emitOpError("expects one scale for each 32 elements (f8E8M0FNU "
                       "scales), 16 or 32 (f4E2M1FN operands with f8E8M0FNU or "
                       "fnv8E5M3FNU scales) or 16 (f4E2M1FN operands with "
                       "f8E4M3FN scales) along K, got ")
           << numBlocks << " scales of " << scale << " for " << k
           << " elements of " << operand;
  SmallVector<int64_t> expectedLhs(lhs.getShape());
  expectedLhs.back() = numBlocks;
  SmallVector<int64_t> expectedRhs(rhs.getShape());
  expectedRhs[expectedRhs.size() - 2] = numBlocks;
  TileType rhsScale = getRhsScale().getType();
  if (lhsScale.getShape() != ArrayRef(expectedLhs))
    return emitOpError("expects lhs_scale to be ")
           << TileType::get(expectedLhs, scale) << ", got " << lhsScale;
  if (rhsScale.getShape() != ArrayRef(expectedRhs))
    return emitOpError("expects rhs_scale to be ")
           << TileType::get(expectedRhs, scale) << ", got " << rhsScale;
  return success();
}
