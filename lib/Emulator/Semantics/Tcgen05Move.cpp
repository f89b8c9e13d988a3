//===- Tcgen05Move.cpp - tcgen05.ld, .st, .cp, .shift -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Data Movement Shape". Where register r of a thread t is, relative
// to the address:
//
//   .32x32b    lane t                          column r
//   .16x64b    lane t / 4 + 8 (t mod 2)        column 2r + t / 2 mod 2
//   .16x128b   lane t / 4 + 8 (r mod 2)        column 4 (r / 2) + t mod 4
//   .16x256b   lane t / 4 + 8 (r / 2 mod 2)    column 8 (r / 4) + 2 (t mod 4)
//                                                     + r mod 2
//   .16x32bx2  lane t mod 16                   column r, plus the half-split
//                                              offset for t ≥ 16
//
// With .pack::16b and .unpack::16b a register is the low halves of columns 2c
// and 2c + 1. Registers and tensor memory are touched when the operation lands.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Semantics/AsyncOrder.h"
#include "tileiras/Emulator/Semantics/MatrixMove.h"
#include "tileiras/Emulator/Semantics/SharedMatrix.h"
#include "tileiras/Emulator/Semantics/Table.h"
#include "tileiras/Emulator/Semantics/Tcgen05.h"

#include <cmath>
#include <cstring>

namespace tileiras::emu {

namespace {

struct TensorMove {
  TensorMemory *memory;
  TensorShape shape;
  TensorAddress base{0};
  unsigned split = 0;
  bool packed = false;
  llvm::SmallVector<Lanes<uint32_t>, 4> registers;

