//===- Tcgen05Move.cpp - tcgen05.ld, .st ------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Data Movement Shape". The position of register r of a thread t,
// relative to the address:
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
// and 2c + 1. A store accesses tensor memory when it lands; a load at once, in
// every schedule: "Register dependencies, same thread" lets programs use loaded
// values without tcgen05.wait::ld. The wait protects tensor memory from being
// overwritten too early, which the checks find.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Semantics/AsyncOrder.h"
#include "tileiras/Emulator/Semantics/Tcgen05.h"

#include <cmath>

namespace tileiras::emu {

namespace {

struct TmemTransfer {
  TensorMemory *memory;
  Tcgen05Shape shape;
  TmemAddress base{0};
  unsigned split = 0;
  bool packed = false;
  llvm::SmallVector<Lanes<uint32_t>, 4> registers;

  TmemAddress position(unsigned thread, unsigned r) const;
  llvm::SmallVector<TmemRange, 0> touched(Cta &cta, bool writes) const;
  bool load(AsyncOperation &operation, unsigned thread, unsigned r,
            uint32_t &value) const;
  void loadAll(AsyncOperation &operation) const;
  void storeAll(AsyncOperation &operation) const;

private:
  bool check(AsyncOperation &operation, unsigned lane, unsigned column,
             bool isRead) const;
};

TmemAddress TmemTransfer::position(unsigned t, unsigned r) const {
  TmemAddress at(0);
  switch (shape) {
  case Tcgen05Shape::S16x64b:
    at.lane = t / 4 + 8 * (t % 2);
    at.column = 2 * r + t / 2 % 2;
    break;
  case Tcgen05Shape::S16x128b:
    at.lane = t / 4 + 8 * (r % 2);
    at.column = 4 * (r / 2) + t % 4;
    break;
  case Tcgen05Shape::S16x256b:
    at.lane = t / 4 + 8 * (r / 2 % 2);
    at.column = 8 * (r / 4) + 2 * (t % 4) + r % 2;
    break;
  case Tcgen05Shape::S16x32bx2:
    at.lane = t % 16;
    at.column = r;
    break;
  default:
    at.lane = t;
    at.column = r;
  }
  if (packed)
    at.column *= 2;
  if (shape == Tcgen05Shape::S16x32bx2 && t >= 16)
    at.column += split;
  at.lane += base.lane;
  at.column += base.column;
  return at;
}

llvm::SmallVector<TmemRange, 0> TmemTransfer::touched(Cta &cta,
                                                      bool writes) const {
  bool isWhole = shape == Tcgen05Shape::S32x32b;
  bool isSplit = shape == Tcgen05Shape::S16x32bx2;
  unsigned columns = registers.size() * (isWhole || isSplit ? 1 : 2);
  auto from = [&](unsigned column) {
    TmemRange range{
        &cta, {}, column, column + columns * (packed ? 2 : 1), writes};
    range.setLanes(base.lane, isWhole ? 32 : 16);
    return range;
  };
  llvm::SmallVector<TmemRange, 0> ranges = {from(base.column)};
  if (isSplit)
    ranges.push_back(from(base.column + split));
  return ranges;
}

bool TmemTransfer::check(AsyncOperation &operation, unsigned lane,
                         unsigned column, bool isRead) const {
  std::string problem = memory->problem(lane, column, isRead);
  if (!problem.empty())
    operation.fault(problem);
  return problem.empty();
}

bool TmemTransfer::load(AsyncOperation &operation, unsigned thread, unsigned r,
                        uint32_t &value) const {
  TmemAddress at = position(thread, r);
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

void TmemTransfer::loadAll(AsyncOperation &operation) const {
  for (unsigned r = 0; r < registers.size(); ++r) {
    for (unsigned thread = 0; thread < kWarpSize; ++thread) {
      uint32_t value;
      if (!load(operation, thread, r, value))
        return;
      registers[r].set(thread, value);
    }
  }
}

void TmemTransfer::storeAll(AsyncOperation &operation) const {
  for (unsigned r = 0; r < registers.size(); ++r) {
    for (unsigned thread = 0; thread < kWarpSize; ++thread) {
      TmemAddress at = position(thread, r);
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

unsigned registersOf(Tcgen05Shape shape, unsigned count) {
  switch (shape) {
  case Tcgen05Shape::S16x128b:
    return 2 * count;
  case Tcgen05Shape::S16x256b:
    return 4 * count;
  default:
    return count;
  }
}

/// Fills the fields that loads and stores have in common; returns false after a
/// fault. The half-split offset is operand \p offset.
bool prepare(Warp &w, const Instruction &i, unsigned address, unsigned offset,
             llvm::ArrayRef<Slot> slots, TmemTransfer &move) {
  uint64_t at = w.address(i, address, 0, 0);
  for (unsigned lane = 1; lane < kWarpSize; ++lane)
    if (w.address(i, address, 0, lane) != at)
      return w.fault("the lanes give different addresses in tensor memory",
                     int(lane)),
             false;
  move.memory = tensorMemoryOf(w, w.cta());
  if (!move.memory)
    return false;
  move.shape = Tcgen05Shape(i.modifiers.get(Group::Tcgen05Shape));
  move.base = TmemAddress(uint32_t(at));
  move.packed = i.modifiers.has(Group::Pack);
  if (i.group(offset)[0].exists() && move.shape == Tcgen05Shape::S16x32bx2)
    move.split = uint32_t(w.readAny(i.group(offset)[0], 0));
  unsigned first = w.index() % 4 * 32;
  bool wholeQuarter = move.shape == Tcgen05Shape::S32x32b;
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
  if (!w.together(kAllLanes))
    return w.awaitLanes(kAllLanes);
  return w.active == kAllLanes ? Flow::Next
                               : w.fault("tcgen05.ld and .st need all 32 lanes "
                                         "of the warp");
}

AsyncOperation operationOf(Warp &w, AsyncKind kind, const TmemTransfer &move) {
  AsyncOperation operation;
  operation.kind = kind;
  operation.tensorMemory =
      move.touched(w.cta(), kind == AsyncKind::TensorStore);
  return operation;
}

Flow issueLoad(Warp &w, AsyncOperation operation) {
  w.async().landNow(w.async().issue(w, std::move(operation)));
  return w.next();
}

/// tcgen05.ld r, [address] {, offset}
Flow load(Warp &w, const Instruction &i) {
  if (Flow flow = gather(w); flow != Flow::Next)
    return flow;
  TmemTransfer move;
  if (!prepare(w, i, 1, 2, i.group(0), move))
    return Flow::Fault;
  AsyncOperation operation = operationOf(w, AsyncKind::TensorLoad, move);
  operation.land = [move](AsyncOperation &self) { move.loadAll(self); };
  return issueLoad(w, std::move(operation));
}

/// tcgen05.st [address] {, offset}, r
template <bool HasOffset> Flow store(Warp &w, const Instruction &i) {
  if (Flow flow = gather(w); flow != Flow::Next)
    return flow;
  TmemTransfer move;
  if (!prepare(w, i, 0, HasOffset ? 1 : 0, i.group(HasOffset ? 2 : 1), move))
    return Flow::Fault;
  AsyncOperation operation = operationOf(w, AsyncKind::TensorStore, move);
  operation.land = [move](AsyncOperation &self) { move.storeAll(self); };
  runAfterEarlier(w, AsyncKind::TensorStore, operation);
  w.async().issue(w, std::move(operation));
  return w.next();
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
  TmemTransfer move;
  if (!prepare(w, i, 2, 3, i.group(0), move))
    return Flow::Fault;
  Lanes<uint32_t> result = w.lanes<uint32_t>(i.group(1)[0]);
  AsyncOperation operation = operationOf(w, AsyncKind::TensorLoad, move);
  operation.land = [move, result, m = i.modifiers](AsyncOperation &self) {
    move.loadAll(self);
    for (unsigned thread = 0; thread < kWarpSize; ++thread) {
      uint32_t value = move.registers[0][thread];
      for (unsigned r = 1; r < move.registers.size(); ++r)
        value = reduceTwo(m, value, move.registers[r][thread]);
      result.set(thread, value);
    }
  };
  return issueLoad(w, std::move(operation));
}

bool shapeFits(const Instruction &i, unsigned registers) {
  const Modifiers &m = i.modifiers;
  Tcgen05Shape shape = Tcgen05Shape(m.get(Group::Tcgen05Shape));
  unsigned count = m.get(Group::Count);
  return shape != Tcgen05Shape::None && shape <= Tcgen05Shape::S32x32b &&
         count && registers <= 128 && registersOf(shape, count) == registers;
}
bool isSplit(const Instruction &i) {
  return i.modifiers.get(Group::Tcgen05Shape) ==
         uint8_t(Tcgen05Shape::S16x32bx2);
}

} // namespace

namespace bind {
Handler tcgen05Ld(const Instruction &i) {
  return shapeFits(i, i.group(0).size()) && isSplit(i) == i.group(2)[0].exists()
             ? load
             : nullptr;
}
Handler tcgen05LdRed(const Instruction &i) {
  Tcgen05Shape shape = Tcgen05Shape(i.modifiers.get(Group::Tcgen05Shape));
  AtomOp op = i.modifiers.atom();
  return shapeFits(i, i.group(0).size()) && i.group(0).size() >= 2 &&
                 (shape == Tcgen05Shape::S32x32b || isSplit(i)) &&
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
} // namespace bind

} // namespace tileiras::emu
