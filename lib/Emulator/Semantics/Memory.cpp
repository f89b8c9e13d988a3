//===- Memory.cpp - Loads, stores and address conversions -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Data Movement and Conversion Instructions": ld, st, cvta,
// isspacep, prefetch. Orders, scopes and cache hints make no difference to
// lanes that run one after the other.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Cluster.h"
#include "tileiras/Emulator/Semantics/Elementwise.h"
#include "tileiras/Emulator/Semantics/Table.h"

#include <cstring>

namespace tileiras::emu {

namespace {

/// Addresses of the active lanes; counts the request.
void gather(Warp &w, const Instruction &i, unsigned operand, unsigned bytes,
            uint64_t (&addresses)[WarpSize]) {
  w.forActive(
      [&](unsigned lane) { addresses[lane] = w.address(i, operand, 0, lane); });
  w.countAccess(i.modifiers.space(), addresses, bytes);
}

/// T is the type in memory; registers may be wider: signed T extends its sign.
template <class T> Flow load(Warp &w, const Instruction &i) {
  llvm::ArrayRef<Slot> destinations = i.group(0);
  unsigned bytes = sizeof(T) * destinations.size();
  uint64_t addresses[WarpSize];
  gather(w, i, 1, bytes, addresses);
  w.forActive([&](unsigned lane) {
    uint8_t *data = w.memory(i.modifiers.space(), addresses[lane], bytes,
                             Access::Read, lane);
    if (!data)
      return;
    for (Slot destination : destinations) {
      T value;
      std::memcpy(&value, data, sizeof(T));
      data += sizeof(T);
      if constexpr (sizeof(T) == 16)
        w.lanes<T>(destination).set(lane, value);
      else
        w.writeAny(destination, lane, uint64_t(int64_t(value)));
    }
  });
  return w.next();
}

template <class T> Flow store(Warp &w, const Instruction &i) {
  llvm::ArrayRef<Slot> sources = i.group(1);
  unsigned bytes = sizeof(T) * sources.size();
  uint64_t addresses[WarpSize];
  gather(w, i, 0, bytes, addresses);
  w.forActive([&](unsigned lane) {
    uint8_t *data = w.memory(i.modifiers.space(), addresses[lane], bytes,
                             Access::Write, lane);
    if (!data)
      return;
    for (Slot source : sources) {
      T value;
      if constexpr (sizeof(T) == 16)
        value = w.lanes<T>(source)[lane];
      else
        value = T(w.readAny(source, lane));
      std::memcpy(data, &value, sizeof(T));
      data += sizeof(T);
    }
  });
  return w.next();
}

/// cvta.space: into the generic window; cvta.to.space: out of it.
/// st.bulk [address], size, 0
Flow clear(Warp &w, const Instruction &i) {
  w.forActive([&](unsigned lane) {
    uint64_t address = w.address(i, 0, 0, lane), size = w.readAny(i[1], lane);
    if (size % 8 || w.readAny(i[2], lane))
      w.fault("st.bulk writes zeros to a multiple of 8 bytes", int(lane));
    for (uint64_t at = 0; at < size && !w.faulted(); at += 8)
      if (uint8_t *data = w.memory(i.modifiers.space(), address + at, 8,
                                   Access::Write, lane))
        std::memset(data, 0, 8);
  });
  return w.next();
}

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
  Cta *owner = w.cluster().ctaAt(address - SharedWindow);
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

/// Cache policies are opaque; nothing here looks at them.
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
    return load<int8_t>;
  if (i.type() == Type::B128)
    return load<Wide128>;
  if (kindOf(i.type()) == TypeKind::Signed)
    return overIntegers(i.type(), []<class T>() -> Handler { return load<T>; });
  return overBits(i.type(), []<class T>() -> Handler { return load<T>; });
}
Handler st(const Instruction &i) {
  if (!vectorFits(i))
    return nullptr;
  if (i.type() == Type::B128)
    return store<Wide128>;
  return overBits(i.type(), []<class T>() -> Handler { return store<T>; });
}
Handler stBulk(const Instruction &) { return clear; }
Handler cvta(const Instruction &i) { return convertAddress<false>; }
Handler cvtaTo(const Instruction &i) { return convertAddress<true>; }
Handler isspacep(const Instruction &i) { return isSpace; }
Handler createPolicy(const Instruction &i) { return makePolicy; }
Handler noOperation(const Instruction &i) { return nothing; }
} // namespace bind

} // namespace tileiras::emu
