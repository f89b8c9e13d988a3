//===- WarpExchange.cpp - Exchange between the lanes of a warp --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: shfl.sync, vote.sync, match.sync, activemask, elect.sync,
// redux.sync. The instruction is executed when all lanes of its member mask
// have reached it.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Semantics/FloatElements.h"

#include <algorithm>
#include <functional>

namespace tileiras::emu {

namespace {

/// The member mask in \p slot; checks that each active lane is in its own.
bool memberMask(Warp &w, Slot slot, LaneMask &mask) {
  mask = w.readAny(slot, __builtin_ctz(w.active));
  LaneMask outside = w.active & ~mask;
  if (outside)
    w.fault("lane executes a .sync instruction whose member mask 0x" +
                llvm::Twine::utohexstr(mask) + " doesn't name it",
            __builtin_ctz(outside));
  return !outside;
}

/// The bounds in the c operand of shfl: a lane's segment, and its clamp.
struct ShuffleBounds {
  unsigned segment, clamp;
  explicit ShuffleBounds(uint32_t c) : segment(c >> 8 & 31), clamp(c & 31) {}
};

/// The lane to read from, and whether it is in range (PTX ISA, shfl).
std::pair<unsigned, bool> shuffleSource(Shuffle mode, unsigned lane, uint32_t b,
                                        ShuffleBounds c) {
  int bval = b & 31;
  int maxLane = int((lane & c.segment) | (c.clamp & ~c.segment));
  int minLane = int(lane & c.segment);
  int from;
  bool inRange;
  switch (mode) {
  case Shuffle::Up:
    from = int(lane) - bval;
    inRange = from >= maxLane;
    break;
  case Shuffle::Down:
    from = int(lane) + bval;
    inRange = from <= maxLane;
    break;
  case Shuffle::Butterfly:
    from = int(lane) ^ bval;
    inRange = from <= maxLane;
    break;
  default:
    from = minLane | (bval & int(~c.segment & 31));
    inRange = from <= maxLane;
    break;
  }
  return {inRange ? unsigned(from) : lane, inRange};
}

/// shfl.sync d|p, a, b, c, mask
Flow shuffle(Warp &w, const Instruction &i) {
  LaneMask mask;
  if (!memberMask(w, i[5], mask))
    return Flow::Fault;
  if (!w.together(mask))
    return w.awaitLanes(mask);
  Shuffle mode = Shuffle(i.modifiers.get(Group::Shuffle));
  Lanes<uint32_t> d = w.lanes<uint32_t>(i[0]), a = w.lanes<uint32_t>(i[2]);
  Lanes<uint32_t> b = w.lanes<uint32_t>(i[3]), c = w.lanes<uint32_t>(i[4]);
  uint32_t result[kWarpSize];
  LaneMask inRange = 0;
  w.forActive([&](unsigned lane) {
    auto [from, valid] =
        shuffleSource(mode, lane, b[lane], ShuffleBounds(c[lane]));
    result[lane] = a[from];
    inRange |= LaneMask(valid) << lane;
    if (!(w.active >> from & 1))
      w.fault("shfl.sync reads lane " + llvm::Twine(from) +
                  ", which doesn't take part",
              lane);
  });
  w.forActive([&](unsigned lane) { d.set(lane, result[lane]); });
  w.setPredicate(i[1], inRange);
  return w.next();
}

/// vote.sync d, p, mask
Flow voteLanes(Warp &w, const Instruction &i) {
  LaneMask mask;
  if (!memberMask(w, i[2], mask))
    return Flow::Fault;
  if (!w.together(mask))
    return w.awaitLanes(mask);
  LaneMask yes = w.predicate(i[1]) & w.active;
  bool result = false;
  switch (Vote(i.modifiers.get(Group::Vote))) {
  case Vote::All:
    result = yes == w.active;
    break;
  case Vote::Any:
    result = yes != 0;
    break;
  case Vote::Uniform:
    result = yes == 0 || yes == w.active;
    break;
  default:
    w.forActive([&](unsigned lane) { w.writeAny(i[0], lane, yes); });
    return Flow::Next;
  }
  w.setPredicate(i[0], result ? kAllLanes : 0);
  return Flow::Next;
}

/// match.any d, a, mask and match.all d|p, a, mask
template <class T, bool All> Flow match(Warp &w, const Instruction &i) {
  LaneMask mask;
  if (!memberMask(w, i[3], mask))
    return Flow::Fault;
  if (!w.together(mask))
    return w.awaitLanes(mask);
  Lanes<T> a = w.lanes<T>(i[2]);
  LaneMask result[kWarpSize], everywhere = 0;
  w.forActive([&](unsigned lane) {
    result[lane] = 0;
    w.forActive([&](unsigned other) {
      result[lane] |= LaneMask(a[other] == a[lane]) << other;
    });
    everywhere |= LaneMask(result[lane] == w.active) << lane;
  });
  w.forActive([&](unsigned lane) {
    bool kept = !All || everywhere >> lane & 1;
    w.writeAny(i[0], lane, kept ? result[lane] : 0);
  });
  w.setPredicate(i[1], everywhere);
  return Flow::Next;
}

Flow activeMask(Warp &w, const Instruction &i) {
  w.forActive([&](unsigned lane) { w.writeAny(i[0], lane, w.active); });
  return Flow::Next;
}

/// elect.sync d|p, mask: the lowest lane is elected.
Flow electLane(Warp &w, const Instruction &i) {
  LaneMask mask;
  if (!memberMask(w, i[2], mask))
    return Flow::Fault;
  if (!w.together(mask))
    return w.awaitLanes(mask);
  unsigned leader = __builtin_ctz(w.active);
  w.forActive([&](unsigned lane) { w.writeAny(i[0], lane, leader); });
  w.setPredicate(i[1], LaneMask(1) << leader);
  return Flow::Next;
}

/// redux.sync d, a, mask, after `prepare` of each lane's value
template <class T, class Combine, class Prepare = std::identity>
Flow reduce(Warp &w, const Instruction &i, Combine combine,
            Prepare prepare = {}) {
  LaneMask mask;
  if (!memberMask(w, i[2], mask))
    return Flow::Fault;
  if (!w.together(mask))
    return w.awaitLanes(mask);
  Lanes<T> d = w.lanes<T>(i[0]), a = w.lanes<T>(i[1]);
  unsigned first = __builtin_ctz(w.active);
  T result = prepare(a[first]);
  w.forActive([&](unsigned lane) {
    if (lane != first)
      result = combine(result, prepare(a[lane]));
  });
  w.forActive([&](unsigned lane) { d.set(lane, result); });
  return Flow::Next;
}

template <class T> Flow reduceInteger(Warp &w, const Instruction &i) {
  return reduce<T>(w, i, [op = i.modifiers.atom()](T a, T b) -> T {
    switch (op) {
    case AtomOp::Add:
      return T(uint32_t(a) + uint32_t(b));
    case AtomOp::Min:
      return std::min(a, b);
    case AtomOp::Max:
      return std::max(a, b);
    case AtomOp::And:
      return a & b;
    case AtomOp::Or:
      return a | b;
    default:
      return a ^ b;
    }
  });
}

/// redux.sync.f32: -0 is less than +0; NaN loses, or wins with .NaN; .abs
/// compares magnitudes.
Flow reduceFloat(Warp &w, const Instruction &i) {
  bool max = i.modifiers.atom() == AtomOp::Max;
  bool nanWins = i.modifiers.has(Group::NaN);
  bool magnitudes = i.modifiers.has(Group::Abs);
  auto combine = [=](float a, float b) {
    if (std::isnan(a) || std::isnan(b))
      return nanWins ? canonical(NAN) : std::isnan(a) ? b : a;
    bool isLess = a < b || (a == b && std::signbit(a));
    return isLess == max ? b : a;
  };
  auto prepare = [=](float a) {
    return canonical(magnitudes ? std::fabs(a) : a);
  };
  return reduce<float>(w, i, combine, prepare);
}

} // namespace

namespace bind {
Handler shfl(const Instruction &i) {
  return i.modifiers.has(Group::Shuffle) ? shuffle : nullptr;
}
Handler vote(const Instruction &i) {
  bool isBallot = i.modifiers.get(Group::Vote) == uint8_t(Vote::Ballot);
  return i.modifiers.has(Group::Vote) && isBallot == (i.type() == Type::B32)
             ? voteLanes
             : nullptr;
}
Handler matchAny(const Instruction &i) {
  return i.type() == Type::B64 ? match<uint64_t, false>
                               : match<uint32_t, false>;
}
Handler matchAll(const Instruction &i) {
  return i.type() == Type::B64 ? match<uint64_t, true> : match<uint32_t, true>;
}
Handler activemask(const Instruction &) { return activeMask; }
Handler elect(const Instruction &) { return electLane; }
Handler redux(const Instruction &i) {
  AtomOp op = i.modifiers.atom();
  if (i.type() == Type::F32)
    return op == AtomOp::Min || op == AtomOp::Max ? reduceFloat : nullptr;
  if (op == AtomOp::None || op == AtomOp::Exch || op == AtomOp::Cas)
    return nullptr;
  return i.type() == Type::S32 ? reduceInteger<int32_t>
                               : reduceInteger<uint32_t>;
}
} // namespace bind

} // namespace tileiras::emu
