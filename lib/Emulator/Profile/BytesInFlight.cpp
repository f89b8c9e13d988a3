//===- BytesInFlight.cpp - Requested bytes per wait -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Profile/BytesInFlight.h"

#include "tileiras/Emulator/Machine/Cluster.h"
#include "tileiras/Emulator/Machine/Warp.h"

using namespace llvm;

namespace tileiras::emu {

void BytesInFlight::Requests::waitFor(Number number) {
  if (number <= come)
    return;
  ++waits;
  come = issued;
}

void BytesInFlight::clusterEnd(Cluster &cluster) {
  for (const std::unique_ptr<Cta> &cta : cluster.ctas) {
    ++ctas;
    for (const std::unique_ptr<Warp> &warp : cta->warps) {
      const Requests &requests = warps[warp.get()];
      sum += requests.bytes / std::max<uint64_t>(requests.waits, 1);
      warps.erase(warp.get());
    }
  }
}

void BytesInFlight::frameStart(Warp &, Frame &frame) {
  std::vector<bool> &all = everything[frame.function];
  all.assign(frame.function->code.size(), true);
  frame.watched = &all;
}

const std::vector<SmallVector<RegisterUse, 8>> &
BytesInFlight::usesOf(const Function &function) {
  auto [entry, isNew] = uses.try_emplace(&function);
  if (isNew)
    for (const Instruction &each : function.code)
      entry->second.push_back(registerUses(function, each));
  return entry->second;
}

void BytesInFlight::beforeInstruction(Warp &warp,
                                      const Instruction &instruction,
                                      LaneMask) {
  const Frame &frame = warp.currentFrame();
  const Function &function = *frame.function;
  Requests &requests = warps[&warp];
  requests.destinations.clear();
  requests.addresses.clear();
  bool renames = instruction.classOf() == InstClass::Move;
  Number source = 0;
  auto &ofInstruction = usesOf(function)[&instruction - function.code.data()];
  for (const RegisterUse &use : ofInstruction)
    if (!use.isDestination)
      source = std::max(source, requests.pending.lookup({&frame, use.reg}));
  if (!renames)
    requests.waitFor(source);
  for (const RegisterUse &use : ofInstruction) {
    if (!use.isDestination)
      continue;
    requests.destinations.push_back({&frame, use.reg});
    if (renames && source > requests.come)
      requests.pending[{&frame, use.reg}] = source;
    else
      requests.pending.erase({&frame, use.reg});
  }
}

void BytesInFlight::access(const MemoryAccess &access) {
  if (access.operation || access.kind != Access::Read ||
      access.location.space != Space::Global)
    return;
  Requests &requests = warps[access.warp];
  if (requests.addresses.empty()) {
    ++requests.issued;
    for (const Register &destination : requests.destinations)
      requests.pending[destination] = requests.issued;
  }
  if (requests.addresses.insert(access.location.address).second)
    requests.bytes += access.bytes;
}

void BytesInFlight::asyncIssue(const AsyncOperation &operation) {
  if (operation.kind != AsyncKind::Copy)
    return;
  Requests &requests = warps[operation.origin.warp];
  requests.copies.push_back({operation.id, ++requests.issued});
  for (const MemoryRange &range : operation.reads)
    requests.bytes += range.bytes;
}

void BytesInFlight::asyncWait(Warp &warp, LaneMask lanes, AsyncKind kind,
                              const uint64_t (&horizons)[kWarpSize], bool,
                              Stage) {
  if (kind != AsyncKind::Copy)
    return;
  uint64_t horizon = 0;
  for (LaneMask rest = lanes; rest; rest &= rest - 1)
    horizon = std::max(horizon, horizons[__builtin_ctz(rest)]);
  Requests &requests = warps[&warp];
  size_t done = 0;
  while (done < requests.copies.size() && requests.copies[done].first < horizon)
    ++done;
  if (!done)
    return;
  requests.waitFor(requests.copies[done - 1].second);
  requests.copies.erase(requests.copies.begin(),
                        requests.copies.begin() + done);
}

} // namespace tileiras::emu
