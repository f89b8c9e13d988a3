//===- Memory.cpp - Loads, stores and address conversions -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Data Movement and Conversion Instructions": ld, st, cvta, isspacep,
// prefetch. Orders matter only between threads of the host; scopes and cache
// hints have no effect.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Machine/Cluster.h"
#include "tileiras/Emulator/Semantics/Elementwise.h"

#include "llvm/ADT/STLExtras.h"

#include <atomic>

namespace tileiras::emu {

namespace {

/// Strong accesses are ordered for other threads of the host, and programs poll
/// with them.
bool isStrong(const Instruction &i) {
  return Order(i.modifiers.get(Group::Order)) > Order::Weak;
}

/// Registers of type R, or of any width where R is void.
template <class T, class R> auto registersOf(Warp &w, Slot slot) {
  if constexpr (std::is_void_v<R>)
    return w.anyLanes<T>(slot);
  else
    return Lanes<T, R>(w.cells(slot));
}

/// move(registers, lane, host memory) for each element of a vector in each
/// active lane: element by element for all lanes if all accesses are correct,
/// else lane by lane; returns false after a fault.
template <class T, class R, class Move>
bool eachElement(Warp &w, const Instruction &i, unsigned operand,
                 llvm::ArrayRef<Slot> vector, Access access, Move move) {
  uint64_t addresses[kWarpSize];
  unsigned bytes = sizeof(T) * vector.size();
  Space space = i.modifiers.space();
  w.addresses(i, operand, 0, addresses);
  w.countAccess(space, addresses, bytes);
  if (auto host = w.span(space, addresses, bytes, access)) {
    for (unsigned n = 0; n < vector.size(); ++n) {
      auto registers = registersOf<T, R>(w, vector[n]);
      uintptr_t base = *host + n * sizeof(T);
      w.forActive([&](unsigned lane) {
        move(registers, lane,
             reinterpret_cast<uint8_t *>(base + addresses[lane]));
      });
    }
    return true;
  }
  w.forActive([&](unsigned lane) {
    uint8_t *data = w.memory(space, addresses[lane], bytes, access, lane);
    for (unsigned n = 0; data && n < vector.size(); ++n)
      move(registersOf<T, R>(w, vector[n]), lane, data + n * sizeof(T));
  });
  return !w.faulted();
}

template <class T, class R> Flow load(Warp &w, const Instruction &i) {
  auto move = [](const auto &registers, unsigned lane, const uint8_t *data) {
    registers.set(lane, loadRelaxed<T>(data));
  };
  return eachElement<T, R>(w, i, 1, i.group(0), Access::Read, move)
             ? Flow::Next
             : Flow::Fault;
}

/// A hash of the addresses and the values that the lanes have read.
uint64_t fingerprint(Warp &w, const Instruction &i) {
  uint64_t mix = w.active;
  auto add = [&](uint64_t value) {
    mix = (mix ^ value) * 0x9e3779b97f4a7c15 + (mix >> 29);
  };
  w.forActive([&](unsigned lane) {
    add(w.address(i, 1, 0, lane));
    if (i[0].exists() && !i[0].isQuad())
      add(w.readAny(i[0], lane));
  });
  return mix;
}

template <class T, class R> Flow loadStrong(Warp &w, const Instruction &i) {
  uint64_t location = fingerprint(w, i); // addresses may be overwritten
  Flow flow = load<T, R>(w, i);
  std::atomic_thread_fence(std::memory_order_acquire);
  if (location == fingerprint(w, i))
    w.yieldIfPolling(i, location);
  return flow;
}

template <class T, class R> Flow store(Warp &w, const Instruction &i) {
  if (isStrong(i))
    std::atomic_thread_fence(std::memory_order_release);
  auto move = [](const auto &registers, unsigned lane, uint8_t *data) {
    storeRelaxed(data, registers[lane]);
  };
  if (i.modifiers.space() != Space::Local)
    w.noteProgress();
  return eachElement<T, R>(w, i, 0, i.group(1), Access::Write, move)
             ? Flow::Next
             : Flow::Fault;
}

/// Calls visit<R>() for the width of the registers in \p group.
template <class Visit>
Handler overWidths(llvm::ArrayRef<Slot> group, Visit visit) {
  unsigned wide = llvm::count_if(group, [](Slot s) { return s.isWide(); });
  unsigned absent = llvm::count_if(group, [](Slot s) { return !s.exists(); });
  if (wide == 0)
    return visit.template operator()<uint32_t>();
  if (wide + absent == group.size())
    return visit.template operator()<uint64_t>();
  return visit.template operator()<void>();
}
template <class T> Handler chooseLoad(const Instruction &i) {
  return overWidths(i.group(0), [&]<class R>() -> Handler {
    return isStrong(i) ? loadStrong<T, R> : load<T, R>;
  });
}
template <class T> Handler chooseStore(const Instruction &i) {
  return overWidths(i.group(1),
                    []<class R>() -> Handler { return store<T, R>; });
}

/// st.bulk [address], size, 0
Flow clear(Warp &w, const Instruction &i) {
  w.forActive([&](unsigned lane) {
    uint64_t address = w.address(i, 0, 0, lane), size = w.readAny(i[1], lane);
    if (size % 8 || w.readAny(i[2], lane))
      w.fault("st.bulk writes zeros to a multiple of 8 bytes", int(lane));
    for (uint64_t at = 0; at < size && !w.faulted(); at += 8)
      if (uint8_t *data = w.memory(i.modifiers.space(), address + at, 8,
                                   Access::Write, lane))
        storeRelaxed(data, uint64_t(0));
  });
  return w.next();
}

/// cvta.space: into the generic window; cvta.to.space: out of it.
template <bool To> Flow convertAddress(Warp &w, const Instruction &i) {
  uint64_t window = windowOf(i.modifiers.space());
  w.forActive([&](unsigned lane) {
    uint64_t address = w.readAny(i[1], lane) + i.offsets[0];
    w.writeAny(i[0], lane, To ? address - window : address + window);
  });
  return Flow::Next;
}

/// The CTA's own shared memory is in .shared::cta, that of its cluster in
/// .shared::cluster.
bool isInside(Warp &w, Space space, uint64_t address) {
  if (!isShared(space) || spaceOf(address) != Space::Shared)
    return spaceOf(address) == space;
  Cta *owner = w.cluster().ctaAt(address - kSharedWindow);
  return space == Space::Shared ? owner == &w.cta() : owner != nullptr;
}

Flow isSpace(Warp &w, const Instruction &i) {
  LaneMask inside = 0;
  w.forActive([&](unsigned lane) {
    bool same = isInside(w, i.modifiers.space(), w.readAny(i[1], lane));
    inside |= LaneMask(same) << lane;
  });
  w.setPredicate(i[0], inside);
  return Flow::Next;
}

/// Cache policies are opaque and have no effect here.
Flow makePolicy(Warp &w, const Instruction &i) {
  w.forActive([&](unsigned lane) { w.writeAny(i[0], lane, 0); });
  return Flow::Next;
}

Flow nothing(Warp &, const Instruction &) { return Flow::Next; }

/// A vector of elements is at most 32 bytes.
bool vectorFits(const Instruction &i) {
  return bytesOf(i.type()) * i.modifiers.vector() <= 32;
}

} // namespace

namespace bind {
Handler ld(const Instruction &i) {
  if (!vectorFits(i))
    return nullptr;
  if (i.type() == Type::S8)
    return chooseLoad<int8_t>(i);
  if (i.type() == Type::B128)
    return load<Wide128, Wide128>;
  auto choose = [&]<class T>() -> Handler { return chooseLoad<T>(i); };
  return kindOf(i.type()) == TypeKind::Signed ? overIntegers(i.type(), choose)
                                              : overBits(i.type(), choose);
}
Handler st(const Instruction &i) {
  if (!vectorFits(i))
    return nullptr;
  if (i.type() == Type::B128)
    return store<Wide128, Wide128>;
  return overBits(i.type(),
                  [&]<class T>() -> Handler { return chooseStore<T>(i); });
}
Handler stBulk(const Instruction &) { return clear; }
Handler cvta(const Instruction &i) { return convertAddress<false>; }
Handler cvtaTo(const Instruction &i) { return convertAddress<true>; }
Handler isspacep(const Instruction &i) { return isSpace; }
Handler createPolicy(const Instruction &i) { return makePolicy; }
Handler noOperation(const Instruction &i) { return nothing; }
} // namespace bind

} // namespace tileiras::emu
