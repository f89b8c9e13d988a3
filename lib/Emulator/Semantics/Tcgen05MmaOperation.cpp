//===- Tcgen05MmaOperation.cpp - An issued tcgen05.mma ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Semantics/Tcgen05MmaOperation.h"
#include "tileiras/Emulator/Semantics/MmaMatrices.h"
#include "tileiras/Emulator/Semantics/Sparsity.h"

#include <cmath>

namespace tileiras::emu {

TmemPosition Tcgen05MmaOperation::position(unsigned row,
                                           unsigned column) const {
  unsigned m = rows(), n = shape.n;
  bool split = weightStationary || ctas.size() == 2;
  if (m == 128)
    return {row, column};
  if (m == 64 && !split)
    return {row / 16 * 32 + row % 16, column};
  unsigned part = n / (128 / m);
  return {row + column / part * m, column % part};
}

/// The rows of A have the lanes of the rows of D, at column 0.
TmemPosition Tcgen05MmaOperation::positionA(unsigned row) const {
  return position(row, 0);
}

bool Tcgen05MmaOperation::readCell(AsyncOperation &operation, Cta &cta,
                                   unsigned lane, unsigned column,
                                   uint32_t &cell) {
  std::string problem = cta.tensorMemory->problem(lane, column, true);
  if (!problem.empty()) {
    operation.fault(problem);
    return false;
  }
  cell = cta.tensorMemory->read(lane, column);
  return true;
}

bool Tcgen05MmaOperation::readShared(AsyncOperation &operation, Cta &cta,
                                     const SharedMatrixDescriptor &descriptor,
                                     Type type, bool isMnMajor, unsigned count,
                                     ValueMatrix &matrix, unsigned to) {
  auto fetch = [&](uint32_t address) -> const uint8_t * {
    return operation.memory({Space::Shared, &cta, address}, kChunkBytes,
                            Access::Read);
  };
  return readSharedMatrix(descriptor, chunkedElement(type, kind), isMnMajor, 0,
                          count, fetch, matrix, to);
}

/// Each CTA has its share of the columns of B.
bool Tcgen05MmaOperation::readB(AsyncOperation &operation,
                                ValueMatrix &matrix) {
  unsigned share = shape.n / ctas.size();
  for (unsigned rank = 0; rank < ctas.size(); ++rank)
    if (!readShared(operation, *ctas[rank], descriptorB, shape.b,
                    shape.transposeB, share, matrix, rank * share))
      return false;
  return true;
}

bool Tcgen05MmaOperation::readTensorA(AsyncOperation &operation, Cta &cta,
                                      ValueMatrix &matrix) {
  MatrixElement element = elementOf(shape.a, kind);
  unsigned per = element.perRegister();
  bool complete = true;
  withReader<double>(element, [&](auto read) {
    for (unsigned row = 0; row < matrix.rows && complete; ++row) {
      for (unsigned k = 0; k < matrix.depth && complete; k += per) {
        uint32_t cell;
        complete = readCell(operation, cta, a.lane + positionA(row).lane,
                            a.column + k / per, cell);
        for (unsigned j = 0; j < per && complete; ++j)
          matrix.at(row, k + j) =
              read(cell >> (j * element.bits) & element.mask());
      }
    }
  });
  return complete;
}

bool Tcgen05MmaOperation::readStoredA(AsyncOperation &operation, Cta &cta,
                                      ValueMatrix &matrix) {
  if (aInTensorMemory)
    return readTensorA(operation, cta, matrix);
  return readShared(operation, cta, descriptorA, shape.a, shape.transposeA,
                    matrix.rows, matrix, 0);
}

/// Metadata of a row: eight chunks (16-bit and wider elements) are in one
/// column, four in the row's lane and four in the lane eight higher, in the
/// half given by the bit of value eight of the row's index; sixteen chunks
/// (narrower ones) are in two columns of the row's lane.
bool Tcgen05MmaOperation::expandA(AsyncOperation &operation, Cta &cta,
                                  const ValueMatrix &stored,
                                  ValueMatrix &matrix) {
  MatrixElement element = elementOf(shape.a, kind);
  bool isWide = element.bits >= 16;
  auto metadataOf = [&](unsigned row, unsigned c) -> std::optional<unsigned> {
    unsigned lane = row, column = metadata.column + c / 8, bit = c % 8 * 4;
    if (isWide) {
      lane = row / 16 * 16 + c / 4 * 8 + row % 8;
      column = metadata.column + shape.sparsitySelector;
      bit = row / 8 % 2 * 16 + c % 4 * 4;
    }
    uint32_t cell;
    if (!readCell(operation, cta, lane, column, cell))
      return std::nullopt;
    return cell >> bit & 15;
  };
  return expandSparse(operation, element, /*ordered=*/false, metadataOf, stored,
                      matrix);
}

bool Tcgen05MmaOperation::readA(AsyncOperation &operation, Cta &cta,
                                ValueMatrix &matrix) {
  if (!shape.sparse)
    return readStoredA(operation, cta, matrix);
  ValueMatrix stored(matrix.rows, matrix.depth / 2);
  return readStoredA(operation, cta, stored) &&
         expandA(operation, cta, stored, matrix);
}

bool Tcgen05MmaOperation::readScale(AsyncOperation &operation, Cta &cta,
                                    TmemAddress base, unsigned id,
                                    unsigned quarter, unsigned index,
                                    unsigned block, double &value) {
  uint32_t cell;
  if (!readCell(operation, cta, quarter * 32 + index % 32,
                base.column + index / 32, cell))
    return false;
  value = decode(*formatOf(shape.scale), cell >> (8 * (id + block)) & 0xff);
  return true;
}

bool Tcgen05MmaOperation::addScaled(AsyncOperation &operation, Cta &cta,
                                    const ValueMatrix &matrixA,
                                    const ValueMatrix &matrixB,
                                    ValueMatrix &accumulators) {
  unsigned length = shape.k / scales;
  for (unsigned row = 0; row < rows(); ++row) {
    for (unsigned column = 0; column < shape.n; ++column) {
      TmemPosition at = position(row, column);
      for (unsigned block = 0; block < scales; ++block) {
        double a, b, sum = 0;
        if (!readScale(operation, cta, scaleA, shape.scaleIdA, at.lane / 32,
                       row, block, a) ||
            !readScale(operation, cta, scaleB, shape.scaleIdB, at.lane / 32,
                       at.column, block, b))
          return false;
        for (unsigned k = block * length; k < (block + 1) * length; ++k)
          sum += matrixA.at(row, k) * matrixB.at(column, k);
        accumulators.at(row, column) += sum * a * b;
      }
    }
  }
  return true;
}

/// D = accumulators [+ D · 2^-shift] in the tensor memory of CTA \p rank of the
/// group.
bool Tcgen05MmaOperation::finish(AsyncOperation &operation, unsigned rank,
                                 ValueMatrix &accumulators) {
  Cta &cta = *ctas[rank];
  TensorMemory &memory = *cta.tensorMemory;
  double factor = std::ldexp(1.0, -int(inputShift));
  for (unsigned row = 0; row < rows(); ++row) {
    for (unsigned column = 0; column < shape.n; ++column) {
      TmemPosition at = position(row, column);
      unsigned lane = d.lane + at.lane;
      if (disabled[4 * rank + at.lane / 32] >> (at.lane % 32) & 1)
        continue;
      uint32_t cell = 0;
      if (accumulate &&
          !readCell(operation, cta, lane, d.column + at.column, cell))
        return false;
      std::string problem = memory.problem(lane, d.column + at.column, false);
      if (!problem.empty()) {
        operation.fault(problem);
        return false;
      }
      double sum = accumulators.at(row, column);
      if (accumulate)
        sum += readAccumulator<double>(shape.d, cell) * factor;
      uint64_t bits =
          shape.d == Type::S32
              ? accumulatorBits(shape.d, int64_t(sum), shape.saturate)
              : accumulatorBits(shape.d, sum, false);
      memory.write(lane, d.column + at.column, uint32_t(bits));
    }
  }
  return true;
}

TmemRange Tcgen05MmaOperation::accumulatorRange(unsigned rank) const {
  TmemRange accumulators{ctas[rank], {}, d.column, d.column, /*writes=*/true};
  for (unsigned row = 0; row < rows(); ++row)
    for (unsigned column : {0u, shape.n - 1}) {
      TmemPosition at = position(row, column);
      bool isDisabled = disabled[4 * rank + at.lane / 32] >> (at.lane % 32) & 1;
      if (!isDisabled)
        accumulators.setLanes(d.lane + at.lane, 1);
      accumulators.end = std::max(accumulators.end, d.column + at.column + 1);
    }
  return accumulators;
}

llvm::SmallVector<TmemRange, 0> Tcgen05MmaOperation::touched() const {
  constexpr unsigned kLanesOfScales = 32, kColumnsOfMetadata = 2;
  unsigned inColumn = elementOf(shape.a, kind).perRegister();
  llvm::SmallVector<TmemRange, 0> ranges;
  for (unsigned rank = 0; rank < ctas.size(); ++rank) {
    auto reads = [&](TmemAddress from, unsigned columns) {
      TmemRange range{ctas[rank], {}, from.column, from.column + columns};
      range.lanes.set();
      ranges.push_back(range);
    };
    ranges.push_back(accumulatorRange(rank));
    if (aInTensorMemory)
      reads(a, shape.k / (shape.sparse ? 2 : 1) / inColumn);
    if (shape.sparse)
      reads(metadata, kColumnsOfMetadata);
    if (!scales)
      continue;
    reads(scaleA, llvm::divideCeil(rows(), kLanesOfScales));
    reads(scaleB, llvm::divideCeil(shape.n, kLanesOfScales));
  }
  return ranges;
}

void Tcgen05MmaOperation::run(AsyncOperation &operation) {
  ValueMatrix matrixB(shape.n, shape.k);
  if (!readB(operation, matrixB))
    return;
  double sign = shape.negateA != shape.negateB ? -1 : 1;
  for (unsigned rank = 0; rank < ctas.size(); ++rank) {
    ValueMatrix matrixA(rows(), shape.k), accumulators(rows(), shape.n);
    if (!readA(operation, *ctas[rank], matrixA))
      return;
    for (double &value : matrixA.values)
      value *= sign;
    if (!scales)
      multiplyAccumulate(matrixA, matrixB, accumulators);
    else if (!addScaled(operation, *ctas[rank], matrixA, matrixB, accumulators))
      return;
    if (!finish(operation, rank, accumulators))
      return;
  }
}

} // namespace tileiras::emu