  TensorAddress place(unsigned thread, unsigned r) const;
  bool load(AsyncOperation &operation, unsigned thread, unsigned r,
            uint32_t &value) const;
  void loadAll(AsyncOperation &operation) const;
  void storeAll(AsyncOperation &operation) const;

private:
  bool check(AsyncOperation &operation, unsigned lane, unsigned column,
             bool isRead) const;
};

TensorAddress TensorMove::place(unsigned t, unsigned r) const {
  TensorAddress at(0);
  switch (shape) {
  case TensorShape::S16x64b:
    at.lane = t / 4 + 8 * (t % 2);
    at.column = 2 * r + t / 2 % 2;
    break;
  case TensorShape::S16x128b:
    at.lane = t / 4 + 8 * (r % 2);
    at.column = 4 * (r / 2) + t % 4;
    break;
  case TensorShape::S16x256b:
    at.lane = t / 4 + 8 * (r / 2 % 2);
    at.column = 8 * (r / 4) + 2 * (t % 4) + r % 2;
    break;
  case TensorShape::S16x32bx2:
    at.lane = t % 16;
    at.column = r;
    break;
  default:
    at.lane = t;
    at.column = r;
  }
  if (packed)
    at.column *= 2;
  if (shape == TensorShape::S16x32bx2 && t >= 16)
    at.column += split;
  at.lane += base.lane;
  at.column += base.column;
  return at;
}

bool TensorMove::check(AsyncOperation &operation, unsigned lane,
                       unsigned column, bool isRead) const {
  std::string problem = memory->problem(lane, column, isRead);
  if (!problem.empty())
    operation.fault(problem);
  return problem.empty();
}

bool TensorMove::load(AsyncOperation &operation, unsigned thread, unsigned r,
                      uint32_t &value) const {
  TensorAddress at = place(thread, r);
  if (!check(operation, at.lane, at.column, true))
    return false;
  value = memory->read(at.lane, at.column);
  if (!packed)
    return true;
  if (!check(operation, at.lane, at.column + 1, true))
    return false;
  value = (value & 0xffff) | memory->read(at.lane, at.column + 1) << 16;
  return true;
}

void TensorMove::loadAll(AsyncOperation &operation) const {
  for (unsigned r = 0; r < registers.size(); ++r) {
    for (unsigned thread = 0; thread < WarpSize; ++thread) {
      uint32_t value;
      if (!load(operation, thread, r, value))
        return;
      registers[r].set(thread, value);
    }
  }
}

void TensorMove::storeAll(AsyncOperation &operation) const {
  for (unsigned r = 0; r < registers.size(); ++r) {
    for (unsigned thread = 0; thread < WarpSize; ++thread) {
      TensorAddress at = place(thread, r);
      uint32_t value = registers[r][thread];
      for (unsigned half = 0; half <= packed; ++half) {
        if (!check(operation, at.lane, at.column + half, false))
          return;
        memory->write(at.lane, at.column + half,
                      packed ? value >> (16 * half) & 0xffff : value);
      }
    }
  }
}

unsigned registersOf(TensorShape shape, unsigned count) {
  switch (shape) {
  case TensorShape::S16x128b:
    return 2 * count;
  case TensorShape::S16x256b:
    return 4 * count;
  default:
    return count;
  }
}

/// Fills in what loads and stores have in common; false after a fault. The
/// half-split offset is operand \p offset.
bool prepare(Warp &w, const Instruction &i, unsigned address, unsigned offset,
             llvm::ArrayRef<Slot> slots, TensorMove &move) {
  uint64_t at = w.address(i, address, 0, 0);
  for (unsigned lane = 1; lane < WarpSize; ++lane)
    if (w.address(i, address, 0, lane) != at)
      return w.fault("the lanes give different addresses in tensor memory",
                     int(lane)),
             false;
  move.memory = tensorMemoryOf(w, w.cta());
  if (!move.memory)
    return false;
  move.shape = TensorShape(i.modifiers.get(Group::TensorShape));
  move.base = TensorAddress(uint32_t(at));
  move.packed = i.modifiers.has(Group::Pack);
  if (i.group(offset)[0].exists() && move.shape == TensorShape::S16x32bx2)
    move.split = uint32_t(w.readAny(i.group(offset)[0], 0));
  unsigned first = w.index() % 4 * 32;
  bool wholeQuarter = move.shape == TensorShape::S32x32b;
  if (move.base.lane != first && (wholeQuarter || move.base.lane != first + 16))
    return w.fault("warp " + llvm::Twine(w.index()) + " can access lanes " +
                   llvm::Twine(first) + " to " + llvm::Twine(first + 31) +
                   " of tensor memory, not from lane " +
                   llvm::Twine(move.base.lane)),
           false;
  for (Slot slot : slots)
    move.registers.push_back(w.lanes<uint32_t>(slot));
  return true;
}

Flow gather(Warp &w) {
  if (!w.together(AllLanes))
    return w.awaitLanes(AllLanes);
  return w.active == AllLanes ? Flow::Next
                              : w.fault("tcgen05.ld and .st need all 32 lanes "
                                        "of the warp");
}

Flow issueMove(Warp &w, AsyncKind kind,
               llvm::unique_function<void(AsyncOperation &)> land) {
  AsyncOperation operation;
  operation.kind = kind;
  operation.land = std::move(land);
  runAfterEarlier(w, kind, operation);
  w.async().issue(w, std::move(operation));
  return w.next();
}

/// tcgen05.ld r, [address] {, offset}
Flow load(Warp &w, const Instruction &i) {
  if (Flow flow = gather(w); flow != Flow::Next)
    return flow;
  TensorMove move;
  if (!prepare(w, i, 1, 2, i.group(0), move))
    return Flow::Fault;
  return issueMove(w, AsyncKind::TensorLoad, [move](AsyncOperation &operation) {
    move.loadAll(operation);
  });
}

/// tcgen05.st [address] {, offset}, r
template <bool HasOffset> Flow store(Warp &w, const Instruction &i) {
  if (Flow flow = gather(w); flow != Flow::Next)
    return flow;
  TensorMove move;
  if (!prepare(w, i, 0, HasOffset ? 1 : 0, i.group(HasOffset ? 2 : 1), move))
    return Flow::Fault;
  return issueMove(
      w, AsyncKind::TensorStore,
      [move](AsyncOperation &operation) { move.storeAll(operation); });
}

//===-- Reduction -------------------------------------------------------===//

float reduceFloats(const Modifiers &m, float a, float b) {
  if (m.has(Group::Abs)) {
    a = std::fabs(a);
    b = std::fabs(b);
  }
  if (std::isnan(a) || std::isnan(b))
    return m.has(Group::NaN) ? std::bit_cast<float>(0x7fffffffu)
           : std::isnan(a)   ? b
                             : a;
  return m.atom() == AtomOp::Max ? std::max(a, b) : std::min(a, b);
}

uint32_t reduceTwo(const Modifiers &m, uint32_t a, uint32_t b) {
  bool max = m.atom() == AtomOp::Max;
  switch (m.type()) {
  case Type::F32:
    return std::bit_cast<uint32_t>(
        reduceFloats(m, std::bit_cast<float>(a), std::bit_cast<float>(b)));
  case Type::S32:
    return uint32_t(max ? std::max(int32_t(a), int32_t(b))
                        : std::min(int32_t(a), int32_t(b)));
  default:
    return max ? std::max(a, b) : std::min(a, b);
  }
}

/// tcgen05.ld.red r, result, [address] {, offset}: also the minimum or maximum
/// of a thread's registers.
Flow loadAndReduce(Warp &w, const Instruction &i) {
  if (Flow flow = gather(w); flow != Flow::Next)
    return flow;
  TensorMove move;
  if (!prepare(w, i, 2, 3, i.group(0), move))
    return Flow::Fault;
  Lanes<uint32_t> result = w.lanes<uint32_t>(i.group(1)[0]);
  return issueMove(w, AsyncKind::TensorLoad,
                   [move, result, m = i.modifiers](AsyncOperation &operation) {
                     move.loadAll(operation);
                     for (unsigned thread = 0; thread < WarpSize; ++thread) {
                       uint32_t value = move.registers[0][thread];
                       for (unsigned r = 1; r < move.registers.size(); ++r)
                         value = reduceTwo(m, value, move.registers[r][thread]);
                       result.set(thread, value);
                     }
                   });
}

//===-- From shared memory, and within ----------------------------------===//

/// tcgen05.cp: rows of one or two chunks of 16 bytes, to lanes of four columns
/// a chunk.
struct TensorCopy {
  llvm::SmallVector<Cta *, 2> ctas;
  TensorAddress base{0};
  SharedMatrixDescriptor source;
  unsigned rows, chunks;
  Unpack unpack;
  /// First lanes of the quarters that rows 0-31, 32-63, … go to.
  llvm::SmallVector<llvm::SmallVector<unsigned, 4>, 4> quarters;

