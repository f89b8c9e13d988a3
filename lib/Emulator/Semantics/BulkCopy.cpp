//===- BulkCopy.cpp - cp.async.bulk and cp.reduce.async.bulk ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Data Movement and Conversion Instructions: Bulk copy": linear
// copies between global memory, the CTA's shared memory and that of its
// cluster. Sizes and addresses are multiples of 16.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Semantics/BulkCopy.h"
#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Semantics/AtomRules.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tileiras::emu {

//===-- What all bulk copies share --------------------------------------===//

std::optional<MemoryLocation> bulkAddress(Warp &w, const Instruction &i,
                                          unsigned operand, unsigned which,
                                          Space space, uint64_t align,
                                          unsigned lane) {
  uint64_t address = w.address(i, operand, which, lane);
  if (address % align) {
    w.fault(FaultKind::Misaligned,
            "misaligned bulk copy: the address 0x" + utohexstr(address, true) +
                " of operand " + Twine(operand + 1) + " is not a multiple of " +
                Twine(align),
            lane);
    return std::nullopt;
  }
  return w.locate(space, address, lane);
}

std::optional<MemoryLocation> mbarrierOperand(Warp &w, const Instruction &i,
                                              unsigned operand, unsigned which,
                                              unsigned lane) {
  return bulkAddress(w, i, operand, which, Space::SharedCluster, 8, lane);
}

SmallVector<Destination, 2> destinations(Warp &w, const Instruction &i,
                                         MemoryLocation location,
                                         MemoryLocation mbarrier,
                                         std::optional<uint32_t> ctaMask,
                                         unsigned lane) {
  bool pairs = i.modifiers.get(Group::CtaGroup) == 2;
  auto &ctas = w.cluster().ctas;
  if (!ctaMask) {
    unsigned to = location.cta->rank, at = mbarrier.cta->rank;
    if (to == at || (pairs && to / 2 == at / 2))
      return {{location, mbarrier}};
    w.fault("the mbarrier is in the CTA of rank " + Twine(at) +
                ", the destination in that of rank " + Twine(to),
            lane);
    return {};
  }
  if (*ctaMask == 0 || *ctaMask >> ctas.size()) {
    w.fault("multicast to mask 0x" + utohexstr(*ctaMask, true) +
                " in a cluster of " + Twine(ctas.size()) + " CTAs",
            lane);
    return {};
  }
  SmallVector<Destination, 2> all;
  for (unsigned rank = 0; rank < ctas.size(); ++rank) {
    if (!(*ctaMask >> rank & 1))
      continue;
    unsigned signalled = pairs ? (rank & ~1u) | (mbarrier.cta->rank & 1) : rank;
    Destination each{location, mbarrier};
    each.location.cta = ctas[rank].get();
    each.mbarrier.cta = ctas[signalled].get();
    all.push_back(each);
  }
  return all;
}

AsyncOperation bulkOperation(std::optional<MemoryLocation> mbarrier,
                             uint64_t bytes) {
  AsyncOperation operation;
  operation.kind = AsyncKind::Bulk;
  operation.proxy = Proxy::Async;
  operation.grouped = !mbarrier;
  if (mbarrier)
    operation.signals.push_back({*mbarrier, bytes, 0});
  return operation;
}

//===-- Linear copies ---------------------------------------------------===//

namespace {

/// The effect on the destination's bytes: they are replaced, in each 16 bytes
/// only some of them, or combined.
struct Deposit {
  uint32_t byteMask = 0xffff;
  ReduceElement reduce = nullptr;
  AtomMode mode = {AtomOp::None, /*flushes=*/false, /*passesNaN=*/true};
  unsigned elementBytes = 1;

