//===- AsyncStore.cpp - st.async, red.async, multimem -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: st.async, red.async (a store or reduction into a CTA of the cluster
// that signals an mbarrier there), multimem (all devices of a multicast object,
// of which there is one).
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Semantics/AtomRules.h"
#include "tileiras/Emulator/Semantics/BulkCopy.h"

using namespace llvm;

namespace tileiras::emu {

namespace {

/// The bytes of operand 1's registers in memory order.
SmallVector<uint8_t, 32> valueBytes(Warp &w, const Instruction &i,
                                    unsigned lane) {
  unsigned size = bytesOf(i.type());
  SmallVector<uint8_t, 32> bytes;
  for (Slot slot : i.group(1)) {
    uint64_t value = w.readAny(slot, lane);
    const auto *from = reinterpret_cast<const uint8_t *>(&value);
    bytes.append(from, from + size);
  }
  return bytes;
}

/// op [addr], value, [mbar]
template <bool Reduces> Flow asyncStore(Warp &w, const Instruction &i) {
  w.forActive([&](unsigned lane) {
    SmallVector<uint8_t, 32> bytes = valueBytes(w, i, lane);
    if (w.faulted())
      return;
    auto to = bulkAddress(w, i, 0, 0, Space::SharedCluster, bytes.size(), lane);
    auto mbarrier = mbarrierOperand(w, i, 2, 1, lane);
    if (!to || !mbarrier)
      return;
    if (to->cta != mbarrier->cta) {
      w.fault("the mbarrier is not in the CTA of the destination", lane);
      return;
    }
    AsyncOperation operation;
    operation.kind = AsyncKind::Store;
    operation.proxy = Proxy::Generic;
    operation.writes.push_back({*to, bytes.size()});
    operation.signals.push_back({*mbarrier, bytes.size(), 0});
    operation.land = [to = *to, bytes, op = i.modifiers.atom(),
                      type = i.type()](AsyncOperation &o) {
      Access access = Reduces ? Access::Atomic : Access::Write;
      uint8_t *memory = o.memory(to, bytes.size(), access);
      if (!memory)
        return;
      if (Reduces)
        reduceElement(op, type)({op, false}, memory, bytes.data());
      else
        std::memcpy(memory, bytes.data(), bytes.size());
    };
    w.async().issue(w, std::move(operation), LaneMask(1) << lane);
  });
  return w.next();
}

/// The reduction over one device is its value.
bool isMultimem(const Instruction &i) {
  Space space = i.modifiers.space();
  return space == Space::Generic || space == Space::Global;
}

} // namespace

namespace bind {
Handler stAsync(const Instruction &i) {
  return bytesOf(i.type()) * i.modifiers.vector() <= 16 ? asyncStore<false>
                                                        : nullptr;
}
Handler redAsync(const Instruction &i) {
  AtomOp op = i.modifiers.atom();
  bool isWide = bytesOf(i.type()) == 8;
  if (op == AtomOp::Exch || op == AtomOp::Cas || (isWide && op != AtomOp::Add))
    return nullptr;
  return reduceElement(op, i.type()) ? asyncStore<true> : nullptr;
}
Handler multimemLoad(const Instruction &i) {
  return isMultimem(i) && reduceElement(i.modifiers.atom(), i.type()) ? ld(i)
                                                                      : nullptr;
}
Handler multimemStore(const Instruction &i) {
  return isMultimem(i) ? st(i) : nullptr;
}
} // namespace bind

} // namespace tileiras::emu
