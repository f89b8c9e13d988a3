//===- Debugger.cpp - Stops CTAs at breakpoints ---------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Debugger/Debugger.h"

#include "tileiras/Emulator/Machine/Cluster.h"

#include "llvm/ADT/STLExtras.h"

#include <csignal>

using namespace llvm;
using namespace tileiras::emu;

namespace tileiras::dbg {

namespace {
/// After this many scheduling slots of a held warp without progress of others,
/// the others are reported as waiting for it.
constexpr unsigned MaxQuietSlots = 3;

volatile std::sig_atomic_t isInterrupted = 0;
} // namespace

void Debugger::interrupt() { isInterrupted = 1; }

bool Debugger::isHeld(const Warp &warp) const {
  auto found = warps.find(&warp);
  return found != warps.end() && found->second.isHeld;
}

//===-- Begin and end of CTAs and warps ---------------------------------===//

void Debugger::launchStart(Launch &) {
  warps.clear();
  ctas.clear();
  running.clear();
  endedCtas = 0;
  isInterrupted = 0;
  isAborting = false;
}

void Debugger::clusterStart(Cluster &cluster) {
  for (const std::unique_ptr<emu::Cta> &cta : cluster.ctas)
    running.push_back(cta.get());
}

void Debugger::clusterEnd(Cluster &cluster) {
  for (const std::unique_ptr<emu::Cta> &cta : cluster.ctas) {
    for (const std::unique_ptr<emu::Warp> &warp : cta->warps)
      warps.erase(warp.get());
    ctas.erase(cta.get());
    llvm::erase(running, cta.get());
    ++endedCtas;
  }
}

void Debugger::threadsExit(emu::Warp &warp, LaneMask) {
  auto state = ctas.find(&warp.cta());
  if (!warp.cta().hasEnded() || state == ctas.end() ||
      state->second.resume == Resume::Continue)
    return;
  state->second.resume = Resume::Continue;
  stopNext = StopReason::Begin;
  handler.ended(warp.cta().id);
}

void Debugger::frameStart(emu::Warp &, Frame &frame) {
  std::vector<bool> &all = everything[frame.function];
  all.resize(frame.function->code.size(), true);
  frame.watched = &all;
}

//===-- Stopping conditions ---------------------------------------------===//

Debugger::Position Debugger::getPosition(const Frame &frame,
                                         uint32_t pc) const {
  std::vector<SourceFrame> frames = lines.getFrames(*frame.function, pc);
  return {unsigned(frame.depth + frames.size()), frames.front()};
}

bool Debugger::hasStepped(const CtaState &cta, WarpState &state,
                          emu::Warp &warp, uint32_t pc) {
  if (cta.resume == Resume::Continue)
    return false;
  if (cta.resume == Resume::StepInstruction)
    return cta.stepping == &warp;
  const Frame &frame = warp.currentFrame();
  uint32_t location = frame.function->code[pc].location;
  if (state.seenFrame == &frame && state.seenLocation == location)
    return false;
  state.seenFrame = &frame;
  state.seenLocation = location;
  Position here = getPosition(frame, pc);
  if (here.frame.line == 0)
    return false;
  const Position &start = state.start;
  if (cta.resume == Resume::Finish)
    return here.depth < start.depth;
  if (here.depth > start.depth)
    return cta.resume == Resume::Step;
  return here.depth < start.depth || !here.frame.isAtLineOf(start.frame);
}

std::optional<Stop> Debugger::findStop(CtaState &cta, WarpState &state,
                                       emu::Warp &warp, uint32_t pc) {
  if (isInterrupted) {
    isInterrupted = 0;
    stopNext = StopReason::Interrupt;
  }
  if (stopNext)
    cta.stopAtOnce = std::exchange(stopNext, std::nullopt);
  Stop stop{StopReason::Step, &warp.cta(), &warp, 0, ""};
  if (cta.stopAtOnce) {
    stop.reason = *cta.stopAtOnce;
    return stop;
  }
  stop.breakpoint =
      breakpoints.findAt(*warp.currentFrame().function, pc, warp.cta().id);
  if (stop.breakpoint) {
    stop.reason = StopReason::Breakpoint;
    return stop;
  }
  return hasStepped(cta, state, warp, pc) ? std::optional(stop) : std::nullopt;
}

void Debugger::beforeInstruction(emu::Warp &warp,
                                 const Instruction &instruction, LaneMask) {
  CtaState &cta = ctas[&warp.cta()];
  WarpState &state = warps[&warp];
  Frame &frame = warp.currentFrame();
  uint32_t pc = &instruction - frame.function->code.data();
  if (state.isReleased && state.heldFrame == &frame && state.heldPc == pc) {
    state.isReleased = false;
    ++state.executed;
    return;
  }
  if (!state.isHeld) {
    std::optional<Stop> found = findStop(cta, state, warp, pc);
    if (!found) {
      ++state.executed;
      return;
    }
    state.isHeld = true;
    state.heldFrame = &frame;
    state.heldPc = pc;
    state.stop = *found;
  }
  warp.hold();
  if (isSettled(cta, warp))
    stop(cta, warp);
}

/// Returns whether all warps that can arrive have arrived.
bool Debugger::isSettled(CtaState &state, const emu::Warp &warp) {
  Progress progress;
  for (const std::unique_ptr<emu::Warp> &each : warp.cta().warps) {
    if (!each->liveLanes())
      continue;
    ++progress.live;
    if (isHeld(*each))
      ++progress.held;
    else if (!each->isPolling())
      progress.executed += warps[each.get()].executed;
  }
  if (progress.held == progress.live)
    return true;
  if (!state.waiting)
    state.waiting = &warp;
  if (state.waiting != &warp)
    return false;
  state.quietSlots = progress == state.progress ? state.quietSlots + 1 : 0;
  state.progress = progress;
  return state.quietSlots >= MaxQuietSlots;
}

//===-- Stops -----------------------------------------------------------===//

void Debugger::stop(CtaState &state, emu::Warp &warp) {
  emu::Cta &cta = warp.cta();
  state.stopAtOnce.reset();
  state.waiting = nullptr;
  state.quietSlots = 0;
  emu::Warp *focus = &warp;
  for (const std::unique_ptr<emu::Warp> &each : cta.warps)
    if (isHeld(*each)) {
      focus = each.get();
      break;
    }
  if (state.stepping && isHeld(*state.stepping))
    focus = const_cast<emu::Warp *>(state.stepping);
  Stop stop = warps[focus].stop;
  for (const std::unique_ptr<emu::Warp> &each : cta.warps) // once is enough
    warps[each.get()].stop = {StopReason::Step, &cta, each.get(), 0, ""};
  state.resume = handler.stopped(stop, focus);
  isAborting = state.resume == Resume::Abort;
  if (isAborting)
    warp.fault("the debugger has ended the launch");
  else
    release(state, cta, *focus);
}

/// Lets the held warps of the CTA continue, or only \p warp.
void Debugger::release(CtaState &state, emu::Cta &cta, emu::Warp &warp) {
  state.stepping = state.resume == Resume::StepInstruction ? &warp : nullptr;
  for (const std::unique_ptr<emu::Warp> &each : cta.warps) {
    WarpState &one = warps[each.get()];
    if (state.stepping && each.get() != &warp)
      continue;
    one.isReleased = one.isHeld;
    one.isHeld = false;
    one.seenFrame = nullptr;
    if (one.isReleased)
      one.start = getPosition(*one.heldFrame, one.heldPc);
    else if (!each->getFragments().empty())
      one.start = getPosition(*each->getFragments().front().frame,
                              each->getFragments().front().pc);
  }
}

void Debugger::launchFails(emu::Warp &warp, const KernelError &error) {
  if (isAborting)
    return;
  Stop stop{StopReason::Fault, &warp.cta(), &warp, 0, error.message};
  emu::Warp *focus = &warp;
  handler.stopped(stop, focus);
}

} // namespace tileiras::dbg