  void operator()(uint8_t *to, ArrayRef<uint8_t> from) const {
    if (reduce) {
      for (size_t at = 0; at < from.size(); at += elementBytes)
        reduce(mode, to + at, from.data() + at);
      return;
    }
    if (byteMask == 0xffff) {
      copyToMemory(to, from.data(), from.size());
      return;
    }
    for (size_t at = 0; at < from.size(); ++at)
      if (byteMask >> (at % 16) & 1)
        storeRelaxed(to + at, from[at]);
  }
  /// A partial write needs no initialised bytes; a reduction does.
  Access access() const { return reduce ? Access::Atomic : Access::Write; }
};

void issueCopy(Warp &w, unsigned lane, MemoryLocation to, MemoryLocation from,
               uint64_t bytes, std::optional<MemoryLocation> mbarrier,
               const Deposit &deposit) {
  AsyncOperation operation = bulkOperation(mbarrier, bytes);
  operation.reads.push_back({from, bytes});
  operation.writes.push_back({to, bytes});
  auto data = std::make_shared<std::vector<uint8_t>>(bytes);
  operation.read = [=](AsyncOperation &o) {
    if (uint8_t *source = o.memory(from, bytes, Access::Read))
      copyFromMemory(data->data(), source, bytes);
  };
  operation.land = [=](AsyncOperation &o) {
    if (uint8_t *target = o.memory(to, bytes, deposit.access()))
      deposit(target, *data);
  };
  w.async().issue(w, std::move(operation), LaneMask(1) << lane);
}

/// Both addresses and the size of a copy.
struct Request {
  MemoryLocation to, from;
  uint64_t bytes;
};
std::optional<Request> request(Warp &w, const Instruction &i, Space toSpace,
                               Space fromSpace, unsigned lane) {
  uint64_t bytes = w.readAny(i.group(2)[0], lane);
  if (bytes % 16) {
    w.fault("the size " + Twine(bytes) +
                " of a bulk copy is not a multiple of 16",
            lane);
    return std::nullopt;
  }
  auto to = bulkAddress(w, i, 0, 0, toSpace, 16, lane);
  if (!to)
    return std::nullopt;
  auto from = bulkAddress(w, i, 1, 1, fromSpace, 16, lane);
  if (!from || !w.checkRange(*from, bytes, Access::Read, lane) ||
      !w.checkRange(*to, bytes, Access::Write, lane))
    return std::nullopt;
  return Request{*to, *from, bytes};
}

Deposit reduction(const Instruction &i, bool global) {
  Deposit deposit;
  deposit.mode.op = i.modifiers.atom();
  deposit.reduce = reduceElement(deposit.mode.op, i.type());
  deposit.elementBytes = bytesOf(i.type());
  return deposit;
}

/// [dst], [src], size, [mbar] [, ctaMask]: into a CTA of the cluster.
template <Space From, bool Multicast, bool Reduces>
Flow copyToShared(Warp &w, const Instruction &i) {
  w.forActive([&](unsigned lane) {
    if (w.faulted())
      return;
    auto requested = request(w, i, Space::SharedCluster, From, lane);
    auto mbarrier = mbarrierOperand(w, i, 3, 2, lane);
    if (!requested || !mbarrier)
      return;
    std::optional<uint32_t> mask;
    if (Multicast)
      mask = uint16_t(w.readAny(i.group(4)[0], lane));
    Deposit deposit = Reduces ? reduction(i, false) : Deposit();
    for (const Destination &each :
         destinations(w, i, requested->to, *mbarrier, mask, lane))
      issueCopy(w, lane, each.location, requested->from, requested->bytes,
                each.mbarrier, deposit);
  });
  return w.next();
}

/// [dst], [src], size [, policy] [, byteMask]: from the CTA into global memory.
template <bool Masked, bool Reduces>
Flow copyToGlobal(Warp &w, const Instruction &i) {
  w.forActive([&](unsigned lane) {
    if (w.faulted())
      return;
    auto requested = request(w, i, Space::Global, Space::Shared, lane);
    if (!requested)
      return;
    Deposit deposit = Reduces ? reduction(i, true) : Deposit();
    if (Masked)
      deposit.byteMask = uint16_t(w.readAny(i[i.numOperands - 1], lane));
    issueCopy(w, lane, requested->to, requested->from, requested->bytes,
              std::nullopt, deposit);
  });
  return w.next();
}

/// Copies nothing, but the addresses must be right.
Flow prefetch(Warp &w, const Instruction &i) {
  w.forActive([&](unsigned lane) {
    uint64_t bytes = w.readAny(i.group(1)[0], lane);
    if (bytes % 16) {
      w.fault("the size " + Twine(bytes) +
                  " of a bulk prefetch is not a multiple of 16",
              lane);
      return;
    }
    if (auto from = bulkAddress(w, i, 0, 0, Space::Global, 16, lane))
      w.checkRange(*from, bytes, Access::Read, lane);
  });
  return w.next();
}

Flow commitGroup(Warp &w, const Instruction &) {
  w.async().commit(w, AsyncKind::Bulk);
  return Flow::Next;
}

/// wait_group N, or wait_group.read N: until sources may be overwritten.
template <Stage S> Flow waitGroup(Warp &w, const Instruction &i) {
  uint32_t pending = w.readAny(i[0], __builtin_ctz(w.active));
  return w.async().waitGroups(w, AsyncKind::Bulk, pending, S);
}

/// PTX ISA, cp.reduce.async.bulk: the types of each operation.
bool canReduce(const Instruction &i, bool global) {
  AtomOp op = i.modifiers.atom();
  Type type = i.type();
  switch (op) {
  case AtomOp::Add:
    if (type == Type::S64)
      return false;
    break;
  case AtomOp::Min:
  case AtomOp::Max:
    if (type == Type::F32 || type == Type::F64)
      return false;
    break;
  case AtomOp::And:
  case AtomOp::Or:
  case AtomOp::Xor:
  case AtomOp::Inc:
  case AtomOp::Dec:
    break;
  default:
    return false;
  }
  bool isWide = bytesOf(type) == 8, isAddU64 = op == AtomOp::Add;
  if (!global && (kindOf(type) == TypeKind::Float || (isWide && !isAddU64)))
    return false;
  // .add of halves is written .add.noftz.
  bool isHalf = type == Type::F16 || type == Type::BF16;
  if (op == AtomOp::Add && isHalf != StringRef(i.info->words).contains("noftz"))
    return false;
  return reduceElement(op, type) != nullptr;
}

} // namespace

namespace bind {
Handler bulkToCluster(const Instruction &) {
  return copyToShared<Space::Global, false, false>;
}
Handler bulkMulticast(const Instruction &) {
  return copyToShared<Space::Global, true, false>;
}
Handler bulkSharedToCluster(const Instruction &) {
  return copyToShared<Space::Shared, false, false>;
}
Handler bulkToGlobal(const Instruction &) { return copyToGlobal<false, false>; }
Handler bulkToGlobalMasked(const Instruction &) {
  return copyToGlobal<true, false>;
}
Handler bulkReduceToCluster(const Instruction &i) {
  return canReduce(i, false) ? copyToShared<Space::Shared, false, true>
                             : nullptr;
}
Handler bulkReduceToGlobal(const Instruction &i) {
  return canReduce(i, true) ? copyToGlobal<false, true> : nullptr;
}
Handler bulkPrefetch(const Instruction &) { return prefetch; }
Handler bulkCommit(const Instruction &) { return commitGroup; }
Handler bulkWait(const Instruction &) { return waitGroup<Stage::Landed>; }
Handler bulkWaitRead(const Instruction &) {
  return waitGroup<Stage::SourcesRead>;
}
} // namespace bind

} // namespace tileiras::emu
