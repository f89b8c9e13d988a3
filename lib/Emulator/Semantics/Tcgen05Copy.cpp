//===- Tcgen05Copy.cpp - tcgen05.cp, .shift ---------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Tensor Memory Data Movement Instructions" of one thread. A copy's
// source is a K-major matrix of rows of one or two chunks of 16 bytes; a chunk
// becomes four columns of a lane.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Semantics/MatrixMove.h"
#include "tileiras/Emulator/Semantics/SharedMatrix.h"
#include "tileiras/Emulator/Semantics/Tcgen05.h"

#include <cstring>

namespace tileiras::emu {

namespace {

/// A tcgen05.cp that has been issued.
struct Tcgen05CopyOperation {
  llvm::SmallVector<Cta *, 2> ctas;
  TmemAddress base{0};
  SharedMatrixDescriptor source;
  unsigned rows, chunks;
  Unpack unpack;
  /// The first lanes of the quarters to which rows 0-31, 32-63, … are copied.
  llvm::SmallVector<llvm::SmallVector<unsigned, 4>, 4> quarters;

  void run(AsyncOperation &operation) const;

private:
  bool copyChunk(AsyncOperation &operation, Cta &cta, unsigned row,
                 unsigned chunk) const;
};

bool Tcgen05CopyOperation::copyChunk(AsyncOperation &operation, Cta &cta,
                                     unsigned row, unsigned chunk) const {
  uint32_t address = source.swizzled(source.kMajor(row, chunk));
  const uint8_t *data = operation.memory({Space::Shared, &cta, address},
                                         kChunkBytes, Access::Read);
  if (!data)
    return false;
  ByteRow bytes = unpackRow(unpack, data);
  if (unpack == Unpack::B4X16P64) // to the bits that tcgen05.mma reads
    for (uint8_t &byte : bytes)
      byte <<= 2;
  for (unsigned quarter : quarters[row / 32]) {
    for (unsigned word = 0; word < 4; ++word) {
      uint32_t cell;
      std::memcpy(&cell, bytes.data() + 4 * word, 4);
      unsigned lane = base.lane + 32 * quarter + row % 32;
      unsigned column = base.column + 4 * chunk + word;
      std::string problem = cta.tensorMemory->problem(lane, column, false);
      if (!problem.empty())
        return operation.fault(problem), false;
      cta.tensorMemory->write(lane, column, cell);
    }
  }
  return true;
}

void Tcgen05CopyOperation::run(AsyncOperation &operation) const {
  for (Cta *cta : ctas)
    for (unsigned row = 0; row < rows; ++row)
      for (unsigned chunk = 0; chunk < chunks; ++chunk)
        if (!copyChunk(operation, *cta, row, chunk))
          return;
}

bool isOneThread(Warp &w, const char *name) {
  if (w.active & (w.active - 1))
    w.fault(llvm::Twine(name) +
            " is for one thread, not for several lanes of a warp");
  return !w.faulted();
}

bool findGroup(Warp &w, const Instruction &i,
               llvm::SmallVector<Cta *, 2> &ctas) {
  ctas = groupOf(w, i);
  for (Cta *cta : ctas)
    if (!tensorMemoryOf(w, *cta))
      return false;
  return !w.faulted();
}

Flow copy(Warp &w, const Instruction &i) {
  unsigned lane = __builtin_ctz(w.active);
  Tcgen05CopyOperation copy;
  if (!isOneThread(w, "tcgen05.cp") || !findGroup(w, i, copy.ctas))
    return Flow::Fault;
  copy.base = TmemAddress(uint32_t(w.address(i, 0, 0, lane)));
  if (copy.base.lane)
    return w.fault("tcgen05.cp copies to lane 0 on, not to lane " +
                   llvm::Twine(copy.base.lane));
  std::string problem;
  if (!SharedMatrixDescriptor::ofTcgen05(w.readAny(i[1], lane), copy.source,
                                         problem))
    return w.fault("tcgen05.cp: descriptor: " + problem);
  copy.unpack = Unpack(i.modifiers.get(Group::Unpack));
  Tcgen05Shape shape = Tcgen05Shape(i.modifiers.get(Group::Tcgen05Shape));
  copy.chunks = shape == Tcgen05Shape::S128x256b ? 2 : 1;
  switch (WarpMulticast(i.modifiers.get(Group::WarpMulticast))) {
  case WarpMulticast::X4:
    copy.rows = 32;
    copy.quarters = {{0, 1, 2, 3}};
    break;
  case WarpMulticast::X2With02And13:
    copy.rows = 64;
    copy.quarters = {{0, 2}, {1, 3}};
    break;
  case WarpMulticast::X2With01And23:
    copy.rows = 64;
    copy.quarters = {{0, 1}, {2, 3}};
    break;
  case WarpMulticast::None:
    copy.rows = 128;
    copy.quarters = {{0}, {1}, {2}, {3}};
    break;
  }
  AsyncOperation operation;
  operation.kind = AsyncKind::TensorCore;
  for (Cta *cta : copy.ctas) {
    TmemRange written{cta,
                      {},
                      copy.base.column,
                      copy.base.column + 4 * copy.chunks,
                      /*writes=*/true};
    written.lanes.set();
    operation.tensorMemory.push_back(written);
  }
  operation.land = [copy](AsyncOperation &self) { copy.run(self); };
  issueTensorCore(w, std::move(operation));
  return w.next();
}

/// tcgen05.shift.down: rows 0 to 30 of 32 lanes and eight columns move to the
/// next lane; lane 0 doesn't change.
Flow shiftDown(Warp &w, const Instruction &i) {
  unsigned lane = __builtin_ctz(w.active);
  llvm::SmallVector<Cta *, 2> ctas;
  if (!isOneThread(w, "tcgen05.shift") || !findGroup(w, i, ctas))
    return Flow::Fault;
  TmemAddress base(uint32_t(w.address(i, 0, 0, lane)));
  if (base.lane % 32)
    return w.fault("the lane of tcgen05.shift must be a multiple of 32, not " +
                   llvm::Twine(base.lane));
  constexpr unsigned kColumns = 8, kRows = 32;
  AsyncOperation operation;
  operation.kind = AsyncKind::TensorCore;
  for (Cta *cta : ctas) {
    TmemRange moved{
        cta, {}, base.column, base.column + kColumns, /*writes=*/true};
    moved.setLanes(base.lane, kRows);
    operation.tensorMemory.push_back(moved);
  }
  operation.land = [ctas, base](AsyncOperation &self) {
    for (Cta *cta : ctas) {
      TensorMemory &memory = *cta->tensorMemory;
      for (unsigned row = kRows - 1; row > 0; --row) {
        for (unsigned n = 0; n < kColumns; ++n) {
          unsigned from = base.lane + row - 1, column = base.column + n;
          std::string problem = memory.problem(from, column, true);
          if (!problem.empty())
            return self.fault(problem);
          memory.write(from + 1, column, memory.read(from, column));
        }
      }
    }
  };
  issueTensorCore(w, std::move(operation));
  return w.next();
}

} // namespace

namespace bind {
Handler tcgen05Cp(const Instruction &i) {
  const Modifiers &m = i.modifiers;
  WarpMulticast needed = WarpMulticast(m.get(Group::WarpMulticast));
  bool fits = false;
  switch (Tcgen05Shape(m.get(Group::Tcgen05Shape))) {
  case Tcgen05Shape::S128x256b:
  case Tcgen05Shape::S128x128b:
    fits = needed == WarpMulticast::None;
    break;
  case Tcgen05Shape::S64x128b:
    fits = needed == WarpMulticast::X2With02And13 ||
           needed == WarpMulticast::X2With01And23;
    break;
  case Tcgen05Shape::S32x128b:
    fits = needed == WarpMulticast::X4;
    break;
  default:
    break;
  }
  return fits && m.has(Group::CtaGroup) ? copy : nullptr;
}
Handler tcgen05CpUnpack(const Instruction &i) {
  return i.modifiers.has(Group::Unpack) ? tcgen05Cp(i) : nullptr;
}
Handler tcgen05Shift(const Instruction &i) {
  return i.modifiers.has(Group::CtaGroup) ? shiftDown : nullptr;
}
} // namespace bind

} // namespace tileiras::emu
