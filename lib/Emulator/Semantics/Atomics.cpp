//===- Atomics.cpp - atom and red -------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: atom, red. Lanes act one after the other, in order; the action of
// each lane is atomic.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Machine/Cluster.h"
#include "tileiras/Emulator/Semantics/AtomRules.h"

#include <mutex>

namespace tileiras::emu {

Wide128 updateWide(uint8_t *data, AtomMode mode, Wide128 b, Wide128 c) {
  static std::mutex lock;
  std::lock_guard<std::mutex> guard(lock);
  auto old = loadRelaxed<Wide128>(data);
  storeRelaxed(data, WideAtom::of(mode, old, b, c));
  return old;
}

ReduceElement reduceElement(AtomOp op, Type type) {
  return overAtoms<ReduceElement>(op, type, []<class Rule>() -> ReduceElement {
    return [](AtomMode mode, uint8_t *memory, const uint8_t *operand) {
      typename Rule::Value b;
      std::memcpy(&b, operand, sizeof(b));
      updateAtomically<Rule>(memory, mode, b, b);
    };
  });
}

namespace {

/// The memory of one lane has the elements of an optional vector.
template <class Rule, bool Returns> Flow atomic(Warp &w, const Instruction &i) {
  using T = typename Rule::Value;
  unsigned base = Returns ? 1 : 0;
  llvm::ArrayRef<Slot> sources = i.group(base + 1);
  unsigned bytes = sizeof(T) * sources.size();
  uint64_t addresses[kWarpSize];
  w.forActive(
      [&](unsigned lane) { addresses[lane] = w.address(i, base, 0, lane); });
  w.countAccess(i.modifiers.space(), addresses, bytes);
  AtomOp op = i.modifiers.atom();
  bool isCas = op == AtomOp::Cas, failed = false, changed = false;
  w.forActive([&](unsigned lane) {
    uint8_t *data = w.memory(i.modifiers.space(), addresses[lane], bytes,
                             Access::Atomic, lane);
    if (!data)
      return;
    Space space = i.modifiers.space();
    bool isGlobal = (space == Space::Generic ? spaceOf(addresses[lane])
                                             : space) == Space::Global;
    AtomMode mode{op, isGlobal, isGlobal};
    for (unsigned n = 0; n < sources.size(); ++n, data += sizeof(T)) {
      T b = w.lanes<T>(sources[n])[lane];
      T c = isCas ? w.lanes<T>(i.group(base + 2)[0])[lane] : b;
      T old = updateAtomically<Rule>(data, mode, b, c);
      if (Returns)
        w.lanes<T>(i.group(0)[n]).set(lane, old);
      failed |= isCas && std::memcmp(&old, &b, sizeof(T)) != 0;
      bool changes = std::bit_cast<Bits<T>>(old) != loadRelaxed<Bits<T>>(data);
      changed |= changes;
      w.processor().globalChanges += changes && isGlobal;
    }
  });
  if (changed)
    w.noteProgress();
  if (failed) // another warp holds the lock: let it run
    w.yield();
  return w.next();
}

template <bool Returns> Handler choose(const Instruction &i) {
  return overAtoms<Handler>(
      i.modifiers.atom(), i.type(),
      []<class Rule>() -> Handler { return atomic<Rule, Returns>; });
}

} // namespace

namespace bind {
Handler atom(const Instruction &i) {
  bool hasThree = llvm::StringRef(i.info->words) == "atom.cas";
  bool isCas = i.modifiers.atom() == AtomOp::Cas;
  return isCas == hasThree ? choose<true>(i) : nullptr;
}
Handler red(const Instruction &i) { return choose<false>(i); }
} // namespace bind

} // namespace tileiras::emu
