//===- Tcgen05MmaOperation.h - An issued tcgen05.mma ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "TensorCore 5th Generation Matrix Multiply and accumulate
// Operations". Each CTA of the group holds its rows of A and D and its share of
// the columns of B. The positions of rows and columns in tensor memory ("Data
// Path Layout Organization"):
//
//   M of a CTA        lane                        column
//   128               row                         n
//   64, one CTA       row / 16 · 32 + row % 16    n
//   64, of a pair     row + 64 (n ≥ N/2)          n mod N/2      and .ws
//   32 (.ws)          row + 32 (n div N/4)        n mod N/4
//
// Scales of row r (of A) and of column n (of B) are in lane r % 32 (n % 32) and
// column r / 32 (n / 32) of each quarter of the lanes; the copy read is in the
// quarter of the accumulator's lane. Exact products are accumulated with D in
// f64 and rounded once.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_SEMANTICS_TCGEN05MMAOPERATION_H
#define TILEIRAS_EMULATOR_SEMANTICS_TCGEN05MMAOPERATION_H

#include "tileiras/Emulator/Semantics/SharedMatrix.h"
#include "tileiras/Emulator/Semantics/Tcgen05.h"

namespace tileiras::emu {

struct TmemPosition {
  unsigned lane, column;
};

/// A tcgen05.mma that has been issued.
struct Tcgen05MmaOperation {
  MmaKind kind;
  MmaDescriptor shape;
  llvm::SmallVector<Cta *, 2> ctas;
  TmemAddress d{0}, a{0}, scaleA{0}, scaleB{0};
  bool aInTensorMemory = false, weightStationary = false, accumulate = true;
  TmemAddress metadata{0}; // of a sparse A
  SharedMatrixDescriptor descriptorA, descriptorB;
  unsigned scales = 0; // of a row; 0: not block-scaled
  unsigned inputShift = 0;
  std::array<uint32_t, 8> disabled = {};

  unsigned rows() const { return shape.m / ctas.size(); }
  TmemPosition position(unsigned row, unsigned column) const;
  TmemPosition positionA(unsigned row) const;
  /// The ranges of tensor memory that it reads and writes.
  llvm::SmallVector<TmemRange, 0> touched() const;
  void run(AsyncOperation &operation);

private:
  TmemRange accumulatorRange(unsigned rank) const;
  bool readB(AsyncOperation &operation, ValueMatrix &matrix);
  bool readA(AsyncOperation &operation, Cta &cta, ValueMatrix &matrix);
  bool readStoredA(AsyncOperation &operation, Cta &cta, ValueMatrix &matrix);
  bool expandA(AsyncOperation &operation, Cta &cta, const ValueMatrix &stored,
               ValueMatrix &matrix);
  bool readTensorA(AsyncOperation &operation, Cta &cta, ValueMatrix &matrix);
  bool readShared(AsyncOperation &operation, Cta &cta,
                  const SharedMatrixDescriptor &descriptor, Type type,
                  bool isMnMajor, unsigned count, ValueMatrix &matrix,
                  unsigned to);
  bool addScaled(AsyncOperation &operation, Cta &cta, const ValueMatrix &a,
                 const ValueMatrix &b, ValueMatrix &accumulators);
  bool finish(AsyncOperation &operation, unsigned rank,
              ValueMatrix &accumulators);
  bool readScale(AsyncOperation &operation, Cta &cta, TmemAddress base,
                 unsigned id, unsigned quarter, unsigned index, unsigned block,
                 double &value);
  bool readCell(AsyncOperation &operation, Cta &cta, unsigned lane,
                unsigned column, uint32_t &cell);
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_TCGEN05MMAOPERATION_H
