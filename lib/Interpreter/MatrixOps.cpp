//===- MatrixOps.cpp - Matrix multiplication ------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each element of a product of floats is summed in f64, from k = 0 on and the
// accumulator last, and rounded once, to nearest even, to the type of the
// result. The specification leaves order and precision open. Products of two
// factors of at most 26 digits are exact in f64, so that the sum is within K
// 2^-53 times the sum of the magnitudes of its terms, and for all types but f64
// a comparison need only allow for the rounding of the other side: an
// accumulation in p digits is within K 2^(1-p) times that sum if each addition
// loses at most a unit in the last place. For f64 the tolerance is the
// sum of both bounds.
//
// Integers are summed without an error, and wrap at the end.
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

#include "tileiras/Interpreter/Numbers.h"

using namespace llvm;
using namespace mlir;
using namespace mlir::cuda_tile;

namespace tileiras::interpreter {

namespace {

/// lhs [B x] M x K, rhs [B x] K x N, result [B x] M x N.
struct ProductShape {
  explicit ProductShape(const Tile &lhs, const Tile &rhs)
      : m(lhs.getShape().take_back(2).front()), k(lhs.getShape().back()),
        n(rhs.getShape().back()), batches(lhs.size() / (m * k)) {}

  size_t m, k, n, batches;
};

/// The elements of a matrix, and whether each is unspecified.
template <typename Number> struct Matrix {
  std::vector<Number> numbers;
  const Tile *tile;
};

template <typename Number, typename Read>
Matrix<Number> readMatrix(const Tile &tile, Read read) {
  Matrix<Number> matrix{{}, &tile};
  for (size_t n = 0; n < tile.size(); ++n)
    matrix.numbers.push_back(read(n));
  return matrix;
}

Matrix<double> readFloats(const Tile &tile) {
  Type type = tile.getElementType();
  return readMatrix<double>(
      tile, [&](size_t n) { return toDouble(type, tile.getBits(n)); });
}

Matrix<int64_t> readInts(const Tile &tile, Signedness signedness) {
  return readMatrix<int64_t>(tile, [&](size_t n) {
    APInt number = tile.getInt(n);
    return signedness == Signedness::Signed ? number.getSExtValue()
                                            : int64_t(number.getZExtValue());
  });
}

/// Adds the product to the accumulator; `encode` gives the bits of a sum.
template <typename Number, typename Encode>
Tile multiply(const Matrix<Number> &lhs, const Matrix<Number> &rhs,
              const Matrix<Number> &acc, Encode encode) {
  ProductShape shape(*lhs.tile, *rhs.tile);
  Tile result(acc.tile->getType());
  for (size_t e = 0; e < result.size(); ++e) {
    size_t batch = e / (shape.m * shape.n), row = e / shape.n % shape.m;
    size_t left = (batch * shape.m + row) * shape.k;
    size_t right = batch * shape.k * shape.n + e % shape.n;
    Number sum = 0;
    bool isUnspecified = acc.tile->isUnspecified(e);
    for (size_t k = 0; k < shape.k; ++k, ++left, right += shape.n) {
      sum += lhs.numbers[left] * rhs.numbers[right];
      isUnspecified |=
          lhs.tile->isUnspecified(left) || rhs.tile->isUnspecified(right);
    }
    result.setBits(e, encode(sum + acc.numbers[e]));
    if (isUnspecified)
      result.setUnspecified(e);
  }
  return result;
}

LogicalResult mmaF(Execution &execution, MmaFOp op) {
  Type type = op.getType().getElementType();
  execution.set(op.getResult(),
                multiply(readFloats(execution.getTile(op.getLhs())),
                         readFloats(execution.getTile(op.getRhs())),
                         readFloats(execution.getTile(op.getAcc())),
                         [&](double sum) { return fromDouble(type, sum); }));
  return success();
}

LogicalResult mmaI(Execution &execution, MmaIOp op) {
  execution.set(
      op.getResult(),
      multiply(readInts(execution.getTile(op.getLhs()), op.getSignednessLhs()),
               readInts(execution.getTile(op.getRhs()), op.getSignednessRhs()),
               readInts(execution.getTile(op.getAcc()), Signedness::Signed),
               [](int64_t sum) { return uint64_t(uint32_t(sum)); }));
  return success();
}

/// Multiplies an operand by its scales; runs of elements along dimension `dim`,
/// counted from the last one, share a scale. The products are exact in f64.
Matrix<double> readScaled(const Tile &operand, const Tile &scales, Tile &scaled,
                          unsigned dim) {
  Matrix<double> matrix = readFloats(operand);
  Matrix<double> factors = readFloats(scales);
  size_t d = operand.getShape().size() - 1 - dim;
  int64_t run = operand.getShape()[d] / scales.getShape()[d];
  for (size_t n = 0; n < operand.size(); ++n) {
    SmallVector<int64_t, 4> coordinates = getCoordinates(operand.getShape(), n);
    coordinates[d] /= run;
    size_t scale = getElementIndex(scales.getShape(), coordinates);
    matrix.numbers[n] *= factors.numbers[scale];
    if (operand.isUnspecified(n) || scales.isUnspecified(scale))
      scaled.setUnspecified(n);
  }
  matrix.tile = &scaled;
  return matrix;
}

LogicalResult mmaFScaled(Execution &execution, MmaFScaledOp op) {
  const Tile &lhs = execution.getTile(op.getLhs());
  const Tile &rhs = execution.getTile(op.getRhs());
  // These tiles hold the shapes, and mark unspecified elements.
  Tile scaledLhs(lhs.getType()), scaledRhs(rhs.getType());
  Type type = op.getType().getElementType();
  execution.set(
      op.getResult(),
      multiply(readScaled(lhs, execution.getTile(op.getLhsScale()), scaledLhs,
                          /*dim=*/0),
               readScaled(rhs, execution.getTile(op.getRhsScale()), scaledRhs,
                          /*dim=*/1),
               readFloats(execution.getTile(op.getAcc())),
               [&](double sum) { return fromDouble(type, sum); }));
  return success();
}

} // namespace

void addMatrixOps(OperationTable &table) {
  table.add<mmaF>();
  table.add<mmaFScaled>();
  table.add<mmaI>();
}

} // namespace tileiras::interpreter
