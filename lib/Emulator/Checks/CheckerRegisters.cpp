//===- CheckerRegisters.cpp - Registers used before written -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers that are used before they have a value (RegisterChecks.h), and
// registers of wgmma that are touched before the operation has completed or
// without wgmma.fence.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/Checker.h"

using namespace llvm;

namespace tileiras::emu {

namespace {
struct FrameChecks : MonitorState {
  const WatchedFunction *watched;
  WrittenLanes written;
  /// Registers in use by an asynchronous operation until the warp knows of
  /// `completion`.
  struct Pending {
    Epoch completion;
    SiteId site;
    bool written; // rather than only read
  };
  DenseMap<RegisterIndex, Pending> pending;
  /// The registers that other instructions have written since the last
  /// wgmma.fence, and the sites.
  DenseMap<RegisterIndex, SiteId> unfenced;
};
} // namespace

const WatchedFunction &Checker::watchedFunction(const Function &function) {
  std::lock_guard guard(watchedLock);
  std::unique_ptr<WatchedFunction> &entry = watched[&function];
  if (!entry)
    entry = std::make_unique<WatchedFunction>(function);
  return *entry;
}

void Checker::frameStart(Warp &, Frame &frame) {
  if (!checks.registers)
    return;
  const WatchedFunction &function = watchedFunction(*frame.function);
  if (!function.any())
    return;
  auto state = std::make_unique<FrameChecks>();
  state->watched = &function;
  state->written.assign(function.indexOf.size(), 0);
  frame.monitorState = std::move(state);
  frame.watched = &function.watches;
}

void Checker::beforeInstruction(Warp &warp, const Instruction &instruction,
                                LaneMask reached) {
  if (!warp.currentFrame().monitorState)
    return; // only another monitor watches it
  checkUnwritten(warp, instruction, reached);
  if (warp.active && !warp.faulted())
    checkPending(warp, instruction);
}

void Checker::checkUnwritten(Warp &warp, const Instruction &instruction,
                             LaneMask reached) {
  Frame &frame = warp.currentFrame();
  auto &state = static_cast<FrameChecks &>(*frame.monitorState);
  std::optional<UnwrittenUse> found = followWrites(
      *state.watched, *frame.function, instruction, reached, warp.active,
      [&](Slot slot) { return warp.predicate(slot); }, state.written);
  if (found)
    warp.fault("uninitialised register: " + found->what + " of '" +
                   instruction.info->words +
                   "' comes from a register that this lane has not written",
               found->lane);
}

/// PTX ISA, "Asynchronous Warpgroup Level Matrix Multiply-Accumulate": the
/// registers of an operation are not to be touched until wgmma.wait_group; and
/// wgmma.fence must follow their last use before it, except for accumulators
/// that one operation passes to the next.
void Checker::checkPending(Warp &warp, const Instruction &instruction) {
  Frame &frame = warp.currentFrame();
  auto &state = static_cast<FrameChecks &>(*frame.monitorState);
  StringRef words = instruction.info->words;
  if (words.starts_with("wgmma.fence"))
    return state.unfenced.clear();
  bool isWgmma = words.starts_with("wgmma.mma_async");
  for (const RegisterUse &use : registerUses(*frame.function, instruction)) {
    if (isWgmma && isUsedLater(use)) {
      auto unfenced = state.unfenced.find(use.reg);
      if (unfenced != state.unfenced.end()) {
        warp.fault("'" + words + "' uses a register that was written at " +
                   sites.text(unfenced->second) +
                   ", and no wgmma.fence is between");
        return;
      }
      if (use.isDestination) // one operation passes them to the next
        continue;
    }
    auto pending = state.pending.find(use.reg);
    if (pending != state.pending.end()) {
      bool isComplete =
          of(warp).clock.known().ordered.covers(pending->second.completion);
      if (!isComplete && (use.isDestination || pending->second.written)) {
        warp.fault("register in use by an asynchronous operation: '" + words +
                       "' touches " +
                       (pending->second.written ? "a result" : "an operand") +
                       " of the operation at " +
                       sites.text(pending->second.site) +
                       ", which no thread has waited for",
                   __builtin_ctz(warp.active));
        return;
      }
    }
    if (use.isDestination && !usesRegistersLater(instruction))
      state.unfenced[use.reg] = siteOf(warp);
  }
}

void Checker::useRegisters(const AsyncOperation &operation) {
  const Origin &origin = operation.origin;
  Warp &warp = *origin.warp;
  Frame &frame = warp.currentFrame();
  if (!usesRegistersLater(*origin.instruction) || !frame.watched ||
      !checks.registers)
    return;
  auto &state = static_cast<FrameChecks &>(*frame.monitorState);
  Epoch completion = completionOfRegisters(warp, operation);
  for (const RegisterUse &use :
       registerUses(*origin.function, *origin.instruction))
    if (isUsedLater(use))
      state.pending[use.reg] = {completion, siteOf(warp), use.isDestination};
}

} // namespace tileiras::emu
