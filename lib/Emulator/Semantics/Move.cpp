//===- Move.cpp - mov and selections ----------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: mov (with packing and unpacking), selp, slct.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Semantics/Elementwise.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>

namespace tileiras::emu {

namespace {

struct Same {
  template <class T> static T of(T a) { return a; }
};

/// A symbol's address is 64 bits wide even if the instruction moves 32.
template <class T> Flow moveAny(Warp &w, const Instruction &i) {
  w.forActive(
      [&](unsigned lane) { w.writeAny(i[0], lane, T(w.readAny(i[1], lane))); });
  return Flow::Next;
}

Flow movePredicate(Warp &w, const Instruction &i) {
  w.setPredicate(i[0], w.predicate(i[1]));
  return Flow::Next;
}

Flow moveClock(Warp &w, const Instruction &i) {
  w.updateClocks();
  return moveAny<uint64_t>(w, i);
}

void readBytes(Warp &w, Slot slot, unsigned lane, unsigned bytes, uint8_t *to) {
  if (slot.isQuad()) {
    Wide128 value = w.lanes<Wide128>(slot)[lane];
    std::memcpy(to, &value, bytes);
  } else {
    uint64_t value = w.readAny(slot, lane);
    std::memcpy(to, &value, bytes);
  }
}

void writeBytes(Warp &w, Slot slot, unsigned lane, unsigned bytes,
                const uint8_t *from) {
  if (!slot.exists())
    return;
  if (slot.isQuad()) {
    Wide128 value;
    std::memcpy(&value, from, sizeof(value));
    w.lanes<Wide128>(slot).set(lane, value);
    return;
  }
  uint64_t value = 0;
  std::memcpy(&value, from, bytes);
  w.writeAny(slot, lane, value);
}

/// mov.b64 {a, b}, c and mov.b64 c, {a, b}: the first element is lowest.
Flow movePacked(Warp &w, const Instruction &i) {
  unsigned bytes = bytesOf(i.type());
  llvm::ArrayRef<Slot> to = i.group(0), from = i.group(1);
  w.forActive([&](unsigned lane) {
    uint8_t buffer[16] = {};
    unsigned part = bytes / from.size();
    for (unsigned n = 0; n < from.size(); ++n)
      readBytes(w, from[n], lane, part, buffer + n * part);
    part = bytes / to.size();
    for (unsigned n = 0; n < to.size(); ++n)
      writeBytes(w, to[n], lane, part, buffer + n * part);
  });
  return Flow::Next;
}

template <class T> Flow select(Warp &w, const Instruction &i) {
  Lanes<T> d = w.lanes<T>(i[0]), a = w.lanes<T>(i[1]), b = w.lanes<T>(i[2]);
  LaneMask which = w.predicate(i[3]);
  w.forActive([&](unsigned lane) {
    d.set(lane, which >> lane & 1 ? a[lane] : b[lane]);
  });
  return Flow::Next;
}

struct SelectBySign {
  template <class T> static T of(T a, T b, int32_t c) { return c >= 0 ? a : b; }
  template <class T> static T of(T a, T b, float c) { return c >= 0 ? a : b; }
};

/// Returns whether the elements of a vector have \p bytes bytes together.
bool packs(llvm::ArrayRef<Slot> slots, unsigned bytes) {
  unsigned part = bytes / slots.size();
  if (part * slots.size() != bytes)
    return false;
  return llvm::all_of(slots, [&](Slot slot) {
    if (slot.base() != Slot::Frame)
      return true;
    unsigned width = slot.isQuad() ? 16 : slot.isWide() ? 8 : 4;
    return width == std::max(part, 4u);
  });
}

bool isClock(Slot slot) {
  return slot.base() == Slot::Special &&
         slot.unit() >= slotOf(Special::Clock, 4).unit() &&
         slot.unit() <= slotOf(Special::GlobalTimerHi, 4).unit();
}

} // namespace

namespace bind {
Handler mov(const Instruction &i) {
  if (i.type() == Type::Pred)
    return movePredicate;
  if (i.group(0).size() > 1 || i.group(1).size() > 1)
    return packs(i.group(0), bytesOf(i.type())) &&
                   packs(i.group(1), bytesOf(i.type()))
               ? movePacked
               : nullptr;
  Slot to = i[0], from = i[1];
  if (isClock(from))
    return moveClock;
  if (to.isQuad() || from.isQuad())
    return to.isQuad() && from.isQuad() ? elementwise<Same, Wide128, Wide128>
                                        : nullptr;
  if (to.isWide() && from.isWide())
    return elementwise<Same, uint64_t, uint64_t>;
  if (!to.isWide() && !from.isWide() && bytesOf(i.type()) == 4)
    return elementwise<Same, uint32_t, uint32_t>;
  return overBits(i.type(), []<class T>() -> Handler { return moveAny<T>; });
}
Handler selp(const Instruction &i) {
  return overBits(i.type(), []<class T>() -> Handler { return select<T>; });
}
Handler slct(const Instruction &i) {
  bool byFloat = i.modifiers.types[1] == Type::F32;
  return overBits(i.type(), [=]<class T>() -> Handler {
    return byFloat ? elementwise<SelectBySign, T, T, T, float>
                   : elementwise<SelectBySign, T, T, T, int32_t>;
  });
}
} // namespace bind

} // namespace tileiras::emu