  void run(AsyncOperation &operation) const;

private:
  bool copyChunk(AsyncOperation &operation, Cta &cta, unsigned row,
                 unsigned chunk) const;
};

bool TensorCopy::copyChunk(AsyncOperation &operation, Cta &cta, unsigned row,
                           unsigned chunk) const {
  uint32_t address = source.swizzled(source.kMajor(row, chunk));
  const uint8_t *data = operation.memory({Space::Shared, &cta, address},
                                         ChunkBytes, Access::Read);
  if (!data)
    return false;
  ByteRow bytes = unpackRow(unpack, data);
  if (unpack == Unpack::B4X16P64) // to where tcgen05.mma wants them
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

void TensorCopy::run(AsyncOperation &operation) const {
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
  TensorCopy copy;
  if (!isOneThread(w, "tcgen05.cp") || !findGroup(w, i, copy.ctas))
    return Flow::Fault;
  copy.base = TensorAddress(uint32_t(w.address(i, 0, 0, lane)));
  if (copy.base.lane)
    return w.fault("tcgen05.cp copies to lane 0 on, not to lane " +
                   llvm::Twine(copy.base.lane));
  std::string problem;
  if (!SharedMatrixDescriptor::ofTcgen05(w.readAny(i[1], lane), copy.source,
                                         problem))
    return w.fault("tcgen05.cp: descriptor: " + problem);
  copy.unpack = Unpack(i.modifiers.get(Group::Unpack));
  TensorShape shape = TensorShape(i.modifiers.get(Group::TensorShape));
  copy.chunks = shape == TensorShape::S128x256b ? 2 : 1;
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
  operation.land = [copy](AsyncOperation &self) { copy.run(self); };
  issueTensorCore(w, std::move(operation));
  return w.next();
}

/// tcgen05.shift.down: rows 0 to 30 of 32 lanes and eight columns go one lane
/// up in number; lane 0 keeps what it has.
Flow shiftDown(Warp &w, const Instruction &i) {
  unsigned lane = __builtin_ctz(w.active);
  llvm::SmallVector<Cta *, 2> ctas;
  if (!isOneThread(w, "tcgen05.shift") || !findGroup(w, i, ctas))
    return Flow::Fault;
  TensorAddress base(uint32_t(w.address(i, 0, 0, lane)));
  if (base.lane % 32)
    return w.fault("the lane of tcgen05.shift must be a multiple of 32, not " +
                   llvm::Twine(base.lane));
  AsyncOperation operation;
  operation.kind = AsyncKind::TensorCore;
  operation.land = [ctas, base](AsyncOperation &self) {
    for (Cta *cta : ctas) {
      TensorMemory &memory = *cta->tensorMemory;
      for (unsigned row = 31; row > 0; --row) {
        for (unsigned n = 0; n < 8; ++n) {
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

bool shapeFits(const Instruction &i, unsigned registers) {
  const Modifiers &m = i.modifiers;
  TensorShape shape = TensorShape(m.get(Group::TensorShape));
  unsigned count = m.get(Group::Count);
  return shape != TensorShape::None && shape <= TensorShape::S32x32b && count &&
         registers <= 128 && registersOf(shape, count) == registers;
}
bool isSplit(const Instruction &i) {
  return i.modifiers.get(Group::TensorShape) == uint8_t(TensorShape::S16x32bx2);
}

} // namespace

namespace bind {
Handler tcgen05Ld(const Instruction &i) {
  return shapeFits(i, i.group(0).size()) && isSplit(i) == i.group(2)[0].exists()
             ? load
             : nullptr;
}
Handler tcgen05LdRed(const Instruction &i) {
  TensorShape shape = TensorShape(i.modifiers.get(Group::TensorShape));
  AtomOp op = i.modifiers.atom();
  return shapeFits(i, i.group(0).size()) && i.group(0).size() >= 2 &&
                 (shape == TensorShape::S32x32b || isSplit(i)) &&
                 isSplit(i) == i.group(3)[0].exists() &&
                 (op == AtomOp::Min || op == AtomOp::Max)
             ? loadAndReduce
             : nullptr;
}
Handler tcgen05St(const Instruction &i) {
  return shapeFits(i, i.group(1).size()) && !isSplit(i) ? store<false>
                                                        : nullptr;
}
Handler tcgen05StSplit(const Instruction &i) {
  return shapeFits(i, i.group(2).size()) && isSplit(i) ? store<true> : nullptr;
}
Handler tcgen05Cp(const Instruction &i) {
  const Modifiers &m = i.modifiers;
  WarpMulticast needed = WarpMulticast(m.get(Group::WarpMulticast));
  bool fits = false;
  switch (TensorShape(m.get(Group::TensorShape))) {
  case TensorShape::S128x256b:
  case TensorShape::S128x128b:
    fits = needed == WarpMulticast::None;
    break;
  case TensorShape::S64x128b:
    fits = needed == WarpMulticast::X2With02And13 ||
           needed == WarpMulticast::X2With01And23;
    break;
  case TensorShape::S32x128b:
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
