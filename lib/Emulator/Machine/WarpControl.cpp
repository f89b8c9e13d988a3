//===- WarpControl.cpp - Branches, calls and exits of a warp ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branches, calls and returns of a warp. Lanes that leave a function at
// different times share its frame until the last of them has left.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Cluster.h"
#include "tileiras/Emulator/Machine/Warp.h"

#include "tileiras/Emulator/ISA/Limits.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace tileiras::emu {

Flow Warp::branch(uint32_t target) {
  LaneMask others = fragments[current].lanes & ~active;
  if (others) {
    fragments.push_back({frame, pc + 1, others});
    fragments[current].lanes = active;
    rescheduling = true;
  }
  pc = target;
  return Flow::Jump;
}

void Warp::splitOff(LaneMask lanes) {
  fragments.push_back({frame, pc, lanes});
  fragments[current].lanes &= ~lanes;
  active &= ~lanes;
  rescheduling = true;
}

void Warp::releaseMembers(Frame *leaving, LaneMask lanes) {
  leaving->members &= ~lanes;
  if (leaving->members || !leaving->caller)
    return;
  for (std::unique_ptr<Frame> &kept : frames) {
    if (kept.get() != leaving)
      continue;
    core.frames.give(std::move(kept));
    frames.erase(frames.begin() + (&kept - frames.data()));
    return;
  }
}

Flow Warp::exitLanes() {
  LaneMask leaving = active;
  live &= ~leaving;
  fragments[current].lanes &= ~leaving;
  Frame *innermost = frame;
  if (!fragments[current].lanes) {
    fragments.erase(fragments.begin() + current);
    current = fragments.size();
  } else {
    fragments[current].pc = ++pc;
  }
  for (Frame *each = innermost; each;) {
    Frame *caller = each->caller;
    releaseMembers(each, leaving);
    each = caller;
  }
  wakeConverging();
  if (watcher)
    watcher->threadsExit(*this, leaving);
  owner.recheckBarriers();
  cluster().recheckBarrier();
  rescheduling = true;
  return Flow::Jump;
}

/// Widens the memory of each lane to \p needed bytes and keeps its contents.
static void widenLocal(std::vector<uint8_t> &memory, uint64_t stride,
                       uint64_t needed) {
  std::vector<uint8_t> wider(kWarpSize * needed);
  for (unsigned lane = 0; lane < kWarpSize && stride; ++lane)
    std::copy_n(&memory[lane * stride], stride, &wider[lane * needed]);
  memory = std::move(wider);
}

/// The offset of the .local variables of a function that \p caller calls.
uint64_t Warp::localBaseInside(const Frame *caller) const {
  return caller ? alignTo(caller->localBase + caller->function->localBytes, 16)
                : 0;
}

std::unique_ptr<Frame> Warp::newFrame(const Function &function) {
  uint64_t bytes;
  std::unique_ptr<Frame> made = core.frames.take(function, bytes);
  core.residentBytes += bytes;
  ExecutionCounts &counts = core.countsOf(function);
  made->warpCounts = counts.warps.data();
  made->laneCounts = counts.lanes.data();
  made->caller = frame;
  made->depth = frame ? frame->depth + 1 : 0;
  made->site = nullptr;
  made->watched = nullptr;
  if (watcher)
    watcher->frameStart(*this, *made);
  made->localBase = localBaseInside(frame);
  localBytes = std::max(localBytes, made->localBase + function.localBytes);
  if (uint64_t needed = alignTo(localBytes, 16); needed > localStride) {
    widenLocal(localMemory, localStride, needed);
    widenLocal(localWritten, localStride, needed);
    core.residentBytes += 2 * kWarpSize * (needed - localStride);
    localStride = needed;
  }
  for (auto [slot, offset] : function.localAddresses) {
    Lanes<uint64_t> addresses(made->registers.data() + slot.unit());
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      addresses.set(lane, made->localBase + offset);
  }
  return made;
}

/// Returns whether there is memory for a call of \p callee, and reports a fault
/// if not.
bool Warp::hasMemoryToCall(const Function &callee) {
  uint64_t local = localBaseInside(frame) + callee.localBytes;
  uint64_t bytes = frameBytesOf(callee);
  if (local > localStride)
    bytes += 2 * kWarpSize * (alignTo(local, 16) - localStride);
  if (frame->depth >= kMaxCallDepth)
    fault("call depth exceeds " + Twine(kMaxCallDepth));
  else if (local > kMaxLocalBytes)
    fault("calls need " + Twine(local) + " bytes of local memory, a thread " +
          "has at most " + Twine(kMaxLocalBytes));
  else if (!core.hasMemory(bytes))
    fault("the call needs " + Twine(bytes) +
          " bytes of registers, parameters and local memory, and with them "
          "there are more than the launch may have (" +
          Twine(core.residentLimit) + ")");
  return !faulted();
}

Flow Warp::enter(const Function &callee, const CallSite *site) {
  if (!hasMemoryToCall(callee))
    return Flow::Fault;
  if (LaneMask others = fragments[current].lanes & ~active)
    fragments.push_back({frame, pc + 1, others});
  std::unique_ptr<Frame> made = newFrame(callee);
  made->site = site;
  made->members = active;
  made->returnPc = pc + 1;
  forActive(
      [&](unsigned lane) { // bytes that an earlier call left aren't initialised
        std::fill_n(localWritten.begin() + lane * localStride + made->localBase,
                    callee.localBytes, 0);
      });
  for (unsigned i = 0; i < callee.params.size(); ++i) {
    const CallSite::Copy &argument = site->arguments[i];
    forActive([&](unsigned lane) {
      std::copy_n(frame->param(lane, argument.offset),
                  std::min(argument.size, callee.params[i].size),
                  made->param(lane, callee.params[i].offset));
    });
  }
  fragments[current].frame = made.get();
  fragments[current].lanes = active;
  frames.push_back(std::move(made));
  pc = 0;
  rescheduling = true;
  return Flow::Jump;
}

Flow Warp::leave() {
  if (!frame->caller)
    return exitLanes();
  const Function &callee = *frame->function;
  Frame *leaving = frame, *caller = frame->caller;
  for (unsigned i = 0; i < leaving->site->results.size(); ++i) {
    const CallSite::Copy &result = leaving->site->results[i];
    forActive([&](unsigned lane) {
      std::copy_n(leaving->param(lane, callee.results[i].offset),
                  std::min(result.size, callee.results[i].size),
                  caller->param(lane, result.offset));
    });
  }
  if (LaneMask others = fragments[current].lanes & ~active)
    fragments.push_back({leaving, pc + 1, others});
  fragments[current].frame = caller;
  fragments[current].lanes = active;
  pc = leaving->returnPc;
  useFrame(caller);
  releaseMembers(leaving, active);
  rescheduling = true;
  return Flow::Jump;
}

} // namespace tileiras::emu
